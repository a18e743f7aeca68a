// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTest>
#include <memory>
#include <string>

#include "core/overrides/importers.h"
#include "core/overrides/overrides_file.h"
#include "core/readers/open_capture.h"
#include "core/writers/export.h"
#include "tests/core/capture/call_script.h"
#include "tests/core/overrides/override_script.h"

using namespace dimscope;
using base::ErrorCode;

class TestImporters : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void imports_data();
    void imports();
    void refuses_data();
    void refuses();
    void takesOverridesAsTheyAre();
    void knowsPresentNames();
    void joinsThePresent();
    void leavesRecordsTheirBatchAxis_data();
    void leavesRecordsTheirBatchAxis();
    void exportsComeBack_data();
    void exportsComeBack();
    void summariesKeepMultipliersUnknown();
    void realProfiles();
    void realReport();

 private:
    capture::Capture m_capture;
    inference::Analysis m_analysis;
};

namespace {

using overrides::Imported;

/// A text that stands between tests and a raw string of this file: 'x' for "x".
std::string json(QString text) {
    return text.replace('\'', '"').toStdString();
}

QString dimText(const overrides::Dim& dim) {
    if (const auto* size = std::get_if<std::int64_t>(&dim)) {
        return QString::number(*size);
    }
    const auto* symbol = std::get_if<std::string>(&dim);
    return symbol == nullptr ? QString("?") : QString::fromStdString(*symbol);
}

/// "m/0 x [batch=2..8/4 4] @0x2 float16": dims that are not fixed with min..max/opt.
QString overridesText(const Imported& imported) {
    QStringList out;
    for (const auto& graph : imported.overrides.graphs) {
        for (const auto& tensor : graph.tensors) {
            QStringList dims;
            for (std::size_t axis = 0; axis < tensor.shape.size(); ++axis) {
                const overrides::Sizes bounds{tensor.min[axis], tensor.max[axis], tensor.opt[axis]};
                const auto* fixed = std::get_if<std::int64_t>(&tensor.shape[axis]);
                const bool plain = fixed != nullptr && bounds == overrides::Sizes(3, *fixed);
                dims << dimText(tensor.shape[axis]) +
                            (plain ? QString()
                                   : QString("=%1..%2/%3").arg(bounds[0]).arg(bounds[1]).arg(bounds[2]));
            }
            QString text =
                QString::fromStdString(graph.module + "/" + graph.graph + " " + tensor.locator.accessPath()) +
                " [" + dims.join(' ') + "]";
            if (tensor.batchAxis) {
                text += QString(" @%1x%2").arg(*tensor.batchAxis).arg(tensor.batchMultiplier.value_or(0));
            }
            out << text + (tensor.dtype ? " " + QString::fromStdString(*tensor.dtype) : QString());
        }
    }
    return out.join("; ");
}

/// "code@module/graph tensor" of every problem.
QString problemsText(const Imported& imported) {
    QStringList out;
    for (const auto& problem : imported.problems) {
        QString text = QString::fromStdString(problem.code);
        if (!problem.module.empty()) {
            text += "@" + QString::fromStdString(problem.module + "/" + problem.graph);
        }
        if (problem.tensor) {
            text += " " + QString::fromStdString(problem.tensor->accessPath());
        }
        out << text;
    }
    return out.join("; ");
}

QByteArray sample(const char* name) {
    QFile file(QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/aitune/") + name);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

/// Two modules that both have a tensor x: `m` with two graphs (0: x, mask, h, t and an output; 1: x of
/// another rank and extra), `other` with x alone.
void TestImporters::initTestCase() {
    capture::CaptureBuilder builder;
    const auto add = [&](const char* layout, const char* module, std::int64_t batch,
                         const std::vector<std::int64_t>& sizes) {
        builder.addCall(builder.layout(test_support::layoutFrom(layout, module), {}), batch, sizes, {});
    };
    add("x:3 mask:2 a_b:1 a.b:1 t:0>0:2", "m", 1, {2, 4, 64, 1, 7, 5, 5, 2, 9});
    add("x:3 mask:2 a_b:1 a.b:1 t:0>0:2", "m", 2, {4, 4, 96, 2, 7, 6, 5, 4, 9});
    add("x:3 mask:2 a_b:1 a.b:1 t:0>0:2", "m", 4, {8, 4, 64, 4, 7, 8, 5, 8, 9});
    add("x:2 extra:1", "m", 1, {3, 3, 1});
    add("x:3", "other", 1, {1, 4, 64});
    m_capture = builder.build();
    m_analysis = inference::analyse(m_capture).value();
    QCOMPARE(test_support::graphsText(m_capture), std::string("0*3 1*1 other.0*1"));
}

void TestImporters::imports_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("graph");  // -1: none
    QTest::addColumn<QString>("overrides");
    QTest::addColumn<QString>("problems");
    const auto row = [](const char* name, const char* text, int graph, const char* made,
                        const char* problems) {
        QTest::newRow(name) << QString(text) << graph << QString(made) << QString(problems);
    };
    const char* batchDim = "{'type': 'BatchDim', 'name': 'n', 'min': 2, 'max': 16, 'opt': 4}";
    const auto shapes = [&](const char* rest) {
        return QString(
                   "[{'path': 'x', 'shape': [%1, 4, {'type': 'DynamicDim', 'name': 'len', 'min': 32, 'max': "
                   "128, 'opt': null}]}%2]")
            .arg(batchDim, rest);
    };
    row("explicit shapes", qPrintable(shapes("")), 0, "m/0 x [n=2..16/4 4 len=32..128/128] @0x2", "");
    row("explicit shapes, by tensors of all modules", qPrintable(shapes("")), -1,
        "m/0 x [n=2..16/4 4 len=32..128/128] @0x2; other/0 x [n=2..16/4 4 len=32..128/128] @0x1", "");
    row("the module that has all of them", qPrintable(shapes(", {'path': 'extra', 'shape': [1]}")), -1,
        "m/0 x [n=2..16/4 4 len=32..128/128] @0x2; m/1 extra [1]", "");
    row("explicit shapes without a batch axis", "[{'path': 'mask', 'shape': [4, 7]}]", 0, "m/0 mask [4 7]",
        "");
    row("path of no tensor", qPrintable(shapes(", {'path': ['x', 0], 'shape': [1]}")), 0,
        "m/0 x [n=2..16/4 4 len=32..128/128] @0x2", "unmatched@m/0");
    row("path of no tensor, anywhere", "[{'path': 'y', 'shape': [1]}]", -1, "", "unmatched");
    row("outputs have no explicit shapes", "[{'path': 'output', 'shape': [1]}]", 0, "", "unmatched@m/0");
    row("another rank", "[{'path': 'x', 'shape': [1]}]", 0, "", "rank-mismatch@m/0 x");
    row("another rank, everywhere", "[{'path': 'x', 'shape': [1]}]", -1, "", "rank-mismatch@m/0 x");
    row("another rank, in one graph", "[{'path': 'x', 'shape': [3, 3]}]", -1, "m/1 x [3 3]", "");

    const char* profile = "{'x': [[2, 4, 64], [4, 4, 64], [8, 4, 128]], 'mask': [[1, 7], [2, 7], [4, 9]]}";
    row("profiles", qPrintable(QString("[%1]").arg(profile)), 0,
        "m/0 x [batch=2..8/4 4 d0=64..128/64] @0x2; m/0 mask [batch=1..4/2 ?=7..9/7] @0x1", "");
    row("a profile alone", profile, 0,
        "m/0 x [batch=2..8/4 4 d0=64..128/64] @0x2; m/0 mask [batch=1..4/2 ?=7..9/7] @0x1", "");
    row("engine names", "[{'input_x': [[2, 4, 64], [2, 4, 64], [2, 4, 64]], 'input_t': [[], [], []]}]", -1,
        "m/0 x [2 4 64] @0x2; m/0 t []", "");
    row("equal profiles",
        qPrintable(QString("[%1, {'mask': [[1, 7], [2, 7], [4, 9]], "
                           "'x': [[2, 4, 64], [4, 4, 64], [8, 4, 128]]}]")
                       .arg(profile)),
        0, "m/0 x [batch=2..8/4 4 d0=64..128/64] @0x2; m/0 mask [batch=1..4/2 ?=7..9/7] @0x1", "");
    row("other profiles", "[{'mask': [[1, 7], [2, 7], [4, 7]]}, {'mask': [[9, 7], [9, 7], [9, 7]]}]", 0,
        "m/0 mask [batch=1..4/2 7] @0x1", "other-profiles");
    row("bounds that break rules", "[{'mask': [[4, 0], [9, 7], [1, 0]]}]", 0,
        "m/0 mask [batch=4..1/9 0=0..0/7] @0x1", "");
    row("name of two tensors", "[{'input_a_b': [[1], [2], [3]], 't': [[], [], []]}]", 0, "m/0 t []",
        "unmatched@m/0");
    row("access path of one of them", "[{'a_b': [[1], [2], [3]]}]", 0, "m/0 a_b [d1=1..3/2]", "");
    row("one tensor by two names", "[{'t': [[], [], []], 'input_t': [[], [], []]}]", 0, "m/0 t []",
        "stated-twice@m/0 t");
    row("names of no tensor", "[{'z': [[1], [1], [1]], 't': [[], [], []]}]", -1, "m/0 t []", "unmatched");
    row("profiles have no outputs", "[{'output[0]': [[1, 9], [1, 9], [1, 9]]}]", 0, "", "unmatched@m/0");

    const char* mask =
        "{'name': 'mask', 'dtype': 'float16', 'shape': ['b', 7], 'min_shape': [1, 7], "
        "'max_shape': [4, 7], 'batch_axis': 0}";
    const char* out =
        "{'name': 'output_0', 'dtype': 'int8', 'shape': [null, 9], 'min_shape': [2, 9], "
        "'max_shape': [8, 9], 'batch_axis': null}";
    const auto records = [&](const char* head) {
        return QString("{'format': 'dimscope.records', 'version': 1, %1 'inputs': [%2], 'outputs': [%3]}")
            .arg(head, mask, out);
    };
    const char* both = "m/0 mask [b=1..4/4 7] @0x1 float16; m/0 output[0] [?=2..8/8 9] @0x2 int8";
    row("records", qPrintable(records("'module': 'm', 'graph': '0',")), -1, both, "");
    row("records of a named graph stay there", qPrintable(records("'module': 'm', 'graph': '0',")), 1, both,
        "");
    row("records of no graph", qPrintable(records("")), 0, both, "");
    row("records of another graph", qPrintable(records("'module': 'm', 'graph': '7',")), 0, "",
        "unmatched@m/7");
    row("inputs only", "{'format': 'dimscope.records', 'version': 1, 'inputs': []}", 0, "", "none");
    row("a list of records", qPrintable(QString("[%1, %2]").arg(mask, out)), 0, both, "");
    row("one record", mask, 0, "m/0 mask [b=1..4/4 7] @0x1 float16", "");
    row("an output among inputs",
        qPrintable(QString("{'format': 'dimscope.records', 'version': 1, 'inputs': [%1]}").arg(out)), 0, "",
        "unmatched@m/0");

    row("a tuning report",
        "{'schema_version': 3, 'modules': [{'module_name': 'm', 'graphs': [{'graph_name': '0', "
        "'dynamic_shapes': "
        "[{'path': 'mask', 'shape': [1, 7]}]}, {'graph_name': '1', 'dynamic_shapes': []}, {'graph_name': "
        "'2'}]}, "
        "{'module_name': 'gone', 'graphs': [{'graph_name': '0', 'dynamic_shapes': [{'path': 'a', 'shape': "
        "[1]}]}]}, "
        "{'module_name': 'other', 'graphs': [{'graph_name': '0', 'dynamic_shapes': [{'path': 'mask', "
        "'shape': "
        "[1]}]}]}]}",
        -1, "m/0 mask [1 7]", "unmatched@gone/0; unmatched@other/0");
}

void TestImporters::imports() {
    QFETCH(QString, text);
    QFETCH(int, graph);
    QFETCH(QString, problems);
    const auto result = overrides::importOverrides(
        json(text), "test.json", m_capture, m_analysis,
        graph < 0 ? std::nullopt : std::optional(base::GraphId{static_cast<std::uint32_t>(graph)}));
    if (problems == "none") {
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::noShapes);
        return;
    }
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QTEST(overridesText(*result), "overrides");
    QCOMPARE(problemsText(*result), problems);
    for (const auto& problem : result->problems) {
        QVERIFY(!problem.message.empty());
        const bool known = !problem.module.empty() && problem.module != "gone" && problem.graph != "7";
        QCOMPARE(problem.graphId.has_value(), known);
    }
    QVERIFY(result->overrides.sourceName.empty() && result->overrides.fingerprint.empty());
}

void TestImporters::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("place");
    const auto row = [](const char* text, ErrorCode code, const char* place) {
        QTest::newRow(text) << QString(text) << int(code) << QString(place);
    };
    row("", ErrorCode::emptyFile, "1:1");
    row("[{'path': ", ErrorCode::truncated, "1:10");
    row("7", ErrorCode::unknownFormat, "1:1");
    row("{}", ErrorCode::unknownFormat, "1:1");
    row("[\n3]", ErrorCode::unknownFormat, "1:1");
    row("[{'shape': [1]}]", ErrorCode::unknownFormat, "1:1");
    row("{'format': 'dimscope.report', 'modules': []}", ErrorCode::unknownFormat, "1:1");
    row("[]", ErrorCode::noShapes, "1:1");
    row("{'modules': []}", ErrorCode::noShapes, "1:1");
    row("{'modules': 3}", ErrorCode::wrongType, "1:13");
    row("{'modules': [\n {}]}", ErrorCode::missingKey, "2:2");
    row("{'modules': [{'module_name': 'm', 'graphs': [{'graph_name': '0', 'dynamic_shapes': 4}]}]}",
        ErrorCode::wrongType, "1:84");
    row("{'format': 'dimscope.overrides', 'version': 2}", ErrorCode::badValue, "1:45");
    row("{'format': 'dimscope.overrides', 'version': 1,\n 'graphs': 1}", ErrorCode::wrongType, "2:12");
    row("[{'path': 'x'}]", ErrorCode::missingKey, "1:2");
    row("[{'path': 'x', 'shape': [1.5]}]", ErrorCode::userInput, "1:26");
    row("[{'path': 'x', 'shape': [{'type': 'BatchDim', 'name': 'n', 'min': 4, 'max': 2}]}]",
        ErrorCode::userInput, "1:26");
    row("[{'path': 'x', 'shape': [1]},\n 4]", ErrorCode::wrongType, "2:2");
    row("[{'x': [[1], [1]]}]", ErrorCode::badValue, "1:8");
    row("[{'x': [[1], [1], [1, 2]]}]", ErrorCode::rankMismatch, "1:19");
    row("[{'x': [[1], [1], [-1]]}]", ErrorCode::badSize, "1:20");
    row("[{'x': [[1], [1], 'a']}]", ErrorCode::wrongType, "1:19");
    row("[{'x': [[1], [1], [1]]}, {'x': 3}]", ErrorCode::wrongType, "1:32");
    row("[{'x': [[1], [1], [1]]}, 3]", ErrorCode::wrongType, "1:26");
    row("{'format': 'dimscope.records', 'inputs': []}", ErrorCode::missingKey, "1:1");
    row("{'format': 'dimscope.records', 'version': 2, 'inputs': []}", ErrorCode::badValue, "1:43");
    row("{'format': 'dimscope.records', 'version': '1', 'inputs': []}", ErrorCode::wrongType, "1:43");
    row("{'format': 'dimscope.records', 'version': 1}", ErrorCode::missingKey, "1:1");
    row("{'format': 'dimscope.records', 'version': 1, 'module': 4, 'graph': '0', 'inputs': []}",
        ErrorCode::wrongType, "1:56");
    row("{'format': 'dimscope.records', 'version': 1, 'inputs': [], 'outputs': [\n7]}", ErrorCode::wrongType,
        "2:1");
    row("[{'name': 'x', 'min_shape': [1], 'max_shape': [1], 'shape': [1], 'batch_axis': null,\n 'dtype': "
        "'bfloat16'}]",
        ErrorCode::badValue, "2:11");
    row("{'name': 'x', 'min_shape': [2], 'max_shape': [1], 'shape': ['n'], 'batch_axis': null, 'dtype': "
        "'int8'}",
        ErrorCode::badSize, "1:1");
}

void TestImporters::refuses() {
    QFETCH(QString, text);
    const auto result = overrides::importOverrides(json(text), "test.json", m_capture, m_analysis);
    QVERIFY(!result);
    QTEST(int(result.error().code), "code");
    const base::SourceLocation& where = result.error().where;
    QCOMPARE(where.file, std::string("test.json"));
    QTEST(QString("%1:%2").arg(where.line.value_or(0)).arg(where.column.value_or(0)), "place");
    QVERIFY(!result.error().found.empty());
}

void TestImporters::takesOverridesAsTheyAre() {
    overrides::OverrideSet set = test_support::overridesFrom({"x batch=2..8/4 4 ?=1..3 @0x2", "gone 4"}, {1});
    set.fingerprint = "xxh3:00";
    set.extra.emplace_back("colour", "red");
    const auto result =
        overrides::importOverrides(overrides::overridesText(set), "test.json", m_capture, m_analysis);
    QVERIFY(result);
    QCOMPARE(overrides::overridesText(result->overrides), overrides::overridesText(set));
    QVERIFY(result->problems.empty());
}

void TestImporters::knowsPresentNames() {
    overrides::OverrideSet current = test_support::overridesFrom({"x batch=2..8/4 4 ?=1..3 @0x2", "t"});
    current.graphs[0].tensors[0].name = "latents";
    current.graphs[0].tensors[1].name = "mask";
    const auto import = [&](const char* text) {
        return overrides::importOverrides(json(text), "test.json",
                                          {m_capture, m_analysis, current, base::GraphId{0}});
    };
    const auto byName = import("[{'latents': [[2, 4, 64], [4, 4, 64], [8, 4, 64]]}]");
    QVERIFY(byName);
    QCOMPARE(overridesText(*byName), QString("m/0 x [batch=2..8/4 4 64] @0x2"));
    const auto twice = import("[{'mask': [[], [], []]}]");
    QVERIFY(twice);
    QCOMPARE(problemsText(*twice), QString("unmatched@m/0"));
    QVERIFY(QString::fromStdString(twice->problems[0].message).contains("mask and t"));
}

void TestImporters::joinsThePresent() {
    overrides::OverrideSet current = test_support::overridesFrom({"x batch=2..8/4 4 ?=1..3 @0x2", "t"}, {2});
    current.fingerprint = "xxh3:00";
    current.graphs[0].tensors[0].name = "latents";
    current.graphs[0].tensors[0].dtype = "float16";
    current.graphs[0].tensors[0].note = "doubled";
    current.graphs[0].tensors[0].extra.emplace_back("colour", "red");
    current.graphs[0].extra.emplace_back("owner", "me");
    overrides::OverrideSet imported = test_support::overridesFrom({"x n=1..4 4 64", "mask 1 7"}, {0, 2});
    imported.fingerprint = "xxh3:11";
    imported.graphs.push_back({"other", "0", {test_support::overrideFrom("x 1 4 64")}, {}, {}});
    const auto joined = overrides::withImported(current, imported);
    overrides::OverrideSet expected = current;
    auto x = test_support::overrideFrom("x n=1..4 4 64");
    x.name = "latents";
    x.dtype = "float16";
    x.note = "doubled";
    x.extra.emplace_back("colour", "red");
    expected.graphs[0].put(x);
    expected.graphs[0].put(test_support::overrideFrom("mask 1 7"));
    expected.graphs[0].excludedSamples = {0, 2};
    expected.graphs.push_back(imported.graphs[1]);
    QVERIFY(joined == expected);
    imported.graphs[0].tensors[0].name = "stated";
    imported.graphs[0].tensors[0].dtype = "int8";
    const auto stated = overrides::withImported(current, imported);
    QCOMPARE(stated.graphs[0].tensors[0].name.value_or(""), std::string("stated"));
    QCOMPARE(stated.graphs[0].tensors[0].dtype.value_or(""), std::string("int8"));
    QVERIFY(overrides::withImported(current, {}) == current);
}

void TestImporters::leavesRecordsTheirBatchAxis_data() {
    QTest::addColumn<QString>("record");
    QTest::addColumn<QString>("overrides");
    const auto record = [](const char* name, const char* sizes, const char* axis) {
        return QString(
                   "{'name': '%1', 'dtype': 'int8', 'shape': %2, 'min_shape': %2, 'max_shape': %2, "
                   "'batch_axis': %3}")
            .arg(name, sizes, axis);
    };
    QTest::newRow("none where a record could have said it")
        << record("mask", "[4, 7]", "null") << "m/0 mask [4 7] int8";
    QTest::newRow("none where it could not")
        << record("x", "[4, 4, 64]", "null") << "m/0 x [4 4 64] @0x2 int8";
    QTest::newRow("stated") << record("x", "[4, 4, 64]", "0") << "m/0 x [4 4 64] @0x2 int8";
    QTest::newRow("stated on another axis") << record("x", "[4, 4, 64]", "2") << "m/0 x [4 4 64] @2x1 int8";
    QTest::newRow("no batch axis at all") << record("a_b", "[5]", "null") << "m/0 a_b [5] int8";
}

void TestImporters::leavesRecordsTheirBatchAxis() {
    QFETCH(QString, record);
    const auto result =
        overrides::importOverrides(json(record), "test.json", m_capture, m_analysis, base::GraphId{0});
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QTEST(overridesText(*result), "overrides");
}

void TestImporters::exportsComeBack_data() {
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("specs");
    QTest::newRow("records")
        << "records"
        << "batch 2..32 opt 32, 4 4..4 opt 4, len 32..128 opt 128; batch 1..16 opt 16, 7 "
           "7..7 opt 7; batch 2..32 opt 32, 9 9..9 opt 9";
    QTest::newRow("explicit shapes")
        << "aitune-json"
        << "batch2 2..32 opt 16, 4 4..4 opt 4, len 32..128 opt 96; batch 1..16 opt 8, 7 7..7 opt 7; "
           "batch2 2..32 opt 16, 9 9..9 opt 9";
}

void TestImporters::exportsComeBack() {
    QFETCH(QString, target);
    const auto specs = [](const test_support::Judged& judged) {
        return judged.spec("x") + "; " + judged.spec("mask") + "; " + judged.spec("output[0]");
    };
    const auto first = test_support::judged(
        m_capture, test_support::overridesFrom({"x batch=2..32/16 4 len=32..128/96 @0x2",
                                                "mask batch=1..16/8 7 @0", "out0 batch=2..32/16 9 @0x2"}));
    const auto exported =
        writers::exportText(*writers::findExportTarget(target.toStdString()),
                            writers::exportGraph(first.capture, first.judgement, base::GraphId{0}));
    QVERIFY2(exported, exported ? "" : exported.error().text().c_str());
    const auto imported =
        overrides::importOverrides(exported->text, "exported.json", m_capture, m_analysis, base::GraphId{0});
    QVERIFY2(imported, imported ? "" : imported.error().text().c_str());
    QVERIFY(imported->problems.empty());
    QTEST(specs(test_support::judged(m_capture, imported->overrides)), "specs");
}

void TestImporters::summariesKeepMultipliersUnknown() {
    const std::string summary = json(
        "{'module': 'm', 'summary': true, 'graph': '0', 'inputs': {'tensor_data': [{'access_path': 'x', "
        "'semantic_path': 'x', 'dtype': 'torch.float16', 'shape': ['batch0', 4], 'min_shape': [2, 4], "
        "'max_shape': [8, 4]}], 'other_data': [], 'strict': true, 'llm_phase': null}, 'outputs': "
        "{'tensor_data': [], 'other_data': [], 'strict': true, 'llm_phase': null}}");
    const auto opened =
        readers::openText("{\"format\": \"dimscope.capture\", \"version\": 1}\n" + summary + "\n", "s.jsonl");
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    const auto analysis = inference::analyse(*opened->capture);
    const auto records = [&](const overrides::OverrideSet& set) {
        const auto judgement = overrides::judge(*opened->capture, *analysis, set);
        const auto text =
            writers::exportText(*writers::findExportTarget("records"),
                                writers::exportGraph(*opened->capture, *judgement, base::GraphId{0}));
        return text ? text->text : text.error().text();
    };
    const std::string first = records({});
    QVERIFY2(first.find("\"batch_axis\": null") != std::string::npos, first.c_str());
    for (const std::string& text : {first, json("[{'x': [[2, 4], [4, 4], [8, 4]]}]")}) {
        const auto result = overrides::importOverrides(text, "test.json", *opened->capture, *analysis);
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(records(result->overrides), first);
    }
}

void TestImporters::realProfiles() {
    const QByteArray report = sample("tuning_report_v3.json");
    const QByteArray profiles = sample("tensorrt_profiles.json");
    if (report.isEmpty() || profiles.isEmpty()) {
        QSKIP("the samples are not there");
    }
    const auto opened = readers::openText(report.toStdString(), "report.json");
    QVERIFY(opened);
    const auto analysis = inference::analyse(*opened->capture);
    const auto result =
        overrides::importOverrides(profiles.toStdString(), "profiles.json", *opened->capture, *analysis);
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    const QString one =
        "unet/%1 sample [batch=2..8/8 4 d0=64..128/128 d1=64..160/160]; unet/%1 timestep []; "
        "unet/%1 encoder_hidden_states [batch=2..8/8 77 2048]; "
        "unet/%1 added_cond_kwargs[\"text_embeds\"] [batch=2..8/8 1280]; "
        "unet/%1 added_cond_kwargs[\"time_ids\"] [batch=2..8/8 6]";
    QCOMPARE(overridesText(*result), one.arg(0) + "; " + one.arg(1));
    QCOMPARE(problemsText(*result), QString("other-profiles"));
}

void TestImporters::realReport() {
    const QByteArray report = sample("tuning_report_v3.json");
    if (report.isEmpty()) {
        QSKIP("the sample is not there");
    }
    const auto opened = readers::openText(report.toStdString(), "report.json");
    QVERIFY(opened);
    const auto analysis = inference::analyse(*opened->capture);
    const auto result =
        overrides::importOverrides(report.toStdString(), "report.json", *opened->capture, *analysis);
    QVERIFY2(result, result ? "" : result.error().text().c_str());
    QCOMPARE(overridesText(*result),
             QString("unet/1 sample [batch2=2..16/4 4 latent=64..160/128 latent=64..160/128] @0x1; "
                     "unet/1 encoder_hidden_states [batch2=2..16/4 77 2048] @0x1; "
                     "unet/1 added_cond_kwargs[\"time_ids\"] [batch2=2..16/4 6] @0x1"));
    QVERIFY(result->problems.empty());
    for (const char* older : {"tuning_report_v1.json", "tuning_report_v3_jit.json"}) {
        const auto none =
            overrides::importOverrides(sample(older).toStdString(), older, *opened->capture, *analysis);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::noShapes);
    }
}

QTEST_APPLESS_MAIN(TestImporters)
#include "tst_importers.moc"
