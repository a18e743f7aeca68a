// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <csignal>
#include <cstdio>

#include "core/overrides/overrides_file.h"
#include "ui/session/recovery.h"

using namespace dimscope;
using session::OverridesDocument;
using session::Recovery;

namespace {

const char* const kChild = "--edit-until-killed";

overrides::GraphOverrides excluding(std::int64_t sample) {
    return {"m", "0", {}, {sample}, {}};
}

/// What a window has that can be unsaved.
struct Unsaved {
    OverridesDocument document;
    session::Workspace workspace;
    session::LabelEditor labels{workspace, document.undoStack()};
};

/// Makes an edit every 100 ms, with the milliseconds since 1970 as the sample, and says so.
int editUntilKilled(QCoreApplication& application, const QString& folder) {
    Unsaved unsaved;
    OverridesDocument& document = unsaved.document;
    document.setSource("c.shapes.jsonl", "xxh3:01");
    Recovery recovery(document, unsaved.labels, folder);
    QTimer timer;
    QObject::connect(&timer, &QTimer::timeout, &timer, [&document] {
        const qint64 now = QDateTime::currentMSecsSinceEpoch();
        document.change("edit", {excluding(now)});
        std::printf("%lld\n", static_cast<long long>(now));
        std::fflush(stdout);
    });
    timer.start(100);
    return application.exec();
}

capture::Labelling labelling(std::int64_t batchSize) {
    capture::Labelling labels;
    labels.put({"m", "0", {{3, batchSize}}});
    return labels;
}

qsizetype copiesIn(const QString& folder) {
    return QDir(folder).entryList({"*.recovery.json"}, QDir::Files).size();
}

}  // namespace

class TstRecovery : public QObject {
    Q_OBJECT

 private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void killedRunLosesNothingOlderThanTwoSeconds() {
        QProcess child;
        child.setProgram(QCoreApplication::applicationFilePath());
        child.setArguments({kChild, m_folder->path()});
        child.start();
        QVERIFY(child.waitForStarted());
        QTest::qWait(4000);
        const qint64 killed = QDateTime::currentMSecsSinceEpoch();
        ::kill(static_cast<pid_t>(child.processId()), SIGKILL);
        QVERIFY(child.waitForFinished());
        QCOMPARE(child.exitStatus(), QProcess::CrashExit);
        const QList<QByteArray> said = child.readAllStandardOutput().split('\n');
        QVERIFY(said.size() > 10);

        Unsaved unsaved;
        OverridesDocument& next = unsaved.document;
        Recovery recovery(next, unsaved.labels, m_folder->path());
        auto left = recovery.leftBehind("xxh3:01", {});
        QVERIFY(left);
        const std::int64_t last = left->set->find("m", "0")->excludedSamples.front();
        QVERIFY2(killed - last < 2000, qPrintable(QString::number(killed - last)));
        QVERIFY(said.contains(QByteArray::number(static_cast<qint64>(last))));
        QCOMPARE(left->sourceName, QStringLiteral("c.shapes.jsonl"));
        QVERIFY(!recovery.leftBehind("xxh3:02", {}));

        recovery.restore(*std::exchange(left, std::nullopt));
        QVERIFY(next.isDirty());
        QCOMPARE(next.set()->find("m", "0")->excludedSamples.front(), last);
        QVERIFY(!recovery.leftBehind("xxh3:01", {}));
        QCOMPARE(copiesIn(m_folder->path()), 1);
    }

    void goesWhenSavedOrUndone() {
        Unsaved unsaved;
        OverridesDocument& document = unsaved.document;
        Recovery recovery(document, unsaved.labels, m_folder->path());
        document.change("one", {excluding(1)});
        QTRY_COMPARE(copiesIn(m_folder->path()), 1);
        QTRY_VERIFY(recovery.isCurrent());
        document.undoStack().undo();
        QCOMPARE(copiesIn(m_folder->path()), 0);
        document.undoStack().redo();
        QTRY_COMPARE(copiesIn(m_folder->path()), 1);
        QVERIFY(document.save(m_folder->filePath("a.overrides.json")).has_value());
        QCOMPARE(copiesIn(m_folder->path()), 0);
        document.change("two", {excluding(2)});
        QTRY_COMPARE(copiesIn(m_folder->path()), 1);
        document.startNew();
        QCOMPARE(copiesIn(m_folder->path()), 0);
    }

    void labelsAreKeptUntilTheyAreSaved() {
        Unsaved unsaved;
        unsaved.document.setSource("c", "xxh3:01");
        Recovery recovery(unsaved.document, unsaved.labels, m_folder->path());
        recovery.setCapturePaths({"/data/c.shapes.jsonl"});
        unsaved.labels.restore(labelling(2));
        QTRY_COMPARE(copiesIn(m_folder->path()), 1);
        unsaved.labels.setSaved();
        QCOMPARE(copiesIn(m_folder->path()), 0);
        unsaved.labels.restore(labelling(3));
        unsaved.document.change("one", {excluding(1)});
        QTRY_COMPARE(copiesIn(m_folder->path()), 1);
        QVERIFY(unsaved.document.save(m_folder->filePath("a.overrides.json")).has_value());
        QTRY_VERIFY(recovery.isCurrent());
        QCOMPARE(copiesIn(m_folder->path()), 1);  // the labels still need it
    }

    void labelsComeBack_data() {
        QTest::addColumn<bool>("hasOverrides");
        QTest::newRow("labels alone") << false;
        QTest::newRow("with overrides") << true;
    }

    void labelsComeBack() {
        QFETCH(const bool, hasOverrides);
        const QString crashed = m_folder->filePath("crashed");
        {
            Unsaved unsaved;
            unsaved.document.setSource("c", "xxh3:01");
            Recovery recovery(unsaved.document, unsaved.labels, m_folder->filePath("living"));
            recovery.setCapturePaths({"/data/c.shapes.jsonl"});
            unsaved.labels.restore(labelling(5));
            if (hasOverrides) {
                unsaved.document.change("one", {excluding(1)});
            }
            QTRY_COMPARE(copiesIn(m_folder->filePath("living")), 1);
            QTRY_VERIFY(recovery.isCurrent());
            QVERIFY(QDir().mkpath(crashed));
            const QString name =
                QDir(m_folder->filePath("living")).entryList({"*.json"}, QDir::Files).front();
            QVERIFY(QFile::copy(m_folder->filePath("living/" + name), crashed + u'/' + name));
        }
        Unsaved next;
        Recovery recovery(next.document, next.labels, crashed);
        auto left = recovery.leftBehind("xxh3:01", {});
        QVERIFY(left && left->labels);
        QCOMPARE(left->set.has_value(), hasOverrides);
        recovery.restore(*std::exchange(left, std::nullopt));
        QCOMPARE(next.document.isDirty(), hasOverrides);
        QVERIFY(next.labels.isDirty());
        QVERIFY(*next.labels.labelling() == labelling(5));
    }

    void goesAtACleanEnd() {
        Unsaved unsaved;
        OverridesDocument& document = unsaved.document;
        {
            Recovery recovery(document, unsaved.labels, m_folder->path());
            document.change("one", {excluding(1)});
            QTRY_COMPARE(copiesIn(m_folder->path()), 1);
        }
        QVERIFY(QDir(m_folder->path()).isEmpty());
    }

    void aRunThatLivesIsNotOffered() {
        Unsaved unsaved;
        OverridesDocument& document = unsaved.document;
        document.setSource("c", "xxh3:01");
        Recovery recovery(document, unsaved.labels, m_folder->path());
        document.change("one", {excluding(1)});
        QTRY_VERIFY(recovery.isCurrent());
        Unsaved other;
        const Recovery otherRun(other.document, other.labels, m_folder->path());
        QVERIFY(!otherRun.leftBehind("xxh3:01", {}));
    }

    void matchedByFilesWhereTheFingerprintIsNotKnown() {
        const QString copy = m_folder->filePath("x.recovery.json");
        QFile file(copy);
        QVERIFY(file.open(QIODevice::WriteOnly));
        const QJsonObject content{
            {"fingerprint", ""},
            {"capture", QJsonArray{"/data/c.shapes.jsonl"}},
            {"overrides", QString::fromStdString(overrides::overridesText({}))},
        };
        file.write(QJsonDocument(content).toJson());
        file.close();
        Unsaved unsaved;
        OverridesDocument& document = unsaved.document;
        const Recovery recovery(document, unsaved.labels, m_folder->path());
        QVERIFY(recovery.leftBehind("xxh3:01", {"/data/c.shapes.jsonl"}));
        QVERIFY(!recovery.leftBehind("xxh3:01", {"/data/d.shapes.jsonl"}));
        QVERIFY(!recovery.leftBehind("", {}));
        Recovery::discard(*recovery.leftBehind("xxh3:01", {"/data/c.shapes.jsonl"}));
        QVERIFY(!QFile::exists(copy));
    }

    void offeredAfterTheCaptureHasGrown() {
        {
            Unsaved unsaved;
            unsaved.document.setSource("c.shapes.jsonl", "xxh3:01");
            Recovery recovery(unsaved.document, unsaved.labels, m_folder->path());
            recovery.setCapturePaths({"/a/c.shapes.jsonl"});
            unsaved.document.change("edit", {excluding(3)});
            QTRY_COMPARE(copiesIn(m_folder->path()), qsizetype(1));
            QFile::copy(QDir(m_folder->path()).entryInfoList({"*.recovery.json"}).front().filePath(),
                        m_folder->filePath("left.recovery.json"));
        }
        Unsaved unsaved;
        Recovery recovery(unsaved.document, unsaved.labels, m_folder->path());
        QVERIFY(Recovery::find(recovery.searchFor("xxh3:02", {"/a/c.shapes.jsonl"})));
        QVERIFY(Recovery::find(recovery.searchFor("xxh3:01", {"/b/c.shapes.jsonl"})));
        QVERIFY(!Recovery::find(recovery.searchFor("xxh3:02", {"/b/c.shapes.jsonl"})));
    }

    void rubbishIsPassedOver() {
        for (const char* text : {"", "{", "[]", "{\"fingerprint\": \"xxh3:01\"}",
                                 "{\"fingerprint\": \"xxh3:01\", \"overrides\": \"no\"}",
                                 "{\"fingerprint\": \"xxh3:01\", \"labels\": \"no\"}"}) {
            QFile file(m_folder->filePath("x.recovery.json"));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text);
            file.close();
            Unsaved unsaved;
            QVERIFY(!Recovery(unsaved.document, unsaved.labels, m_folder->path()).leftBehind("xxh3:01", {}));
        }
    }

    void withoutAFolderNothingIsKept() {
        Unsaved unsaved;
        OverridesDocument& document = unsaved.document;
        const Recovery recovery(document, unsaved.labels, QString());
        document.change("one", {excluding(1)});
        QTest::qWait(Recovery::kDelayMs + 200);
        QVERIFY(QDir(m_folder->path()).isEmpty());
        QVERIFY(!recovery.leftBehind("xxh3:01", {}));
    }

 private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

int main(int argc, char** argv) {
    QCoreApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() == 3 && arguments[1] == QLatin1String(kChild)) {
        return editUntilKilled(application, arguments[2]);
    }
    TstRecovery test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recovery.moc"
