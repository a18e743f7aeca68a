// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>

#include "ui/models/problem_table_model.h"
#include "ui/session/overrides_judge.h"
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

    /// Problems of overrides stand before those of files.
    void showOverrides(const session::OverridesJudge& judge);
    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] const models::ProblemTableModel& model() const { return m_model; }

 private:
    void showDocument();
    void goTo(const QModelIndex& index);

    QPointer<const session::OverridesJudge> m_judge;
    session::Workspace& m_workspace;
    models::ProblemTableModel m_model;
    widgets::TableView* m_view;
};

}  // namespace dimscope::panels
