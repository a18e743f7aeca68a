// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>
#include <QtConcurrentRun>
#include <functional>
#include <memory>
#include <utility>

namespace dimscope::charts {

/// Threads for the numbers of charts, apart from those that load files: a long load must not hold up a zoom.
[[nodiscard]] QThreadPool& chartThreads();

/// Runs work off the GUI thread and hands its result over on the GUI thread; the newest request wins. At
/// most one piece of work runs and one waits, however fast requests come. Work sees values only. Lives on
/// the GUI thread; after its end no result arrives, and what still runs ends on its own.
template <class T>
class LatestJob {
 public:
    using Work = std::function<std::shared_ptr<const T>()>;
    using Done = std::function<void(std::shared_ptr<const T>)>;

    explicit LatestJob(Done done) : m_done(std::move(done)) {
        QObject::connect(&m_watcher, &QFutureWatcherBase::finished, &m_watcher, [this] { finished(); });
    }

    void start(Work work) {
        if (m_running) {
            m_waiting = std::move(work);
            return;
        }
        m_running = true;
        m_wanted = true;
        m_watcher.setFuture(QtConcurrent::run(&chartThreads(), std::move(work)));
    }

    /// Drops what runs and what waits.
    void cancel() {
        m_waiting = nullptr;
        m_wanted = false;
    }

    [[nodiscard]] bool isBusy() const { return m_waiting || (m_running && m_wanted); }

 private:
    void finished() {
        m_running = false;
        const std::shared_ptr<const T> result = m_watcher.result();
        const bool wanted = std::exchange(m_wanted, false);
        if (Work next = std::exchange(m_waiting, nullptr)) {
            start(std::move(next));
        } else if (wanted) {
            m_done(result);
        }
    }

    Done m_done;
    Work m_waiting;
    bool m_running = false;
    bool m_wanted = false;
    QFutureWatcher<std::shared_ptr<const T>> m_watcher;
};

}  // namespace dimscope::charts
