// SPDX-License-Identifier: GPL-3.0-or-later
// What leaves the window: the report, pictures of charts, and screenshots without a window.
#include <QClipboard>
#include <QFileDialog>
#include <QImage>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLineEdit>
#include <QSvgRenderer>

#include "tests/gui/shell/shell_test.h"
#include "ui/shell/application.h"

using namespace dimscope;
using namespace dimscope::test;

class TestExport : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() { failOnWarnings(); }

    void reportThroughTheDialog();
    void reportOfEveryForm();
    void reportStatesOverrides();
    void reportIntoAMissingFolder();
    void reportIsRefused_data();
    void reportIsRefused();
    void chartAsPngAndSvg();
    void chartOverAnOpenFile();
    void chartIntoAMissingFolder();
    void chartToTheClipboard();
    void screenshotOfEveryView_data();
    void screenshotOfEveryView();
    void screenshotFailures_data();
    void screenshotFailures();

 private:
    QString out(const QString& name) { return m_out.filePath(name); }

    QTemporaryDir m_settings;
    QTemporaryDir m_out;
};

void TestExport::reportThroughTheDialog() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    actionOf(window, QStringLiteral("exportReport"))->trigger();
    auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("exportReportDialog"));
    QVERIFY(dialog);
    dialog->setDirectory(m_out.path());
    dialog->findChild<QLineEdit*>(QStringLiteral("fileNameEdit"))->setText(QStringLiteral("mine"));
    static_cast<QDialog*>(dialog)->accept();
    settle(window);
    QFile file(out(QStringLiteral("mine.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject report = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(report.value(QStringLiteral("format")).toString(), QStringLiteral("dimscope.report"));
    const QJsonObject summary = report.value(QStringLiteral("summary")).toObject();
    QCOMPARE(summary.value(QStringLiteral("tensors")).toInt(),
             static_cast<int>(captureOf(window).tensors().size()));
    QVERIFY(window.statusBar()->currentMessage().contains(QStringLiteral("mine.json")));
}

void TestExport::reportIntoAMissingFolder() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    window.exportReport(out(QStringLiteral("missing/report.json")));
    settle(window);
    QVERIFY(window.messages()->isVisible());
    QCOMPARE(window.messages()->kind(), widgets::MessageBar::Kind::error);
    QVERIFY(window.messages()->text().contains(QStringLiteral("missing/report.json")));
}

void TestExport::reportOfEveryForm() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    actionOf(window, QStringLiteral("exportReport"))->trigger();
    auto* dialog = window.findChild<QFileDialog*>(QStringLiteral("exportReportDialog"));
    QVERIFY(dialog);
    const QStringList filters = dialog->nameFilters();
    QVERIFY(filters.size() >= 3);
    for (const QString& filter : filters) {
        dialog->selectNameFilter(filter);
        emit dialog->filterSelected(filter);
        const QString suffix = dialog->defaultSuffix();
        QVERIFY2(filter.endsWith(QStringLiteral("(*.%1)").arg(suffix)), qPrintable(filter));
        const QString path = out(QStringLiteral("form.") + suffix);
        window.exportReport(path);
        settle(window);
        QVERIFY2(!window.messages()->isVisible(), qPrintable(window.messages()->text()));
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        const QByteArray start = suffix == QStringLiteral("json")  ? "{\n"
                                 : suffix == QStringLiteral("csv") ? "module,graph,"
                                 : suffix == QStringLiteral("md")  ? "# Shape report\n"
                                                                   : "<!DOCTYPE html>";
        QVERIFY2(text.startsWith(start), text.left(80).constData());
    }
    dialog->reject();
}

void TestExport::reportStatesOverrides() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    overrides::GraphOverrides graph;
    graph.module = captureOf(window).modules().front().name;
    graph.graph = captureOf(window).graphs().front().name;
    graph.excludedSamples = {0};
    window.overrides().change(QStringLiteral("exclude"), {graph});
    window.exportReport(out(QStringLiteral("stated.json")));  // at once, before the judge has answered
    settle(window);
    QFile file(out(QStringLiteral("stated.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject first = QJsonDocument::fromJson(file.readAll())
                                  .object()
                                  .value(QStringLiteral("graphs"))
                                  .toArray()
                                  .at(0)
                                  .toObject();
    QCOMPARE(first.value(QStringLiteral("excluded_samples")).toArray(), QJsonArray{0});
    QVERIFY(first.value(QStringLiteral("coverage")).isObject());
}

void TestExport::reportIsRefused_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("says");
    QTest::newRow("a name without a suffix") << "report"
                                             << "expected one that ends in one of .json";
    QTest::newRow("a name of another kind") << "report.txt"
                                            << "expected one that ends in one of .json";
}

void TestExport::reportIsRefused() {
    QFETCH(QString, name);
    QFETCH(QString, says);
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    window.exportReport(out(name));
    settle(window);
    QVERIFY(window.messages()->isVisible());
    QVERIFY2(window.messages()->text().contains(says), qPrintable(window.messages()->text()));
    QVERIFY(!QFile::exists(out(name)));
}

void TestExport::chartAsPngAndSvg() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    for (const QString& chart : panels::ChartsPanel::chartNames()) {
        window.layoutOfPanels().charts()->setCurrentChart(chart);
        settle(window);
        window.exportChart(out(chart + QStringLiteral(".png")));
        window.exportChart(out(chart + QStringLiteral(".svg")));
        QVERIFY(!window.messages()->isVisible());
        const QImage png(out(chart + QStringLiteral(".png")));
        QVERIFY(png.width() >= window.layoutOfPanels().charts()->currentPane()->width());
        QVERIFY(QSvgRenderer(out(chart + QStringLiteral(".svg"))).isValid());
    }
}

void TestExport::chartOverAnOpenFile() {
    MainWindow window(MainWindow::Memory::none);
    const QByteArray capture = captureText(QStringLiteral("net"), {1, 2, 4});
    writeFile(out(QStringLiteral("c.shapes.jsonl")), capture);
    window.open({out(QStringLiteral("c.shapes.jsonl"))});
    settle(window);
    QVERIFY(QFile::link(out(QStringLiteral("c.shapes.jsonl")), out(QStringLiteral("link.png"))));
    window.exportChart(out(QStringLiteral("link.png")));
    QVERIFY(!window.messages()->isHidden());
    QFile file(out(QStringLiteral("c.shapes.jsonl")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), capture);
}

void TestExport::chartIntoAMissingFolder() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    window.exportChart(out(QStringLiteral("missing/chart.png")));
    QVERIFY(window.messages()->isVisible());
    window.exportChart(out(QStringLiteral("missing/chart.svg")));
    QVERIFY(window.messages()->isVisible());
}

void TestExport::chartToTheClipboard() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    actionOf(window, QStringLiteral("copyChart"))->trigger();
    QVERIFY(!QApplication::clipboard()->image().isNull());
}

void TestExport::screenshotOfEveryView_data() {
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("theme");
    for (const QString& view : shell::viewNames()) {
        QTest::newRow(qPrintable(view + QStringLiteral(" light"))) << view << QStringLiteral("light");
        QTest::newRow(qPrintable(view + QStringLiteral(" dark"))) << view << QStringLiteral("dark");
    }
}

void TestExport::screenshotOfEveryView() {
    QFETCH(QString, view);
    QFETCH(QString, theme);
    shell::ScreenshotOptions options;
    options.start.paths = {sampleFile()};
    options.output = out(view + u'-' + theme + QStringLiteral(".png"));
    options.view = view;
    options.theme = theme;
    QString error;
    QCOMPARE(shell::takeScreenshot(*qApp, options, &error), 0);
    QVERIFY2(error.isEmpty(), qPrintable(error));
    const QImage image(options.output);
    QVERIFY(image.width() > 150 && image.height() > 80);
    if (view == QStringLiteral("window")) {
        QCOMPARE(image.size(), options.size);
    }
    const bool isDark = image.pixelColor(image.width() / 2, image.height() - 2).lightness() < 128;
    QCOMPARE(isDark, theme == QStringLiteral("dark"));
}

void TestExport::screenshotFailures_data() {
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("view");
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("code");
    QTest::newRow("unknown view") << sampleFile() << "sideways"
                                  << "a.png" << 2;
    QTest::newRow("missing input") << "/nowhere/at/all.json"
                                   << "window"
                                   << "b.png" << 3;
    QTest::newRow("missing folder") << sampleFile() << "window"
                                    << "missing/c.png" << 4;
}

void TestExport::screenshotFailures() {
    QFETCH(QString, path);
    QFETCH(QString, view);
    QFETCH(QString, output);
    shell::ScreenshotOptions options;
    options.start.paths = {path};
    options.view = view;
    options.output = out(output);
    QString error;
    QTEST(shell::takeScreenshot(*qApp, options, &error), "code");
    QVERIFY(!error.isEmpty());
    QVERIFY(!QFile::exists(options.output));
}

QTEST_MAIN(TestExport)
#include "tst_export.moc"
