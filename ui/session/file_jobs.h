// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFutureWatcher>
#include <QObject>
#include <QString>
#include <QThreadPool>
#include <QTimer>
#include <deque>
#include <functional>
#include <memory>

#include "core/base/cancel_token.h"
#include "ui/session/progress_board.h"

namespace dimscope::session {

/// Work on files that may be large, one job after the other on a worker. A job that is cancelled never
/// finishes; whatever it was about to change stays. Lives on the GUI thread; the destructor cancels and
/// waits.
class FileJobs : public QObject {
    Q_OBJECT

 public:
    /// What is left to do on the GUI thread.
    using Finish = std::function<void()>;
    /// Runs on a worker and touches nothing but what it owns.
    using Work = std::function<Finish(const base::CancelToken& cancel, base::ProgressSink& progress)>;
    /// Small jobs run at once, on the GUI thread, where no other runs or waits.
    enum class Size : std::uint8_t { small, large };

    explicit FileJobs(QObject* parent = nullptr);
    ~FileJobs() override;

    /// `what`: a short phrase for the status bar.
    void add(const QString& what, Size size, Work work);
    /// Gives up the job that runs and those that wait.
    void cancel();
    [[nodiscard]] bool isBusy() const { return m_cancel != nullptr || !m_waiting.empty(); }

 signals:
    void started(const QString& what);
    void progressed(double fraction, const QString& what);
    /// After each job, before its Finish; the next one may have to wait for that.
    void ended();
    /// Instead of ended(): everything was given up.
    void cancelled();

 private:
    struct Job {
        QString what;
        Work work;
    };
    using Outcome = std::shared_ptr<const Finish>;

    void startNext();
    void take();

    std::deque<Job> m_waiting;
    std::unique_ptr<base::CancelToken> m_cancel;  // of the job that runs
    std::shared_ptr<ProgressBoard> m_board;
    QFutureWatcher<Outcome> m_watcher;
    QTimer m_progressTimer;
    QThreadPool m_pool;
};

}  // namespace dimscope::session
