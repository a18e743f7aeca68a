// SPDX-License-Identifier: GPL-3.0-or-later
#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>
#include <QTemporaryDir>

#include "tests/gui/charts/chart_test.h"
#include "ui/charts/classification_chart.h"
#include "ui/charts/evolution_chart.h"
#include "ui/charts/ranges_chart.h"
#include "ui/charts/size_batch_chart.h"

using namespace dimscope;
using namespace dimscope::test;

/// Pictures of what is shown, for each of the four charts.
class TestChartExport : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase();
    void init() { failOnWarnings(); }

    void png_data() { kinds(); }
    void png();
    void svg_data() { kinds(); }
    void svg();
    void imageOfAnotherSize_data() { kinds(); }
    void imageOfAnotherSize();
    void svgKeepsWithinThePlotWhenZoomed();
    void unwritablePath_data() { kinds(); }
    void unwritablePath();

 private:
    static void kinds();
    [[nodiscard]] std::unique_ptr<charts::ChartPane> make(const QString& kind) const;

    test_support::SampleData m_data;
};

void TestChartExport::initTestCase() {
    fixLook();
    m_data = test_support::pipelineCapture();
}

void TestChartExport::kinds() {
    QTest::addColumn<QString>("kind");
    for (const char* kind : {"evolution", "size-batch", "ranges", "classification", "empty"}) {
        QTest::newRow(kind) << kind;
    }
}

std::unique_ptr<charts::ChartPane> TestChartExport::make(const QString& kind) const {
    const auto data = chartData(m_data);
    const auto tensor = test_support::tensorNamed(*m_data.capture, "unet", "0", "sample");
    std::unique_ptr<charts::ChartPane> made;
    if (kind == "evolution") {
        auto chart = std::make_unique<charts::EvolutionChart>();
        chart->setTensor(data, tensor);
        chart->setSelectedSample(base::SampleId{5});
        made = std::move(chart);
    } else if (kind == "size-batch") {
        auto chart = std::make_unique<charts::SizeBatchChart>();
        chart->setAxis(data, tensor, 0);
        made = std::move(chart);
    } else if (kind == "ranges") {
        auto chart = std::make_unique<charts::RangesChart>();
        chart->setTensors(data, {tensor});
        made = std::move(chart);
    } else if (kind == "classification") {
        auto chart = std::make_unique<charts::ClassificationChart>();
        chart->setScope(data, std::nullopt);
        made = std::move(chart);
    } else {
        made = std::make_unique<charts::EvolutionChart>();
    }
    showAt(*made, {720, 340});
    settle(*made);
    return made;
}

void TestChartExport::png() {
    QFETCH(QString, kind);
    const auto chart = make(kind);
    QTemporaryDir folder;
    const QString path = folder.filePath("chart.png");
    QCOMPARE(chart->savePng(path), QString());
    const QImage image = QImageReader(path).read();
    QCOMPARE(image.size(), QSize(1440, 680));
    QVERIFY(colorCount(image) > 3);
    QCOMPARE(image.text("Description"), chart->summary());
}

void TestChartExport::svg() {
    QFETCH(QString, kind);
    const auto chart = make(kind);
    QTemporaryDir folder;
    const QString path = folder.filePath("chart.svg");
    QCOMPARE(chart->saveSvg(path), QString());
    QSvgRenderer renderer;
    QVERIFY(renderer.load(path));
    QCOMPARE(renderer.viewBox(), QRect(0, 0, 720, 340));
    QImage image(720, 340, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    QDir().mkpath(QStringLiteral(DIMSCOPE_GRAB_DIR));
    image.save(QStringLiteral(DIMSCOPE_GRAB_DIR "/svg-%1.png").arg(kind));
    QVERIFY(colorCount(image) > 3);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray text = file.readAll();
    QVERIFY(text.contains("viewBox=\"0 0 720 340\""));
    QVERIFY(text.contains("width=\"") && text.contains("height=\""));
    QVERIFY2(!text.contains("<image"), "the curves are lines, not a picture");
}

void TestChartExport::imageOfAnotherSize() {
    QFETCH(QString, kind);
    const auto chart = make(kind);
    const QImage before = chart->grab().toImage();
    const QImage large = chart->image({1000, 500});
    QCOMPARE(large.size(), QSize(2000, 1000));
    QCOMPARE(large.devicePixelRatio(), 2.0);
    QVERIFY(colorCount(large) > 3);
    QCOMPARE(chart->size(), QSize(720, 340));
    chart->resize(721, 340);
    chart->resize(720, 340);
    QCOMPARE(chart->grab().toImage(), before);
}

void TestChartExport::svgKeepsWithinThePlotWhenZoomed() {
    const auto chart = make("evolution");
    wheel(*chart, {500, 100}, 6);
    settle(*chart);
    QSvgRenderer renderer(chart->svg());
    QImage image(720, 340, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    renderer.render(&painter);
    painter.end();
    image.save(QStringLiteral(DIMSCOPE_GRAB_DIR "/svg-zoomed.png"));
    // Curves go on beyond the view; the strip right of the plot must stay empty above the numbers.
    const QColor background = chart->palette().color(QPalette::Base);
    for (int y = 0; y < 280; ++y) {
        QCOMPARE(image.pixelColor(717, y), background);
    }
}

void TestChartExport::unwritablePath() {
    QFETCH(QString, kind);
    const auto chart = make(kind);
    QTemporaryDir folder;
    const QString path = folder.filePath("missing/chart");
    QVERIFY(chart->savePng(path + ".png").contains("missing"));
    QVERIFY(chart->saveSvg(path + ".svg").contains("cannot be written"));
}

QTEST_MAIN(TestChartExport)
#include "tst_chart_export.moc"
