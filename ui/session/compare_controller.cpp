// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/compare_controller.h"

#include <QtConcurrentRun>
#include <utility>

namespace dimscope::session {

namespace {

/// A comparison, and one that is being cancelled.
constexpr int kWorkers = 2;

compare::Subject subjectOf(const CompareSide& side) {
    return {*side.capture, *side.analysis, side.overrides.get()};
}

/// Null where it was cancelled.
ComparedPtr run(CompareSide before, CompareSide after, const base::CancelToken& cancel) {
    auto comparison = compare::compare(subjectOf(before), subjectOf(after), cancel);
    if (!comparison) {
        return nullptr;
    }
    return std::make_shared<const Compared>(
        Compared{std::move(before), std::move(after), std::move(*comparison)});
}

}  // namespace

CompareController::CompareController(Workspace& workspace, OverridesJudge& judge, QObject* parent)
    : QObject(parent), m_workspace(workspace), m_judge(judge) {
    m_pool.setMaxThreadCount(kWorkers);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &CompareController::finish);
    connect(&judge, &OverridesJudge::judgedChanged, this, &CompareController::takeOpen);
    connect(&m_loader, &LoadController::progressed, this,
            [this](LoadId, double fraction, const QString& what) { emit progressed(fraction, what); });
    connect(&m_loader, &LoadController::loaded, this,
            [this](LoadId, const DocumentPtr& document) { takeOther(document); });
    connect(&m_loader, &LoadController::failed, this,
            [this](LoadId, const base::Error& error) { emit failed(error); });
    connect(&m_loader, &LoadController::cancelled, this, [this] {
        if (!m_loader.isLoading()) {
            emit cancelled();
        }
    });
    takeOpen();
}

CompareController::~CompareController() {
    m_cancel.cancel();
    m_pool.waitForDone();
}

void CompareController::start(const QStringList& paths) {
    m_paths = paths;
    readers::OpenOptions options;
    if (const DocumentPtr open = m_workspace.document()) {
        options.batchSizes = open->labels.source;
    }
    m_loader.start(paths, options);
    emit started();
}

void CompareController::reload() {
    if (!m_paths.isEmpty()) {
        start(QStringList(m_paths));
    }
}

void CompareController::cancel() {
    m_loader.cancel();
}

void CompareController::close() {
    m_loader.cancel();
    m_paths.clear();
    m_other = nullptr;
    compareAnew();
}

void CompareController::setOrder(CompareOrder order) {
    if (m_order != order) {
        m_order = order;
        compareAnew();
    }
}

void CompareController::swap() {
    setOrder(m_order == CompareOrder::openFirst ? CompareOrder::otherFirst : CompareOrder::openFirst);
}

void CompareController::takeOther(const DocumentPtr& document) {
    m_other = document;
    emit loaded();
    compareAnew();
}

void CompareController::takeOpen() {
    m_open = m_judge.judged();
    const DocumentPtr document = m_workspace.document();
    const bool isOtherwiseLabelled =
        m_other && document && m_other->options.batchSizes != document->labels.source;
    if (isOtherwiseLabelled && !m_loader.isLoading()) {
        reload();  // what was stated about batch sizes counts for both
    }
    compareAnew();
}

void CompareController::drop() {
    m_cancel.cancel();
    m_cancel = {};
    m_isRunning = false;
}

void CompareController::compareAnew() {
    drop();
    const DocumentPtr document = m_workspace.document();
    if (!m_other || !m_open || !document) {
        if (std::exchange(m_compared, nullptr)) {
            emit comparedChanged();
        }
        return;
    }
    CompareSide open{document->title, m_open->capture, m_open->analysis, m_open->set, m_open->exclusions};
    CompareSide other{m_other->title, m_other->capture, m_other->analysis, nullptr, nullptr};
    if (m_order == CompareOrder::otherFirst) {
        std::swap(open, other);
    }
    m_isRunning = true;
    m_watcher.setFuture(QtConcurrent::run(
        &m_pool, [before = std::move(open), after = std::move(other), cancel = m_cancel]() mutable {
            return run(std::move(before), std::move(after), cancel);
        }));
}

void CompareController::finish() {
    if (!m_isRunning) {
        return;  // was dropped
    }
    m_isRunning = false;
    m_compared = m_watcher.result();
    emit comparedChanged();
}

}  // namespace dimscope::session
