// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineSeries>
#include <QScatterSeries>
#include <QToolButton>

#include "tests/gui/charts/chart_test.h"
#include "ui/charts/evolution_chart.h"

using namespace dimscope;
using namespace dimscope::test;
using charts::EvolutionChart;

/// What the evolution chart draws and says.
class TestEvolutionChart : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixLook(); }
    void init() { failOnWarnings(); }

    void pointsAreMultipliers();
    void pointsAreSizesWithoutBatchSizes();
    void unknownBatchSizesAreGaps();
    void excludedSamplesAreHollowAndDoNotCount();
    void markersDifferByVerdict();
    void emptyStates_data();
    void emptyStates();
    void summaryTellsRanges();
    void moreThanEightAxes();
    void lookOfAPipeline();
    void lookOfOddities_data();
    void lookOfOddities();
};

void TestEvolutionChart::pointsAreMultipliers() {
    const auto data = test_support::singleTensorCapture({{1, {2}}, {2, {4}}, {4, {8}}, {4, {6}}, {1, {2}}});
    EvolutionChart chart;
    showAt(chart, {600, 300});
    QSignalSpy updated(&chart, &charts::ChartPane::updated);
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    QVERIFY(updated.count() >= 1);
    const auto lines = shownSeries<QLineSeries>(chart);
    QCOMPARE(lines.size(), 1);
    const QList<QPointF> expected{{0, 2}, {1, 2}, {2, 2}, {3, 1.5}, {4, 2}};
    QCOMPARE(lines[0]->points(), expected);
    QVERIFY2(chart.summary().contains("flip at 3"), qPrintable(chart.summary()));
    QCOMPARE(chart.accessibleDescription(), chart.summary());
    QVERIFY(!chart.accessibleName().isEmpty());
}

void TestEvolutionChart::pointsAreSizesWithoutBatchSizes() {
    const auto data = test_support::singleTensorCapture({{0, {5}}, {0, {7}}, {0, {6}}});
    EvolutionChart chart;
    showAt(chart, {600, 300});
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    const auto lines = shownSeries<QLineSeries>(chart);
    QCOMPARE(lines.size(), 1);
    const QList<QPointF> expected{{0, 5}, {1, 7}, {2, 6}};
    QCOMPARE(lines[0]->points(), expected);
    QVERIFY2(chart.summary().contains("no batch size known"), qPrintable(chart.summary()));
}

void TestEvolutionChart::unknownBatchSizesAreGaps() {
    const auto data = test_support::singleTensorCapture(
        {{1, {2}}, {2, {4}}, {0, {4}}, {1, {2}}, {0, {9}}, {1, {3}}, {2, {6}}});
    EvolutionChart chart;
    showAt(chart, {600, 300});
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    const auto lines = shownSeries<QLineSeries>(chart);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0]->points(), (QList<QPointF>{{0, 2}, {1, 2}}));
    QCOMPARE(lines[1]->points(), (QList<QPointF>{{5, 3}, {6, 3}}));
    const auto marks = shownSeries<QScatterSeries>(chart);
    QCOMPARE(marks.size(), 1);
    QVERIFY(marks[0]->points().contains(QPointF(3, 2)));
    QCOMPARE(marks[0]->count(), 5);
}

void TestEvolutionChart::excludedSamplesAreHollowAndDoNotCount() {
    // Without sample 2 the axis is batch x2; the curve has a gap there.
    const auto data = test_support::singleTensorCapture({{1, {2}}, {2, {4}}, {1, {3}}, {4, {8}}, {2, {4}}});
    const inference::Exclusions exclusions{{base::GraphId{0}, {2}}};
    const charts::ChartData shown{
        data.capture,
        std::make_shared<const inference::Analysis>(*inference::analyse(*data.capture, exclusions)),
        std::make_shared<const inference::Exclusions>(exclusions)};
    EvolutionChart chart;
    showAt(chart, {600, 300});
    chart.setTensor(shown, base::TensorId{0});
    settle(chart);
    const auto lines = shownSeries<QLineSeries>(chart);
    QCOMPARE(lines.size(), 2);
    QCOMPARE(lines[0]->points(), (QList<QPointF>{{0, 2}, {1, 2}}));
    QCOMPARE(lines[1]->points(), (QList<QPointF>{{3, 2}, {4, 2}}));
    const auto marks = shownSeries<QScatterSeries>(chart);
    QCOMPARE(marks.size(), 2);
    QCOMPARE(marks[0]->count(), 4);
    QCOMPARE(marks[1]->points(), (QList<QPointF>{{2, 3}}));
    QVERIFY(marks[1]->markerShape() != marks[0]->markerShape());
    QVERIFY(marks[1]->color() != marks[0]->color());
    QVERIFY2(chart.summary().contains("5 samples, 1 excluded"), qPrintable(chart.summary()));
    QVERIFY2(chart.summary().contains(QStringLiteral("axis 0 batch ×2")), qPrintable(chart.summary()));
    chart.setFocus();
    chart.setSelectedSample(base::SampleId{1});
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY2(chart.accessibleDescription().contains("excluded"), qPrintable(chart.accessibleDescription()));
    QTest::keyClick(&chart, Qt::Key_Right);
    QVERIFY(!chart.accessibleDescription().contains("excluded"));
    chart.setTensor({data.capture, data.analysis}, base::TensorId{0});
    settle(chart);
    QCOMPARE(shownSeries<QLineSeries>(chart).size(), 1);
    QCOMPARE(shownSeries<QScatterSeries>(chart).size(), 1);
}

void TestEvolutionChart::markersDifferByVerdict() {
    const auto data = test_support::singleTensorCapture({{1, {2, 4, 9}}, {2, {4, 4, 7}}, {4, {8, 4, 12}}});
    EvolutionChart chart;
    showAt(chart, {600, 400});
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    const auto marks = shownSeries<QScatterSeries>(chart);
    QCOMPARE(marks.size(), 3);
    QSet<int> shapes;
    QSet<QRgb> colors;
    for (const QScatterSeries* series : marks) {
        shapes.insert(series->markerShape());
        colors.insert(series->brush().color().rgb());
    }
    QCOMPARE(shapes.size(), 3);
    QCOMPARE(colors.size(), 3);
}

void TestEvolutionChart::emptyStates_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no capture") << "nothing"
                                << "no capture is open";
    QTest::newRow("no tensor") << "capture"
                               << "select a tensor";
    QTest::newRow("scalar") << "scalar"
                            << "scalar: it has no axes";
    QTest::newRow("summary") << "summary"
                             << "no samples in this file";
    QTest::newRow("summary among samples") << "vae"
                                           << "no samples in this file for graph 0";
}

void TestEvolutionChart::emptyStates() {
    QFETCH(QString, what);
    QFETCH(QString, sentence);
    const auto pipeline = test_support::pipelineCapture();
    const auto summary = test_support::summaryCapture();
    EvolutionChart chart;
    showAt(chart, {600, 300});
    if (what == "capture") {
        chart.setTensor(chartData(pipeline), std::nullopt);
    } else if (what == "scalar") {
        chart.setTensor(chartData(pipeline),
                        test_support::tensorNamed(*pipeline.capture, "unet", "0", "timestep"));
    } else if (what == "summary") {
        chart.setTensor(chartData(summary), base::TensorId{0});
    } else if (what == "vae") {
        const auto vae = test_support::moduleNamed(*pipeline.capture, "vae");
        const auto graph = pipeline.capture->module(vae).graphs.front();
        chart.setTensor(chartData(pipeline), pipeline.capture->graph(graph).tensors.front());
    }
    settle(chart);
    QVERIFY2(chart.summary().contains(sentence), qPrintable(chart.summary()));
    QCOMPARE(chart.accessibleDescription(), chart.summary());
    QVERIFY(!chart.visibleSamples());
    QVERIFY(colorCount(grabAs(chart, "evolution-empty-" + what)) > 3);
    // Nothing to click, zoom or step through, and nothing breaks.
    QSignalSpy clicked(&chart, &charts::ChartPane::sampleClicked);
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, {300, 150});
    wheel(chart, {300, 150}, 2);
    for (const int key :
         {Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Plus, Qt::Key_PageDown, Qt::Key_Home}) {
        QTest::keyClick(&chart, static_cast<Qt::Key>(key));
    }
    QCOMPARE(clicked.count(), 0);
}

void TestEvolutionChart::summaryTellsRanges() {
    const auto data = test_support::summaryCapture();
    EvolutionChart chart;
    showAt(chart, {700, 300});
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    const auto& axes = data.analysis->tensor(base::TensorId{0}).axes;
    QVERIFY(!axes.empty());
    for (const auto& axis : axes) {
        QVERIFY2(chart.summary().contains(QString::number(axis.max)), qPrintable(chart.summary()));
    }
    checkBothThemes(chart, "evolution-summary");
}

void TestEvolutionChart::moreThanEightAxes() {
    std::vector<test_support::Call> calls;
    for (std::int64_t call = 0; call < 6; ++call) {
        std::vector<std::int64_t> sizes;
        for (std::int64_t axis = 0; axis < 12; ++axis) {
            sizes.push_back(4 + axis * (call % 3));
        }
        calls.push_back({1 + call % 2, sizes});
    }
    const auto data = test_support::singleTensorCapture(calls);
    EvolutionChart chart;
    showAt(chart, {900, 560});
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    QCOMPARE(shownSeries<QLineSeries>(chart).size(), 8);
    const auto buttons = chart.findChildren<QToolButton*>();
    QCOMPARE(buttons.size(), 2);
    QToolButton* next = buttons[0]->accessibleName().startsWith("Next") ? buttons[0] : buttons[1];
    QToolButton* previous = next == buttons[0] ? buttons[1] : buttons[0];
    QVERIFY(next->isVisible() && next->isEnabled() && !previous->isEnabled());
    grabAs(chart, "evolution-12-axes");
    QTest::mouseClick(next, Qt::LeftButton);
    settle(chart);
    QCOMPARE(shownSeries<QLineSeries>(chart).size(), 4);
    QVERIFY(!next->isEnabled() && previous->isEnabled());
    grabAs(chart, "evolution-12-axes-rest");
    chart.setSelectedAxis(2);
    settle(chart);
    QCOMPARE(shownSeries<QLineSeries>(chart).size(), 8);
    QVERIFY(!previous->isEnabled());
    // The next tensor has few axes: the control goes.
    const auto small = test_support::singleTensorCapture({{1, {2}}, {2, {4}}});
    chart.setTensor(chartData(small), base::TensorId{0});
    settle(chart);
    QVERIFY(!next->isVisible() && !previous->isVisible());
}

void TestEvolutionChart::lookOfAPipeline() {
    const auto data = test_support::pipelineCapture();
    EvolutionChart chart;
    chart.setTensor(chartData(data), test_support::tensorNamed(*data.capture, "unet", "0", "sample"));
    for (const QSize size : {QSize(940, 460), QSize(700, 300), QSize(420, 200)}) {
        showAt(chart, size);
        chart.setSelectedSample(base::SampleId{3});
        chart.setSelectedAxis(2);
        settle(chart);
        moveTo(chart, {size.width() * 0.55, size.height() * 0.4});
        checkBothThemes(chart, QStringLiteral("evolution-pipeline-%1").arg(size.width()));
    }
}

void TestEvolutionChart::lookOfOddities_data() {
    QTest::addColumn<int>("kind");
    QTest::newRow("one-sample") << 0;
    QTest::newRow("flips-side-by-side") << 1;
    QTest::newRow("huge-sizes") << 2;
    QTest::newRow("eight-axes") << 3;
    QTest::newRow("no-batch-size") << 4;
    QTest::newRow("gaps") << 5;
    QTest::newRow("zero-size") << 6;
}

void TestEvolutionChart::lookOfOddities() {
    QFETCH(int, kind);
    std::vector<test_support::Call> calls;
    for (std::int64_t call = 0; call < (kind == 0 ? 1 : 60); ++call) {
        const std::int64_t batch = std::int64_t{1} << (call % 4);
        switch (kind) {
            case 0: calls.push_back({2, {4, 77}}); break;
            case 1:
                calls.push_back({batch, {call == 3 ? 5 : 2 * batch, call == 55 ? 5 : 2 * batch, batch}});
                break;
            case 2:
                calls.push_back(
                    {batch, {10000000000 * batch, 9000000000000000000 - 1000 * call, 70000 + call}});
                break;
            case 3: calls.push_back({batch, {batch, 3, 2 * batch, 64 + call, 5, 6, 100 * batch, 8}}); break;
            case 4: calls.push_back({0, {1 + call % 4, 77, 64 + call}}); break;
            case 5: calls.push_back({call % 7 == 3 ? 0 : batch, {2 * batch, 77, 64 + call}}); break;
            default: calls.push_back({batch, {call % 5 == 0 ? 0 : batch, 77}}); break;
        }
    }
    const auto data = test_support::singleTensorCapture(calls);
    EvolutionChart chart;
    showAt(chart, {700, 300});
    chart.setTensor(chartData(data), base::TensorId{0});
    settle(chart);
    checkBothThemes(chart, QStringLiteral("evolution-%1").arg(QTest::currentDataTag()));
}

QTEST_MAIN(TestEvolutionChart)
#include "tst_evolution_chart.moc"
