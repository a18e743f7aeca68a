// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSemaphore>
#include <QSignalSpy>
#include <QTest>
#include <atomic>
#include <memory>

#include "ui/session/file_jobs.h"

using namespace dimscope;
using session::FileJobs;

namespace {

/// Says on the GUI thread that it is done.
FileJobs::Work saying(const QString& word, QStringList& said) {
    return [word, &said](const base::CancelToken&, base::ProgressSink&) -> FileJobs::Finish {
        return [word, &said] { said += word; };
    };
}

/// Works until it may end, or is cancelled; then finishes all the same.
FileJobs::Work waiting(
    std::shared_ptr<QSemaphore> mayEnd, QStringList& said,
    std::shared_ptr<std::atomic<bool>> wasCancelled = std::make_shared<std::atomic<bool>>()) {
    return [=, &said](const base::CancelToken& cancel, base::ProgressSink& progress) -> FileJobs::Finish {
        progress.progress(0.5, "half");
        while (!mayEnd->tryAcquire(1, 1) && !cancel.cancelled()) {
        }
        *wasCancelled = cancel.cancelled();
        return [&said] { said += QStringLiteral("waited"); };
    };
}

}  // namespace

class TstFileJobs : public QObject {
    Q_OBJECT

 private slots:
    void smallJobsRunAtOnce() {
        FileJobs jobs;
        QSignalSpy started(&jobs, &FileJobs::started);
        QStringList said;
        jobs.add("a", FileJobs::Size::small, saying("a", said));
        QCOMPARE(said, QStringList{"a"});
        QVERIFY(!jobs.isBusy());
        QCOMPARE(started.count(), 0);
    }

    void oneAfterTheOther() {
        FileJobs jobs;
        QSignalSpy started(&jobs, &FileJobs::started);
        QSignalSpy ended(&jobs, &FileJobs::ended);
        QStringList said;
        const auto mayEnd = std::make_shared<QSemaphore>();
        jobs.add("slow", FileJobs::Size::large, waiting(mayEnd, said));
        jobs.add("small", FileJobs::Size::small, saying("small", said));  // waits its turn
        jobs.add("large", FileJobs::Size::large, saying("large", said));
        QVERIFY(jobs.isBusy());
        QVERIFY(said.isEmpty());
        mayEnd->release();
        QTRY_VERIFY(!jobs.isBusy());
        QCOMPARE(said, (QStringList{"waited", "small", "large"}));
        QCOMPARE(started.count(), 3);
        QCOMPARE(started.at(1).at(0).toString(), QString("small"));
        QCOMPARE(ended.count(), 3);
    }

    void tellsProgress() {
        FileJobs jobs;
        QSignalSpy progressed(&jobs, &FileJobs::progressed);
        QStringList said;
        const auto mayEnd = std::make_shared<QSemaphore>();
        jobs.add("slow", FileJobs::Size::large, waiting(mayEnd, said));
        QVERIFY(progressed.wait());
        QCOMPARE(progressed.at(0).at(0).toDouble(), 0.5);
        QCOMPARE(progressed.at(0).at(1).toString(), QString("half"));
        mayEnd->release();
        QTRY_VERIFY(!jobs.isBusy());
    }

    void cancelledJobsNeverFinish() {
        FileJobs jobs;
        QSignalSpy cancelled(&jobs, &FileJobs::cancelled);
        QSignalSpy ended(&jobs, &FileJobs::ended);
        QStringList said;
        const auto wasCancelled = std::make_shared<std::atomic<bool>>();
        jobs.add("slow", FileJobs::Size::large, waiting(std::make_shared<QSemaphore>(), said, wasCancelled));
        jobs.add("next", FileJobs::Size::large, saying("next", said));
        jobs.cancel();
        QVERIFY(!jobs.isBusy());
        QCOMPARE(cancelled.count(), 1);
        jobs.add("after", FileJobs::Size::large, saying("after", said));
        QTRY_VERIFY(!jobs.isBusy());
        QTRY_VERIFY(*wasCancelled);
        QCOMPARE(said, QStringList{"after"});
        QCOMPARE(ended.count(), 1);
        jobs.cancel();
        QCOMPARE(cancelled.count(), 1);  // there was nothing to give up
    }

    void aFinishMayAddJobs() {
        FileJobs jobs;
        QStringList said;
        jobs.add("a", FileJobs::Size::large, [&](const base::CancelToken&, base::ProgressSink&) {
            return [&] { jobs.add("b", FileJobs::Size::large, saying("b", said)); };
        });
        QTRY_COMPARE(said, QStringList{"b"});
    }

    void destroyedWhileBusy() {
        QStringList said;
        const auto wasCancelled = std::make_shared<std::atomic<bool>>();
        {
            FileJobs jobs;
            jobs.add("slow", FileJobs::Size::large,
                     waiting(std::make_shared<QSemaphore>(), said, wasCancelled));
            jobs.add("next", FileJobs::Size::large, saying("next", said));
        }
        QCoreApplication::processEvents();
        QVERIFY(*wasCancelled);
        QVERIFY(said.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TstFileJobs)
#include "tst_file_jobs.moc"
