// SPDX-License-Identifier: GPL-3.0-or-later
#include <QLineSeries>

#include "tests/gui/charts/chart_test.h"
#include "ui/charts/evolution_chart.h"

using namespace dimscope;
using namespace dimscope::test;
using charts::EvolutionChart;

/// Mouse, wheel and keyboard on the evolution chart.
class TestEvolutionInput : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init();
    void cleanup() { m_chart.reset(); }

    void clickSelectsTheSample_data();
    void clickSelectsTheSample();
    void clickOnALabelSelectsTheAxis();
    void wheelZoomsAboutTheCursor();
    void dragPansAndSelectsNothing();
    void doubleClickResets();
    void zoomStopsAtTheEnds();
    void keysMoveTheSample();
    void keysZoomAndReset();
    void keysMoveTheAxis();
    void selectionFromOutsideIsRevealed();
    void calloutComesAndGoes();
    void newNumbersKeepZoomAndSelection();
    void newestTensorWins();
    void inputWhileBusyIsIgnored();
    void destroyedWhileBusy();

 private:
    [[nodiscard]] QPointF at(double sample) const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> visible() const;

    test_support::SampleData m_data;
    std::unique_ptr<EvolutionChart> m_chart;
};

void TestEvolutionInput::initTestCase() {
    fixLook();
    m_data = test_support::pipelineCapture();
}

void TestEvolutionInput::init() {
    failOnWarnings();
    m_chart = std::make_unique<EvolutionChart>();
    showAt(*m_chart, {800, 400});
    m_chart->setTensor(chartData(m_data), test_support::tensorNamed(*m_data.capture, "unet", "0", "sample"));
    settle(*m_chart);
}

QPointF TestEvolutionInput::at(double sample) const {
    auto* line = shownSeries<QLineSeries>(*m_chart).front();
    const QPointF place = innerChart(*m_chart)->mapToPosition(QPointF(sample, 2), line);
    return {place.x(), 60};
}

std::pair<std::uint32_t, std::uint32_t> TestEvolutionInput::visible() const {
    const auto range = m_chart->visibleSamples();
    return range ? std::pair(range->first, range->last) : std::pair(1U, 0U);
}

void TestEvolutionInput::clickSelectsTheSample_data() {
    QTest::addColumn<double>("place");
    QTest::addColumn<uint>("sample");
    QTest::newRow("first") << 0.0 << 0U;
    QTest::newRow("on a sample") << 7.0 << 7U;
    QTest::newRow("nearer to the left one") << 11.3 << 11U;
    QTest::newRow("nearer to the right one") << 11.7 << 12U;
    QTest::newRow("last") << 23.0 << 23U;
}

void TestEvolutionInput::clickSelectsTheSample() {
    QFETCH(double, place);
    QFETCH(uint, sample);
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::sampleClicked);
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, Qt::NoModifier, at(place).toPoint());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][0].value<base::SampleId>().value, sample);
}

void TestEvolutionInput::clickOnALabelSelectsTheAxis() {
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::axisClicked);
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, Qt::NoModifier, {20, 160});
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][1].toInt(), 1);
}

void TestEvolutionInput::wheelZoomsAboutTheCursor() {
    QCOMPARE(visible(), std::pair(0U, 23U));
    QSignalSpy changed(m_chart.get(), &EvolutionChart::visibleSamplesChanged);
    const QPointF cursor = at(6);
    wheel(*m_chart, cursor, 3);
    m_chart->repaint();
    QCOMPARE(changed.count(), 1);
    const auto [first, last] = visible();
    QVERIFY(first > 0 && last < 23 && first <= 6 && last >= 6);
    QVERIFY(std::abs(at(6).x() - cursor.x()) < 1);
    wheel(*m_chart, cursor, -3);
    QCOMPARE(visible(), std::pair(0U, 23U));
}

void TestEvolutionInput::dragPansAndSelectsNothing() {
    wheel(*m_chart, at(12), 4);
    const auto before = visible();
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::sampleClicked);
    drag(*m_chart, {500, 60}, {300, 60});
    QCOMPARE(clicked.count(), 0);
    const auto after = visible();
    QVERIFY(after.first > before.first && after.second > before.second);
    drag(*m_chart, {300, 60}, {500, 60});
    QCOMPARE(visible(), before);
}

void TestEvolutionInput::doubleClickResets() {
    wheel(*m_chart, at(12), 4);
    QVERIFY(visible() != std::pair(0U, 23U));
    QTest::mouseDClick(m_chart.get(), Qt::LeftButton, Qt::NoModifier, {400, 60});
    QCOMPARE(visible(), std::pair(0U, 23U));
}

void TestEvolutionInput::zoomStopsAtTheEnds() {
    wheel(*m_chart, at(12), -20);
    QCOMPARE(visible(), std::pair(0U, 23U));
    wheel(*m_chart, at(12), 60);
    const auto [first, last] = visible();
    QVERIFY(last >= first && last - first <= 3);
    drag(*m_chart, {300, 60}, {700, 60});
    for (int turn = 0; turn < 20; ++turn) {
        drag(*m_chart, {200, 60}, {700, 60});
    }
    QCOMPARE(visible().first, 0U);
}

void TestEvolutionInput::keysMoveTheSample() {
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::sampleClicked);
    m_chart->setSelectedSample(base::SampleId{3});
    const std::vector<std::pair<Qt::Key, uint>> steps{
        {Qt::Key_Right, 4U}, {Qt::Key_Right, 5U}, {Qt::Key_Left, 4U}};
    for (const auto& [key, sample] : steps) {
        QTest::keyClick(m_chart.get(), key);
        QCOMPARE(clicked.takeLast()[0].value<base::SampleId>().value, sample);
    }
    QTest::keyClick(m_chart.get(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(clicked.takeLast()[0].value<base::SampleId>().value, 14U);
    QTest::keyClick(m_chart.get(), Qt::Key_Right, Qt::ShiftModifier);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QCOMPARE(clicked.takeLast()[0].value<base::SampleId>().value, 23U);
}

void TestEvolutionInput::keysZoomAndReset() {
    QTest::keyClick(m_chart.get(), Qt::Key_Plus);
    const auto zoomed = visible();
    QVERIFY(zoomed.first > 0 && zoomed.second < 23);
    QTest::keyClick(m_chart.get(), Qt::Key_Plus);
    QVERIFY(visible().second - visible().first < zoomed.second - zoomed.first);
    QTest::keyClick(m_chart.get(), Qt::Key_Minus);
    QCOMPARE(visible(), zoomed);
    QTest::keyClick(m_chart.get(), Qt::Key_Home);
    QCOMPARE(visible(), std::pair(0U, 23U));
}

void TestEvolutionInput::keysMoveTheAxis() {
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::axisClicked);
    m_chart->setSelectedAxis(1);
    QTest::keyClick(m_chart.get(), Qt::Key_Down);
    QCOMPARE(clicked.takeLast()[1].toInt(), 2);
    QTest::keyClick(m_chart.get(), Qt::Key_Up);
    QCOMPARE(clicked.takeLast()[1].toInt(), 1);
}

void TestEvolutionInput::selectionFromOutsideIsRevealed() {
    wheel(*m_chart, at(2), 8);
    QVERIFY(visible().second < 20);
    const auto span = visible().second - visible().first;
    m_chart->setSelectedSample(base::SampleId{20});
    QVERIFY(visible().first <= 20 && visible().second >= 20);
    QVERIFY(visible().second - visible().first <= span + 1);
}

void TestEvolutionInput::calloutComesAndGoes() {
    const QImage bare = m_chart->grab().toImage();
    moveTo(*m_chart, at(6));
    const QImage told = grabAs(*m_chart, "evolution-callout");
    QVERIFY(bare != told);
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(m_chart.get(), &leave);
    QCOMPARE(m_chart->grab().toImage(), bare);
}

void TestEvolutionInput::newNumbersKeepZoomAndSelection() {
    wheel(*m_chart, at(12), 4);
    const auto zoomed = visible();
    const auto again = test_support::pipelineCapture();
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::sampleClicked);
    m_chart->setSelectedSample(base::SampleId{12});
    m_chart->setTensor(chartData(again), test_support::tensorNamed(*again.capture, "unet", "0", "sample"));
    settle(*m_chart);
    QCOMPARE(visible(), zoomed);
    QTest::keyClick(m_chart.get(), Qt::Key_Right);
    QCOMPARE(clicked.takeLast()[0].value<base::SampleId>().value, 13U);
    m_chart->setTensor(chartData(again), test_support::tensorNamed(*again.capture, "unet", "0", "output[0]"));
    settle(*m_chart);
    QCOMPARE(visible(), std::pair(0U, 23U));
}

void TestEvolutionInput::newestTensorWins() {
    const auto other = test_support::singleTensorCapture({{1, {7}}, {2, {14}}});
    QSignalSpy updated(m_chart.get(), &charts::ChartPane::updated);
    for (const char* path : {"output[0]", "encoder_hidden_states", "sample"}) {
        m_chart->setTensor(chartData(m_data), test_support::tensorNamed(*m_data.capture, "unet", "0", path));
    }
    m_chart->setTensor(chartData(other), base::TensorId{0});
    settle(*m_chart);
    QCOMPARE(updated.count(), 1);
    const auto lines = shownSeries<QLineSeries>(*m_chart);
    QCOMPARE(lines.size(), 1);
    QCOMPARE(lines[0]->points(), (QList<QPointF>{{0, 7}, {1, 7}}));
}

void TestEvolutionInput::inputWhileBusyIsIgnored() {
    const auto other = test_support::singleTensorCapture({{1, {7}}, {2, {14}}});
    m_chart->setTensor(chartData(other), base::TensorId{0});
    QVERIFY(m_chart->isBusy());
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::sampleClicked);
    QTest::mouseClick(m_chart.get(), Qt::LeftButton, Qt::NoModifier, {700, 60});
    for (const auto& click : clicked) {
        QVERIFY(click[0].value<base::SampleId>().value < 2);
    }
    settle(*m_chart);
}

void TestEvolutionInput::destroyedWhileBusy() {
    const auto data = test_support::longCapture(200000);
    for (int turn = 0; turn < 5; ++turn) {
        EvolutionChart chart;
        chart.setTensor(chartData(data), base::TensorId{0});
        QVERIFY(chart.isBusy());
    }
    QCoreApplication::processEvents();
}

QTEST_MAIN(TestEvolutionInput)
#include "tst_evolution_input.moc"
