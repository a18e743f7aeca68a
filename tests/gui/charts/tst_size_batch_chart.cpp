// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineSeries>
#include <QScatterSeries>

#include "tests/gui/charts/chart_test.h"
#include "ui/charts/size_batch_chart.h"

using namespace dimscope;
using namespace dimscope::test;
using charts::SizeBatchChart;

class TestSizeBatchChart : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixLook(); }
    void init() { failOnWarnings(); }

    void excludedPairsAreHollowAndDoNotCount();
    void onePointPerPair();
    void lineOnlyForBatch_data();
    void lineOnlyForBatch();
    void pairsOffTheLineAreTold();
    void clickSelectsTheFirstSample();
    void keysWalkThroughPairs();
    void unknownBatchSizesHaveAColumn();
    void emptyStates();
    void manyPairs();
    void look_data();
    void look();
};

namespace {

QList<QPointF> allPoints(SizeBatchChart& chart) {
    QList<QPointF> points;
    for (const QScatterSeries* series : shownSeries<QScatterSeries>(chart)) {
        points.append(series->points());
    }
    std::sort(points.begin(), points.end(), [](const QPointF& left, const QPointF& right) {
        return std::pair(left.x(), left.y()) < std::pair(right.x(), right.y());
    });
    return points;
}

}  // namespace

void TestSizeBatchChart::excludedPairsAreHollowAndDoNotCount() {
    const auto data =
        test_support::singleTensorCapture({{1, {2}}, {2, {4}}, {1, {3}}, {4, {8}}, {2, {4}}, {2, {5}}});
    const inference::Exclusions exclusions{{base::GraphId{0}, {2, 4, 5}}};
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(
        {data.capture,
         std::make_shared<const inference::Analysis>(*inference::analyse(*data.capture, exclusions)),
         std::make_shared<const inference::Exclusions>(exclusions)},
        base::TensorId{0}, 0);
    settle(chart);
    const auto series = shownSeries<QScatterSeries>(chart);
    QCOMPARE(series.size(), 2);
    QCOMPARE(series[0]->points(), (QList<QPointF>{{1, 2}, {2, 4}, {4, 8}}));
    QCOMPARE(series[1]->points(), (QList<QPointF>{{1, 3}, {2, 5}}));
    QVERIFY(series[1]->markerShape() != series[0]->markerShape());
    QCOMPARE(shownSeries<QLineSeries>(chart).size(), 1);  // batch x2 without them
    QVERIFY2(chart.summary().contains("batch size 1: size 3 (1 sample excluded)"),
             qPrintable(chart.summary()));
    QVERIFY2(chart.summary().contains("batch size 2: size 4 (1 sample)"), qPrintable(chart.summary()));
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY2(chart.accessibleDescription().contains("excluded"), qPrintable(chart.accessibleDescription()));
}

void TestSizeBatchChart::onePointPerPair() {
    const auto data =
        test_support::singleTensorCapture({{1, {2}}, {2, {4}}, {1, {2}}, {4, {8}}, {1, {2}}, {4, {6}}});
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, 0);
    settle(chart);
    QCOMPARE(allPoints(chart), (QList<QPointF>{{1, 2}, {2, 4}, {4, 6}, {4, 8}}));
    // The pair of three samples has the largest mark.
    double largest = 0;
    QList<QPointF> largestPoints;
    for (const QScatterSeries* series : shownSeries<QScatterSeries>(chart)) {
        if (series->markerSize() > largest) {
            largest = series->markerSize();
            largestPoints = series->points();
        }
    }
    QCOMPARE(largestPoints, QList<QPointF>{QPointF(1, 2)});
    QVERIFY2(chart.summary().contains("4 pairs"), qPrintable(chart.summary()));
    QVERIFY2(chart.summary().contains("batch size 1: size 2 (3 samples)"), qPrintable(chart.summary()));
}

void TestSizeBatchChart::lineOnlyForBatch_data() {
    QTest::addColumn<int>("axis");
    QTest::addColumn<bool>("hasLine");
    QTest::newRow("batch") << 0 << true;
    QTest::newRow("static") << 1 << false;
    QTest::newRow("dynamic") << 2 << false;
}

void TestSizeBatchChart::lineOnlyForBatch() {
    QFETCH(int, axis);
    QFETCH(bool, hasLine);
    const auto data = test_support::singleTensorCapture({{1, {3, 4, 9}}, {2, {6, 4, 7}}, {4, {12, 4, 12}}});
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, axis);
    settle(chart);
    const auto lines = shownSeries<QLineSeries>(chart);
    QCOMPARE(!lines.isEmpty(), hasLine);
    if (hasLine) {
        for (const QPointF& point : lines[0]->points()) {
            QVERIFY(std::abs(point.y() - 3 * point.x()) < 1e-9);
        }
    }
}

void TestSizeBatchChart::pairsOffTheLineAreTold() {
    // AITune says batch x4, though batch size 2 with size 4 contradicts it.
    const auto data = test_support::singleTensorCapture({{1, {4}}, {2, {4}}, {2, {8}}});
    QCOMPARE(data.analysis->tensor(base::TensorId{0}).axes[0].verdict, module::Verdict::batch);
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, 0);
    settle(chart);
    const auto marks = shownSeries<QScatterSeries>(chart);
    QSet<int> shapes;
    for (const QScatterSeries* series : marks) {
        shapes.insert(series->markerShape());
    }
    QCOMPARE(shapes.size(), 2);
    checkBothThemes(chart, "size-batch-contradicted");
}

void TestSizeBatchChart::clickSelectsTheFirstSample() {
    const auto data = test_support::singleTensorCapture({{1, {2}}, {2, {4}}, {4, {8}}, {4, {8}}});
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, 0);
    settle(chart);
    QSignalSpy clicked(&chart, &charts::ChartPane::sampleClicked);
    auto* series = shownSeries<QScatterSeries>(chart).front();
    const QPointF place = innerChart(chart)->mapToPosition(QPointF(4, 8), series);
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, place.toPoint());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][0].value<base::SampleId>().value, 2U);
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, place.toPoint() + QPoint(-60, 60));
    QCOMPARE(clicked.count(), 1);
}

void TestSizeBatchChart::keysWalkThroughPairs() {
    const auto data = test_support::singleTensorCapture({{4, {8}}, {1, {2}}, {2, {4}}});
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, 0);
    settle(chart);
    QSignalSpy clicked(&chart, &charts::ChartPane::sampleClicked);
    for (const uint sample : {1U, 2U, 0U}) {
        QTest::keyClick(&chart, Qt::Key_Right);
        QCOMPARE(clicked.takeLast()[0].value<base::SampleId>().value, sample);
    }
    QTest::keyClick(&chart, Qt::Key_Left);
    QCOMPARE(clicked.takeLast()[0].value<base::SampleId>().value, 2U);
}

void TestSizeBatchChart::unknownBatchSizesHaveAColumn() {
    const auto data = test_support::singleTensorCapture({{1, {2}}, {0, {5}}, {2, {4}}});
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, 0);
    settle(chart);
    const QList<QPointF> points = allPoints(chart);
    QCOMPARE(points.size(), 3);
    QCOMPARE(points[0].y(), 5.0);
    QVERIFY(points[0].x() < 0);
    QVERIFY2(chart.summary().contains("unknown batch size: size 5 (1 sample)"), qPrintable(chart.summary()));
    checkBothThemes(chart, "size-batch-unknown");
}

void TestSizeBatchChart::emptyStates() {
    const auto summary = test_support::summaryCapture();
    SizeBatchChart chart;
    showAt(chart, {600, 300});
    QVERIFY2(chart.summary().contains("no capture is open"), qPrintable(chart.summary()));
    chart.setAxis(chartData(summary), std::nullopt, 0);
    QVERIFY2(chart.summary().contains("select an axis"), qPrintable(chart.summary()));
    chart.setAxis(chartData(summary), base::TensorId{0}, 0);
    settle(chart);
    QVERIFY2(chart.summary().contains("no samples in this file"), qPrintable(chart.summary()));
    chart.setAxis(chartData(summary), base::TensorId{0}, 99);
    QVERIFY2(chart.summary().contains("select an axis"), qPrintable(chart.summary()));
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, {300, 150});
    checkBothThemes(chart, "size-batch-empty");
}

void TestSizeBatchChart::manyPairs() {
    std::vector<test_support::Call> calls;
    for (std::int64_t call = 0; call < 3000; ++call) {
        calls.push_back({1 + call % 16, {1000 + call}});
    }
    const auto data = test_support::singleTensorCapture(calls);
    SizeBatchChart chart;
    showAt(chart, {700, 300});
    chart.setAxis(chartData(data), base::TensorId{0}, 0);
    settle(chart);
    QCOMPARE(allPoints(chart).size(), 1000);
    QVERIFY2(chart.summary().contains("3000 pairs"), qPrintable(chart.summary()));
    checkBothThemes(chart, "size-batch-many");
}

void TestSizeBatchChart::look_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<int>("axis");
    QTest::addColumn<QSize>("size");
    QTest::newRow("dynamic") << "sample" << 0 << QSize(940, 420);
    QTest::newRow("batch") << "encoder_hidden_states" << 0 << QSize(940, 420);
    QTest::newRow("batch-small") << "encoder_hidden_states" << 0 << QSize(700, 300);
    QTest::newRow("static") << "encoder_hidden_states" << 1 << QSize(700, 300);
    QTest::newRow("height") << "sample" << 2 << QSize(420, 200);
}

void TestSizeBatchChart::look() {
    QFETCH(QString, path);
    QFETCH(int, axis);
    QFETCH(QSize, size);
    const auto data = test_support::pipelineCapture();
    SizeBatchChart chart;
    showAt(chart, size);
    chart.setAxis(chartData(data), test_support::tensorNamed(*data.capture, "unet", "0", path.toStdString()),
                  axis);
    chart.setSelectedSample(base::SampleId{4});
    settle(chart);
    checkBothThemes(chart, QStringLiteral("size-batch-%1").arg(QTest::currentDataTag()));
}

QTEST_MAIN(TestSizeBatchChart)
#include "tst_size_batch_chart.moc"
