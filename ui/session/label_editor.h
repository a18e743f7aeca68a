// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/labelling.h"
#include "core/inference/finding.h"
#include "ui/session/revision_mark.h"
#include "ui/session/workspace.h"

class QUndoStack;

namespace dimscope::session {

using LabellingPtr = std::shared_ptr<const capture::Labelling>;

/// What is stated about batch sizes beside the recording: the value and its edits, each one step of the
/// window's undo stack. The Labeller makes the capture follow. Lives on the GUI thread.
class LabelEditor : public QObject {
    Q_OBJECT

 public:
    /// The workspace and the stack must outlive it.
    LabelEditor(Workspace& workspace, QUndoStack& stack, QObject* parent = nullptr);
    ~LabelEditor() override;

    /// Never null; another pointer after every change.
    [[nodiscard]] const LabellingPtr& labelling() const { return m_labelling; }
    /// Whether a capture is open whose calls can be labelled.
    [[nodiscard]] bool canEdit() const;

    /// Where unknown batch sizes are taken from.
    void setSource(const capture::BatchSizeSource& source);
    /// States batch sizes of calls. One that equals the recorded batch size takes the statement away.
    void relabel(base::GraphId graph, const std::vector<capture::Relabel>& relabels);
    /// Takes statements about calls away: what was recorded, or the source, counts again.
    void restoreRecorded(base::GraphId graph, const std::vector<std::uint32_t>& samples);
    /// Relabels the samples of a `short-batch` finding of the open document as their sizes say. How many:
    /// none where no whole batch size fits.
    std::size_t relabelProposed(base::GraphId graph, const inference::Finding& finding);
    /// Relabels all samples of a graph whose labels their sizes deny (inference::proposedRelabels), as one
    /// step. Looks through the samples on a worker; `proposed` tells how many.
    void relabelProposed(base::GraphId graph);
    /// Until `proposed` is told.
    [[nodiscard]] bool isBusy() const { return m_isSearching; }

    /// The stated batch size of a call, if there is one.
    [[nodiscard]] std::optional<std::int64_t> stated(base::GraphId graph, base::SampleId sample) const;

    /// Another recording, with what was stated when it was opened: saved, as far as this object knows. Steps
    /// that are on the stack must go, or be of a recording that has the same samples.
    void start(capture::Labelling labelling);
    /// The same for a state that no file holds. The steps on the stack go.
    void restore(capture::Labelling labelling);
    /// The present state is in a file now.
    void setSaved();
    /// Another state than what was opened or saved last.
    [[nodiscard]] bool isDirty() const { return !m_revision.isSaved(); }

 signals:
    void changed();
    void dirtyChanged();
    /// How many samples relabelProposed(graph) has relabelled.
    void proposed(dimscope::base::GraphId graph, std::size_t samples);

 private:
    class SourceChange;
    class RelabelChange;
    struct Statement;
    struct Proposals;

    void put(capture::Labelling labelling, quint64 revision);
    [[nodiscard]] capture::GraphRelabels present(base::GraphId graph) const;
    void push(base::GraphId graph, const QString& text, std::vector<Statement> statements);
    void takeProposals();

    Workspace& m_workspace;
    QUndoStack& m_stack;
    LabellingPtr m_labelling;
    RevisionMark m_revision;
    QFutureWatcher<std::shared_ptr<const Proposals>> m_watcher;
    bool m_isSearching = false;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
