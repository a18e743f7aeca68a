// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/tensor_worker.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <csignal>
#include <cstring>
#include <utility>

namespace dimscope::session {

namespace {

constexpr qsizetype kLastWords = 2048;  // bytes
/// A process that has answered has nothing left to do.
constexpr std::chrono::seconds kToEnd{2};

base::Error fault(base::ErrorCode code, const QString& found, const QString& expected,
                  const QString& remedy) {
    return {code, found.toStdString(), expected.toStdString(), remedy.toStdString(), {}, {}};
}

QString secondsText(std::chrono::milliseconds time) {
    return QString::number(static_cast<double>(time.count()) / 1000) + QStringLiteral(" s");
}

/// Holds signals back until the child has its own ways with them: until then it runs the handlers of this
/// process, in this process's memory (vfork).
class SignalsHeld {
 public:
    SignalsHeld() {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, &m_before);
    }
    ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &m_before, nullptr); }
    SignalsHeld(const SignalsHeld&) = delete;
    SignalsHeld& operator=(const SignalsHeld&) = delete;

 private:
    sigset_t m_before{};
};

/// Runs in the child between fork and exec, so it may only make system calls.
void prepareChild(pid_t parent) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) {
        ::_exit(EXIT_FAILURE);  // the parent died first
    }
    // What interrupts a terminal's program or a whole group is for the parent; it kills this process itself.
    // Its end would else look like a crash of the model.
    for (const int interrupt : {SIGINT, SIGTERM, SIGHUP}) {
        ::signal(interrupt, SIG_IGN);
    }
    ::signal(SIGALRM, SIG_DFL);
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    const rlimit noCore{0, 0};
    ::setrlimit(RLIMIT_CORE, &noCore);
}

}  // namespace

TensorWorker::TensorWorker(QObject* parent) : QObject(parent) {
    m_clock.setSingleShot(true);
    m_process.setChildProcessModifier([parent = ::getpid()] { prepareChild(parent); });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &TensorWorker::readAnswers);
    connect(&m_process, &QProcess::readyReadStandardError, this, &TensorWorker::readErrors);
    connect(&m_process, &QProcess::errorOccurred, this, &TensorWorker::onError);
    connect(&m_process, &QProcess::finished, this, &TensorWorker::end);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        if (m_check->hasEnded()) {
            stop(Stopped::lied,
                 fault(base::ErrorCode::badValue, tr("the worker answered and did not end"),
                       tr("expected its end within %1").arg(secondsText(kToEnd)), tr("try again")));
        } else {
            stop(Stopped::late);
        }
    });
}

TensorWorker::~TensorWorker() {
    m_process.disconnect(this);
    if (m_process.state() != QProcess::NotRunning) {
        m_process.kill();
        m_process.waitForFinished();
    }
}

QString TensorWorker::programPath() {
    if (const QString stated = qEnvironmentVariable("DIMSCOPE_TENSORS"); !stated.isEmpty()) {
        return stated;
    }
    const QDir beside(QCoreApplication::applicationDirPath());
    const QString path = beside.filePath(QStringLiteral("dimscope-tensors"));
    const QString installed =
        QDir::cleanPath(beside.filePath(QStringLiteral("../libexec/dimscope/dimscope-tensors")));
    return !QFileInfo::exists(path) && QFileInfo::exists(installed) ? installed : path;
}

std::int64_t TensorWorker::defaultMemory() {
    return static_cast<std::int64_t>(::sysconf(_SC_PHYS_PAGES)) * ::sysconf(_SC_PAGESIZE) / 4 * 3;
}

void TensorWorker::start(const trial::Request& request, const trial::ResizePlan& plan,
                         std::chrono::milliseconds time) {
    Q_ASSERT(!isRunning());
    m_check.emplace(request, plan);
    m_time = time;
    m_buffer.clear();
    m_lastWords.clear();
    m_taken = 0;
    m_lines = 0;
    m_stopped = Stopped::no;
    m_error.reset();
    m_clock.start(time);
    {
        const SignalsHeld held;
        m_process.start(programPath(), QStringList());
    }
    const std::string line = trial::requestLine(request);
    m_process.write(line.data(), static_cast<qint64>(line.size()));
    m_process.closeWriteChannel();
}

void TensorWorker::cancel() {
    if (isRunning()) {
        stop(Stopped::cancelled);
    }
}

void TensorWorker::stop(Stopped why, std::optional<base::Error> error) {
    // What the user wants counts, then what happened first.
    if (m_stopped == Stopped::no || why == Stopped::cancelled) {
        m_stopped = why;
        m_error = std::move(error);
    }
    m_process.kill();
}

void TensorWorker::readAnswers() {
    while (m_stopped == Stopped::no && m_process.bytesAvailable() > 0) {
        const QByteArray piece = m_process.read(qint64{1} << 20);
        m_taken += static_cast<std::size_t>(piece.size());
        qsizetype begin = 0;
        const qsizetype old = m_buffer.size();  // without a newline
        m_buffer += piece;
        for (qsizetype end = m_buffer.indexOf('\n', old); end >= 0 && m_stopped == Stopped::no;
             end = m_buffer.indexOf('\n', begin)) {
            takeLine(m_buffer.mid(begin, end - begin));
            begin = end + 1;
        }
        m_buffer.remove(0, begin);
        if (m_stopped == Stopped::no &&
            (static_cast<std::size_t>(m_buffer.size()) > trial::AnswerLimits::kLongestLine ||
             m_taken > trial::AnswerLimits::kMostBytes || m_lines > trial::AnswerLimits::kMostLines)) {
            stop(Stopped::lied,
                 fault(base::ErrorCode::tooLarge, tr("the worker answered more than %1 bytes").arg(m_taken),
                       tr("expected shapes"), tr("try again, and report it if it stays")));
        }
    }
    if (m_stopped != Stopped::no) {
        m_process.readAllStandardOutput();
        m_buffer.clear();
    }
}

void TensorWorker::readErrors() {
    m_lastWords += m_process.readAllStandardError();
    if (m_lastWords.size() > kLastWords) {
        m_lastWords = m_lastWords.right(kLastWords);
    }
}

void TensorWorker::takeLine(const QByteArray& line) {
    ++m_lines;
    const auto before = m_check->progress();
    const auto taken = m_check->take({line.constData(), static_cast<std::size_t>(line.size())});
    if (!taken) {
        stop(Stopped::lied, taken.error());
        return;
    }
    if (m_check->hasEnded()) {
        m_clock.start(kToEnd);
        return;
    }
    const auto& now = m_check->progress();
    if (now && (!before || before->done != now->done || before->text != now->text)) {
        const double fraction =
            now->of > 0 ? static_cast<double>(now->done) / static_cast<double>(now->of) : -1;
        emit progressed(fraction, QString::fromStdString(now->text));
    }
}

void TensorWorker::onError(QProcess::ProcessError error) {
    if (error != QProcess::FailedToStart) {
        return;  // `finished` follows
    }
    // QProcess says so while it starts; the signal goes through the event loop.
    QMetaObject::invokeMethod(
        this,
        [this] {
            const bool wasCancelled = m_stopped == Stopped::cancelled;
            m_clock.stop();
            m_check.reset();
            if (wasCancelled) {
                emit cancelled(nullptr);
                return;
            }
            emit failed(fault(base::ErrorCode::fileMissing,
                              tr("found no program that works with tensors: %1").arg(m_process.errorString()),
                              tr("expected %1").arg(programPath()),
                              tr("install dimscope-tensors (it needs LibTorch), or name it in the "
                                 "environment variable DIMSCOPE_TENSORS")));
        },
        Qt::QueuedConnection);
}

QString TensorWorker::endText() const {
    QString out = m_process.exitStatus() == QProcess::CrashExit
                      ? tr("the process was ended by signal %1 (%2)")
                            .arg(m_process.exitCode())
                            .arg(QString::fromLocal8Bit(::strsignal(m_process.exitCode())))
                      : tr("the process ended with code %1").arg(m_process.exitCode());
    const QString words = QString::fromUtf8(m_lastWords).trimmed();
    return words.isEmpty() ? out : out + QStringLiteral(": ") + words;
}

void TensorWorker::endEarly(const QString& why) {
    auto outcome = m_check->finishEarly(why.toStdString());
    m_check.reset();
    if (outcome) {
        emit finished(std::make_shared<const trial::Outcome>(std::move(*outcome)));
        return;
    }
    emit failed(fault(base::ErrorCode::readFailed, tr("found no answer: %1").arg(why), tr("expected one"),
                      tr("try a smaller batch size, or other limits")));
}

void TensorWorker::end() {
    readAnswers();
    readErrors();
    m_clock.stop();
    if (m_stopped == Stopped::cancelled) {
        auto partial = m_check->soFar();
        m_check.reset();
        emit cancelled(partial ? std::make_shared<const trial::Outcome>(std::move(*partial)) : nullptr);
    } else if (m_stopped == Stopped::lied) {
        m_check.reset();
        emit failed(*m_error);
    } else if (m_stopped == Stopped::late) {
        endEarly(tr("it took longer than %1").arg(secondsText(m_time)));
    } else if (!m_check->hasEnded()) {
        endEarly(endText());
    } else if (!m_buffer.isEmpty()) {
        m_check.reset();
        emit failed(fault(base::ErrorCode::badValue, tr("the worker answered more after its end"),
                          tr("expected nothing"), tr("try again, and report it if it stays")));
    } else {
        auto outcome = m_check->finish();
        m_check.reset();
        if (outcome) {
            emit finished(std::make_shared<const trial::Outcome>(std::move(*outcome)));
        } else {
            emit failed(outcome.error());
        }
    }
}

}  // namespace dimscope::session
