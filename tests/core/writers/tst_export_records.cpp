// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>
#include <string>

#include "core/base/json_reader.h"
#include "core/records/tensor_record.h"
#include "tests/core/writers/export_graphs.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using namespace dimscope::test;
using base::JsonValue;
using records::TunedTensorSpec;

Q_DECLARE_METATYPE(dimscope::test::ExportGraph)

namespace {

constexpr const char* kRecords = "records";
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

ExportTensor x(const std::vector<ExportAxis>& axes, std::string dtype = "float32") {
    return exportInput({"x"}, axes, std::move(dtype));
}

}  // namespace

class TestExportRecords : public QObject {
    Q_OBJECT

 private slots:
    void readsBack_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::newRow("doubled latents, scalar, two sides") << diffusionGraph();
        QTest::newRow("no inputs") << graphOf({});
        QTest::newRow("unnamed axis, range of one size, largest size")
            << graphOf({x({dynamicAxis({}, 1, 2, 3), dynamicAxis("d0", 7, 7, 7), fixedAxis(kLargest)})});
        ExportGraph odd = graphOf({});
        odd.module = "größe \"\n\\";
        for (const std::string& name : oddNames()) {
            odd.inputs.push_back(named(x({batchAxis(1, 1, 2, 2), dynamicAxis(name, 1, 2, 3)}), name));
        }
        QTest::newRow("odd names and symbols") << odd;
        ExportGraph dtypes = graphOf({});
        for (const records::DType dtype : records::kDTypes) {
            const std::string name(records::name(dtype));
            dtypes.inputs.push_back(named(x({}, name), name));
        }
        QTest::newRow("every dtype") << dtypes;
    }

    void readsBack() {
        QFETCH(ExportGraph, graph);
        const std::string text = textOf(kRecords, graph);
        QCOMPARE(test_support::schemaErrors("records", QByteArray::fromStdString(text)), QString());
        const auto json = base::parseJson(text);
        QVERIFY2(json, text.c_str());
        QCOMPARE(*json->find("module")->string(), graph.module);
        QCOMPARE(*json->find("graph")->string(), graph.graph);
        for (const auto& [key, tensors] :
             {std::pair("inputs", &graph.inputs), std::pair("outputs", &graph.outputs)}) {
            const JsonValue::Array& entries = *json->find(key)->array();
            QCOMPARE(entries.size(), tensors->size());
            for (std::size_t i = 0; i < entries.size(); ++i) {
                const auto read = TunedTensorSpec::fromJson(entries[i]);
                QVERIFY2(read, read ? "" : read.error().text().c_str());
                const ExportTensor& tensor = (*tensors)[i];
                QCOMPARE(read->spec().name(), tensor.name);
                QCOMPARE(std::string(records::name(read->spec().dtype())), tensor.dtype);
                QVERIFY(read->spec().shape() == tensor.spec.shape);
                QVERIFY(read->minShape() == tensor.spec.min);
                QVERIFY(read->maxShape() == tensor.spec.max);
                QCOMPARE(read->toJson(), entries[i]);
            }
        }
    }

    void statesABatchAxis_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<int>("axis");
        QTest::addColumn<QStringList>("notes");
        QTest::newRow("axis 0") << graphOf({x({batchAxis(1, 1, 4, 4), fixedAxis(3)})}) << 0 << QStringList();
        QTest::newRow("axis 1") << graphOf({x({fixedAxis(3), batchAxis(1, 1, 4, 4)})}) << 1 << QStringList();
        QTest::newRow("none") << graphOf({x({fixedAxis(3)})}) << -1 << QStringList();
        QTest::newRow("multiplier 2")
            << graphOf({x({batchAxis(2, 2, 8, 8)})}) << -1
            << QStringList{
                   "x:0: this axis is 2 times the batch size: a record has no multiplier, so it states "
                   "no batch axis"};
        QTest::newRow("multiplier 2, then 1")
            << graphOf({x({batchAxis(2, 2, 8, 8), batchAxis(1, 1, 4, 4)})}) << 1 << QStringList();
        QTest::newRow("two of multiplier 1")
            << graphOf({x({batchAxis(1, 1, 4, 4), batchAxis(1, 1, 4, 4)})}) << -1
            << QStringList{"x:1: a second axis of the batch size: a record has one, so it states none"};
        QTest::newRow("multiplier not known")
            << graphOf({x({batchAxis({}, 1, 4, 4)})}) << -1
            << QStringList{
                   "x:0: the size of this axis per batch size is not known, so the record states no "
                   "batch axis"};
        QTest::newRow("opt is left out") << graphOf({x({dynamicAxis("d0", 1, 2, 3)})}) << -1
                                         << QStringList{"x: a record has no opt sizes: they are left out"};
    }

    void statesABatchAxis() {
        QFETCH(ExportGraph, graph);
        QFETCH(int, axis);
        QFETCH(QStringList, notes);
        graph.outputs.clear();
        const auto json = base::parseJson(textOf(kRecords, graph));
        QVERIFY(json);
        const auto read = TunedTensorSpec::fromJson(json->find("inputs")->array()->front());
        QVERIFY(read);
        QCOMPARE(read->batchAxis().value_or(-1), axis);
        QCOMPARE(notesOf(kRecords, graph), notes);
    }

    void refuses_data() {
        QTest::addColumn<ExportGraph>("graph");
        QTest::addColumn<QString>("tensor");
        QTest::addColumn<int>("axis");
        QTest::newRow("bfloat16") << graphOf({x({fixedAxis(1)}, "bfloat16")}) << "x" << -1;
        QTest::newRow("no dtype") << graphOf({x({fixedAxis(1)}, "")}) << "x" << -1;
        QTest::newRow("minimum 0") << graphOf({x({fixedAxis(1), dynamicAxis("d0", 0, 2, 2)})}) << "x" << 1;
        QTest::newRow("fixed size 0") << graphOf({x({fixedAxis(0)})}) << "x" << 0;
        QTest::newRow("empty name") << graphOf({named(x({}), "")}) << "x" << -1;
        QTest::newRow("one name twice") << graphOf({x({}), x({})}) << "x" << -1;
        ExportGraph output = graphOf({});
        output.outputs = {exportOutput({1}, {fixedAxis(2)}, "complex64")};
        QTest::newRow("output of complex64") << output << "output[1]" << -1;
    }

    void refuses() {
        QFETCH(ExportGraph, graph);
        QFETCH(QString, tensor);
        QFETCH(int, axis);
        const auto number = axis < 0 ? std::nullopt : std::optional(axis);
        QCOMPARE(refusalDiffers(kRecords, graph, tensor.toStdString(), number), QString());
    }
};

QTEST_APPLESS_MAIN(TestExportRecords)
#include "tst_export_records.moc"
