// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/file_jobs.h"

#include <QtConcurrentRun>
#include <utility>

#include "ui/session/release_later.h"

namespace dimscope::session {

namespace {

constexpr int kProgressMilliseconds = 50;
/// A cancelled worker may take a moment to end; the next job need not wait for it.
constexpr int kWorkers = 2;

}  // namespace

FileJobs::FileJobs(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(kWorkers);
    m_progressTimer.setInterval(kProgressMilliseconds);
    connect(&m_progressTimer, &QTimer::timeout, this, [this] {
        if (const auto state = m_board->take()) {
            emit progressed(state->fraction, state->what);
        }
    });
    connect(&m_watcher, &QFutureWatcherBase::finished, this, &FileJobs::take);
}

FileJobs::~FileJobs() {
    if (m_cancel) {
        m_cancel->cancel();
    }
    m_pool.waitForDone();
}

void FileJobs::add(const QString& what, Size size, Work work) {
    if (size == Size::small && !isBusy()) {
        ProgressBoard board;
        if (const Finish finish = work({}, board)) {
            finish();
        }
        return;
    }
    m_waiting.push_back({what, std::move(work)});
    if (!m_cancel) {
        startNext();
    }
}

void FileJobs::cancel() {
    if (!isBusy()) {
        return;
    }
    m_waiting.clear();
    if (m_cancel) {
        m_cancel->cancel();
        m_cancel.reset();
    }
    m_watcher.setFuture({});
    m_progressTimer.stop();
    emit cancelled();
}

void FileJobs::startNext() {
    const Job job = std::move(m_waiting.front());
    m_waiting.pop_front();
    m_cancel = std::make_unique<base::CancelToken>();
    m_board = std::make_shared<ProgressBoard>();
    m_watcher.setFuture(
        QtConcurrent::run(&m_pool, [work = job.work, cancel = *m_cancel, board = m_board]() -> Outcome {
            return std::make_shared<const Finish>(work(cancel, *board));
        }));
    m_progressTimer.start();
    emit started(job.what);
}

void FileJobs::take() {
    if (!m_cancel || m_watcher.future().resultCount() == 0) {
        return;  // was cancelled, which has been said
    }
    Outcome outcome = m_watcher.result();
    m_watcher.setFuture({});
    m_cancel.reset();
    m_progressTimer.stop();
    emit ended();
    if (*outcome) {
        (*outcome)();
    }
    releaseLater(std::move(outcome));  // it may hold the last of a large file
    if (!m_cancel && !m_waiting.empty()) {
        startNext();
    }
}

}  // namespace dimscope::session
