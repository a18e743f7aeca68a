// SPDX-License-Identifier: GPL-3.0-or-later
#include <signal.h>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

#include "tests/app/program.h"

using namespace dimscope::test_app;

namespace {

constexpr int kPatience = 60000;  // milliseconds

/// The environment with a stand-in for dimscope-tensors that follows a script.
QProcessEnvironment worker(const QStringList& script) {
    QProcessEnvironment environment = withoutDisplay();
    environment.insert("DIMSCOPE_TENSORS", DIMSCOPE_FAKE_WORKER);
    environment.insert("FAKE_WORKER", script.join('\n'));
    return environment;
}

/// Calls of one input `mask` of rank 2 and one argument `[0]`, as args_kwargs.pt holds them.
QByteArray likeText(const QString& module, int times) {
    QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
    const auto tensor = [](const char* access, const char* semantic, int rows, int columns) {
        return QString(
                   R"({"access_path": "%1", "semantic_path": %2, "dtype": "torch.float32", "shape": [%3, %4]})")
            .arg(access, semantic)
            .arg(rows)
            .arg(columns);
    };
    for (int n : {1, 2, 4}) {
        text +=
            QString(
                R"({"module": "%1", "batch_size": %2, "inputs": {"tensor_data": [%3, %4], "other_data": [],)"
                R"( "strict": true, "llm_phase": null}, "outputs": {"tensor_data": [], "other_data": [],)"
                R"( "strict": true, "llm_phase": null}})")
                .arg(module)
                .arg(n)
                .arg(tensor("[0]", "0", times * n, 3), tensor("mask", "\"mask\"", n, 1))
                .toUtf8() +
            "\n";
    }
    return text;
}

const QString kResized =
    R"(print {"result":{"tensors":[{"path":"[0]","dtype":"torch.float32","shape":[8,3]},)"
    R"({"path":"mask","dtype":"torch.float32","shape":[4,1]}]}})";

}  // namespace

/// `dimscope batch` without LibTorch: what it asks for, what it makes of the answers, and what stays behind.
class TestBatch : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        m_folder.emplace();
        writeFile(path("like.shapes.jsonl"), likeText("m", 2));
        QVERIFY(QFile::copy(dataFile("torch/args_kwargs.pt"), path("sample.pt")));
    }

    void asksForWhatTheRecordingSays() {
        const Outcome outcome = batch({"echo " + path("request"), "write resized bytes", kResized});
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        const QByteArray request = fileText(path("request"));
        QVERIFY2(request.contains(R"("batch_size":4)"), request.constData());
        QVERIFY2(request.contains(R"({"axes":[[0,2]],"path":"[0]"},{"axes":[[0,1]],"path":"mask"})") ||
                     request.contains(R"({"path":"[0]","axes":[[0,2]]},{"path":"mask","axes":[[0,1]]})"),
                 request.constData());
        QCOMPARE(fileText(path("out.pt")), QByteArray("resized bytes"));
        QCOMPARE(entries(), (QStringList{"like.shapes.jsonl", "out.pt", "request", "sample.pt"}));
        for (const char* word :
             {"m:0", "[0] torch.float32 [2, 3] -> [8, 3]", "mask torch.float32 [2, 1] -> [4, 1]"}) {
            QVERIFY2(outcome.err.contains(word), qPrintable(outcome.err));
        }
        QVERIFY(outcome.out.isEmpty());
    }

    void standardOutput() {
        const Outcome outcome = batch({"write resized bytes", kResized}, {"-o", "-", "--quiet"});
        QCOMPARE(outcome.exit, 0);
        QCOMPARE(outcome.out, QByteArray("resized bytes"));
        QCOMPARE(outcome.err, QString());
        QCOMPARE(entries(), (QStringList{"like.shapes.jsonl", "sample.pt"}));
    }

    void failures_data() {
        QTest::addColumn<QStringList>("script");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& script, int exit, const char* said) {
            QTest::newRow(name) << script << exit << said;
        };
        const QString refuse =
            R"(print {"error":{"code":"%1","message":"found it","place":{"tensor":"[0]"}}})";
        row("crash", {"write half", "signal 11"}, 3, "signal 11");
        row("no answer", {"write half"}, 3, "found no answer");
        row("lie", {kResized.chopped(20)}, 3, "the worker answered");
        row("says done and wrote nothing", {kResized}, 4, "out.pt");
        row("cannot write", {"write half", refuse.arg("write-failed")}, 4, "out.pt");
        row("objects", {refuse.arg("inexpressible")}, 4, "[0]: found it");
        row("damaged sample", {refuse.arg("truncated")}, 3, "[0]: found it");
        row("takes too long", {"write half", "hang"}, 3, "longer than 1 s");
    }

    void failures() {
        QFETCH(QStringList, script);
        QFETCH(int, exit);
        QFETCH(QString, said);
        writeFile(path("out.pt"), "old");
        const Outcome outcome = batch(script, {"-o", path("out.pt"), "--time-limit", "1"});
        QVERIFY2(outcome.exit == exit, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
        QVERIFY2(!outcome.err.contains("staged"), qPrintable(outcome.err));
        QCOMPARE(fileText(path("out.pt")), QByteArray("old"));
        QCOMPARE(entries(), (QStringList{"like.shapes.jsonl", "out.pt", "sample.pt"}));
    }

    void noProgram() {
        QProcessEnvironment environment = withoutDisplay();
        environment.insert("DIMSCOPE_TENSORS", path("none"));
        const Outcome outcome = run(arguments({"-o", path("out.pt")}), {}, environment);
        QCOMPARE(outcome.exit, 3);
        QVERIFY2(outcome.err.contains("LibTorch") && outcome.err.contains(path("none")),
                 qPrintable(outcome.err));
    }

    void recordings_data() {
        QTest::addColumn<QByteArray>("like");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QByteArray& like, const QStringList& options, int exit,
                            const char* said) { QTest::newRow(name) << like << options << exit << said; };
        const QByteArray second = likeText("n", 1).split('\n').mid(1).join('\n');
        row("other inputs", captureText(3), {}, 3, "the graph has no input mask");
        row("two graphs fit", likeText("m", 2) + second, {}, 3, "m:0\n  n:0");
        row("the named one of two", likeText("m", 2) + second, {"--graph", "m:0"}, 0, "m:0");
        row("no such graph", likeText("m", 2), {"--graph", "x:0"}, 3, "found no graph x:0");
        row("one batch size", likeText("m", 2).split('\n').mid(0, 2).join('\n') + "\n", {}, 3, "batch axis");
        row("no capture", "text", {}, 3, "like.shapes.jsonl:1:1");
        row("sample is the output", likeText("m", 2), {"-o", "SAMPLE"}, 2, "one of the input files");
        row("recording is the output", likeText("m", 2), {"-o", "LIKE"}, 2, "one of the input files");
        row("no such folder", likeText("m", 2), {"-o", "FOLDER/none/out.pt"}, 4, "none/out.pt");
    }

    void recordings() {
        QFETCH(QByteArray, like);
        QFETCH(QStringList, options);
        QFETCH(int, exit);
        QFETCH(QString, said);
        writeFile(path("like.shapes.jsonl"), like);
        for (QString& option : options) {
            option.replace("SAMPLE", path("sample.pt")).replace("LIKE", path("like.shapes.jsonl"));
            option.replace("FOLDER", m_folder->path());
        }
        const QStringList output = options.contains("-o") ? QStringList() : QStringList{"-o", path("out.pt")};
        const Outcome outcome = batch({"write x", kResized}, output + options);
        QVERIFY2(outcome.exit == exit, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    }

    void samples_data() {
        QTest::addColumn<QByteArray>("sample");
        QTest::addColumn<QString>("said");
        QTest::newRow("several calls") << fileText(dataFile("torch/samples.pt")) << "found 3 calls";
        QTest::newRow("no tensor") << fileText(dataFile("torch/no_tensor.pt")) << "sample.pt";
        QTest::newRow("damaged") << fileText(dataFile("torch/samples.pt")).left(300) << "sample.pt";
        QTest::newRow("empty") << QByteArray() << "sample.pt";
    }

    void samples() {
        QFETCH(QByteArray, sample);
        QFETCH(QString, said);
        writeFile(path("sample.pt"), sample);
        const Outcome outcome = batch({"write x", kResized});
        QCOMPARE(outcome.exit, 3);
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
        QVERIFY(!QFile::exists(path("out.pt")));
    }

    void interrupted() {
        QProcess process;
        process.setProcessEnvironment(worker({"write half", "pid " + path("pid"), "hang"}));
        process.start(program(), arguments({"-o", path("out.pt")}));
        QVERIFY(process.waitForStarted(kPatience));
        QTRY_VERIFY_WITH_TIMEOUT(fileText(path("pid")).endsWith('\n'), kPatience);
        const auto tensors = static_cast<pid_t>(fileText(path("pid")).trimmed().toInt());
        QVERIFY(tensors > 0);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(kPatience));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 5);
        QCOMPARE(::kill(tensors, 0), -1);
        QCOMPARE(entries(), (QStringList{"like.shapes.jsonl", "pid", "sample.pt"}));
    }

 private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QStringList arguments(const QStringList& rest) const {
        return QStringList{"batch", path("sample.pt"), "--batch-size",
                           "4",     "--like",          path("like.shapes.jsonl")} +
               rest;
    }
    [[nodiscard]] Outcome batch(const QStringList& script, const QStringList& rest) const {
        return run(arguments(rest), {}, worker(script));
    }
    [[nodiscard]] Outcome batch(const QStringList& script) const {
        return batch(script, {"-o", path("out.pt")});
    }
    /// Names in the folder, hidden ones too.
    [[nodiscard]] QStringList entries() const {
        return QDir(m_folder->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }

    std::optional<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestBatch)
#include "tst_batch.moc"
