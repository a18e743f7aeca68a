// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include "ui/session/load_controller.h"

using namespace dimscope;
using session::DocumentPtr;
using session::LoadController;
using session::LoadId;

namespace {

const char* const kHeader = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";

QByteArray call(int batchSize) {
    const QByteArray n = QByteArray::number(batchSize);
    return "{\"module\": \"m\", \"batch_size\": " + n +
           ", \"inputs\": {\"tensor_data\": [{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": "
           "\"torch.float32\", \"shape\": [" +
           n +
           ", 3]}], \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"outputs\": "
           "{\"tensor_data\": [], \"other_data\": [], \"strict\": true, \"llm_phase\": null}}\n";
}

/// Counts the signals that end loads.
struct Ends {
    explicit Ends(LoadController& controller)
        : loaded(&controller, &LoadController::loaded),
          failed(&controller, &LoadController::failed),
          cancelled(&controller, &LoadController::cancelled) {}

    [[nodiscard]] qsizetype all() const { return loaded.count() + failed.count() + cancelled.count(); }

    QSignalSpy loaded;
    QSignalSpy failed;
    QSignalSpy cancelled;
};

constexpr int kPatience = 120000;

}  // namespace

class TstLoadController : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString file(const char* name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    /// A capture that takes a good while to read.
    [[nodiscard]] QString largeFile() const {
        QByteArray text = kHeader;
        QByteArray block;
        for (int i = 0; i < 1000; ++i) {
            block += call(1 + i % 8);
        }
        for (int i = 0; i < 60; ++i) {
            text += block;
        }
        return file("large.shapes.jsonl", text);
    }

 private slots:
    void loads() {
        LoadController controller;
        Ends ends(controller);
        const QString path = file("a.shapes.jsonl", kHeader + call(1) + call(2));
        const LoadId id = controller.start({path}, {});
        QVERIFY(controller.isLoading());
        QCOMPARE(ends.all(), 0);  // through the event loop, never from start() itself
        QTRY_COMPARE_WITH_TIMEOUT(ends.all(), 1, kPatience);
        QVERIFY(!controller.isLoading());
        QCOMPARE(ends.loaded.count(), 1);
        QCOMPARE(ends.loaded[0][0].value<LoadId>(), id);
        const auto document = ends.loaded[0][1].value<DocumentPtr>();
        QCOMPARE(document->title, QStringLiteral("a.shapes.jsonl"));
        QCOMPARE(document->files, QStringList{path});
        QCOMPARE(document->paths, QStringList{path});
        QCOMPARE(document->capture->sampleCount(), std::uint64_t{2});
        QCOMPARE(document->analysis->tensors.size(), std::size_t{1});
        QVERIFY(document->loadSeconds > 0);
        QVERIFY(!document->isSample);
    }

    void loadsText() {
        LoadController controller;
        Ends ends(controller);
        controller.startText(QString::fromUtf8(kHeader + call(1)), "pasted text", {});
        QTRY_COMPARE_WITH_TIMEOUT(ends.loaded.count(), 1, kPatience);
        const auto document = ends.loaded[0][1].value<DocumentPtr>();
        QCOMPARE(document->title, QStringLiteral("pasted text"));
        QVERIFY(document->files.isEmpty());
        QCOMPARE(document->capture->sampleCount(), std::uint64_t{1});
    }

    void loadsTheSample() {
        LoadController controller;
        Ends ends(controller);
        controller.startSample();
        QTRY_COMPARE_WITH_TIMEOUT(ends.all(), 1, kPatience);
        QCOMPARE(ends.loaded.count(), 1);
        const auto document = ends.loaded[0][1].value<DocumentPtr>();
        QVERIFY(document->isSample);
        QCOMPARE(document->title, QStringLiteral("diffusion-pipeline.shapes.jsonl"));
        QVERIFY(document->files.isEmpty());
        QVERIFY(document->capture->sampleCount() > 50);
        QVERIFY(document->capture->modules().size() >= 3);
        QCOMPARE(document->diagnostics.count(base::Severity::error), std::uint64_t{0});
    }

    void errorsKeepCodeAndPlace_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<int>("line");
        const QByteArray bad = "{\"module\": 7}\n";
        QTest::newRow("bad line") << QByteArray(kHeader + call(1) + bad + call(2))
                                  << static_cast<int>(base::ErrorCode::wrongType) << 3;
        QTest::newRow("empty") << QByteArray() << static_cast<int>(base::ErrorCode::emptyFile) << 0;
        QTest::newRow("unknown") << QByteArray("hello\n") << static_cast<int>(base::ErrorCode::unknownFormat)
                                 << 0;
    }
    void errorsKeepCodeAndPlace() {
        QFETCH(QByteArray, text);
        QFETCH(int, code);
        QFETCH(int, line);
        LoadController controller;
        Ends ends(controller);
        const LoadId id = controller.start({file("bad.jsonl", text)}, {});
        QTRY_COMPARE_WITH_TIMEOUT(ends.all(), 1, kPatience);
        QCOMPARE(ends.failed.count(), 1);
        QCOMPARE(ends.failed[0][0].value<LoadId>(), id);
        const auto error = ends.failed[0][1].value<base::Error>();
        QCOMPARE(static_cast<int>(error.code), code);
        QVERIFY(error.where.file.ends_with("bad.jsonl"));
        if (line > 0) {
            QCOMPARE(error.where.line, std::optional(static_cast<std::uint64_t>(line)));
        }
    }

    void missingFile() {
        LoadController controller;
        Ends ends(controller);
        controller.start({m_folder.filePath("none")}, {});
        QTRY_COMPARE_WITH_TIMEOUT(ends.failed.count(), 1, kPatience);
        QVERIFY(ends.failed[0][1].value<base::Error>().code == base::ErrorCode::fileMissing);
    }

    void cancelAnswersAtOnce() {
        const QString path = largeFile();
        LoadController controller;
        Ends ends(controller);
        const LoadId id = controller.start({path}, {});
        QTest::qWait(20);
        controller.cancel();
        QVERIFY(!controller.isLoading());
        QCOMPARE(ends.all(), 0);  // through the event loop
        QTRY_COMPARE_WITH_TIMEOUT(ends.all(), 1, kPatience);
        QCOMPARE(ends.cancelled[0][0].value<LoadId>(), id);
        controller.cancel();  // nothing to cancel
        QTest::qWait(500);
        QCOMPARE(ends.all(), 1);
    }

    void cancelJustAfterTheWorkIsDone() {
        const QString path = file("a.shapes.jsonl", kHeader + call(1));
        LoadController controller;
        Ends ends(controller);
        controller.start({path}, {});
        QTest::qSleep(300);  // the result waits in the event queue
        controller.cancel();
        QTRY_COMPARE_WITH_TIMEOUT(ends.all(), 1, kPatience);
        QTest::qWait(50);
        QCOMPARE(ends.all(), 1);
        QCOMPARE(ends.cancelled.count(), 1);
    }

    void anotherLoadCancelsTheRunningOne() {
        const QString large = largeFile();
        const QString small = file("a.shapes.jsonl", kHeader + call(1));
        LoadController controller;
        Ends ends(controller);
        const LoadId first = controller.start({large}, {});
        const LoadId second = controller.start({small}, {});
        const LoadId third = controller.start({small}, {});
        QVERIFY(first < second && second < third);
        QTRY_COMPARE_WITH_TIMEOUT(ends.all(), 3, kPatience);
        QTest::qWait(50);
        QCOMPARE(ends.all(), 3);
        QCOMPARE(ends.cancelled.count(), 2);
        QCOMPARE(ends.cancelled[0][0].value<LoadId>(), first);
        QCOMPARE(ends.cancelled[1][0].value<LoadId>(), second);
        QCOMPARE(ends.loaded[0][0].value<LoadId>(), third);
    }

    void startFromASlot() {
        const QString small = file("a.shapes.jsonl", kHeader + call(1));
        LoadController controller;
        Ends ends(controller);
        connect(
            &controller, &LoadController::loaded, this, [&] { controller.start({small}, {}); },
            Qt::SingleShotConnection);
        controller.start({small}, {});
        QTRY_COMPARE_WITH_TIMEOUT(ends.loaded.count(), 2, kPatience);
    }

    void progressIsRareAndRises() {
        const QString path = largeFile();
        LoadController controller;
        Ends ends(controller);
        QElapsedTimer timer;
        timer.start();
        QList<qint64> times;
        QList<double> fractions;
        connect(&controller, &LoadController::progressed, this, [&](LoadId, double fraction, const QString&) {
            times += timer.elapsed();
            fractions += fraction;
        });
        controller.start({path}, {});
        QTRY_COMPARE_WITH_TIMEOUT(ends.loaded.count(), 1, kPatience);
        const qint64 last = timer.elapsed();
        QVERIFY(times.size() <= last / 50 + 1);
        for (qsizetype i = 1; i < fractions.size(); ++i) {
            QVERIFY(fractions[i] >= fractions[i - 1] || fractions[i] < 0);
            QVERIFY(fractions[i] <= 1);
        }
    }

    void destructionCancelsAndWaits() {
        const QString path = largeFile();
        for (int round = 0; round < 5; ++round) {
            auto controller = std::make_unique<LoadController>();
            Ends ends(*controller);
            controller->start({path}, {});
            QTest::qWait(10 * round);
            const auto before = ends.all();  // a fast machine may have loaded the file by now
            controller.reset();
            QTest::qWait(10);
            QCOMPARE(ends.all(), before);
            QVERIFY(round > 0 || before == 0);
        }
    }

    void titles() {
        const QString a = file("a.shapes.jsonl", kHeader + call(1));
        const QString b = file("b.shapes.jsonl", kHeader + call(2));
        LoadController controller;
        Ends ends(controller);
        controller.start({a, b}, {});
        QTRY_COMPARE_WITH_TIMEOUT(ends.loaded.count(), 1, kPatience);
        const auto document = ends.loaded[0][1].value<DocumentPtr>();
        QCOMPARE(document->title, QStringLiteral("2 files"));
        QCOMPARE(document->files, (QStringList{a, b}));
    }
};

QTEST_GUILESS_MAIN(TstLoadController)
#include "tst_load_controller.moc"
