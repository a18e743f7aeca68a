// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/evidence_panel.h"

#include <QEvent>
#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QStackedWidget>
#include <QTabBar>

#include "ui/charts/latest_job.h"
#include "ui/models/format.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/text_page.h"

namespace dimscope::panels {

namespace {

using Model = models::ReplayTableModel;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    return index.column() == Model::Verdict ? verdictRuns(index, colors) : plainRuns(index, colors);
}

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Sample: return {4};
        case Model::BatchSize: return {5};
        case Model::Size: return {5};
        case Model::Multiplier: return {4};
        case Model::Verdict: return {9};
        case Model::Why: return {40};
        default: return {};
    }
}

std::shared_ptr<const inference::AxisEvidence> evidenceOf(const session::DocumentPtr& document,
                                                          base::TensorId tensor, int axis) {
    const capture::Tensor& shown = document->capture->tensor(tensor);
    const capture::Graph& graph = document->capture->graph(shown.graph);
    const auto position = static_cast<std::size_t>(axis);
    return std::make_shared<inference::AxisEvidence>(inference::evidenceOf(
        *graph.batchSizes, shown.column(position), snapshotOf(document).excluded(graph.id),
        document->analysis->tensor(tensor).axes[position]));
}

}  // namespace

/// Counts the samples of the newest axis.
struct EvidencePanel::Job : charts::LatestJob<inference::AxisEvidence> {
    using LatestJob::LatestJob;
};

EvidencePanel::EvidencePanel(session::Workspace& workspace, TensorScope& scope, session::LabelEditor* labels,
                             QWidget* parent)
    : PanelFrame(tr("Evidence"), QStringLiteral("evidence"), parent),
      m_workspace(workspace),
      m_scope(scope),
      m_labels(labels),
      m_tabs(new QTabBar),
      m_pages(new QStackedWidget),
      m_page(new widgets::TextPage),
      m_replay(new widgets::TableView(tr("Replay of the verdict"))),
      m_job(std::make_unique<Job>([this](std::shared_ptr<const inference::AxisEvidence> evidence) {
          m_evidence = std::move(evidence);
          showPage();
      })) {
    m_tabs->setAccessibleName(tr("Evidence"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->addTab(tr("Why"));
    m_tabs->addTab(tr("Replay"));
    titleBar()->setLeadingWidget(m_tabs);
    m_replay->setItemDelegate(new widgets::CellDelegate(&runsOf, m_replay));
    m_replay->setDefaultColumns(&columnOf);
    m_replay->setRowsToText(rowsAsTsv(m_model));
    m_replay->setModel(&m_model);
    // The order of the calls is what it shows.
    m_replay->setSortingEnabled(false);
    m_pages->setAccessibleName(tr("Evidence"));
    // Narrower, words would break.
    m_page->setMinimumWidth(m_page->fontMetrics().averageCharWidth() * 34);
    m_pages->addWidget(m_page);
    m_pages->addWidget(m_replay);
    setContent(m_pages);

    connect(m_tabs, &QTabBar::currentChanged, this, [this](int index) {
        m_pages->setCurrentIndex(index);
        showReplay();
    });
    connect(m_page, &QTextBrowser::anchorClicked, this, &EvidencePanel::follow);
    connect(m_replay->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &EvidencePanel::takeSample);
    connect(&workspace, &session::Workspace::documentChanged, this, &EvidencePanel::showDocument);
    connect(&workspace, &session::Workspace::selectionChanged, this, &EvidencePanel::showSelection);
    connect(&scope, &TensorScope::scopeChosen, this, &EvidencePanel::showScope);
    showDocument();
}

EvidencePanel::~EvidencePanel() = default;

bool EvidencePanel::isBusy() const {
    return m_job->isBusy();
}

QWidget* EvidencePanel::focusTarget() const {
    return m_pages->currentWidget();
}

EvidencePanel::Tab EvidencePanel::currentTab() const {
    return static_cast<Tab>(m_tabs->currentIndex());
}

void EvidencePanel::setCurrentTab(Tab tab) {
    m_tabs->setCurrentIndex(tab);
}

void EvidencePanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        showPage();
    }
    PanelFrame::changeEvent(event);
}

void EvidencePanel::showDocument() {
    m_shown = m_workspace.document();
    m_selection = m_workspace.selection();
    speakOf({m_selection.module, m_selection.graph, m_selection.tensor(), m_selection.axis});
}

void EvidencePanel::showSelection() {
    const session::Selection& selection = m_workspace.selection();
    session::Selection withoutSample = selection;
    withoutSample.sample = m_selection.sample;
    const bool isSame = m_shown == m_workspace.document() && withoutSample == m_selection;
    m_selection = selection;
    if (!isSame) {
        m_shown = m_workspace.document();
        speakOf({selection.module, selection.graph, selection.tensor(), selection.axis});
    }
    showSample();
}

void EvidencePanel::showScope() {
    const TensorScope::Scope& scope = m_scope.scope();
    if (m_shown && (scope.graph || scope.module)) {
        speakOf({scope.module, scope.graph, {}, {}});
    }
}

void EvidencePanel::speakOf(const EvidenceSubject& subject) {
    m_subject = m_shown ? subject : EvidenceSubject{};
    m_evidence.reset();
    m_job->cancel();
    count();
    showPage();
    showReplay();
}

void EvidencePanel::count() {
    if (!m_subject.tensor || !m_subject.axis) {
        return;
    }
    const capture::Graph& graph = m_shown->capture->graph(*m_subject.graph);
    if (graph.isSummary()) {
        return;
    }
    const auto work = [document = m_shown, tensor = *m_subject.tensor, axis = *m_subject.axis] {
        return evidenceOf(document, tensor, axis);
    };
    if (graph.samples <= kCountedAtOnce) {
        m_evidence = work();
    } else {
        m_job->start(work);
    }
}

QString EvidencePanel::subjectText() const {
    if (!m_shown || !(m_subject.module || m_subject.graph)) {
        return {};
    }
    const capture::Capture& capture = *m_shown->capture;
    if (m_subject.tensor && m_subject.axis) {
        return tr("%1, axis %2")
            .arg(QString::fromStdString(capture.tensor(*m_subject.tensor).accessPath),
                 QString::number(*m_subject.axis));
    }
    if (m_subject.tensor) {
        return QString::fromStdString(capture.tensor(*m_subject.tensor).accessPath);
    }
    return m_subject.graph ? tr("graph %1").arg(models::graphText(capture.graph(*m_subject.graph)))
                           : QString::fromStdString(capture.module(*m_subject.module).name);
}

void EvidencePanel::showPage() {
    const QString subject = subjectText();
    setSummary(subject);
    m_page->setAccessibleName(subject.isEmpty() ? tr("Evidence") : tr("Evidence of %1").arg(subject));
    if (subject.isEmpty()) {
        m_page->setPlainText(m_shown
                                 ? tr("Select a graph, a tensor or an axis to see why its verdict is what "
                                      "it is.")
                                 : tr("Nothing is open."));
        return;
    }
    const EvidenceParts parts{m_evidence, m_labels != nullptr && m_labels->canEdit()};
    m_page->setHtml(evidencePage(*m_shown, m_subject, parts, widgets::ThemeColors::of(palette())));
}

void EvidencePanel::showReplay() {
    const QScopedValueRollback guard(m_showing, true);
    const bool isSeen = currentTab() == Replay;
    m_model.setAxis(isSeen ? snapshotOf(m_shown) : models::Snapshot{}, m_subject.tensor, m_subject.axis);
    const bool isSummary =
        m_shown && m_subject.graph && m_shown->capture->graph(*m_subject.graph).isSummary();
    m_replay->setEmptyText(!m_shown    ? tr("Nothing is open.")
                           : isSummary ? tr("No samples in this file: there is nothing to replay.")
                                       : tr("Select an axis to replay its verdict sample by sample."));
    showSample();
}

void EvidencePanel::showSample() {
    const QScopedValueRollback guard(m_showing, true);
    const auto sample = m_workspace.selection().sample;
    const bool isShown = sample && m_subject.graph == m_workspace.selection().graph &&
                         static_cast<int>(sample->value) < m_model.rowCount();
    m_replay->selectRows(isShown ? QList<int>{static_cast<int>(sample->value)} : QList<int>());
}

void EvidencePanel::takeSample() {
    const int row = m_replay->currentIndex().row();
    if (!m_showing && row >= 0 && m_replay->selectionModel()->isRowSelected(row)) {
        m_workspace.selectSample(base::SampleId{static_cast<std::uint32_t>(row)});
    }
}

void EvidencePanel::follow(const QUrl& url) {
    const auto link = EvidenceLink::parse(url.toString());
    if (!link || !m_shown) {
        return;
    }
    switch (link->kind) {
        case EvidenceLink::Kind::sample: m_workspace.selectSample(base::SampleId{link->number}); break;
        case EvidenceLink::Kind::axis:
            m_workspace.selectAxis(base::TensorId{link->number}, link->axis);
            break;
        case EvidenceLink::Kind::tensor: followTensor(base::TensorId{link->number}); break;
        case EvidenceLink::Kind::graph: followGraph(base::GraphId{link->number}); break;
        case EvidenceLink::Kind::module: speakOf({base::ModuleId{link->number}, {}, {}, {}}); break;
        case EvidenceLink::Kind::findings: emit findingsRequested(); break;
        case EvidenceLink::Kind::replay: setCurrentTab(Replay); break;
        case EvidenceLink::Kind::relabel: relabel(link->number); break;
    }
}

void EvidencePanel::followTensor(base::TensorId tensor) {
    if (tensor != m_workspace.selection().tensor()) {
        m_workspace.selectTensors({tensor});
    }
    speakOf({{}, m_shown->capture->tensor(tensor).graph, tensor, {}});
}

void EvidencePanel::followGraph(base::GraphId graph) {
    if (graph != m_workspace.selection().graph) {
        m_workspace.selectGraph(graph);
    }
    speakOf({{}, graph, {}, {}});
}

void EvidencePanel::relabel(std::uint32_t finding) {
    const auto& findings = m_shown->analysis->graph(*m_subject.graph).findings;
    if (m_labels && finding < findings.size()) {
        m_labels->relabelProposed(*m_subject.graph, findings[finding]);
    }
}

}  // namespace dimscope::panels
