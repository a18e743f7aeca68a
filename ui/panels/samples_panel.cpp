// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/samples_panel.h"

#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Field = models::SampleTableModel::Field;

/// A column per selected tensor, up to this many: the first ones of the selection.
constexpr std::size_t kMostTensors = 32;
/// Selections of more rows shrink to the current one when the capture is analysed anew.
constexpr qsizetype kMostKept = 1000;

widgets::ColumnLayout::Column columnOf(Field field) {
    switch (field) {
        case Field::Index: return {6};
        case Field::BatchSize: return {7};
        case Field::Use: return {12};
        case Field::Sizes: return {18};
        case Field::File: return {24};
        case Field::Line: return {8};
        case Field::Time: return {24};
        case Field::Label: return {20};
        case Field::Recorded: return {10};
    }
    return {};
}

}  // namespace

SamplesPanel::SamplesPanel(session::Workspace& workspace, QWidget* parent)
    : PanelFrame(tr("Samples"), QStringLiteral("samples"), parent),
      m_workspace(workspace),
      m_view(new widgets::TableView(tr("Samples"))) {
    m_view->setItemDelegate(new widgets::CellDelegate(&plainRuns, m_view));
    m_view->setDefaultColumns([this](int column) { return columnOf(m_model.fieldAt(column)); });
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    setContent(m_view);

    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SamplesPanel::takeSelection);
    connect(&m_model, &models::TableModel::rowsReordered, this, &SamplesPanel::showSample);
    connect(&workspace, &session::Workspace::documentChanged, this, &SamplesPanel::showSelection);
    connect(&workspace, &session::Workspace::selectionChanged, this, &SamplesPanel::showSelection);
    showSelection();
    showSummary();
}

QWidget* SamplesPanel::focusTarget() const {
    return m_view;
}

void SamplesPanel::showSelection() {
    const session::DocumentPtr document = m_workspace.document();
    const session::Selection& selection = m_workspace.selection();
    if (document != m_shown || selection.graph != m_graph || selection.tensors != m_tensors) {
        const QScopedValueRollback guard(m_showing, true);
        const bool isSame = document && m_shown && document->recording() == m_shown->recording() &&
                            selection.graph == m_graph;
        m_kept.clear();
        if (isSame && m_view->selectedRowNumbers().size() <= kMostKept) {
            m_kept = selectedSamples();
        }
        m_shown = document;
        m_graph = document ? selection.graph : std::nullopt;
        m_tensors = selection.tensors;
        const std::size_t columns = std::min(m_tensors.size(), kMostTensors);
        m_model.setGraph(snapshotOf(document), m_graph,
                         {m_tensors.begin(), m_tensors.begin() + static_cast<std::ptrdiff_t>(columns)});
        showSummary();
    }
    showSample();
}

void SamplesPanel::showSummary() {
    if (!m_graph) {
        setSummary({});
        m_view->setEmptyText(m_shown ? tr("Select a graph to see its samples.") : tr("Nothing is open."));
        return;
    }
    const capture::Graph& graph = m_shown->capture->graph(*m_graph);
    const QString name = tr("graph %1").arg(models::graphText(graph));
    if (graph.isSummary()) {
        setSummary(tr("none · %1").arg(name));
        m_view->setEmptyText(
            tr("No samples in this file.\nIt holds a summary: shapes, ranges and verdicts, "
               "but not the calls that they come from."));
        return;
    }
    QString samples = models::numberText(std::uint64_t{graph.samples});
    if (const std::uint64_t excluded = m_model.excludedCount(); excluded > 0) {
        samples += tr(", %1 excluded").arg(models::numberText(excluded));
    }
    if (const std::uint64_t relabelled = m_model.relabelledCount(); relabelled > 0) {
        samples += tr(", %1 relabelled").arg(models::numberText(relabelled));
    }
    setSummary(QStringLiteral("%1 · %2").arg(samples, name));
    m_view->setEmptyText(tr("No samples."));
}

void SamplesPanel::showSample() {
    const QScopedValueRollback guard(m_showing, true);
    const std::optional<base::SampleId> sample = m_workspace.selection().sample;
    const std::optional<int> row = sample ? m_model.rowOfSample(*sample) : std::nullopt;
    QList<int> rows;
    if (row) {
        rows += *row;  // the current one first
    }
    if (!sample || std::find(m_kept.begin(), m_kept.end(), sample->value) != m_kept.end()) {
        for (const std::uint32_t kept : m_kept) {
            if (const auto other = m_model.rowOfSample(base::SampleId{kept}); other && other != row) {
                rows += *other;
            }
        }
    }
    const bool isShown = rows.size() == 1 && m_view->selectionModel()->isRowSelected(rows[0]) &&
                         m_view->currentIndex().row() == rows[0];
    if (!isShown) {
        m_view->selectRows(rows);
    }
}

std::vector<std::uint32_t> SamplesPanel::selectedSamples() const {
    std::vector<std::uint32_t> samples;
    for (const int row : m_view->selectedRowNumbers()) {
        if (const auto sample = m_model.sampleAt(row)) {
            samples.push_back(sample->value);
        }
    }
    return samples;
}

void SamplesPanel::takeSelection() {
    const int row = m_view->currentIndex().row();
    if (m_showing || row < 0 || !m_view->selectionModel()->isRowSelected(row)) {
        return;
    }
    m_kept.clear();
    m_workspace.selectSample(m_model.sampleAt(row));
}

}  // namespace dimscope::panels
