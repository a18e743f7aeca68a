// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <memory>
#include <string>

#include "core/base/cancel_token.h"
#include "core/overrides/judgement.h"
#include "ui/session/overrides_document.h"
#include "ui/session/workspace.h"

namespace dimscope::session {

/// What a state of the overrides means for the open capture. Never changes.
struct Judged {
    std::shared_ptr<const capture::Capture> capture;
    OverrideSetPtr set;
    std::shared_ptr<const inference::Exclusions> exclusions;  ///< never null
    std::shared_ptr<const inference::Analysis> analysis;      ///< without the excluded samples
    overrides::Judgement judgement;
};
using JudgedPtr = std::shared_ptr<const Judged>;

/// Judges the overrides on a worker whenever they or the capture change, and gives the workspace an analysis
/// without the samples that are excluded. States that were passed while it worked are skipped; the last one
/// is always judged. Lives on the GUI thread; the destructor cancels and waits.
class OverridesJudge : public QObject {
    Q_OBJECT

 public:
    OverridesJudge(Workspace& workspace, OverridesDocument& document, QObject* parent = nullptr);
    ~OverridesJudge() override;

    /// Of the open capture; null before the first one was judged. May be a state behind while isBusy().
    [[nodiscard]] const JudgedPtr& judged() const { return m_judged; }
    [[nodiscard]] bool isBusy() const { return m_isRunning; }
    /// Fingerprint of the open capture as recorded; empty until it is known.
    [[nodiscard]] const std::string& fingerprint() const { return m_fingerprint; }

 signals:
    void judgedChanged();
    /// Once per recording: other batch sizes do not count.
    void fingerprintKnown();

 private:
    using Fingerprint = std::shared_ptr<const base::Result<std::string>>;

    void takeDocument();
    void takeRecording(const DocumentPtr& document);
    void judgeLater();
    void start();
    void finish();
    void takeFingerprint();
    void publish(JudgedPtr judged);

    Workspace& m_workspace;
    OverridesDocument& m_document;
    std::shared_ptr<const capture::Capture> m_capture;
    std::shared_ptr<const capture::Capture> m_recording;
    std::shared_ptr<const inference::Analysis> m_whole;   // with all samples
    std::shared_ptr<const inference::Analysis> m_latest;  // of m_exclusions
    std::shared_ptr<const inference::Exclusions> m_exclusions;
    JudgedPtr m_judged;
    std::string m_fingerprint;
    base::CancelToken m_cancel;           // of the present capture
    base::CancelToken m_recordingCancel;  // of the present recording
    bool m_isRunning = false;
    bool m_isStale = false;
    QFutureWatcher<JudgedPtr> m_watcher;
    QFutureWatcher<Fingerprint> m_fingerprintWatcher;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
