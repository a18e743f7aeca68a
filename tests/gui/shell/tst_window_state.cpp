// SPDX-License-Identifier: GPL-3.0-or-later
// What the window remembers, and how to get rid of it.
#include <QDockWidget>
#include <QMenu>

#include "tests/gui/shell/shell_test.h"

using namespace dimscope;
using namespace dimscope::test;

class TestWindowState : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() { fixSurroundings(m_settings.path()); }
    void init() {
        failOnWarnings();
        QSettings().clear();
    }

    void remembersLayoutColumnsChartAndTheme();
    void layoutIsAsItWasLeft_data();
    void layoutIsAsItWasLeft();
    void remembersRecentFiles();
    void forgetsWhenToldTo();
    void survivesNonsenseInTheSettings();
    void columnMenuHidesMovesSortsAndResets();
    void withoutMemoryNothingIsWritten();

 private:
    static QDockWidget* dock(MainWindow& window, const char* name) {
        return window.findChild<QDockWidget*>(QString::fromLatin1(name) + QStringLiteral("Dock"));
    }
    static void trigger(QMenu& menu, const QString& start);

    QTemporaryDir m_settings;
};

void TestWindowState::trigger(QMenu& menu, const QString& start) {
    for (QAction* action : menu.actions()) {
        if (action->text().startsWith(start)) {
            action->trigger();
            return;
        }
    }
    QFAIL(qPrintable(QStringLiteral("no entry ") + start));
}

void TestWindowState::remembersLayoutColumnsChartAndTheme() {
    {
        MainWindow window(MainWindow::Memory::settings);
        showSample(window, {1300, 800});
        dock(window, "problems")->hide();
        window.addDockWidget(Qt::BottomDockWidgetArea, dock(window, "details"));
        QMenu menu;
        window.layoutOfPanels().tensors()->view()->fillColumnMenu(menu, models::TensorTableModel::Dtype);
        trigger(menu, QStringLiteral("samples"));
        trigger(menu, QStringLiteral("Move dtype left"));
        actionOf(window, QStringLiteral("chart.ranges"))->trigger();
        actionOf(window, QStringLiteral("theme.dark"))->trigger();
        settle(window);
        QVERIFY(window.close());
    }
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
    MainWindow window(MainWindow::Memory::settings);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    window.openSample();
    settle(window);
    QCOMPARE(window.size(), QSize(1300, 800));
    QVERIFY(dock(window, "problems")->isHidden());
    QCOMPARE(window.dockWidgetArea(dock(window, "details")), Qt::BottomDockWidgetArea);
    const QHeaderView* header = window.layoutOfPanels().tensors()->view()->horizontalHeader();
    QVERIFY(header->isSectionHidden(models::TensorTableModel::Samples));
    QCOMPARE(header->visualIndex(models::TensorTableModel::Dtype), 1);
    QCOMPARE(header->visualIndex(models::TensorTableModel::Side), 2);
    QCOMPARE(window.layoutOfPanels().charts()->currentChart(), QStringLiteral("ranges"));
    QVERIFY(actionOf(window, QStringLiteral("theme.dark"))->isChecked());
    QVERIFY(QApplication::palette().color(QPalette::Window).lightness() < 128);
    widgets::applyTheme(*qApp, widgets::ThemeChoice::light);
}

void TestWindowState::layoutIsAsItWasLeft_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("wide") << QSize(1400, 875);
    QTest::newRow("very wide") << QSize(1580, 960);
    QTest::newRow("narrow") << QSize(1024, 700);
}

void TestWindowState::layoutIsAsItWasLeft() {
    QFETCH(QSize, size);
    const auto places = [](MainWindow& window) {
        QMap<QString, QSize> out;
        for (const QDockWidget* each : window.findChildren<QDockWidget*>()) {
            if (!each->visibleRegion().isEmpty()) {
                out.insert(each->objectName(), each->size());
            }
        }
        out.insert(QStringLiteral("centre"), window.centralWidget()->size());
        return out;
    };
    QMap<QString, QSize> before;
    for (int start = 0; start < 4; ++start) {
        MainWindow window(MainWindow::Memory::settings);
        if (start == 0) {
            window.resize(size);
            window.layoutOfPanels().reset();
        }
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        window.openSample();
        settle(window);
        const QMap<QString, QSize> now = places(window);
        if (start > 0) {
            QCOMPARE(now, before);
        }
        before = now;
        QVERIFY(window.close());
    }
}

void TestWindowState::remembersRecentFiles() {
    {
        MainWindow window(MainWindow::Memory::settings);
        window.open({sampleFile()});
        settle(window);
        QVERIFY(window.close());
    }
    MainWindow window(MainWindow::Memory::settings);
    auto* menu = window.findChild<QMenu*>(QStringLiteral("recent"));
    emit menu->aboutToShow();
    QVERIFY(menu->actions().front()->text().contains(QStringLiteral("diffusion-pipeline")));
}

void TestWindowState::forgetsWhenToldTo() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    dock(window, "navigator")->hide();
    dock(window, "samples")->setFloating(true);
    QMenu menu;
    window.layoutOfPanels().tensors()->view()->fillColumnMenu(menu, models::TensorTableModel::Dtype);
    trigger(menu, QStringLiteral("dtype"));
    QHeaderView* header = window.layoutOfPanels().tensors()->view()->horizontalHeader();
    QVERIFY(header->isSectionHidden(models::TensorTableModel::Dtype));
    actionOf(window, QStringLiteral("resetLayout"))->trigger();
    settle(window);
    for (const char* name : {"navigator", "samples", "details", "problems"}) {
        QVERIFY2(dock(window, name)->isVisible() && !dock(window, name)->isFloating(), name);
    }
    QCOMPARE(window.dockWidgetArea(dock(window, "details")), Qt::RightDockWidgetArea);
    QVERIFY(!header->isSectionHidden(models::TensorTableModel::Dtype));
}

void TestWindowState::survivesNonsenseInTheSettings() {
    {
        QSettings store;
        for (const char* key : {"theme", "chart", "recent", "folder", "window/geometry", "window/docks",
                                "window/centre", "window/columns"}) {
            store.setValue(QLatin1String(key), QByteArray("\x01nonsense{"));
        }
    }
    MainWindow window(MainWindow::Memory::settings);
    showSample(window);
    QCOMPARE(window.layoutOfPanels().charts()->currentChart(), QStringLiteral("evolution"));
    QVERIFY(dock(window, "navigator")->isVisible());
    QVERIFY(actionOf(window, QStringLiteral("theme.system"))->isChecked());
}

void TestWindowState::columnMenuHidesMovesSortsAndResets() {
    MainWindow window(MainWindow::Memory::none);
    showSample(window);
    widgets::TableView* view = window.layoutOfPanels().samples()->view();
    QHeaderView* header = view->horizontalHeader();
    QMenu menu;
    view->fillColumnMenu(menu, 1);
    trigger(menu, QStringLiteral("Sort by batch, descending"));
    settle(window);
    QCOMPARE(header->sortIndicatorSection(), 1);
    QVERIFY(view->model()->index(0, 1).data().toString().toInt() >=
            view->model()->index(view->model()->rowCount() - 1, 1).data().toString().toInt());
    trigger(menu, QStringLiteral("Original order"));
    settle(window);
    QCOMPARE(view->model()->index(0, 0).data().toString(), QStringLiteral("0"));
    trigger(menu, QStringLiteral("Move batch left"));
    QCOMPARE(header->visualIndex(1), 0);
    for (int column = 0; column < header->count(); ++column) {
        QMenu again;
        view->fillColumnMenu(again, 1);
        trigger(again, view->model()->headerData(column, Qt::Horizontal).toString());
    }
    QCOMPARE(header->count() - header->hiddenSectionCount(), 1);
    trigger(menu, QStringLiteral("Reset columns"));
    QCOMPARE(header->hiddenSectionCount(), 0);
    QCOMPARE(header->visualIndex(1), 1);
}

void TestWindowState::withoutMemoryNothingIsWritten() {
    {
        MainWindow window(MainWindow::Memory::none);
        showSample(window);
        QVERIFY(window.close());
    }
    QVERIFY(QSettings().allKeys().isEmpty());
}

QTEST_MAIN(TestWindowState)
#include "tst_window_state.moc"
