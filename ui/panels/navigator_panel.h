// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/navigator_model.h"
#include "ui/panels/tensor_scope.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

class QTreeView;

namespace dimscope::panels {

/// Tree of the capture. Its current row is the scope of the Tensors table.
class NavigatorPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    NavigatorPanel(session::Workspace& workspace, TensorScope& scope, QWidget* parent = nullptr);

    [[nodiscard]] QTreeView* view() const { return m_view; }
    [[nodiscard]] QWidget* focusTarget() const override;

 private:
    void showDocument();
    void showScope();
    void takeScope(const QModelIndex& index);
    [[nodiscard]] QModelIndex indexOfScope() const;

    session::Workspace& m_workspace;
    TensorScope& m_scope;
    models::NavigatorModel m_model;
    QTreeView* m_view;
    bool m_showing = false;
};

}  // namespace dimscope::panels
