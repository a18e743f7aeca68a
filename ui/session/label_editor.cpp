// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/label_editor.h"

#include <QUndoCommand>
#include <QUndoStack>
#include <QtConcurrentRun>
#include <algorithm>
#include <utility>

#include "core/inference/relabel_proposals.h"

namespace dimscope::session {

using capture::BatchSizeSource;
using capture::GraphRelabels;
using capture::Labelling;
using capture::Relabel;

/// What is stated about a call before and after a step; none: nothing.
struct LabelEditor::Statement {
    std::int64_t sample = 0;
    std::optional<std::int64_t> before;
    std::optional<std::int64_t> after;
};

struct LabelEditor::Proposals {
    std::shared_ptr<const capture::Capture> capture;
    base::GraphId graph;
    std::vector<Relabel> relabels;
};

class LabelEditor::SourceChange : public QUndoCommand {
 public:
    SourceChange(LabelEditor& editor, const QString& text, BatchSizeSource after)
        : QUndoCommand(text),
          m_editor(editor),
          m_before(editor.m_labelling->source),
          m_after(std::move(after)),
          m_revisionBefore(editor.m_revision.present()),
          m_revisionAfter(editor.m_revision.next()) {}

    void undo() override { apply(m_before, m_revisionBefore); }
    void redo() override { apply(m_after, m_revisionAfter); }

 private:
    void apply(const BatchSizeSource& source, quint64 revision) {
        Labelling next = *m_editor.m_labelling;
        next.source = source;
        m_editor.put(std::move(next), revision);
    }

    LabelEditor& m_editor;
    BatchSizeSource m_before;
    BatchSizeSource m_after;
    quint64 m_revisionBefore;
    quint64 m_revisionAfter;
};

class LabelEditor::RelabelChange : public QUndoCommand {
 public:
    RelabelChange(LabelEditor& editor, const QString& text, GraphRelabels graph,
                  std::vector<Statement> statements)
        : QUndoCommand(text),
          m_editor(editor),
          m_module(std::move(graph.module)),
          m_graph(std::move(graph.graph)),
          m_statements(std::move(statements)),
          m_revisionBefore(editor.m_revision.present()),
          m_revisionAfter(editor.m_revision.next()) {}

    void undo() override { apply(&Statement::before, m_revisionBefore); }
    void redo() override { apply(&Statement::after, m_revisionAfter); }

 private:
    void apply(std::optional<std::int64_t> Statement::*state, quint64 revision) {
        Labelling next = *m_editor.m_labelling;
        const GraphRelabels* present = next.find(m_module, m_graph);
        GraphRelabels graph = present != nullptr ? *present : GraphRelabels{m_module, m_graph, {}};
        std::vector<Relabel> stated;
        std::vector<std::int64_t> gone;
        for (const Statement& statement : m_statements) {
            if (const auto& batchSize = statement.*state) {
                stated.push_back({statement.sample, *batchSize});
            } else {
                gone.push_back(statement.sample);
            }
        }
        graph.put(std::move(stated));
        graph.remove(gone);
        next.put(std::move(graph));
        m_editor.put(std::move(next), revision);
    }

    LabelEditor& m_editor;
    std::string m_module;
    std::string m_graph;
    std::vector<Statement> m_statements;
    quint64 m_revisionBefore;
    quint64 m_revisionAfter;
};

namespace {

QString sourceText(const BatchSizeSource& source) {
    if (const auto* constant = std::get_if<BatchSizeSource::Constant>(&source.from)) {
        return LabelEditor::tr("Take %1 as the batch size of unlabelled samples").arg(constant->batchSize);
    }
    if (std::holds_alternative<BatchSizeSource::Recorded>(source.from)) {
        return LabelEditor::tr("Take batch sizes as recorded");
    }
    return LabelEditor::tr("Take unknown batch sizes from %1").arg(QString::fromStdString(source.text()));
}

QString relabelText(const std::vector<Relabel>& relabels) {
    return relabels.size() == 1 ? LabelEditor::tr("Relabel sample %1 as batch size %2")
                                      .arg(QString::number(relabels.front().sample),
                                           QString::number(relabels.front().batchSize))
                                : LabelEditor::tr("Relabel %1 samples").arg(relabels.size());
}

}  // namespace

LabelEditor::LabelEditor(Workspace& workspace, QUndoStack& stack, QObject* parent)
    : QObject(parent),
      m_workspace(workspace),
      m_stack(stack),
      m_labelling(std::make_shared<const Labelling>()) {
    m_pool.setMaxThreadCount(1);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &LabelEditor::takeProposals);
}

LabelEditor::~LabelEditor() {
    m_pool.waitForDone();
}

bool LabelEditor::canEdit() const {
    const DocumentPtr document = m_workspace.document();
    return document && document->capture && document->capture->sampleCount() > 0;
}

void LabelEditor::put(Labelling labelling, quint64 revision) {
    const bool wasDirty = isDirty();
    m_labelling = std::make_shared<const Labelling>(std::move(labelling));
    m_revision.setPresent(revision);
    emit changed();
    if (isDirty() != wasDirty) {
        emit dirtyChanged();
    }
}

void LabelEditor::start(Labelling labelling) {
    const bool wasDirty = isDirty();
    m_labelling = std::make_shared<const Labelling>(std::move(labelling));
    m_revision.setPresent(m_revision.next());
    m_revision.setSaved();
    emit changed();
    if (wasDirty) {
        emit dirtyChanged();
    }
}

void LabelEditor::restore(Labelling labelling) {
    m_stack.clear();
    start(std::move(labelling));
    m_revision.forget();
    emit dirtyChanged();
}

void LabelEditor::setSaved() {
    if (isDirty()) {
        m_revision.setSaved();
        emit dirtyChanged();
    }
}

void LabelEditor::setSource(const BatchSizeSource& source) {
    if (canEdit() && source != m_labelling->source) {
        m_stack.push(new SourceChange(*this, sourceText(source), source));
    }
}

GraphRelabels LabelEditor::present(base::GraphId id) const {
    const capture::Capture& capture = *m_workspace.document()->capture;
    const capture::Graph& graph = capture.graph(id);
    const std::string& module = capture.module(graph.module).name;
    const GraphRelabels* found = m_labelling->find(module, graph.name);
    return found != nullptr ? *found : GraphRelabels{module, graph.name, {}};
}

void LabelEditor::push(base::GraphId graph, const QString& text, std::vector<Statement> statements) {
    std::erase_if(statements, [](const Statement& statement) { return statement.before == statement.after; });
    if (!statements.empty()) {
        m_stack.push(new RelabelChange(*this, text, present(graph), std::move(statements)));
    }
}

void LabelEditor::relabel(base::GraphId graph, const std::vector<Relabel>& relabels) {
    if (!canEdit() || relabels.empty()) {
        return;
    }
    const auto& recorded = *m_workspace.document()->recording()->graph(graph).batchSizes;
    const GraphRelabels before = present(graph);
    std::vector<Statement> statements;
    for (const Relabel& relabel : relabels) {
        if (relabel.batchSize < 1 || relabel.sample < 0 ||
            static_cast<std::size_t>(relabel.sample) >= recorded.size()) {
            continue;
        }
        const bool isRecorded = recorded[static_cast<std::size_t>(relabel.sample)] == relabel.batchSize;
        statements.push_back({relabel.sample, before.find(relabel.sample),
                              isRecorded ? std::nullopt : std::optional(relabel.batchSize)});
    }
    push(graph, relabelText(relabels), std::move(statements));
}

void LabelEditor::restoreRecorded(base::GraphId graph, const std::vector<std::uint32_t>& samples) {
    if (!canEdit() || samples.empty()) {
        return;
    }
    const GraphRelabels before = present(graph);
    std::vector<Statement> statements;
    for (const std::uint32_t sample : samples) {
        statements.push_back({sample, before.find(sample), std::nullopt});
    }
    push(graph,
         samples.size() == 1 ? tr("Restore the recorded batch size of sample %1").arg(samples.front())
                             : tr("Restore the recorded batch sizes of %1 samples").arg(samples.size()),
         std::move(statements));
}

std::size_t LabelEditor::relabelProposed(base::GraphId graph, const inference::Finding& finding) {
    if (!canEdit()) {
        return 0;
    }
    const auto relabels = inference::proposedRelabels(*m_workspace.document()->capture, finding);
    relabel(graph, relabels);
    return relabels.size();
}

void LabelEditor::relabelProposed(base::GraphId graph) {
    if (!canEdit() || m_isSearching) {
        return;
    }
    m_isSearching = true;
    const DocumentPtr document = m_workspace.document();
    m_watcher.setFuture(QtConcurrent::run(&m_pool, [document, graph]() -> std::shared_ptr<const Proposals> {
        const auto excluded = document->exclusions ? inference::excludedOf(*document->exclusions, graph)
                                                   : std::span<const std::uint32_t>();
        return std::make_shared<const Proposals>(Proposals{
            document->capture, graph, inference::proposedRelabels(*document->capture, graph, excluded)});
    }));
}

void LabelEditor::takeProposals() {
    m_isSearching = false;
    const std::shared_ptr<const Proposals> found = m_watcher.result();
    const DocumentPtr document = m_workspace.document();
    if (!document || document->capture != found->capture) {
        return;  // other labels or another capture meanwhile
    }
    relabel(found->graph, found->relabels);
    emit proposed(found->graph, found->relabels.size());
}

std::optional<std::int64_t> LabelEditor::stated(base::GraphId graph, base::SampleId sample) const {
    return canEdit() ? present(graph).find(sample.value) : std::nullopt;
}

}  // namespace dimscope::session
