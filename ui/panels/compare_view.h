// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "ui/models/change_table_model.h"
#include "ui/session/compare_controller.h"
#include "ui/session/workspace.h"

class QPushButton;
class QSplitter;

namespace dimscope::widgets {
class ElidedLabel;
class FilterEdit;
class MessageBar;
class StatusProgress;
class TableView;
}  // namespace dimscope::widgets

namespace dimscope::panels {

class CompareCharts;

/// How another capture differs from the open one: the table of changes, and charts of the selected one side
/// by side. Activating a row selects in the window what it speaks of.
class CompareView : public QWidget {
    Q_OBJECT

 public:
    CompareView(session::Workspace& workspace, session::CompareController& controller,
                QWidget* parent = nullptr);

    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] const models::ChangeTableModel& model() const { return m_model; }
    [[nodiscard]] widgets::FilterEdit* filter() const { return m_filter; }
    [[nodiscard]] CompareCharts* charts() const { return m_charts; }
    [[nodiscard]] widgets::MessageBar* messages() const { return m_messages; }
    [[nodiscard]] widgets::StatusProgress* progress() const { return m_progress; }
    /// "1 error · 4 warnings", or "no differences".
    [[nodiscard]] QString summary() const;
    /// "before.jsonl → after.jsonl".
    [[nodiscard]] QString names() const;

    void copyRows();

 signals:
    /// The user wants to choose another file.
    void chooseRequested();
    /// The window's selection has moved to what a row speaks of.
    void jumped();

 private:
    void layOut();
    void connectController();
    void showCompared();
    void showEmptyText();
    /// Charts where there is something to show in them.
    void showCharts();
    void showChange();
    void goTo(const QModelIndex& index);
    void followReorder();

    session::Workspace& m_workspace;
    session::CompareController& m_controller;
    models::ChangeTableModel m_model;
    session::ComparedPtr m_shown;
    const compare::Change* m_current = nullptr;  // of m_shown
    const compare::Change* m_kept = nullptr;     // the current one before the rows are reordered
    widgets::ElidedLabel* m_names;
    widgets::ElidedLabel* m_summary;
    widgets::FilterEdit* m_filter;
    widgets::TableView* m_view;
    CompareCharts* m_charts;
    QSplitter* m_splitter;
    widgets::MessageBar* m_messages;
    widgets::StatusProgress* m_progress;
    QPushButton* m_swap;
    QPushButton* m_choose;
    QPushButton* m_reload;
};

}  // namespace dimscope::panels
