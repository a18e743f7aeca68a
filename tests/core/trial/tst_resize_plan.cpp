// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/capture/capture_builder.h"
#include "core/readers/open_capture.h"
#include "core/trial/resize_plan.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::trial;
using test_support::addCall;

namespace {

using Sizes = std::vector<std::int64_t>;

struct Call {
    const char* layout;
    std::int64_t batchSize;
    Sizes sizes;
    const char* module = "m";
};

capture::Capture captureOf(const std::vector<Call>& calls) {
    capture::CaptureBuilder builder;
    for (const Call& call : calls) {
        const auto layout = builder.layout(test_support::layoutFrom(call.layout, call.module), {});
        builder.addCall(layout, call.batchSize, call.sizes, {});
    }
    return builder.build();
}

SavedSample sampleOf(const char* layout, const Sizes& sizes,
                     std::int64_t batchSize = capture::kUnknownBatch) {
    return *savedSample(captureOf({{layout, batchSize, sizes}}));
}

/// Latents that guidance stacks twice, a scalar, a mask that follows the batch size.
capture::Capture unet() {
    return captureOf({{"x:2 t:0 mask:2 > 0:2", 1, {2, 8, 1, 5, 2, 8}},
                      {"x:2 t:0 mask:2 > 0:2", 2, {4, 8, 2, 7, 4, 8}},
                      {"x:2 t:0 mask:2 > 0:2", 4, {8, 8, 4, 5, 8, 8}}});
}

QString axesText(const ResizePlan& plan) {
    QStringList out;
    for (const TensorResize& resize : plan.tensors) {
        QString text = QString::fromStdString(resize.tensor.locator.accessPath());
        for (const BatchAxis& axis : resize.axes) {
            text += QString(":%1x%2").arg(axis.axis).arg(axis.multiplier);
        }
        out << text;
    }
    return out.join(' ');
}

QString sizesText(const base::Result<std::vector<module::Sizes>>& sizes) {
    if (!sizes) {
        return QString::fromUtf8(base::name(sizes.error().code).data());
    }
    QStringList out;
    for (const module::Sizes& each : *sizes) {
        out << QString::fromStdString(module::sizesText(each));
    }
    return out.join(' ');
}

base::Result<ResizePlan> planLike(const capture::Capture& like, const SavedSample& sample,
                                  const std::string& graph = {}) {
    const auto analysis = inference::analyse(like);
    const auto chosen = graphLike(like, sample, graph);
    return chosen ? resizeLike(like, *analysis, *chosen, sample) : chosen.error();
}

base::ErrorCode codeOf(const base::Result<ResizePlan>& plan) {
    return plan ? base::ErrorCode::internal : plan.error().code;
}

}  // namespace

class TstResizePlan : public QObject {
    Q_OBJECT

 private slots:
    void resizesAsTheRecordingSays() {
        const auto plan = planLike(unet(), sampleOf("mask:2 x:2 t:0", {3, 6, 6, 8}));
        QVERIFY2(plan, plan ? "" : plan.error().text().c_str());
        QCOMPARE(axesText(*plan), QString("mask:0x1 x:0x2 t"));
        QCOMPARE(QString::fromStdString(describe(*plan)), QString("mask axis 0 (x1), x axis 0 (x2)"));
        QCOMPARE(sizesText(plan->sizesAt(1)), QString("[1, 6] [2, 8] []"));
        QCOMPARE(sizesText(plan->sizesAt(3)), QString("[3, 6] [6, 8] []"));
        QCOMPARE(sizesText(plan->sizesAt(16)), QString("[16, 6] [32, 8] []"));
    }

    void sizesAtTheEdges() {
        const auto plan = planLike(unet(), sampleOf("x:2 t:0 mask:2", {0, 8, 1, 5}));
        QVERIFY(plan);
        QCOMPARE(sizesText(plan->sizesAt(4)), QString("[0, 8] [] [4, 5]"));  // nothing to repeat
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(sizesText(plan->sizesAt(most / 2)), QString("[0, 8] [] [%1, 5]").arg(most / 2));
        const auto beyond = plan->sizesAt(most / 2 + 1);
        QVERIFY(!beyond);
        QCOMPARE(beyond.error().code, base::ErrorCode::overflow);
        QCOMPARE(beyond.error().where.tensor, std::string("x"));
    }

    void severalBatchAxes() {
        const auto like = captureOf(
            {{"bias:3 > ", 1, {1, 4, 3}}, {"bias:3 > ", 2, {2, 4, 6}}, {"bias:3 > ", 3, {3, 4, 9}}});
        const auto plan = planLike(like, sampleOf("bias:3", {2, 4, 6}));
        QVERIFY(plan);
        QCOMPARE(axesText(*plan), QString("bias:0x1:2x3"));
        QCOMPARE(sizesText(plan->sizesAt(5)), QString("[5, 4, 15]"));
    }

    void theAuditDecides() {
        // AITune says batch x1: it does not look at a size that equals its symbol.
        const auto like = captureOf({{"x:1 > ", 1, {1}}, {"x:1 > ", 2, {1}}, {"x:1 > ", 4, {4}}});
        const auto analysis = inference::analyse(like);
        QCOMPARE(analysis->tensors[0].axes[0].verdict, inference::Verdict::batch);
        QCOMPARE(codeOf(planLike(like, sampleOf("x:1", {1}))), base::ErrorCode::valueError);
    }

    void summariesWithMultipliers() {
        const auto summary = [](double multiplier) {
            auto spec = *module::TensorSpec::fromParts({"batch0", 3}, {2, 3}, {8, 3}, "torch.float32",
                                                       {multiplier, 3});
            const auto layout = test_support::layoutFrom("x:2");
            capture::CaptureBuilder builder;
            builder.addSummary({"m",
                                "0",
                                {{{layout.inputs.tensorData()[0].locator, spec}},
                                 {},
                                 module::Strictness::lenient,
                                 module::LlmPhase::none},
                                {},
                                {}},
                               {});
            return builder.build();
        };
        const auto known = planLike(summary(2), sampleOf("x:2", {4, 3}));
        QVERIFY2(known, known ? "" : known.error().text().c_str());
        QCOMPARE(axesText(*known), QString("x:0x2"));
        const auto unknown =
            planLike(summary(std::numeric_limits<double>::quiet_NaN()), sampleOf("x:2", {4, 3}));
        QVERIFY(!unknown);
        QCOMPARE(unknown.error().code, base::ErrorCode::valueError);
        QCOMPARE(unknown.error().where.tensor, std::string("x"));
        QCOMPARE(unknown.error().where.axis, std::optional(0));
    }

    void graphs_data() {
        QTest::addColumn<QString>("graph");
        QTest::addColumn<QString>("layout");
        QTest::addColumn<QString>("expected");  // index of the graph, or the code of the error
        QTest::newRow("the only one that fits") << ""
                                                << "x:1"
                                                << "0";
        QTest::newRow("order does not count") << ""
                                              << "b:2 a:1"
                                              << "1";
        QTest::newRow("none: other path") << ""
                                          << "y:1"
                                          << "not-found";
        QTest::newRow("none: other rank") << ""
                                          << "x:2"
                                          << "not-found";
        QTest::newRow("none: one tensor more") << ""
                                               << "x:1 y:1"
                                               << "not-found";
        QTest::newRow("none: one tensor less") << ""
                                               << "a:1"
                                               << "not-found";
        QTest::newRow("several fit") << ""
                                     << "z:1"
                                     << "value-error";
        QTest::newRow("named among several") << "n:0"
                                             << "z:1"
                                             << "3";
        QTest::newRow("named, does not fit") << "m:0"
                                             << "z:1"
                                             << "value-error";
        QTest::newRow("no graph of that name") << "m:9"
                                               << "z:1"
                                               << "not-found";
    }

    void graphs() {
        QFETCH(QString, graph);
        QFETCH(QString, layout);
        QFETCH(QString, expected);
        const auto like = captureOf(
            {{"x:1 > ", 1, {1}}, {"a:1 b:2 > ", 1, {1, 1, 1}}, {"z:1 > ", 1, {1}}, {"z:1 > ", 1, {1}, "n"}});
        QCOMPARE(like.graphs().size(), std::size_t{4});
        const Sizes ones(8, 1);
        capture::CaptureBuilder builder;
        const auto id = builder.layout(test_support::layoutFrom(layout.toStdString()), {});
        builder.addCall(id, 1, {ones.data(), builder.sizeCount(id)}, {});
        const auto chosen = graphLike(like, *savedSample(builder.build()), graph.toStdString());
        QCOMPARE(chosen ? QString::number(chosen->value)
                        : QString::fromUtf8(base::name(chosen.error().code).data()),
                 expected);
    }

    void withoutBatchAxis() {
        const auto like = captureOf({{"x:1 > ", 1, {5}}, {"x:1 > ", 2, {5}}});
        QCOMPARE(codeOf(planLike(like, sampleOf("x:1", {5}))), base::ErrorCode::valueError);
        const auto analysis = inference::analyse(like);
        QCOMPARE(codeOf(resizeLike(like, *analysis, base::GraphId{0}, sampleOf("y:1", {5}))),
                 base::ErrorCode::valueError);
    }

    void firstAxes_data() {
        QTest::addColumn<int>("batchSize");
        QTest::addColumn<QString>("expected");
        QTest::newRow("multiples") << 2 << "x:0x2 t y:0x1 z:0x3";
        QTest::newRow("one") << 1 << "x:0x4 t y:0x2 z:0x6";
        QTest::newRow("some") << 4 << "x:0x1 t y z";
        QTest::newRow("exactly one tensor") << 6 << "x t y z:0x1";
        QTest::newRow("none") << 5 << "value-error";
        QTest::newRow("larger than all sizes") << 100 << "value-error";
        QTest::newRow("not known") << 0 << "value-error";
    }

    void firstAxes() {
        QFETCH(int, batchSize);
        QFETCH(QString, expected);
        const auto plan = resizeFirstAxes(sampleOf("x:2 t:0 y:1 z:1", {4, 8, 2, 6}, batchSize));
        QCOMPARE(plan ? axesText(*plan) : QString::fromUtf8(base::name(plan.error().code).data()), expected);
    }

    void firstAxisOfSizeZeroStays() {
        const auto plan = resizeFirstAxes(sampleOf("x:1 y:1", {0, 2}, 2));
        QVERIFY(plan);
        QCOMPARE(axesText(*plan), QString("x y:0x1"));
    }

    void oneCallPerSample() {
        QCOMPARE(savedSample(captureOf({})).error().code, base::ErrorCode::badValue);
        QCOMPARE(savedSample(captureOf({{"x:1", 1, {1}}, {"x:1", 1, {1}}})).error().code,
                 base::ErrorCode::badValue);
        QCOMPARE(savedSample(captureOf({{"x:1", 1, {1}}, {"y:1", 1, {1}}})).error().code,
                 base::ErrorCode::badValue);
    }

    void savedFilesAreSamples() {
        const auto opened = readers::openCapture({DIMSCOPE_TEST_DATA_DIR "/torch/unet_bs2.pt"});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const auto sample = savedSample(*opened->capture);
        QVERIFY(sample);
        QCOMPARE(sample->batchSize, std::optional<std::int64_t>(2));  // by the file's name
        QVERIFY(!sample->tensors.empty());
    }
};

QTEST_APPLESS_MAIN(TstResizePlan)
#include "tst_resize_plan.moc"
