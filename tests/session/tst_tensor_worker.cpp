// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTestEventLoop>

#include "ui/session/tensor_worker.h"

using namespace dimscope;
using session::TensorWorker;

namespace {

constexpr int kPatience = 60000;  // milliseconds
constexpr std::chrono::milliseconds kShort{300};

trial::ResizePlan plan() {
    const module::Locator x({{std::string("x"), module::Container::mapping}}, module::Side::input);
    return {{{{x, "torch.float32", {2, 8}}, {{0, 1}}}}};
}

trial::Request batchTask() {
    return trial::BatchTask{"s.pt", 3, trial::axesOf(plan()), "", {}};
}

trial::Request probeTask() {
    return trial::ProbeTask{"m.pt", "s.pt", {1, 2, 4}, trial::axesOf(plan()), {}};
}

const QString kResized =
    R"(print {"result":{"tensors":[{"path":"x","dtype":"torch.float32","shape":[3,8]}]}})";

QString progress(int done) {
    return QString(R"(print {"progress":{"done":%1,"of":3,"text":"batch size"}})").arg(done);
}

QString failure(int batchSize) {
    return QString(R"(print {"failure":{"batch_size":%1,"message":"raised"}})").arg(batchSize);
}

const QString kDone = R"(print {"result":{}})";

/// Counts what a worker says, and waits for its end.
struct Watched {
    Watched() {
        QObject::connect(&worker, &TensorWorker::finished, &worker,
                         [this](const session::TrialOutcomePtr& answer) { outcome = answer; });
        QObject::connect(&worker, &TensorWorker::failed, &worker,
                         [this](const base::Error& reason) { error = reason; });
    }
    [[nodiscard]] qsizetype ends() const { return finished.count() + failed.count() + cancelled.count(); }
    void run(const trial::Request& request, const QStringList& script,
             std::chrono::milliseconds time = TensorWorker::kDefaultTime) {
        // QTest's own waiting sleeps between events.
        QTestEventLoop loop;
        QObject::connect(&worker, &TensorWorker::finished, &loop, &QTestEventLoop::exitLoop);
        QObject::connect(&worker, &TensorWorker::failed, &loop, &QTestEventLoop::exitLoop);
        start(request, script, time);
        loop.enterLoopMSecs(kPatience);
        QVERIFY(ends() > 0);
        // Nothing comes behind the end.
        QCoreApplication::processEvents();
        QCOMPARE(ends(), 1);
        QVERIFY(!worker.isRunning());
    }
    void start(const trial::Request& request, const QStringList& script,
               std::chrono::milliseconds time = TensorWorker::kDefaultTime) {
        qputenv("FAKE_WORKER", script.join('\n').toUtf8());
        worker.start(request, plan(), time);
        QCOMPARE(ends(), 0);
        QVERIFY(worker.isRunning());
    }

    TensorWorker worker;
    QSignalSpy finished{&worker, &TensorWorker::finished};
    QSignalSpy failed{&worker, &TensorWorker::failed};
    QSignalSpy cancelled{&worker, &TensorWorker::cancelled};
    QSignalSpy progressed{&worker, &TensorWorker::progressed};
    session::TrialOutcomePtr outcome;
    std::optional<base::Error> error;
};

bool isAlive(qint64 pid) {
    QFile status(QString("/proc/%1/stat").arg(pid));
    // A process that has ended stays as a zombie until its parent has asked for it.
    return status.open(QIODevice::ReadOnly) && !status.readAll().contains(") Z ");
}

qint64 pidIn(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toLongLong() : 0;
}

}  // namespace

class TstTensorWorker : public QObject {
    Q_OBJECT

 private slots:
    void init() { qputenv("DIMSCOPE_TENSORS", DIMSCOPE_FAKE_WORKER); }

    void asksAndAnswers() {
        Watched watched;
        const QString request = m_folder.filePath("request");
        watched.run(batchTask(), {"echo " + request, kResized});
        QVERIFY(watched.outcome);
        QCOMPARE(watched.outcome->tensors.size(), std::size_t{1});
        QFile file(request);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto read = trial::readRequest(file.readAll().toStdString());
        QVERIFY(read);
        QVERIFY(*read == batchTask());
    }

    void probes() {
        Watched watched;
        watched.run(probeTask(), {progress(0), failure(1), progress(1), "error a warning of the library",
                                  failure(2), progress(2), failure(4), kDone});
        QVERIFY(watched.outcome);
        QCOMPARE(watched.outcome->failures.size(), std::size_t{3});
        QCOMPARE(watched.progressed.count(), 3);
        QCOMPARE(watched.progressed[1][0].toDouble(), 1.0 / 3);
    }

    void canBeUsedAgain() {
        Watched watched;
        watched.run(batchTask(), {"exit 1"});
        QVERIFY(watched.error);
        watched.failed.clear();
        watched.run(batchTask(), {kResized});
        QVERIFY(watched.outcome);
    }

    void answersInPieces() {
        Watched watched;
        watched.run(batchTask(),
                    {"part {\"progress\":{\"done\":0,\"of\":1,\"te", "print xt\":\"\"}}", kResized});
        QVERIFY(watched.outcome);
    }

    void failures_data() {
        QTest::addColumn<QStringList>("script");
        QTest::addColumn<int>("code");
        const auto row = [](const char* name, const QStringList& script, base::ErrorCode code) {
            QTest::newRow(name) << script << static_cast<int>(code);
        };
        using base::ErrorCode;
        row("crash at the start", {"signal 11"}, ErrorCode::readFailed);
        row("abort", {"error terminate called", "signal 6"}, ErrorCode::readFailed);
        row("ends without a word", {}, ErrorCode::readFailed);
        row("exit code", {"exit 7"}, ErrorCode::readFailed);
        row("half a line, then the end", {R"(part {"result":)"}, ErrorCode::readFailed);
        row("closes its output", {"close", "exit 0"}, ErrorCode::readFailed);
        row("refuses", {R"(print {"error":{"code":"truncated","message":"half a file"}})"},
            ErrorCode::truncated);
        row("malformed JSON", {R"(print {"result":)", "hang"}, ErrorCode::badValue);
        row("talks", {"print loading...", "hang"}, ErrorCode::badValue);
        row("wrong sizes",
            {R"(print {"result":{"tensors":[{"path":"x","dtype":"torch.float32","shape":[4,8]}]}})", "hang"},
            ErrorCode::badValue);
        row("batch size not asked for", {failure(9), "hang"}, ErrorCode::badValue);
        row("lines after the result", {kResized, kResized, "hang"}, ErrorCode::badValue);
        row("text after the result", {kResized, "part x"}, ErrorCode::badValue);
        row("never ends after the result", {kResized, "hang"}, ErrorCode::badValue);
        row("a line without an end", {"flood 200000000", "hang"}, ErrorCode::tooLarge);
        row("lines without an end", {"lines 2000000", "hang"}, ErrorCode::tooLarge);
    }

    void failures() {
        QFETCH(QStringList, script);
        QFETCH(int, code);
        Watched watched;
        watched.run(batchTask(), script);
        QVERIFY(watched.error);
        QCOMPARE(static_cast<int>(watched.error->code), code);
    }

    void saysHowItEnded() {
        Watched watched;
        watched.run(batchTask(), {"error stack overflow in forward", "signal 11"});
        QVERIFY(watched.error);
        const QString text = QString::fromStdString(watched.error->text());
        QVERIFY2(text.contains("signal 11") && text.contains("stack overflow in forward"), qPrintable(text));
    }

    void manyWordsOfTheLibrary() {
        Watched watched;
        watched.run(batchTask(), {"errors 2000000", kResized});
        QVERIFY(watched.outcome);
    }

    void missing_data() {
        QTest::addColumn<QString>("path");
        QTest::newRow("no such file") << m_folder.filePath("none");
        QTest::newRow("no program") << m_folder.filePath("text");
        QTest::newRow("folder") << m_folder.path();
    }

    void missing() {
        QFETCH(QString, path);
        QFile file(m_folder.filePath("text"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        qputenv("DIMSCOPE_TENSORS", path.toUtf8());
        Watched watched;
        watched.run(batchTask(), {kResized});
        QVERIFY(watched.error);
        QCOMPARE(watched.error->code, base::ErrorCode::fileMissing);
        QVERIFY(QString::fromStdString(watched.error->expected).contains(path));
    }

    void missingAndCancelled() {
        qputenv("DIMSCOPE_TENSORS", m_folder.filePath("none").toUtf8());
        Watched watched;
        watched.start(batchTask(), {});
        watched.worker.cancel();
        QTRY_COMPARE(watched.cancelled.count(), 1);
        QCOMPARE(watched.ends(), 1);
    }

    void aCrashIsAFailureOfItsBatchSize() {
        Watched watched;
        watched.run(probeTask(), {progress(0), failure(1), progress(1), "signal 11"});
        QVERIFY(watched.outcome);
        const auto& failures = watched.outcome->failures;
        QCOMPARE(failures.size(), std::size_t{3});
        QCOMPARE(failures[1].batchSize, std::int64_t{2});
        QVERIFY(failures[1].message.find("signal 11") != std::string::npos);
        QVERIFY(failures[2].message.find("not tried") != std::string::npos);
    }

    void timeLimit() {
        Watched probe;
        probe.run(probeTask(), {progress(0), "hang"}, kShort);
        QVERIFY(probe.outcome);
        QCOMPARE(probe.outcome->failures.size(), std::size_t{3});
        QVERIFY(probe.outcome->failures[0].message.find("longer than 0.3 s") != std::string::npos);
        Watched batch;
        batch.run(batchTask(), {"hang"}, kShort);
        QVERIFY(batch.error);
        QCOMPARE(batch.error->code, base::ErrorCode::readFailed);
    }

    void cancelKills() {
        const QString pid = m_folder.filePath("pid-cancel");
        Watched watched;
        watched.start(probeTask(), {progress(0), "pid " + pid, "hang"});
        QTRY_VERIFY_WITH_TIMEOUT(pidIn(pid) > 0, kPatience);
        QVERIFY(isAlive(pidIn(pid)));
        watched.worker.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(watched.cancelled.count(), 1, kPatience);
        QCOMPARE(watched.ends(), 1);
        QVERIFY(!isAlive(pidIn(pid)));
        QVERIFY(watched.cancelled.front().front().value<session::TrialOutcomePtr>() == nullptr);
        watched.worker.cancel();
        QCoreApplication::processEvents();
        QCOMPARE(watched.ends(), 1);
    }

    void theDestructorKills() {
        const QString pid = m_folder.filePath("pid-destructor");
        {
            Watched watched;
            watched.start(probeTask(), {"pid " + pid, "hang"});
            QTRY_VERIFY_WITH_TIMEOUT(pidIn(pid) > 0, kPatience);
        }
        QVERIFY(!isAlive(pidIn(pid)));
    }

    void itDiesWithItsParent() {
        const QString pid = m_folder.filePath("pid-parent");
        QProcess parent;
        parent.setProcessChannelMode(QProcess::ForwardedChannels);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("FAKE_WORKER", "pid " + pid + "\nhang");
        environment.insert("TST_TENSOR_WORKER_PARENT", "1");
        parent.setProcessEnvironment(environment);
        parent.start(QCoreApplication::applicationFilePath(), QStringList());
        QTRY_VERIFY_WITH_TIMEOUT(pidIn(pid) > 0, kPatience);
        const qint64 worker = pidIn(pid);
        QVERIFY(isAlive(worker));
        ::kill(static_cast<pid_t>(parent.processId()), SIGKILL);
        QVERIFY(parent.waitForFinished(kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(!isAlive(worker), kPatience);
    }

    void interruptsAreNotItsOwn() {
        const QString pid = m_folder.filePath("pid-interrupt");
        Watched watched;
        watched.start(batchTask(), {"pid " + pid, "signal 2", "signal 15", "signal 1", kResized});
        QTRY_COMPARE_WITH_TIMEOUT(watched.finished.count(), 1, kPatience);
    }

    void programPath() {
        qunsetenv("DIMSCOPE_TENSORS");
        QCOMPARE(QFileInfo(TensorWorker::programPath()).fileName(), QString("dimscope-tensors"));
        QCOMPARE(QFileInfo(TensorWorker::programPath()).path(), QCoreApplication::applicationDirPath());
        QVERIFY(TensorWorker::defaultMemory() > (std::int64_t{1} << 28));
    }

 private:
    QTemporaryDir m_folder;
};

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    if (qEnvironmentVariableIsSet("TST_TENSOR_WORKER_PARENT")) {
        TensorWorker worker;
        worker.start(probeTask(), plan());
        return QCoreApplication::exec();
    }
    TstTensorWorker test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_tensor_worker.moc"
