// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/axis_table_model.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

namespace dimscope::widgets {
class TableView;
}

namespace dimscope::panels {

/// Table of the axes of the current tensor.
class AxesPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    explicit AxesPanel(session::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] widgets::TableView* view() const { return m_view; }
    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] const models::AxisTableModel& model() const { return m_model; }

 private:
    void showDocument();
    void showSelection();
    void takeSelection();

    session::Workspace& m_workspace;
    models::AxisTableModel m_model;
    widgets::TableView* m_view;
    session::DocumentPtr m_shown;
    bool m_showing = false;
};

}  // namespace dimscope::panels
