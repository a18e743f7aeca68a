// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/capture/batch_size_source.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope::capture;
using dimscope::test_support::addCall;

namespace {

std::shared_ptr<const Capture> build(CaptureBuilder& builder) {
    return std::make_shared<const Capture>(builder.build());
}

QString batchesText(const Capture& capture, std::size_t graph = 0) {
    QStringList parts;
    for (const std::int64_t batchSize : *capture.graphs()[graph].batchSizes) {
        parts << (batchSize == kUnknownBatch ? QString("?") : QString::number(batchSize));
    }
    return parts.join(u' ');
}

}  // namespace

class TestBatchSizeSource : public QObject {
    Q_OBJECT

 private slots:
    void parses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("path");
        QTest::addColumn<int>("axis");
        QTest::addColumn<qlonglong>("divisor");
        QTest::newRow("plain") << "input_ids:0"
                               << "input_ids" << 0 << qlonglong(1);
        QTest::newRow("divisor") << "sample:1/2"
                                 << "sample" << 1 << qlonglong(2);
        QTest::newRow("last colon") << "opts[\"a:1\"]:3"
                                    << "opts[\"a:1\"]" << 3 << qlonglong(1);
        QTest::newRow("slash in the path") << "a/b:0/4"
                                           << "a/b" << 0 << qlonglong(4);
        QTest::newRow("largest") << "x:2147483647/9223372036854775807"
                                 << "x" << 2147483647 << qlonglong(9223372036854775807);
    }

    void parses() {
        QFETCH(QString, text);
        const auto source = BatchSizeSource::parseTensorAxis(text.toStdString());
        QVERIFY(source);
        const auto& axis = std::get<BatchSizeSource::TensorAxis>(source->from);
        QTEST(QString::fromStdString(axis.accessPath), "path");
        QTEST(axis.axis, "axis");
        QTEST(qlonglong(axis.divisor), "divisor");
        QCOMPARE(QString::fromStdString(source->text()), text);
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        for (const char* text : {"", "x", ":0", "x:", "x:-1", "x:+1", "x:1.5", "x: 1", "x:a", "x:2147483648",
                                 "x:0/", "x:0/0", "x:0/-2", "x:0/2/2", "x:0/9223372036854775808"}) {
            QTest::newRow(*text == '\0' ? "empty" : text) << text;
        }
    }

    void refuses() {
        QFETCH(QString, text);
        const auto source = BatchSizeSource::parseTensorAxis(text.toStdString());
        QVERIFY(!source);
        QCOMPARE(source.error().code, dimscope::base::ErrorCode::usage);
        QVERIFY(!source.error().expected.empty());
    }

    void texts() {
        QCOMPARE(BatchSizeSource{}.text(), std::string("recorded"));
        QCOMPARE(BatchSizeSource{BatchSizeSource::Constant{4}}.text(), std::string("4"));
    }

    void textsAreReadBack_data() {
        QTest::addColumn<bool>("isSource");
        for (const char* text : {"recorded", "1", "9223372036854775807", "sample:0/2", "recorded:1"}) {
            QTest::newRow(text) << true;
        }
        for (const char* text : {"0", "-4", "9223372036854775808", "4.0", "Recorded", "x"}) {
            QTest::newRow(text) << false;
        }
    }

    void textsAreReadBack() {
        const std::string text = QTest::currentDataTag();
        const auto source = BatchSizeSource::parse(text);
        QTEST(source.has_value(), "isSource");
        if (source) {
            QCOMPARE(source->text(), text);
        }
    }

    void constantFillsUnknownOnly() {
        CaptureBuilder builder;
        addCall(builder, "x:1", 2, {6});
        addCall(builder, "x:1", kUnknownBatch, {7});
        const auto recorded = build(builder);
        dimscope::base::Diagnostics diagnostics;
        const auto filled = withBatchSizes(recorded, {BatchSizeSource::Constant{5}}, diagnostics);
        QCOMPARE(batchesText(*filled), QString("2 5"));
        QCOMPARE(batchesText(*recorded), QString("2 ?"));
        QCOMPARE(filled->tensors()[0].columns.get(), recorded->tensors()[0].columns.get());
        QVERIFY(diagnostics.empty());
        QCOMPARE(withBatchSizes(recorded, {}, diagnostics).get(), recorded.get());
    }

    void axisFills() {
        CaptureBuilder builder;
        addCall(builder, "x:2", kUnknownBatch, {9, 4});
        addCall(builder, "x:2", kUnknownBatch, {9, 5});
        addCall(builder, "x:2", kUnknownBatch, {9, 0});
        addCall(builder, "x:2", 7, {9, 6});
        addCall(builder, "x:2", kUnknownBatch, {9, 8});
        addCall(builder, "y:2", kUnknownBatch, {9, 8});
        addCall(builder, "x:1", kUnknownBatch, {9});
        addCall(builder, "z:1", 3, {9});
        const auto recorded = build(builder);
        dimscope::base::Diagnostics diagnostics;
        const auto filled = withBatchSizes(recorded, {BatchSizeSource::TensorAxis{"x", 1, 2}}, diagnostics);
        QCOMPARE(batchesText(*filled), QString("2 ? ? 7 4"));
        QCOMPARE(batchesText(*filled, 1), QString("?"));
        QCOMPARE(batchesText(*filled, 2), QString("?"));
        QCOMPARE(batchesText(*filled, 3), QString("3"));
        QCOMPARE(diagnostics.items().size(), std::size_t(3));
        const auto& indivisible = diagnostics.items()[0];
        QCOMPARE(indivisible.code, std::string("batch-source-indivisible"));
        QVERIFY(indivisible.message.find("2 samples") != std::string::npos);
        QCOMPARE(indivisible.where.sample.value_or(99), std::uint64_t(1));
        QCOMPARE(indivisible.where.axis.value_or(99), 1);
        QCOMPARE(diagnostics.items()[1].code, std::string("batch-source-absent"));
        QCOMPARE(diagnostics.items()[1].where.graph, std::string("1"));
        QCOMPARE(diagnostics.items()[2].where.graph, std::string("2"));
    }

    void inputsComeFirst() {
        CaptureBuilder builder;
        const auto layout = dimscope::test_support::layoutFrom("x:1>0:1");
        const auto written = [](const char* path, int semantic, dimscope::module::Side side) {
            return dimscope::module::Locator::fromPaths(path, dimscope::base::JsonValue(semantic), side)
                .value();
        };
        using dimscope::module::SampleMetadata;
        using dimscope::module::Side;
        const auto spec = layout.inputs.tensorData()[0].spec;
        const SampleMetadata inputs({{written("same", 1, Side::input), spec}}, {}, {}, {});
        const SampleMetadata outputs({{written("same", 2, Side::output), spec}}, {}, {}, {});
        const LayoutId id = builder.layout({"m", inputs, outputs}, {});
        builder.addCall(id, kUnknownBatch, std::vector<std::int64_t>{3, 4}, {});
        dimscope::base::Diagnostics diagnostics;
        const auto filled =
            withBatchSizes(build(builder), {BatchSizeSource::TensorAxis{"same", 0, 1}}, diagnostics);
        QCOMPARE(batchesText(*filled), QString("3"));
    }

    void summariesStayAsTheyAre() {
        CaptureBuilder builder;
        const auto layout = dimscope::test_support::layoutFrom("x:1");
        (void)builder.addSummary({"m", "0", layout.inputs, layout.outputs, {}}, {});
        dimscope::base::Diagnostics diagnostics;
        const auto filled =
            withBatchSizes(build(builder), {BatchSizeSource::TensorAxis{"y", 0, 1}}, diagnostics);
        QCOMPARE(diagnostics.items().size(), std::size_t(1));
        QCOMPARE(diagnostics.items()[0].code, std::string("batch-source-unused"));
        QVERIFY(filled->graphs()[0].batchSizes->empty());
        // A name that states a batch size asks for nothing: there is nothing to tell.
        CaptureBuilder named;
        dimscope::capture::Source file;
        file.namedBatchSize = 2;
        const auto source = named.addSource(file);
        (void)named.addSummary({"m", "0", layout.inputs, layout.outputs, {}}, {source, 0, {}, {}});
        dimscope::base::Diagnostics none;
        (void)withBatchSizes(build(named), {}, none);
        QVERIFY(none.empty());
    }
};

QTEST_APPLESS_MAIN(TestBatchSizeSource)
#include "tst_batch_size_source.moc"
