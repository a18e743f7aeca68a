// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/inference/batch_source_candidates.h"
#include "core/inference/range_batch_axes.h"
#include "ui/session/label_editor.h"
#include "ui/session/workspace.h"

namespace dimscope::session {

/// Makes the open document follow the labels: on a worker the recording gets its batch sizes and is analysed
/// anew, then the workspace gets the result. The last state wins; a state that was passed is cancelled. Finds
/// axes that could tell unknown batch sizes, too. Lives on the GUI thread; the destructor cancels and waits.
class Labeller : public QObject {
    Q_OBJECT

 public:
    Labeller(Workspace& workspace, LabelEditor& editor, QObject* parent = nullptr);
    ~Labeller() override;

    /// Until the document has the labels of the editor.
    [[nodiscard]] bool isBusy() const { return m_isRunning; }
    /// For the open recording, best first; empty until they are known, and where nothing is unknown.
    [[nodiscard]] const std::vector<inference::BatchSourceCandidate>& candidates() const {
        return m_found.samples;
    }
    /// The same where the recording holds ranges only.
    [[nodiscard]] const std::vector<inference::RangeBatchCandidate>& rangeCandidates() const {
        return m_found.ranges;
    }
    [[nodiscard]] bool isSearching() const { return m_isSearching; }

 signals:
    void busyChanged();
    void candidatesChanged();

 private:
    struct Candidates {
        std::vector<inference::BatchSourceCandidate> samples;
        std::vector<inference::RangeBatchCandidate> ranges;
        [[nodiscard]] bool empty() const { return samples.empty() && ranges.empty(); }
    };

    [[nodiscard]] static std::shared_ptr<const Candidates> search(const capture::Capture& recording,
                                                                  const base::CancelToken& cancel);
    void takeDocument();
    void follow();
    void finish();
    void takeCandidates();
    void setRunning(bool isRunning);

    Workspace& m_workspace;
    LabelEditor& m_editor;
    std::shared_ptr<const capture::Capture> m_recording;
    base::CancelToken m_cancel;        // of the running state
    base::CancelToken m_searchCancel;  // of the recording
    Candidates m_found;
    bool m_isRunning = false;
    bool m_isSearching = false;
    QFutureWatcher<DocumentPtr> m_watcher;
    QFutureWatcher<std::shared_ptr<const Candidates>> m_searchWatcher;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
