// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>
#include <unistd.h>

#include <QDir>
#include <QElapsedTimer>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program.h"

using namespace dimscope::test_app;

namespace {

constexpr int kPatience = 60000;  // milliseconds

/// Names in a folder, hidden ones too.
QStringList entries(const QString& folder) {
    return QDir(folder).entryList(QDir::Files | QDir::Hidden, QDir::Name);
}

/// Waits until the program has taken text from its standard input, so that it is surely past its start. At
/// most `left` bytes are still to be written then; a pipe holds 64 KiB of what was.
bool waitUntilReading(QProcess& process, qint64 left) {
    QElapsedTimer timer;
    timer.start();
    while (process.bytesToWrite() > left && timer.elapsed() < kPatience) {
        process.waitForBytesWritten(100);
    }
    return process.bytesToWrite() <= left;
}

}  // namespace

/// Exit codes, messages with places, and what is left behind when something goes wrong.
class TestFailures : public QObject {
    Q_OBJECT

 private slots:
    void wrongUsage_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("unknown option") << QStringList{"report", "x", "--nonsense"};
        QTest::newRow("no file") << QStringList{"describe"};
        QTest::newRow("mistyped verb") << QStringList{"descibe", "x"};
        QTest::newRow("verbs are words, not prefixes") << QStringList{"reports", "x"};
        QTest::newRow("unknown format") << QStringList{"report", "x", "--as", "nonsense"};
        QTest::newRow("bad batch size") << QStringList{"report", "x", "--batch-size", "many"};
        QTest::newRow("bad axis") << QStringList{"report", "x", "--batch-size-from", "ids"};
    }

    void anInputIsNeverOverwritten() {
        const QString input = m_folder.filePath("kept.shapes.jsonl");
        QVERIFY(QFile::copy(sampleFile(), input));
        const QString link = m_folder.filePath("link.json");
        QVERIFY(QFile::link(input, link));
        for (const QString& output : {input, link, m_folder.path() + "/./kept.shapes.jsonl"}) {
            const Outcome outcome = run({"report", input, "-o", output});
            QCOMPARE(outcome.exit, 2);
            QVERIFY2(outcome.err.contains("found one of the input files as the output"),
                     qPrintable(outcome.err));
        }
        QCOMPARE(run({"screenshot", input, "-o", input}).exit, 2);
        QCOMPARE(run({"merge", sampleFile(), input, "-o", link}).exit, 2);
        QCOMPARE(run({"report", input}).exit, 0);
        QVERIFY(QFile::remove(link) && QFile::remove(input));
    }

    void wrongUsage() {
        QFETCH(QStringList, arguments);
        const Outcome outcome = run(arguments);
        QCOMPARE(outcome.exit, 2);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.startsWith("dimscope: found "), qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("; expected "), qPrintable(outcome.err));
    }

    void unreadableInput_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");  // regular expression behind the file's name
        const QByteArray good = captureText(2);
        const auto broken = [&good](const char* from, const char* to) {
            QByteArray text = good;
            const qsizetype at = text.lastIndexOf(from);
            return text.replace(at, static_cast<qsizetype>(qstrlen(from)), to);
        };
        QTest::newRow("empty") << QByteArray() << ": ";
        QTest::newRow("no known format") << QByteArray("hello\n") << ":1:1: ";
        QTest::newRow("JSON of another kind") << QByteArray("{\"a\": 1}\n") << ":1:1: ";
        QTest::newRow("negative size") << broken("[4,", "[-4,") << ":3:\\d+: ";
        QTest::newRow("fractional size") << broken("[4,", "[4.5,") << ":3:\\d+: ";
        QTest::newRow("size beyond 64 bits") << broken("[4,", "[9223372036854775808,") << ":3:\\d+: ";
        QTest::newRow("size is NaN") << broken("[4,", "[NaN,") << ":3:\\d+: ";
        QTest::newRow("broken line inside") << broken("\"inputs\"", "inputs") << ":3:\\d+: ";
        QTest::newRow("batch size 0") << broken("\"batch_size\": 2", "\"batch_size\": 0") << ":3:\\d+: ";
    }

    void unreadableInput() {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        const QString file = m_folder.filePath("input.shapes.jsonl");
        const QString target = m_folder.filePath("kept.json");
        writeFile(file, text);
        writeFile(target, "old");
        for (const char* verb : {"describe", "report"}) {
            const Outcome outcome = run({verb, file, "--quiet"});
            QCOMPARE(outcome.exit, 3);
            QVERIFY(outcome.out.isEmpty());
            const QRegularExpression expected(QRegularExpression::escape(file) + place +
                                              "found .*; expected ");
            QVERIFY2(expected.match(outcome.err).hasMatch(), qPrintable(outcome.err));
        }
        QCOMPARE(run({"report", file, "-o", target}).exit, 3);
        QCOMPARE(fileText(target), QByteArray("old"));
    }

    void inputThatIsNotThere() {
        const QString missing = m_folder.filePath("missing.jsonl");
        const Outcome outcome = run({"report", sampleFile(), missing});
        QCOMPARE(outcome.exit, 3);
        QVERIFY2(outcome.err.contains(missing), qPrintable(outcome.err));
        QDir().mkpath(m_folder.filePath("empty-folder"));
        QCOMPARE(run({"report", m_folder.filePath("empty-folder")}).exit, 3);
        QCOMPARE(run({"report", "-"}).exit, 3);
    }

    void inputThatMayNotBeRead() {
        if (::geteuid() == 0) {
            QSKIP("root may read everything");
        }
        const QString file = m_folder.filePath("secret.jsonl");
        writeFile(file, captureText(1));
        QFile::setPermissions(file, QFileDevice::WriteOwner);
        QCOMPARE(run({"report", file}).exit, 3);
    }

    void fullDevice() {
        const Outcome byName = run({"report", sampleFile(), "-o", "/dev/full"});
        QCOMPARE(byName.exit, 4);
        QVERIFY2(byName.err.contains("/dev/full"), qPrintable(byName.err));
        QVERIFY(QFile::exists("/dev/full"));
        for (const char* command : {"report", "describe", "--help", "--version"}) {
            const bool verb = *command != '-';
            const Outcome piped = runShell(
                QString("\"$PROGRAM\" %1 %2 > /dev/full").arg(QString(command), verb ? "\"$SAMPLE\"" : ""));
            QVERIFY2(piped.exit == 4, command);
            QVERIFY(!piped.err.isEmpty());
        }
    }

    void outputThatCannotBeWritten() {
        QCOMPARE(run({"report", sampleFile(), "-o", m_folder.filePath("no/such/folder.json")}).exit, 4);
        QCOMPARE(run({"report", sampleFile(), "-o", m_folder.path()}).exit, 4);
    }

    void closedPipeEndsInSilence() {
        const Outcome outcome = runShell(
            "\"$PROGRAM\" report --evolution \"$SAMPLE\" | head -c 1 > /dev/null; exit ${PIPESTATUS[0]}");
        QCOMPARE(outcome.exit, 4);
        QVERIFY2(outcome.err.isEmpty(), qPrintable(outcome.err));
    }

    void interruptWhileWaitingForInput_data() {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGINT") << SIGINT;
        QTest::newRow("SIGTERM") << SIGTERM;
    }

    void interruptWhileWaitingForInput() {
        QFETCH(int, signal);
        QProcess process;
        process.start(program(), {"report", "-"});
        QVERIFY(process.waitForStarted(kPatience));
        process.write(captureText(5000));
        QVERIFY(waitUntilReading(process, 0));
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(kPatience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 5);
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }

    void interruptWhileWritingLeavesNothing() {
        const QString folder = m_folder.filePath("interrupted");
        QDir().mkpath(folder);
        const QString input = m_folder.filePath("long.shapes.jsonl");
        writeFile(input, captureText(200000));
        writeFile(folder + "/report.json", "old");
        QProcess process;
        process.start(program(), {"report", "--evolution", input, "-o", folder + "/report.json"});
        QVERIFY(process.waitForStarted(kPatience));
        QElapsedTimer timer;
        timer.start();
        while (entries(folder).size() < 2 && process.state() == QProcess::Running &&
               timer.elapsed() < kPatience) {
            QTest::qWait(2);
        }
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(kPatience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 5);
        QCOMPARE(entries(folder), QStringList{"report.json"});
        QCOMPARE(fileText(folder + "/report.json"), QByteArray("old"));
    }

    void interruptWhileReading() {
        QProcess process;
        process.start(program(), {"report", "-"});
        QVERIFY(process.waitForStarted(kPatience));
        process.write(captureText(200000));
        QVERIFY(waitUntilReading(process, process.bytesToWrite() / 2));
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(kPatience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 5);
        QVERIFY(process.readAllStandardOutput().isEmpty());
    }

 private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestFailures)
#include "tst_failures.moc"
