// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/actions.h"

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QToolBar>
#include <QToolButton>
#include <QUndoStack>

#include "ui/panels/charts_panel.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/late_dock.h"
#include "ui/widgets/theme.h"

namespace dimscope::shell {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::shell::Actions", text);
}

QAction* add(QMainWindow& window, const char* name, const QString& text, const QKeySequence& shortcut = {},
             const QString& icon = {}) {
    auto* action = new QAction(text, &window);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(shortcut);
    if (!icon.isEmpty()) {
        action->setIcon(widgets::icon(icon));
    }
    return action;
}

QAction* addChoice(QActionGroup* group, const QString& text, const QString& data,
                   const QKeySequence& shortcut = {}) {
    QAction* action = group->addAction(text);
    action->setCheckable(true);
    action->setData(data);
    action->setShortcut(shortcut);
    action->setObjectName(group->objectName() + u'.' + data);
    return action;
}

QToolButton* buttonOf(QToolBar& bar, QAction* action) {
    auto* button = qobject_cast<QToolButton*>(bar.widgetForAction(action));
    if (button != nullptr) {
        button->setAutoRaise(false);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setAccessibleName(action->text().remove(u'&'));
    }
    return button;
}

void addMenuButton(QToolBar& bar, const QString& text, const QString& icon, QMenu* menu) {
    auto* button = new QToolButton;
    button->setText(text + QStringLiteral(" ▾"));
    button->setIcon(widgets::icon(icon));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(menu);
    button->setAccessibleName(text);
    button->setFocusPolicy(Qt::TabFocus);
    bar.addWidget(button);
    button->setAutoRaise(false);
}

void addShortcuts(QList<ShortcutEntry>& entries, const QMenu& menu, const QString& name) {
    for (const QAction* action : menu.actions()) {
        if (action->menu() != nullptr) {
            addShortcuts(entries, *action->menu(), name);
            continue;
        }
        QStringList keys;
        for (const QKeySequence& key : action->shortcuts()) {
            keys += key.toString(QKeySequence::NativeText);
        }
        if (!keys.isEmpty()) {
            entries.append({name, action->text().remove(u'&'), keys.join(QStringLiteral(", "))});
        }
    }
}

}  // namespace

Actions::Actions(QMainWindow& window, QUndoStack& undoStack) {
    open = add(window, "open", tr("&Open…"), QKeySequence::Open, QStringLiteral("open"));
    open->setToolTip(tr("Open captures, tuning reports or logs; several files open together"));
    openFolder = add(window, "openFolder", tr("Open &Folder…"), QKeySequence(tr("Ctrl+Shift+O")),
                     QStringLiteral("folder"));
    recent = new QMenu(tr("Open &Recent"), &window);
    recent->setObjectName(QStringLiteral("recent"));
    recent->setIcon(QIcon());
    reload = add(window, "reload", tr("Re&load"), QKeySequence(Qt::Key_F5), QStringLiteral("reload"));
    reload->setToolTip(tr("Read the open files again"));
    compare = add(window, "compare", tr("Co&mpare With…"), QKeySequence(tr("Ctrl+Shift+D")));
    compare->setToolTip(tr("Show how another capture differs from the open one"));
    openOverrides = add(window, "openOverrides", tr("Open O&verrides…"), QKeySequence(tr("Ctrl+Alt+O")));
    importShapes = add(window, "importShapes", tr("&Import Shapes…"), QKeySequence(tr("Ctrl+I")));
    importShapes->setToolTip(
        tr("Take over explicit shapes, profiles or records of other tools as overrides"));
    saveOverrides = add(window, "saveOverrides", tr("&Save Overrides"), QKeySequence::Save);
    saveOverridesAs =
        add(window, "saveOverridesAs", tr("Save Overrides &As…"), QKeySequence(tr("Ctrl+Shift+S")));
    saveSession = add(window, "saveSession", tr("Save Sessio&n"), QKeySequence(tr("Ctrl+Alt+S")));
    saveSession->setToolTip(tr("Keep files, batch sizes, overrides and view together in one file"));
    saveSessionAs =
        add(window, "saveSessionAs", tr("Save Session As…"), QKeySequence(tr("Ctrl+Alt+Shift+S")));
    exportReport = add(window, "exportReport", tr("&Export Report…"), QKeySequence(tr("Ctrl+E")),
                       QStringLiteral("export"));
    exportChart = add(window, "exportChart", tr("Export C&hart…"), QKeySequence(tr("Ctrl+Shift+E")),
                      QStringLiteral("chart"));
    exportContract =
        add(window, "exportContract", tr("Export for Another &Tool…"), QKeySequence(tr("Ctrl+Alt+E")));
    exportContract->setToolTip(tr("Shapes and ranges in the form of TensorRT, ONNX, OpenVINO and others"));
    close = add(window, "close", tr("&Close"), QKeySequence(tr("Ctrl+W")), QStringLiteral("close"));
    quit = add(window, "quit", tr("&Quit"), QKeySequence(tr("Ctrl+Q")));
    quit->setMenuRole(QAction::QuitRole);

    undo = undoStack.createUndoAction(&window, tr("&Undo"));
    undo->setObjectName(QStringLiteral("undo"));
    undo->setShortcut(QKeySequence::Undo);
    redo = undoStack.createRedoAction(&window, tr("&Redo"));
    redo->setObjectName(QStringLiteral("redo"));
    redo->setShortcuts({QKeySequence(tr("Ctrl+Shift+Z")), QKeySequence(tr("Ctrl+Y"))});
    copyRows = add(window, "copyRows", tr("&Copy Rows"), QKeySequence::Copy, QStringLiteral("copy"));
    copyChart = add(window, "copyChart", tr("Copy C&hart"), QKeySequence(tr("Ctrl+Shift+C")));
    paste = add(window, "paste", tr("&Paste AITune Text"), QKeySequence::Paste);
    selectAll = add(window, "selectAll", tr("Select &All"), QKeySequence::SelectAll);
    excludeSamples = add(window, "excludeSamples", tr("E&xclude Samples"), QKeySequence(Qt::Key_Delete));
    includeSamples = add(window, "includeSamples", tr("&Bring Samples Back"), QKeySequence(Qt::Key_Insert));
    for (QAction* action : {excludeSamples, includeSamples}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    }
    setBatchSize = add(window, "setBatchSize", tr("Set Batch Si&ze…"), QKeySequence(Qt::Key_F2));
    setBatchSize->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    setBatchSize->setToolTip(tr("State the batch size of the selected samples"));
    restoreBatchSize = add(window, "restoreBatchSize", tr("Res&tore Recorded Batch Size"));
    relabelProposed = add(window, "relabelProposed", tr("Relabel as the Sizes Sa&y"));
    relabelProposed->setToolTip(
        tr("Correct the batch size of every sample of the graph that its sizes contradict"));
    batchSource = new QMenu(tr("Batch Size S&ource"), &window);
    batchSource->setObjectName(QStringLiteral("batchSourceMenu"));
    find = add(window, "find", tr("&Find"), QKeySequence::Find, QStringLiteral("search"));
    clearFilter = add(window, "clearFilter", tr("C&lear Filter"), QKeySequence(tr("Ctrl+Shift+F")));

    resizeSample = add(window, "resizeSample", tr("&Resize Sample…"), QKeySequence(tr("Ctrl+Shift+R")));
    resizeSample->setToolTip(tr("Write a saved sample (.pt) at another batch size, as a graph says"));
    testPrediction = add(window, "testPrediction", tr("&Test Prediction…"), QKeySequence(tr("Ctrl+Shift+T")));
    testPrediction->setToolTip(
        tr("Run a TorchScript model on a saved sample and compare its outputs with what a graph predicts"));

    charts = new QActionGroup(&window);
    charts->setObjectName(QStringLiteral("chart"));
    const QStringList names = panels::ChartsPanel::chartNames();
    const QStringList titles{tr("&Multiplier Evolution"), tr("&Size vs Batch"), tr("&Ranges"),
                             tr("&Classification")};
    for (qsizetype i = 0; i < names.size(); ++i) {
        addChoice(charts, titles.at(i), names.at(i), QKeySequence(QStringLiteral("Ctrl+%1").arg(i + 1)));
    }
    zoomIn = add(window, "zoomIn", tr("Zoom &In"), QKeySequence::ZoomIn);
    zoomIn->setShortcuts({QKeySequence(tr("Ctrl++")), QKeySequence(tr("Ctrl+="))});
    zoomOut = add(window, "zoomOut", tr("Zoom &Out"), QKeySequence(tr("Ctrl+-")));
    resetZoom = add(window, "resetZoom", tr("Show A&ll Samples"), QKeySequence(tr("Ctrl+0")));
    themes = new QActionGroup(&window);
    themes->setObjectName(QStringLiteral("theme"));
    addChoice(themes, tr("As the &System"), widgets::themeName(widgets::ThemeChoice::system));
    addChoice(themes, tr("&Light"), widgets::themeName(widgets::ThemeChoice::light));
    addChoice(themes, tr("&Dark"), widgets::themeName(widgets::ThemeChoice::dark));
    theme = new QMenu(tr("&Theme"), &window);
    theme->setObjectName(QStringLiteral("themeMenu"));
    theme->addActions(themes->actions());
    nextPanel = add(window, "nextPanel", tr("&Next Panel"), QKeySequence(Qt::Key_F6));
    previousPanel = add(window, "previousPanel", tr("&Previous Panel"), QKeySequence(tr("Shift+F6")));
    resetLayout = add(window, "resetLayout", tr("Reset La&yout"));

    shortcuts = add(window, "shortcuts", tr("&Keyboard Shortcuts"), QKeySequence(Qt::Key_F1));
    about = add(window, "about", tr("&About Dimscope"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::fillMenus(QMainWindow& window, const QList<widgets::LateDock*>& docks) const {
    QMenuBar* bar = window.menuBar();
    bar->setAccessibleName(tr("Menus"));
    QMenu* file = bar->addMenu(tr("&File"));
    file->addActions({open, openFolder});
    file->addMenu(recent);
    file->addActions({reload, compare});
    file->addSeparator();
    file->addActions({openOverrides, importShapes, saveOverrides, saveOverridesAs});
    file->addSeparator();
    file->addActions({saveSession, saveSessionAs});
    file->addSeparator();
    file->addActions({exportReport, exportChart, exportContract});
    file->addSeparator();
    file->addActions({close, quit});

    QMenu* edit = bar->addMenu(tr("&Edit"));
    edit->addActions({undo, redo});
    edit->addSeparator();
    edit->addActions({copyRows, copyChart, paste});
    edit->addSeparator();
    edit->addAction(selectAll);
    edit->addSeparator();
    edit->addActions({excludeSamples, includeSamples});
    edit->addSeparator();
    edit->addActions({setBatchSize, restoreBatchSize, relabelProposed});
    edit->addMenu(batchSource);
    edit->addSeparator();
    edit->addActions({find, clearFilter});

    QMenu* view = bar->addMenu(tr("&View"));
    view->addActions(charts->actions());
    view->addSeparator();
    view->addActions({zoomIn, zoomOut, resetZoom});
    view->addSeparator();
    QMenu* panelMenu = view->addMenu(tr("P&anels"));
    for (widgets::LateDock* dock : docks) {
        panelMenu->addAction(dock->toggleViewAction());
    }
    view->addActions({nextPanel, previousPanel});
    view->addSeparator();
    view->addMenu(theme);
    view->addAction(resetLayout);

    QMenu* tools = bar->addMenu(tr("&Tools"));
    tools->addActions({resizeSample, testPrediction});

    QMenu* help = bar->addMenu(tr("&Help"));
    help->addActions({shortcuts, about});
}

QToolBar* Actions::makeToolBar(QMainWindow& window, QWidget* filter, QToolButton* batchSizes) const {
    auto* bar = new QToolBar(tr("Toolbar"), &window);
    bar->setObjectName(QStringLiteral("toolbar"));
    bar->setAccessibleName(tr("Toolbar"));
    bar->setMovable(false);
    bar->setIconSize({16, 16});
    bar->addAction(open);
    buttonOf(*bar, open);
    bar->addAction(reload);
    buttonOf(*bar, reload);
    auto* exports = new QMenu(tr("Export"), bar);
    exports->addActions({exportReport, exportChart, exportContract});
    addMenuButton(*bar, tr("Export"), QStringLiteral("export"), exports);
    auto* gap = new QWidget;
    gap->setFixedWidth(10);
    gap->setAccessibleName(tr("Toolbar"));
    bar->addWidget(gap);
    bar->addWidget(filter);
    auto* space = new QWidget;
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    space->setAccessibleName(tr("Toolbar"));
    bar->addWidget(space);
    bar->addWidget(batchSizes);
    batchSizes->setAutoRaise(false);
    addMenuButton(*bar, tr("Theme"), QStringLiteral("theme"), theme);
    return bar;
}

QList<ShortcutEntry> shortcutsOf(const QMainWindow& window) {
    QList<ShortcutEntry> entries;
    for (const QAction* menu : window.menuBar()->actions()) {
        if (menu->menu() != nullptr) {
            addShortcuts(entries, *menu->menu(), menu->text().remove(u'&'));
        }
    }
    return entries;
}

}  // namespace dimscope::shell
