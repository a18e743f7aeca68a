// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/axes_panel.h"

#include <QItemSelectionModel>
#include <QScopedValueRollback>

#include "ui/models/format.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::AxisTableModel;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    switch (index.column()) {
        case Model::Verdict: return verdictRuns(index, colors);
        case Model::Audit: return auditRuns(index, colors);
        default: return plainRuns(index, colors);
    }
}

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Axis: return {5};
        case Model::Symbol: return {11};
        case Model::Verdict: return {24};
        case Model::Multiplier: return {10};
        case Model::Audit: return {24};
        case Model::Min:
        case Model::Max: return {8};
        case Model::Distinct: return {8};
        case Model::SameAs: return {40};
        default: return {};
    }
}

}  // namespace

AxesPanel::AxesPanel(session::Workspace& workspace, QWidget* parent)
    : PanelFrame(tr("Axes"), QStringLiteral("axes"), parent),
      m_workspace(workspace),
      m_view(new widgets::TableView(tr("Axes"))) {
    m_view->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view));
    m_view->setDefaultColumns(&columnOf);
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    // At most a few rows, in the order of the shape: there is nothing to sort.
    m_view->setSortingEnabled(false);
    setContent(m_view);

    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &AxesPanel::takeSelection);
    connect(&workspace, &session::Workspace::documentChanged, this, &AxesPanel::showDocument);
    connect(&workspace, &session::Workspace::selectionChanged, this, &AxesPanel::showSelection);
    showDocument();
}

QWidget* AxesPanel::focusTarget() const {
    return m_view;
}

void AxesPanel::showDocument() {
    showSelection();
}

void AxesPanel::showSelection() {
    const QScopedValueRollback guard(m_showing, true);
    const session::DocumentPtr document = m_workspace.document();
    const session::Selection& selection = m_workspace.selection();
    const std::optional<base::TensorId> tensor = document ? selection.tensor() : std::nullopt;
    const bool isFirst = m_view->emptyText().isEmpty();
    if (isFirst || document != m_shown || tensor != m_model.tensor()) {
        m_shown = document;
        m_model.setTensor(snapshotOf(document), tensor);
        setSummary(tensor ? QString::fromStdString(document->capture->tensor(*tensor).accessPath)
                          : QString());
        m_view->setEmptyText(tensor     ? tr("A scalar: it has no axes.")
                             : document ? tr("Select a tensor to see its axes.")
                                        : tr("Nothing is open."));
    }
    const int row = selection.axis.value_or(-1);
    const QList<int> selected = m_view->selectedRowNumbers();
    if (row < 0) {
        m_view->selectRows({});
    } else if (!selected.contains(row) || m_view->currentIndex().row() != row) {
        m_view->selectRows({row});
    }
}

void AxesPanel::takeSelection() {
    const int row = m_view->currentIndex().row();
    if (m_showing || !m_model.tensor() || !m_view->selectionModel()->isRowSelected(row)) {
        return;
    }
    m_workspace.selectAxis(*m_model.tensor(), row);
}

}  // namespace dimscope::panels
