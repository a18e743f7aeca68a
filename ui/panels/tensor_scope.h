// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "ui/models/tensor_table_model.h"
#include "ui/session/workspace.h"

namespace dimscope::panels {

/// What the Tensors table lists: the whole capture, a module, a graph or one side of it. The navigator sets
/// it. It stays while the selection moves about inside it, and follows a selection that leaves it.
class TensorScope : public QObject {
    Q_OBJECT

 public:
    using Scope = models::TensorTableModel::Scope;

    explicit TensorScope(session::Workspace& workspace, QObject* parent = nullptr);

    [[nodiscard]] const Scope& scope() const { return m_scope; }
    /// Also selects what the scope names.
    void setScope(const Scope& scope);

 signals:
    void scopeChanged();
    /// setScope was called: what the scope names is what the user looks at. After the selection.
    void scopeChosen();

 private:
    void followDocument();
    void followSelection();
    void change(const Scope& scope);
    [[nodiscard]] bool holds(const session::Selection& selection) const;

    session::Workspace& m_workspace;
    Scope m_scope;
    bool m_hadDocument = false;
};

}  // namespace dimscope::panels
