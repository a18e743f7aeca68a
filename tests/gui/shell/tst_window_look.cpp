// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures of the window for people to look at, and the checks that a program can make on them.
#include <QDockWidget>
#include <QTabBar>

#include "tests/gui/shell/shell_test.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/what_if_view.h"
#include "ui/widgets/filter_edit.h"

using namespace dimscope;
using namespace dimscope::test;

namespace {

struct Look {
    const char* name;
    const char* theme;
    QSize size;
};

const QList<Look> kLooks{{"light", "light", {1400, 875}},
                         {"dark", "dark", {1400, 875}},
                         {"light-small", "light", {1024, 700}},
                         {"dark-small", "dark", {1024, 700}}};

/// A blank picture has one or two colours.
int colorCount(const QImage& image) {
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width(); x += 2) {
            colors.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(colors.size());
}

}  // namespace

class TestWindowLook : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() { failOnWarnings(); }
    void cleanup() { widgets::applyTheme(*qApp, widgets::ThemeChoice::light); }

    void window_data() { looks(); }
    void window();
    void charts_data() { looks(); }
    void charts();
    void overrides_data() { looks(); }
    void overrides();
    void emptyWindow_data() { looks(); }
    void emptyWindow();
    void failuresOfAReport_data() { looks(); }
    void failuresOfAReport();
    void manyRows_data() { looks(); }
    void manyRows();
    void themeChangesWhatIsShown();

 private:
    static void looks();
    void fitsOnScreen(MainWindow& window);

    QTemporaryDir m_settings;
};

void TestWindowLook::looks() {
    QTest::addColumn<QString>("theme");
    QTest::addColumn<QSize>("size");
    for (const Look& look : kLooks) {
        QTest::newRow(look.name) << QString::fromLatin1(look.theme) << look.size;
    }
}

/// Every panel that is in front has room for its title and a few rows.
void TestWindowLook::fitsOnScreen(MainWindow& window) {
    auto& layout = window.layoutOfPanels();
    for (QWidget* panel : QList<QWidget*>{layout.navigator(), layout.tensors(), layout.axes(),
                                          layout.charts(), layout.samples()}) {
        QVERIFY2(panel->isVisible(), qPrintable(panel->objectName()));
        QVERIFY2(panel->width() >= 200 && panel->height() >= 90, qPrintable(QStringLiteral("%1 is %2x%3")
                                                                                .arg(panel->objectName())
                                                                                .arg(panel->width())
                                                                                .arg(panel->height())));
        const QRect place(panel->mapTo(&window, QPoint()), panel->size());
        QVERIFY2(window.rect().contains(place), qPrintable(panel->objectName()));
    }
    QVERIFY(layout.charts()->height() >= 250);
}

void TestWindowLook::window() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    MainWindow window(MainWindow::Memory::none);
    window.setTheme(theme);
    showSample(window, size);
    QCOMPARE(window.size(), size);
    window.workspace().selectTensors({tensorOf(window, "unet", "0", "sample")});
    window.workspace().selectAxis(*window.workspace().selection().tensor(), 0);
    window.workspace().selectSample(base::SampleId{3});
    settle(window);
    fitsOnScreen(window);
    const QImage image = window.grab().toImage();
    QVERIFY(colorCount(image) > 100);
    QCOMPARE(image.pixelColor(2, 2).lightness() < 128, theme == QStringLiteral("dark"));
    keepGrab(window, QStringLiteral("window-") + QTest::currentDataTag());
}

void TestWindowLook::charts() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    MainWindow window(MainWindow::Memory::none);
    window.setTheme(theme);
    showSample(window, size);
    window.workspace().selectTensors({tensorOf(window, "unet", "0", "sample")});
    window.workspace().selectSample(base::SampleId{3});
    for (const QString& name : panels::ChartsPanel::chartNames()) {
        window.layoutOfPanels().charts()->setCurrentChart(name);
        settle(window);
        QWidget* pane = window.layoutOfPanels().charts()->currentPane();
        QVERIFY2(colorCount(pane->grab().toImage()) > 12, qPrintable(name));
        keepGrab(*window.layoutOfPanels().charts(),
                 name + u'-' + QString::fromLatin1(QTest::currentDataTag()));
    }
}

void TestWindowLook::overrides() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    MainWindow window(MainWindow::Memory::none);
    window.setTheme(theme);
    showSample(window, size);
    const base::TensorId sample = tensorOf(window, "unet", "0", "sample");
    window.workspace().selectAxis(sample, 2);
    settle(window);
    using Bound = session::OverridesEditor::Bound;
    window.editor().setBound(sample, 0, Bound::opt, 40);
    window.editor().setBound(sample, 2, Bound::max, 96);
    window.editor().setNote(sample, QStringLiteral("as agreed with the team that serves it"));
    settle(window);
    panels::OverridesPanel& panel = *window.layoutOfPanels().overrides();
    QVERIFY(window.layoutOfPanels().bringUp(QStringLiteral("overrides")));
    settle(window);
    const QString name = QStringLiteral("overrides-%1-") + QString::fromLatin1(QTest::currentDataTag());
    QVERIFY(panel.problemsView()->isVisible());
    QVERIFY(colorCount(panel.grab().toImage()) > 12);
    keepGrab(window, name.arg(QStringLiteral("window")));
    keepGrab(panel, name.arg(QStringLiteral("problems")));
    for (const int column : {int{models::OverrideTableModel::Symbol}, int{models::OverrideTableModel::Opt}}) {
        const QModelIndex index = panel.model().index(2, column);
        panel.view()->setCurrentIndex(index);
        panel.view()->edit(index);
        QWidget* editor = panel.view()->indexWidget(index);
        QVERIFY(editor != nullptr);
        keepGrab(panel, name.arg(column));
        QTest::keyClick(editor, Qt::Key_Escape);
    }
    panel.setCurrentTab(panels::OverridesPanel::WhatIf);
    panel.whatIf()->edit()->setText(QStringLiteral("4 sample=8x4x160x128"));
    QVERIFY(panel.whatIf()->model().rowCount() > 0);
    keepGrab(panel, name.arg(QStringLiteral("what-if")));
    QCOMPARE(window.size(), size);
    QVERIFY(window.layoutOfPanels().bringUp(QStringLiteral("samples")));
    settle(window);
    fitsOnScreen(window);
}

void TestWindowLook::emptyWindow() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    MainWindow window(MainWindow::Memory::none);
    window.setTheme(theme);
    window.resize(size);
    window.layoutOfPanels().reset();
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    settle(window);
    fitsOnScreen(window);
    QVERIFY(
        window.layoutOfPanels().tensors()->view()->emptyText().contains(QStringLiteral("Nothing is open")));
    keepGrab(window, QStringLiteral("empty-") + QTest::currentDataTag());
}

void TestWindowLook::failuresOfAReport() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    MainWindow window(MainWindow::Memory::none);
    window.setTheme(theme);
    showSample(window, size);
    window.open({dataFile(QStringLiteral("aitune/tuning_report_v3_jit.json"))});
    settle(window);
    fitsOnScreen(window);
    QVERIFY(window.layoutOfPanels().details()->view()->model()->rowCount() > 1);
    if (size.width() < shell::PanelLayout::kRoomForRightColumn) {
        QVERIFY(window.layoutOfPanels().bringUp(QStringLiteral("details")));
        QCoreApplication::processEvents();
    }
    keepGrab(window, QStringLiteral("report-") + QTest::currentDataTag());
    window.open({dataFile(QStringLiteral("no such file.json"))});
    settle(window);
    QVERIFY(window.messages()->isVisible());
    keepGrab(window, QStringLiteral("error-") + QTest::currentDataTag());
}

void TestWindowLook::manyRows() {
    QFETCH(QString, theme);
    QFETCH(QSize, size);
    MainWindow window(MainWindow::Memory::none);
    window.setTheme(theme);
    showSample(window, size);
    static const auto wide = test_support::wideCapture(10, 10000, 4);
    session::Document document;
    document.title = QStringLiteral("wide.shapes.jsonl");
    document.capture = wide.capture;
    document.analysis = wide.analysis;
    window.workspace().setDocument(std::make_shared<session::Document>(std::move(document)));
    QTreeView* navigator = window.layoutOfPanels().navigator()->view();
    navigator->setCurrentIndex(navigator->model()->index(0, 0));
    settle(window);
    const auto& model = window.layoutOfPanels().tensors()->model();
    QCOMPARE(model.rowCount(), 100000);
    window.workspace().setFilter(QStringLiteral("hidden -verdict:static"));
    settle(window);
    QVERIFY(model.rowCount() > 1000 && model.rowCount() < 100000);
    window.workspace().setFilter({});
    window.layoutOfPanels().tensors()->view()->sortByColumn(models::TensorTableModel::Path,
                                                            Qt::DescendingOrder);
    settle(window);
    QCOMPARE(model.rowCount(), 100000);
    keepGrab(window, QStringLiteral("many-") + QTest::currentDataTag());
}

void TestWindowLook::themeChangesWhatIsShown() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    actionOf(window, QStringLiteral("theme.dark"))->trigger();
    settle(window);
    QVERIFY(window.grab().toImage().pixelColor(2, 2).lightness() < 128);
    QVERIFY(window.layoutOfPanels().charts()->currentPane()->image().pixelColor(1, 1).lightness() < 128);
    actionOf(window, QStringLiteral("theme.light"))->trigger();
    settle(window);
    QVERIFY(window.grab().toImage().pixelColor(2, 2).lightness() > 128);
    QVERIFY(actionOf(window, QStringLiteral("theme.light"))->isChecked());
}

QTEST_MAIN(TestWindowLook)
#include "tst_window_look.moc"
