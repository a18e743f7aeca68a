// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QObject>
#include <QProcess>
#include <QString>
#include <QTimer>
#include <chrono>
#include <memory>
#include <optional>

#include "core/base/error.h"
#include "core/trial/answer_check.h"

namespace dimscope::session {

using TrialOutcomePtr = std::shared_ptr<const trial::Outcome>;

/// Has a request carried out by the program that works with real tensors: one process per request, which is
/// never trusted and never waited for. Each start ends with exactly one of finished, failed, cancelled,
/// through the event loop. The process dies with this one, and with this object.
class TensorWorker : public QObject {
    Q_OBJECT

 public:
    /// Time for the whole request, from the start of the process.
    static constexpr std::chrono::milliseconds kDefaultTime = std::chrono::minutes(10);

    explicit TensorWorker(QObject* parent = nullptr);
    ~TensorWorker() override;

    /// The environment's DIMSCOPE_TENSORS, else `dimscope-tensors` beside the running program or in
    /// ../libexec/dimscope; where there is none, the place where it should be.
    [[nodiscard]] static QString programPath();
    /// Three quarters of the machine's memory, in bytes.
    [[nodiscard]] static std::int64_t defaultMemory();

    /// Only while nothing runs. `plan` is what the answers are held against.
    void start(const trial::Request& request, const trial::ResizePlan& plan,
               std::chrono::milliseconds time = kDefaultTime);
    /// Kills the process. Without one nothing happens.
    void cancel();
    [[nodiscard]] bool isRunning() const { return m_check.has_value(); }

 signals:
    /// `fraction` below 0 where the end is not known.
    void progressed(double fraction, const QString& what);
    /// Of a probe also where the process was ended by the model, by its own time or memory limit: the batch
    /// size that ran is a failure then.
    void finished(dimscope::session::TrialOutcomePtr outcome);
    void failed(const dimscope::base::Error& error);
    /// `partial`: what a probe found at the batch sizes that had ended; null: none had, or it is no probe.
    void cancelled(dimscope::session::TrialOutcomePtr partial);

 private:
    /// Why the process was killed.
    enum class Stopped { no, cancelled, lied, late };

    void readAnswers();
    void readErrors();
    void takeLine(const QByteArray& line);
    void stop(Stopped why, std::optional<base::Error> error = {});
    void onError(QProcess::ProcessError error);
    void end();
    /// How the process ended, and the last words on its standard error.
    [[nodiscard]] QString endText() const;
    void endEarly(const QString& why);

    QProcess m_process;
    QTimer m_clock;
    std::optional<trial::AnswerCheck> m_check;  ///< of the request that runs
    std::chrono::milliseconds m_time{};
    QByteArray m_buffer;      ///< a line that is not whole yet
    std::size_t m_taken = 0;  ///< bytes of answers
    std::size_t m_lines = 0;
    QByteArray m_lastWords;  ///< end of the standard error
    Stopped m_stopped = Stopped::no;
    std::optional<base::Error> m_error;
};

}  // namespace dimscope::session
