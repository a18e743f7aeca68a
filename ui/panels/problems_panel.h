// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/problem_table_model.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

namespace dimscope::widgets {
class TableView;
}

namespace dimscope::panels {

/// Table of what is wrong in the files and what the files say went wrong. Activating a row selects what it
/// speaks about.
class ProblemsPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    explicit ProblemsPanel(session::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] const models::ProblemTableModel& model() const { return m_model; }

 private:
    void showDocument();
    void goTo(const QModelIndex& index);

    session::Workspace& m_workspace;
    models::ProblemTableModel m_model;
    widgets::TableView* m_view;
};

}  // namespace dimscope::panels
