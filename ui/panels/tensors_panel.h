// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/tensor_table_model.h"
#include "ui/panels/tensor_scope.h"
#include "ui/session/overrides_judge.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

namespace dimscope::widgets {
class TableView;
}

namespace dimscope::panels {

/// Table of the tensors of the scope that pass the filter.
class TensorsPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    TensorsPanel(session::Workspace& workspace, session::OverridesJudge& judge, TensorScope& scope,
                 QWidget* parent = nullptr);

    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] const models::TensorTableModel& model() const { return m_model; }

 private:
    void showDocument();
    void showJudgement();
    void showScope();
    void showFilter();
    void showSelection();
    void showSummary();
    void takeSelection();

    session::Workspace& m_workspace;
    session::OverridesJudge& m_judge;
    TensorScope& m_scope;
    models::TensorTableModel m_model;
    widgets::TableView* m_view;
    std::shared_ptr<const capture::Capture> m_shown;
    bool m_showing = false;
    bool m_taking = false;
};

}  // namespace dimscope::panels
