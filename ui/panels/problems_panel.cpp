// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/problems_panel.h"

#include <QStringList>
#include <algorithm>

#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::ProblemTableModel;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    return index.column() == Model::Severity ? severityRuns(index, colors) : plainRuns(index, colors);
}

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Severity: return {9};
        case Model::Place: return {14};
        case Model::Message: return {60};
        case Model::Code: return {18, true};
        default: return {};
    }
}

/// The call that was read from a line of a file, for places that name no graph.
std::optional<session::Selection> callAtLine(const capture::Capture& capture,
                                             const base::SourceLocation& place) {
    if (!place.line) {
        return std::nullopt;
    }
    const auto fits = [&place](const capture::Source& source) {
        return place.file.empty() || place.file == source.name || place.file.ends_with('/' + source.name);
    };
    for (const capture::Graph& graph : capture.graphs()) {
        if (!graph.calls) {
            continue;
        }
        const auto& lines = graph.calls->lines;
        for (auto found = std::find(lines.begin(), lines.end(), *place.line); found != lines.end();
             found = std::find(found + 1, lines.end(), *place.line)) {
            const base::SampleId sample{static_cast<std::uint32_t>(found - lines.begin())};
            if (fits(capture.sources()[graph.originOf(sample).source.value])) {
                session::Selection selection;
                selection.graph = graph.id;
                selection.sample = sample;
                return selection;
            }
        }
    }
    return std::nullopt;
}

}  // namespace

ProblemsPanel::ProblemsPanel(session::Workspace& workspace, QWidget* parent)
    : PanelFrame(tr("Problems"), QStringLiteral("problems"), parent),
      m_workspace(workspace),
      m_view(new widgets::TableView(tr("Problems"))) {
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view));
    m_view->setDefaultColumns(&columnOf);
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    setContent(m_view);
    connect(m_view, &QAbstractItemView::activated, this, &ProblemsPanel::goTo);
    connect(&workspace, &session::Workspace::documentChanged, this, &ProblemsPanel::showDocument);
    showDocument();
}

QWidget* ProblemsPanel::focusTarget() const {
    return m_view;
}

void ProblemsPanel::showOverrides(const session::OverridesJudge& judge) {
    m_judge = &judge;
    connect(&judge, &session::OverridesJudge::judgedChanged, this, &ProblemsPanel::showDocument);
    showDocument();
}

void ProblemsPanel::showDocument() {
    const session::DocumentPtr document = m_workspace.document();
    const session::JudgedPtr judged = m_judge ? m_judge->judged() : nullptr;
    const bool isJudged = judged && document && judged->capture == document->capture;
    static const base::Diagnostics noDiagnostics;
    static const std::vector<overrides::Problem> noProblems;
    m_model.setProblems(snapshotOf(document), document ? document->diagnostics : noDiagnostics,
                        isJudged ? judged->judgement.problems : noProblems);
    QStringList parts;
    const auto add = [&](base::Severity severity, const QString& one, const QString& many) {
        if (const std::uint64_t count = m_model.count(severity)) {
            parts += widgets::counted(count, one, many);
        }
    };
    add(base::Severity::error, tr("1 error"), tr("%1 errors"));
    add(base::Severity::warning, tr("1 warning"), tr("%1 warnings"));
    add(base::Severity::note, tr("1 note"), tr("%1 notes"));
    setSummary(parts.isEmpty() && document ? tr("none") : parts.join(QStringLiteral(" · ")));
    m_view->setEmptyText(document ? tr("No problems in what is open.") : tr("Nothing is open."));
}

void ProblemsPanel::goTo(const QModelIndex& index) {
    const session::DocumentPtr document = m_workspace.document();
    if (!document || !index.isValid()) {
        return;
    }
    const base::SourceLocation& place = m_model.place(index.row());
    session::Selection selection;
    if (const QVariant id = index.data(models::ModuleIdRole); id.isValid()) {
        selection.module = base::ModuleId{id.toUInt()};
    }
    if (const QVariant id = index.data(models::GraphIdRole); id.isValid()) {
        selection.graph = base::GraphId{id.toUInt()};
        if (place.sample && *place.sample < document->capture->graph(*selection.graph).samples) {
            selection.sample = base::SampleId{static_cast<std::uint32_t>(*place.sample)};
        }
    }
    if (const QVariant id = index.data(models::TensorIdRole); id.isValid()) {
        selection.tensors = {base::TensorId{id.toUInt()}};
        selection.axis = place.axis;
    }
    if (!selection.module && !selection.graph) {
        if (const auto call = callAtLine(*document->capture, place)) {
            selection = *call;
        }
    }
    if (selection != session::Selection{}) {
        m_workspace.select(std::move(selection));
    }
}

}  // namespace dimscope::panels
