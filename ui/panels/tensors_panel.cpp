// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/tensors_panel.h"

#include <QItemSelectionModel>
#include <QLocale>
#include <QScopedValueRollback>

#include "ui/models/format.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::TensorTableModel;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    switch (index.column()) {
        case Model::Shape: return shapeRuns(index, colors);
        case Model::Verdicts: return verdictsRuns(index, colors);
        case Model::Audit: return auditRuns(index, colors);
        case Model::Override: return originRuns(index, colors);
        default: return plainRuns(index, colors);
    }
}

/// Module and graph say nothing where the scope is one.
widgets::ColumnLayout::Column columnOf(int column, const TensorScope::Scope& scope) {
    switch (column) {
        case Model::Path: return {20};
        case Model::Side: return {6};
        case Model::Dtype: return {8};
        case Model::Shape: return {19};
        case Model::Min:
        case Model::Max: return {10};
        case Model::Verdicts: return {12};
        case Model::Audit: return {22};
        case Model::Samples: return {8};
        case Model::Override: return {11};
        case Model::Graph: return {10, scope.graph.has_value()};
        case Model::Module: return {16, scope.module.has_value() || scope.graph.has_value()};
        default: return {};
    }
}

QString scopeText(const session::DocumentPtr& document, const TensorScope::Scope& scope) {
    const capture::Capture& capture = *document->capture;
    if (!scope.module && !scope.graph) {
        return TensorsPanel::tr("whole capture");
    }
    const base::ModuleId module = scope.graph ? capture.graph(*scope.graph).module : *scope.module;
    QString text = QString::fromStdString(capture.module(module).name);
    if (scope.graph) {
        text += TensorsPanel::tr(", graph %1").arg(models::graphText(capture.graph(*scope.graph)));
    }
    if (scope.side) {
        text += QStringLiteral(", ") + (*scope.side == module::Side::input ? TensorsPanel::tr("inputs")
                                                                           : TensorsPanel::tr("outputs"));
    }
    return text;
}

/// Null where it is of another capture.
std::shared_ptr<const overrides::Judgement> judgementOf(const session::JudgedPtr& judged,
                                                        const models::Snapshot& snapshot) {
    if (!judged || judged->capture != snapshot.capture) {
        return nullptr;
    }
    return {judged, &judged->judgement};
}

}  // namespace

TensorsPanel::TensorsPanel(session::Workspace& workspace, session::OverridesJudge& judge, TensorScope& scope,
                           QWidget* parent)
    : PanelFrame(tr("Tensors"), QStringLiteral("tensors"), parent),
      m_workspace(workspace),
      m_judge(judge),
      m_scope(scope),
      m_view(new widgets::TableView(tr("Tensors"))) {
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view));
    m_view->setDefaultColumns([this](int column) { return columnOf(column, m_scope.scope()); });
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    setContent(m_view);

    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TensorsPanel::takeSelection);
    connect(&m_model, &models::TableModel::rowsReordered, this, &TensorsPanel::showSelection);
    connect(&m_model, &models::TableModel::rowsReordered, this, &TensorsPanel::showSummary);
    connect(&workspace, &session::Workspace::documentChanged, this, &TensorsPanel::showDocument);
    connect(&judge, &session::OverridesJudge::judgedChanged, this, &TensorsPanel::showJudgement);
    connect(&workspace, &session::Workspace::selectionChanged, this, &TensorsPanel::showSelection);
    connect(&workspace, &session::Workspace::filterChanged, this, &TensorsPanel::showFilter);
    connect(&scope, &TensorScope::scopeChanged, this, &TensorsPanel::showScope);
    showDocument();
    showFilter();
}

QWidget* TensorsPanel::focusTarget() const {
    return m_view;
}

void TensorsPanel::showDocument() {
    models::Snapshot snapshot = snapshotOf(m_workspace.document());
    snapshot.judgement = judgementOf(m_judge.judged(), snapshot);
    m_shown = snapshot.capture;
    m_model.setSnapshot(std::move(snapshot), m_scope.scope());
    showSelection();
    showSummary();
}

void TensorsPanel::showJudgement() {
    const session::DocumentPtr document = m_workspace.document();
    if ((document ? document->capture : nullptr) != m_shown) {
        return;  // another capture, which is shown soon; the scope is of the old one
    }
    m_model.setJudgement(judgementOf(m_judge.judged(), snapshotOf(m_workspace.document())));
    showSummary();
}

void TensorsPanel::showScope() {
    m_model.setScope(m_scope.scope());
    showSelection();
    showSummary();
}

void TensorsPanel::showFilter() {
    m_model.setFilter(m_workspace.filter());
    showSummary();
}

void TensorsPanel::showSummary() {
    const session::DocumentPtr document = m_workspace.document();
    if (!document) {
        setSummary({});
        m_view->setEmptyText(
            tr("Nothing is open.\nOpen a file (Ctrl+O), drop files here, or paste AITune's text (Ctrl+V)."));
        return;
    }
    const QLocale locale;
    setSummary(tr("%1 of %2 · %3")
                   .arg(locale.toString(m_model.rowCount()), locale.toString(m_model.sourceRowCount()),
                        scopeText(document, m_scope.scope())));
    const TensorScope::Scope scope = m_scope.scope();
    const QString elsewhere = scope.module || scope.graph
                                  ? tr("\nChoose the first row of the navigator to filter the whole capture.")
                                  : QString();
    m_view->setEmptyText(m_model.sourceRowCount() > 0
                             ? tr("No tensor here fits the filter “%1”.").arg(m_workspace.filter()) +
                                   elsewhere
                             : tr("No tensors here."));
}

void TensorsPanel::showSelection() {
    if (m_taking) {
        return;
    }
    const QScopedValueRollback guard(m_showing, true);
    QList<int> rows;
    for (const base::TensorId tensor : m_workspace.selection().tensors) {
        if (const std::optional<int> row = m_model.rowOfTensor(tensor)) {
            rows.append(*row);
        }
    }
    m_view->selectRows(rows);
}

void TensorsPanel::takeSelection() {
    if (m_showing) {
        return;
    }
    const QScopedValueRollback guard(m_taking, true);
    std::vector<base::TensorId> tensors;
    const int current = m_view->currentIndex().row();
    const QList<int> rows = m_view->selectedRowNumbers();
    if (rows.contains(current)) {
        tensors.push_back(*m_model.tensorAt(current));
    }
    for (const int row : rows) {
        if (const auto tensor = m_model.tensorAt(row); tensor && row != current) {
            tensors.push_back(*tensor);
        }
    }
    if (tensors.empty()) {
        return;
    }
    m_workspace.selectTensors(std::move(tensors));
    // Only tensors of one graph are selected together: the rows that are lit are those, and no others.
    if (m_workspace.selection().tensors.size() != static_cast<std::size_t>(rows.size())) {
        QMetaObject::invokeMethod(this, &TensorsPanel::showSelection, Qt::QueuedConnection);
    }
}

}  // namespace dimscope::panels
