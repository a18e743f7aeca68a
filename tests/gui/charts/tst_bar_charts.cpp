// SPDX-License-Identifier: GPL-3.0-or-later
#include <QBarSet>
#include <QHorizontalStackedBarSeries>
#include <QScrollBar>

#include "tests/gui/charts/chart_test.h"
#include "ui/charts/classification_chart.h"
#include "ui/charts/ranges_chart.h"

using namespace dimscope;
using namespace dimscope::test;
using charts::ClassificationChart;
using charts::RangesChart;

/// Ranges and classification.
class TestBarCharts : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixLook(); }
    void init() { failOnWarnings(); }

    void rangesAreBars();
    void wideSpreadIsLogarithmic();
    void rangesClickSelectsTheAxis();
    void rangesKeys();
    void rangesScroll();
    void rangesTellGraphsApart();
    void rangesEmptyStates();
    void rangesLook_data();
    void rangesLook();
    void classificationCounts();
    void classificationClick();
    void classificationKeys();
    void classificationEmptyStates();
    void classificationLook_data();
    void classificationLook();
};

namespace {

std::vector<base::TensorId> tensorsOf(const capture::Capture& capture, const char* module) {
    std::vector<base::TensorId> tensors;
    for (const base::GraphId graph : capture.module(test_support::moduleNamed(capture, module)).graphs) {
        const auto& own = capture.graph(graph).tensors;
        tensors.insert(tensors.end(), own.begin(), own.end());
    }
    return tensors;
}

std::vector<base::TensorId> allTensors(const capture::Capture& capture) {
    std::vector<base::TensorId> tensors;
    for (const capture::Tensor& tensor : capture.tensors()) {
        tensors.push_back(tensor.id);
    }
    return tensors;
}

/// Lengths of a bar set, top row first.
QList<double> lengths(charts::ChartPane& chart, int set) {
    auto* series = shownSeries<QHorizontalStackedBarSeries>(chart).front();
    QList<double> values;
    for (int row = series->barSets()[set]->count() - 1; row >= 0; --row) {
        values.push_back(series->barSets()[set]->at(row));
    }
    return values;
}

QScrollBar* scrollBar(charts::ChartPane& chart) {
    return chart.findChild<QScrollBar*>();
}

}  // namespace

void TestBarCharts::rangesAreBars() {
    const auto data = test_support::singleTensorCapture({{1, {2, 4, 9}}, {2, {4, 4, 7}}, {4, {8, 4, 12}}});
    RangesChart chart;
    showAt(chart, {600, 300});
    chart.setTensors(chartData(data), {base::TensorId{0}});
    settle(chart);
    QCOMPARE(lengths(chart, 0), (QList<double>{2, 4, 7}));  // spacers, on a scale from 0
    QCOMPARE(lengths(chart, 1), (QList<double>{0, 0, 0}));  // static
    QCOMPARE(lengths(chart, 2), (QList<double>{6, 0, 0}));  // batch
    QCOMPARE(lengths(chart, 3), (QList<double>{0, 0, 5}));  // dynamic
    QVERIFY2(chart.summary().contains("x:0 from 2 to 8"), qPrintable(chart.summary()));
    QVERIFY2(chart.summary().contains("x:1 always 4"), qPrintable(chart.summary()));
    QCOMPARE(chart.accessibleDescription(), chart.summary());
}

void TestBarCharts::wideSpreadIsLogarithmic() {
    const auto data = test_support::singleTensorCapture(
        {{1, {1, 10000000000, 0}}, {2, {10, 40000000000, 5}}, {1, {100, 9000000000000000000, 3}}});
    RangesChart chart;
    showAt(chart, {700, 300});
    chart.setTensors(chartData(data), {base::TensorId{0}});
    settle(chart);
    const QList<double> spans = lengths(chart, 3);
    QVERIFY(std::abs(spans[0] - 2) < 1e-9);  // 1 to 100: two decades
    QVERIFY2(chart.summary().contains("logarithmic"), qPrintable(chart.summary()));
    for (const double spacer : lengths(chart, 0)) {
        QVERIFY(spacer >= 0);
    }
    checkBothThemes(chart, "ranges-huge");
}

void TestBarCharts::rangesClickSelectsTheAxis() {
    const auto data = test_support::pipelineCapture();
    const auto sample = test_support::tensorNamed(*data.capture, "unet", "0", "sample");
    RangesChart chart;
    showAt(chart, {700, 300});
    chart.setTensors(chartData(data), {sample});
    settle(chart);
    QSignalSpy clicked(&chart, &charts::ChartPane::axisClicked);
    const QRectF plot = innerChart(chart)->plotArea();
    const double rowHeight = plot.height() / 4;
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier,
                      QPointF(plot.center().x(), plot.top() + 2.5 * rowHeight).toPoint());
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][0].value<base::TensorId>(), sample);
    QCOMPARE(clicked[0][1].toInt(), 2);
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, {300, 297});
    QCOMPARE(clicked.count(), 1);
}

void TestBarCharts::rangesKeys() {
    const auto data = test_support::pipelineCapture();
    const auto sample = test_support::tensorNamed(*data.capture, "unet", "0", "sample");
    RangesChart chart;
    showAt(chart, {700, 300});
    chart.setTensors(chartData(data), {sample});
    settle(chart);
    chart.setSelectedAxis(sample, 1);
    QSignalSpy clicked(&chart, &charts::ChartPane::axisClicked);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(clicked.takeLast()[1].toInt(), 2);
    QTest::keyClick(&chart, Qt::Key_End);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(clicked.takeLast()[1].toInt(), 3);
    QTest::keyClick(&chart, Qt::Key_Home);
    QTest::keyClick(&chart, Qt::Key_Up);
    QTest::keyClick(&chart, Qt::Key_Space);
    QCOMPARE(clicked.takeLast()[1].toInt(), 0);
}

void TestBarCharts::rangesScroll() {
    const auto data = test_support::wideCapture(2, 80, 6);
    RangesChart chart;
    showAt(chart, {700, 300});
    chart.setTensors(chartData(data), allTensors(*data.capture));
    settle(chart);
    QVERIFY(scrollBar(chart)->isVisible());
    const auto drawn = lengths(chart, 0).size();
    QVERIFY(drawn > 5 && drawn < 40);
    QVERIFY2(chart.summary().contains("more"), qPrintable(chart.summary()));
    checkBothThemes(chart, "ranges-many");
    wheel(chart, {300, 100}, -3);
    QVERIFY(scrollBar(chart)->value() > 0);
    QTest::keyClick(&chart, Qt::Key_End);
    QCOMPARE(scrollBar(chart)->value(), scrollBar(chart)->maximum());
    QCOMPARE(scrollBar(chart)->maximum() + static_cast<int>(drawn), 200);
    checkBothThemes(chart, "ranges-many-end");
}

void TestBarCharts::rangesTellGraphsApart() {
    const auto data = test_support::pipelineCapture();
    RangesChart chart;
    showAt(chart, {700, 300});
    chart.setTensors(chartData(data), tensorsOf(*data.capture, "decoder"));
    settle(chart);
    QVERIFY2(chart.summary().contains("0 · input_ids:0 "), qPrintable(chart.summary()));
    chart.setTensors(chartData(data),
                     {test_support::tensorNamed(*data.capture, "unet", "0", "sample"),
                      test_support::tensorNamed(*data.capture, "text_encoder", "0", "input_ids")});
    settle(chart);
    QVERIFY2(chart.summary().contains("text_encoder 0 · input_ids:0 "), qPrintable(chart.summary()));
    chart.setTensors(chartData(data), {test_support::tensorNamed(*data.capture, "unet", "0", "sample")});
    settle(chart);
    QVERIFY2(chart.summary().contains(": sample:0 "), qPrintable(chart.summary()));
}

void TestBarCharts::rangesEmptyStates() {
    const auto data = test_support::pipelineCapture();
    RangesChart chart;
    showAt(chart, {600, 300});
    QVERIFY2(chart.summary().contains("no capture is open"), qPrintable(chart.summary()));
    chart.setTensors(chartData(data), {});
    QVERIFY2(chart.summary().contains("select a tensor"), qPrintable(chart.summary()));
    chart.setTensors(chartData(data), {test_support::tensorNamed(*data.capture, "unet", "0", "timestep")});
    settle(chart);
    QVERIFY2(chart.summary().contains("scalars only"), qPrintable(chart.summary()));
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Return);
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, {300, 150});
    chart.setTensors({}, {});
    QVERIFY2(chart.summary().contains("no capture is open"), qPrintable(chart.summary()));
}

void TestBarCharts::rangesLook_data() {
    QTest::addColumn<QString>("module");
    QTest::addColumn<QSize>("size");
    QTest::newRow("unet") << "unet" << QSize(940, 460);
    QTest::newRow("unet-small") << "unet" << QSize(700, 300);
    QTest::newRow("decoder") << "decoder" << QSize(700, 300);
    QTest::newRow("encoder-tiny") << "text_encoder" << QSize(420, 200);
    QTest::newRow("vae-summary") << "vae" << QSize(700, 300);
}

void TestBarCharts::rangesLook() {
    QFETCH(QString, module);
    QFETCH(QSize, size);
    const auto data = test_support::pipelineCapture();
    RangesChart chart;
    showAt(chart, size);
    const auto tensors = tensorsOf(*data.capture, module.toLatin1().constData());
    chart.setTensors(chartData(data), tensors);
    chart.setSelectedAxis(tensors.front(), 0);
    settle(chart);
    if (module == "unet") {
        moveTo(chart, {size.width() * 0.6, size.height() * 0.3});
    }
    checkBothThemes(chart, QStringLiteral("ranges-%1").arg(QTest::currentDataTag()));
}

void TestBarCharts::classificationCounts() {
    const auto data = test_support::pipelineCapture();
    ClassificationChart chart;
    showAt(chart, {700, 300});
    chart.setScope(chartData(data), std::nullopt);
    settle(chart);
    const auto unet = test_support::moduleNamed(*data.capture, "unet");
    inference::VerdictCounts counts;
    for (const base::GraphId graph : data.capture->module(unet).graphs) {
        counts += data.analysis->graph(graph).verdicts;
    }
    QVERIFY2(chart.summary().contains(QStringLiteral("unet: %1 static, %2 batch, %3 dynamic")
                                          .arg(counts.fixed)
                                          .arg(counts.batch)
                                          .arg(counts.dynamic)),
             qPrintable(chart.summary()));
    double total = 0;
    for (int set = 0; set < 3; ++set) {
        for (const double length : lengths(chart, set)) {
            total += length;
        }
    }
    QCOMPARE(total, static_cast<double>(data.capture->axisCount()));
    QCOMPARE(chart.accessibleDescription(), chart.summary());
}

void TestBarCharts::classificationClick() {
    const auto data = test_support::singleTensorCapture({{1, {2, 4, 9}}, {2, {4, 4, 7}}, {4, {8, 4, 12}}});
    ClassificationChart chart;
    showAt(chart, {700, 300});
    chart.setScope(chartData(data), base::ModuleId{0});
    settle(chart);
    QSignalSpy clicked(&chart, &ClassificationChart::barClicked);
    const QRectF plot = innerChart(chart)->plotArea();
    const std::vector<module::Verdict> verdicts{module::Verdict::fixed, module::Verdict::batch,
                                                module::Verdict::dynamic};
    for (std::size_t part = 0; part < verdicts.size(); ++part) {
        const double x = plot.left() + plot.width() * (static_cast<double>(part) + 0.5) / 3;
        QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier, QPointF(x, plot.center().y()).toPoint());
        QCOMPARE(clicked.count(), static_cast<int>(part) + 1);
        QCOMPARE(clicked.last()[0].value<base::ModuleId>().value, 0U);
        const auto graph = clicked.last()[1].value<std::optional<base::GraphId>>();
        QVERIFY(graph && graph->value == 0);
        QCOMPARE(clicked.last()[2].value<module::Verdict>(), verdicts[part]);
    }
    QTest::mouseClick(&chart, Qt::LeftButton, Qt::NoModifier,
                      QPointF(plot.right() + 4, plot.center().y()).toPoint());
    QCOMPARE(clicked.count(), 3);
}

void TestBarCharts::classificationKeys() {
    const auto data = test_support::singleTensorCapture({{1, {2, 9}}, {2, {4, 7}}, {4, {8, 12}}});
    ClassificationChart chart;
    showAt(chart, {700, 300});
    chart.setScope(chartData(data), std::nullopt);
    settle(chart);
    QSignalSpy clicked(&chart, &ClassificationChart::barClicked);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked.last()[2].value<module::Verdict>(), module::Verdict::batch);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);  // no static axis: on to batch
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(clicked.last()[2].value<module::Verdict>(), module::Verdict::batch);
}

void TestBarCharts::classificationEmptyStates() {
    ClassificationChart chart;
    showAt(chart, {600, 300});
    QVERIFY2(chart.summary().contains("no capture is open"), qPrintable(chart.summary()));
    const auto scalars = test_support::singleTensorCapture({{1, {}}, {2, {}}});
    chart.setScope(chartData(scalars), std::nullopt);
    settle(chart);
    QVERIFY2(chart.summary().contains("no axes"), qPrintable(chart.summary()));
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Return);
    chart.setScope({}, std::nullopt);
    QVERIFY2(chart.summary().contains("no capture is open"), qPrintable(chart.summary()));
}

void TestBarCharts::classificationLook_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QSize>("size");
    QTest::newRow("modules") << "modules" << QSize(940, 460);
    QTest::newRow("modules-small") << "modules" << QSize(700, 300);
    QTest::newRow("graphs") << "graphs" << QSize(700, 300);
    QTest::newRow("many") << "many" << QSize(700, 300);
    QTest::newRow("tiny") << "modules" << QSize(420, 140);
}

void TestBarCharts::classificationLook() {
    QFETCH(QString, what);
    QFETCH(QSize, size);
    const auto data = what == "many" ? test_support::wideCapture(260, 3, 4) : test_support::pipelineCapture();
    ClassificationChart chart;
    showAt(chart, size);
    chart.setScope(chartData(data), what == "graphs"
                                        ? std::optional(test_support::moduleNamed(*data.capture, "decoder"))
                                        : std::nullopt);
    settle(chart);
    if (size.width() > 900) {
        moveTo(chart, {size.width() * 0.6, size.height() * 0.1});
    }
    checkBothThemes(chart, QStringLiteral("classification-%1").arg(QTest::currentDataTag()));
}

QTEST_MAIN(TestBarCharts)
#include "tst_bar_charts.moc"
