// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QLineSeries>
#include <QScatterSeries>
#include <ctime>

#include "tests/gui/charts/chart_test.h"
#include "ui/charts/classification_chart.h"
#include "ui/charts/evolution_chart.h"
#include "ui/charts/ranges_chart.h"
#include "ui/charts/size_batch_chart.h"

using namespace dimscope;
using namespace dimscope::test;

namespace {

/// CPU time of this thread: what the chart costs, whatever else the machine does.
qint64 threadTime() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return qint64{now.tv_sec} * 1000000000 + now.tv_nsec;
}

}  // namespace

/// A million samples: what is drawn stays small, and the GUI thread only draws. Times are printed, not
/// asserted: machines differ.
class TestLongCapture : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init() { failOnWarnings(); }
    void evolution();
    void sizeBatch();
    void rangesAndClassification();

 private:
    void report(const char* what, qint64 callTime, qint64 longest, qint64 whole) const;
    template <class Start>
    void measure(const char* what, charts::ChartPane& chart, Start start);

    test_support::SampleData m_data;
};

void TestLongCapture::initTestCase() {
    fixLook();
    m_data = test_support::longCapture(1000000);
}

void TestLongCapture::report(const char* what, qint64 callTime, qint64 longest, qint64 whole) const {
    std::printf("%-28s GUI thread: call %6.2f ms, longest turn %6.1f ms of CPU; drawn after %6.1f ms\n", what,
                static_cast<double>(callTime) / 1e6, static_cast<double>(longest) / 1e6,
                static_cast<double>(whole) / 1e6);
    std::fflush(stdout);
}

template <class Start>
void TestLongCapture::measure(const char* what, charts::ChartPane& chart, Start start) {
    QElapsedTimer whole;
    whole.start();
    const qint64 before = threadTime();
    start();
    const qint64 callTime = threadTime() - before;
    qint64 longest = 0;
    do {
        const qint64 turn = threadTime();
        QCoreApplication::processEvents();
        longest = std::max(longest, threadTime() - turn);
    } while (chart.isBusy());
    const qint64 paint = threadTime();
    chart.repaint();
    longest = std::max(longest, threadTime() - paint);
    report(what, callTime, longest, whole.nsecsElapsed());
}

void TestLongCapture::evolution() {
    charts::EvolutionChart chart;
    showAt(chart, {1200, 500});
    const auto tensor = test_support::tensorNamed(*m_data.capture, "unet", "0", "sample");
    measure("evolution, first", chart, [&] { chart.setTensor(chartData(m_data), tensor); });
    qsizetype points = 0;
    for (const QLineSeries* series : shownSeries<QLineSeries>(chart)) {
        points += series->count();
    }
    QVERIFY(points > 0 && points <= 8000);
    QVERIFY(chart.visibleSamples()->last == 999999);
    checkBothThemes(chart, "evolution-million");

    measure("evolution, zoom", chart, [&] { wheel(chart, {700, 100}, 10); });
    measure("evolution, far zoom", chart, [&] { wheel(chart, {700, 100}, 40); });
    measure("evolution, pan", chart, [&] { drag(chart, {700, 100}, {500, 100}); });
    const auto range = *chart.visibleSamples();
    QVERIFY(range.last - range.first < 100);
    qsizetype marks = 0;
    for (const QScatterSeries* series : shownSeries<QScatterSeries>(chart)) {
        marks += series->count();
    }
    QVERIFY(marks > 0 && marks <= 1000);
    grabAs(chart, "evolution-million-zoomed");

    measure("evolution, hover", chart, [&] { moveTo(chart, {600, 100}); });
    measure("evolution, select", chart, [&] { chart.setSelectedSample(base::SampleId{500000}); });
    QVERIFY(chart.visibleSamples()->first <= 500000 && chart.visibleSamples()->last >= 500000);
    measure("evolution, reset", chart, [&] { chart.resetZoom(); });
    measure("evolution, resize", chart, [&] { chart.resize(900, 400); });
    const auto mask = test_support::tensorNamed(*m_data.capture, "unet", "0", "mask");
    measure("evolution, other tensor", chart, [&] { chart.setTensor(chartData(m_data), mask); });
    QVERIFY(chart.summary().contains("mask"));
}

void TestLongCapture::sizeBatch() {
    charts::SizeBatchChart chart;
    showAt(chart, {1200, 500});
    const auto tensor = test_support::tensorNamed(*m_data.capture, "unet", "0", "sample");
    for (const int axis : {0, 2}) {
        measure("size against batch size", chart, [&] { chart.setAxis(chartData(m_data), tensor, axis); });
    }
    qsizetype points = 0;
    for (const QScatterSeries* series : shownSeries<QScatterSeries>(chart)) {
        points += series->count();
    }
    QVERIFY(points > 0 && points <= 1000);
    checkBothThemes(chart, "size-batch-million");
}

void TestLongCapture::rangesAndClassification() {
    charts::RangesChart ranges;
    showAt(ranges, {900, 400});
    const auto tensor = test_support::tensorNamed(*m_data.capture, "unet", "0", "sample");
    measure("ranges", ranges, [&] { ranges.setTensors(chartData(m_data), {tensor}); });
    charts::ClassificationChart classification;
    showAt(classification, {900, 400});
    measure("classification", classification,
            [&] { classification.setScope(chartData(m_data), std::nullopt); });
    QVERIFY(classification.summary().contains("unet"));
}

QTEST_MAIN(TestLongCapture)
#include "tst_long_capture.moc"
