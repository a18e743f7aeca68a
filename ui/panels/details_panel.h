// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/detail_tree_model.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

class QPlainTextEdit;
class QTreeView;

namespace dimscope::panels {

/// What the files say of the selected graph, its module and the run beside shapes: selected backend, failed
/// builds, exceptions. The full text of the current entry stands below the tree.
class DetailsPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    explicit DetailsPanel(session::Workspace& workspace, QWidget* parent = nullptr);

    [[nodiscard]] QTreeView* view() const { return m_view; }
    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] QPlainTextEdit* text() const { return m_text; }

 private:
    void showSelection();
    void showText(const QModelIndex& index);

    session::Workspace& m_workspace;
    DetailTreeModel m_model;
    QTreeView* m_view;
    QPlainTextEdit* m_text;
    session::DocumentPtr m_shown;
    std::optional<base::ModuleId> m_module;
    std::optional<base::GraphId> m_graph;
};

}  // namespace dimscope::panels
