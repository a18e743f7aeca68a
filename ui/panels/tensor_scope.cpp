// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/tensor_scope.h"

namespace dimscope::panels {

namespace {

TensorScope::Scope scopeOf(const session::Selection& selection) {
    return {selection.module, selection.graph, selection.side};
}

}  // namespace

TensorScope::TensorScope(session::Workspace& workspace, QObject* parent)
    : QObject(parent),
      m_workspace(workspace),
      m_scope(scopeOf(workspace.selection())),
      m_hadDocument(workspace.document() != nullptr) {
    connect(&workspace, &session::Workspace::documentChanged, this, &TensorScope::followDocument);
    connect(&workspace, &session::Workspace::selectionChanged, this, &TensorScope::followSelection);
}

void TensorScope::setScope(const Scope& scope) {
    // First the scope, so that the selection that follows from it finds itself inside.
    change(scope);
    if (scope.graph) {
        m_workspace.selectGraph(*scope.graph, scope.side);
    } else if (scope.module) {
        m_workspace.selectModule(*scope.module);
    }
    emit scopeChosen();
}

void TensorScope::followDocument() {
    // Ids of the old document mean nothing in the new one: keep the level, take the ids of the selection.
    // Panels read the scope when they show the document.
    const session::Selection& selection = m_workspace.selection();
    const bool wasWholeCapture = m_hadDocument && !m_scope.module && !m_scope.graph;
    const bool wasModule = m_scope.module && !m_scope.graph;
    m_hadDocument = m_workspace.document() != nullptr;
    if (wasWholeCapture) {
        m_scope = {};
    } else if (wasModule) {
        m_scope = {selection.module, std::nullopt, std::nullopt};
    } else {
        m_scope = scopeOf(selection);
    }
}

bool TensorScope::holds(const session::Selection& selection) const {
    if (m_scope.graph && m_scope.graph != selection.graph) {
        return false;
    }
    if (m_scope.module && m_scope.module != selection.module) {
        return false;
    }
    if (m_scope.side && selection.tensor() && m_workspace.document()) {
        return m_workspace.document()->capture->tensor(*selection.tensor()).side() == *m_scope.side;
    }
    return true;
}

void TensorScope::followSelection() {
    const session::Selection& selection = m_workspace.selection();
    if (!holds(selection)) {
        change({selection.module, selection.graph, std::nullopt});
    }
}

void TensorScope::change(const Scope& scope) {
    if (scope != m_scope) {
        m_scope = scope;
        emit scopeChanged();
    }
}

}  // namespace dimscope::panels
