// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QStringList>

class QAction;
class QActionGroup;
class QMainWindow;
class QMenu;
class QToolBar;
class QToolButton;
class QUndoStack;
class QWidget;

namespace dimscope::widgets {
class LateDock;
}  // namespace dimscope::widgets

namespace dimscope::shell {

/// Every entry of the menus. The window connects them; shortcuts stand here and nowhere else.
struct Actions {
    Actions(QMainWindow& window, QUndoStack& undoStack);

    // File
    QAction* open;
    QAction* openFolder;
    QAction* reload;
    QAction* compare;
    QAction* openOverrides;
    QAction* importShapes;
    QAction* saveOverrides;
    QAction* saveOverridesAs;
    QAction* saveSession;
    QAction* saveSessionAs;
    QAction* exportReport;
    QAction* exportChart;
    QAction* exportContract;
    QAction* close;
    QAction* quit;
    QMenu* recent;
    // Edit
    QAction* undo;
    QAction* redo;
    QAction* copyRows;
    QAction* copyChart;
    QAction* paste;
    QAction* selectAll;
    QAction* excludeSamples;  ///< shortcuts of these two count in the table of samples only
    QAction* includeSamples;
    QAction* setBatchSize;  ///< its shortcut counts in the table of samples only
    QAction* restoreBatchSize;
    QAction* relabelProposed;
    QMenu* batchSource;  ///< filled by BatchSourceMenu
    QAction* find;
    QAction* clearFilter;
    // Tools
    QAction* resizeSample;
    QAction* testPrediction;
    // View
    QActionGroup* charts;  ///< checkable, the name of a chart as data
    QAction* zoomIn;
    QAction* zoomOut;
    QAction* resetZoom;
    QActionGroup* themes;  ///< checkable, the name of a theme as data
    QMenu* theme;
    QAction* nextPanel;
    QAction* previousPanel;
    QAction* resetLayout;
    // Help
    QAction* shortcuts;
    QAction* about;

    void fillMenus(QMainWindow& window, const QList<widgets::LateDock*>& docks) const;
    /// Open, Reload, Export, the filter box, the source of batch sizes, Theme.
    [[nodiscard]] QToolBar* makeToolBar(QMainWindow& window, QWidget* filter, QToolButton* batchSizes) const;
};

/// Every entry of the window's menus that has a shortcut, menu by menu.
struct ShortcutEntry {
    QString menu;
    QString text;
    QString shortcut;
};
[[nodiscard]] QList<ShortcutEntry> shortcutsOf(const QMainWindow& window);

}  // namespace dimscope::shell
