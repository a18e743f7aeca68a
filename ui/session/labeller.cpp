// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/labeller.h"

#include <QtConcurrentRun>
#include <utility>
#include <vector>

#include "core/inference/analysis.h"

namespace dimscope::session {

namespace {

/// A state, one that is being cancelled, and a search.
constexpr int kWorkers = 3;

/// The document with the labels; null where it was cancelled.
DocumentPtr labelledDocument(const Document& before, const capture::Labelling& labels,
                             const base::CancelToken& cancel) {
    Document next = before;
    next.labels = labels;
    next.recorded = before.recording();
    next.diagnostics = before.fileDiagnostics;
    next.capture = capture::labelled(next.recorded, labels, next.diagnostics);
    auto whole = inference::analyse(*next.capture, cancel);
    if (!whole) {
        return nullptr;
    }
    next.whole = std::make_shared<const inference::Analysis>(std::move(*whole));
    next.analysis = next.whole;
    inference::addDiagnostics(*next.capture, *next.whole, next.diagnostics);
    if (next.exclusions && !next.exclusions->empty()) {
        std::vector<base::GraphId> graphs;
        for (const auto& [graph, samples] : *next.exclusions) {
            graphs.push_back(graph);
        }
        auto remaining =
            inference::analyseAgain(*next.capture, *next.whole, graphs, *next.exclusions, cancel);
        if (!remaining) {
            return nullptr;
        }
        next.analysis = std::make_shared<const inference::Analysis>(std::move(*remaining));
    }
    return std::make_shared<const Document>(std::move(next));
}

}  // namespace

Labeller::Labeller(Workspace& workspace, LabelEditor& editor, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_editor(editor) {
    m_pool.setMaxThreadCount(kWorkers);
    connect(&workspace, &Workspace::documentChanged, this, &Labeller::takeDocument);
    connect(&editor, &LabelEditor::changed, this, &Labeller::follow);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &Labeller::finish);
    connect(&m_searchWatcher, &QFutureWatcherBase::finished, this, &Labeller::takeCandidates);
    takeDocument();
}

Labeller::~Labeller() {
    m_cancel.cancel();
    m_searchCancel.cancel();
    m_pool.waitForDone();
}

void Labeller::takeDocument() {
    const DocumentPtr document = m_workspace.document();
    const auto recording = document ? document->recording() : nullptr;
    if (recording != m_recording) {
        m_recording = recording;
        m_searchCancel.cancel();
        m_searchCancel = {};
        m_isSearching = recording != nullptr;
        if (recording) {
            m_searchWatcher.setFuture(QtConcurrent::run(
                &m_pool, [recording, cancel = m_searchCancel] { return search(*recording, cancel); }));
        } else {
            m_searchWatcher.setFuture({});
        }
        if (!std::exchange(m_found, {}).empty()) {
            emit candidatesChanged();
        }
    }
    follow();
}

std::shared_ptr<const Labeller::Candidates> Labeller::search(const capture::Capture& recording,
                                                             const base::CancelToken& cancel) {
    auto samples = inference::batchSourceCandidates(recording, cancel);
    auto ranges = inference::rangeBatchCandidates(recording, cancel);
    return samples && ranges
               ? std::make_shared<const Candidates>(Candidates{*std::move(samples), *std::move(ranges)})
               : nullptr;
}

void Labeller::follow() {
    const DocumentPtr document = m_workspace.document();
    m_cancel.cancel();
    m_cancel = {};
    if (!document || !document->capture || document->labels == *m_editor.labelling()) {
        m_watcher.setFuture({});
        setRunning(false);
        return;
    }
    m_watcher.setFuture(
        QtConcurrent::run(&m_pool, [document, labels = m_editor.labelling(), cancel = m_cancel] {
            return labelledDocument(*document, *labels, cancel);
        }));
    setRunning(true);
}

void Labeller::finish() {
    if (!m_isRunning || m_watcher.future().resultCount() == 0) {
        return;
    }
    const DocumentPtr made = m_watcher.result();
    if (!made || made->recorded != m_recording) {
        return;
    }
    setRunning(false);
    m_workspace.setLabelled(made);
}

void Labeller::takeCandidates() {
    if (!m_isSearching || m_searchWatcher.future().resultCount() == 0) {
        return;
    }
    m_isSearching = false;
    if (const auto found = m_searchWatcher.result(); found && !found->empty()) {
        m_found = *found;
        emit candidatesChanged();
    }
}

void Labeller::setRunning(bool isRunning) {
    if (m_isRunning != isRunning) {
        m_isRunning = isRunning;
        emit busyChanged();
    }
}

}  // namespace dimscope::session
