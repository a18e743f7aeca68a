// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/overrides_judge.h"

#include <QtConcurrentRun>
#include <set>
#include <utility>

#include "core/overrides/overrides_file.h"
#include "ui/session/release_later.h"

namespace dimscope::session {

namespace {

using inference::Analysis;
using inference::Exclusions;

/// A judgement and a fingerprint of the present capture, and those of one that is being cancelled.
constexpr int kWorkers = 3;

/// What a worker needs; values only.
struct Work {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const Analysis> whole;
    std::shared_ptr<const Analysis> latest;
    std::shared_ptr<const Exclusions> exclusions;  ///< of `latest`
    OverrideSetPtr set;
    base::CancelToken cancel;
};

std::vector<base::GraphId> differing(const Exclusions& left, const Exclusions& right) {
    std::set<base::GraphId> graphs;
    const auto add = [&graphs](const Exclusions& from, const Exclusions& to) {
        for (const auto& [graph, samples] : from) {
            const auto other = to.find(graph);
            if (other == to.end() || other->second != samples) {
                graphs.insert(graph);
            }
        }
    };
    add(left, right);
    add(right, left);
    return {graphs.begin(), graphs.end()};
}

/// Null where it was cancelled.
JudgedPtr run(const Work& work) {
    Judged judged;
    judged.capture = work.capture;
    judged.set = work.set;
    Exclusions exclusions = overrides::exclusionsOf(*work.set, *work.capture);
    if (exclusions == *work.exclusions) {
        judged.exclusions = work.exclusions;
        judged.analysis = work.latest;
    } else {
        if (exclusions.empty()) {
            judged.analysis = work.whole;
        } else {
            auto analysis =
                inference::analyseAgain(*work.capture, *work.latest, differing(*work.exclusions, exclusions),
                                        exclusions, work.cancel);
            if (!analysis) {
                return nullptr;
            }
            judged.analysis = std::make_shared<const Analysis>(std::move(*analysis));
        }
        judged.exclusions = std::make_shared<const Exclusions>(std::move(exclusions));
    }
    auto judgement = overrides::judge(*work.capture, *judged.analysis, *work.set, work.cancel);
    if (!judgement) {
        return nullptr;
    }
    judged.judgement = std::move(*judgement);
    return std::make_shared<const Judged>(std::move(judged));
}

}  // namespace

OverridesJudge::OverridesJudge(Workspace& workspace, OverridesDocument& document, QObject* parent)
    : QObject(parent),
      m_workspace(workspace),
      m_document(document),
      m_exclusions(std::make_shared<const Exclusions>()) {
    m_pool.setMaxThreadCount(kWorkers);
    connect(&workspace, &Workspace::documentChanged, this, &OverridesJudge::takeDocument);
    connect(&document, &OverridesDocument::changed, this, &OverridesJudge::judgeLater);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &OverridesJudge::finish);
    connect(&m_fingerprintWatcher, &QFutureWatcherBase::finished, this, &OverridesJudge::takeFingerprint);
    takeDocument();
}

OverridesJudge::~OverridesJudge() {
    m_cancel.cancel();
    m_recordingCancel.cancel();
    m_pool.waitForDone();
}

void OverridesJudge::takeDocument() {
    const DocumentPtr document = m_workspace.document();
    const auto capture = document ? document->capture : nullptr;
    if (capture == m_capture) {
        return;  // the same capture with another analysis, most likely from here
    }
    m_cancel.cancel();
    m_cancel = {};
    m_isRunning = false;
    m_isStale = false;
    m_capture = capture;
    m_whole = document ? document->wholeAnalysis() : nullptr;
    m_latest = document ? document->analysis : nullptr;
    m_exclusions =
        document && document->exclusions ? document->exclusions : std::make_shared<const Exclusions>();
    releaseLater(std::exchange(m_judged, nullptr));
    emit judgedChanged();
    takeRecording(document);
    if (!m_capture) {
        m_watcher.setFuture({});
        return;
    }
    start();
}

void OverridesJudge::takeRecording(const DocumentPtr& document) {
    const auto recording = document ? document->recording() : nullptr;
    if (recording == m_recording) {
        return;  // with other batch sizes
    }
    m_recording = recording;
    m_recordingCancel.cancel();
    m_recordingCancel = {};
    m_fingerprint.clear();
    m_document.setSource(document ? document->title : QString(), {});
    if (!recording) {
        m_fingerprintWatcher.setFuture({});
        return;
    }
    m_fingerprintWatcher.setFuture(
        QtConcurrent::run(&m_pool, [recording, cancel = m_recordingCancel]() -> Fingerprint {
            return std::make_shared<const base::Result<std::string>>(
                overrides::fingerprintOf(*recording, cancel));
        }));
}

void OverridesJudge::judgeLater() {
    if (!m_capture) {
        return;
    }
    if (m_isRunning) {
        m_isStale = true;
    } else {
        start();
    }
}

void OverridesJudge::start() {
    m_isRunning = true;
    m_isStale = false;
    const Work work{m_capture, m_whole, m_latest, m_exclusions, m_document.set(), m_cancel};
    m_watcher.setFuture(QtConcurrent::run(&m_pool, [work] { return run(work); }));
}

void OverridesJudge::finish() {
    if (!m_isRunning || m_watcher.future().resultCount() == 0) {
        return;
    }
    JudgedPtr judged = m_watcher.result();
    m_isRunning = false;
    if (!judged || judged->capture != m_capture) {
        return;
    }
    m_latest = judged->analysis;
    m_exclusions = judged->exclusions;
    if (m_isStale) {
        start();
    }
    publish(std::move(judged));
}

void OverridesJudge::publish(JudgedPtr judged) {
    releaseLater(std::exchange(m_judged, judged));
    m_workspace.setAnalysis(judged->analysis, judged->exclusions);
    // A slot may have opened something else meanwhile.
    if (m_judged == judged) {
        emit judgedChanged();
    }
}

void OverridesJudge::takeFingerprint() {
    if (!m_recording || m_fingerprintWatcher.future().resultCount() == 0) {
        return;
    }
    const Fingerprint made = m_fingerprintWatcher.result();
    if (made->has_value()) {
        m_fingerprint = made->value();
        m_document.setSource(m_document.sourceName(), m_fingerprint);
        emit fingerprintKnown();
    }
}

}  // namespace dimscope::session
