// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <optional>

#include "tests/app/program.h"

using namespace dimscope::test_app;

namespace {

/// The text with double quotes in the place of single ones (moc does not read raw strings with brackets).
QByteArray quoted(QByteArray text) {
    return text.replace('\'', '"');
}

QByteArray tensor(const char* path, const QList<int>& shape) {
    QByteArray sizes;
    for (const int size : shape) {
        sizes += (sizes.isEmpty() ? "" : ", ") + QByteArray::number(size);
    }
    return quoted("{'access_path': '%', 'semantic_path': '%', 'dtype': 'torch.float16', 'shape': [")
               .replace("%", path) +
           sizes + "]}";
}

/// A line of a native capture: `sample` with 2n rows, and what comes out.
QByteArray call(int batchSize, const QByteArray& outputs) {
    const QByteArray rest = quoted("], 'other_data': [], 'strict': true, 'llm_phase': null}");
    return quoted("{'module': 'unet', 'batch_size': ") + QByteArray::number(batchSize) +
           quoted(", 'inputs': {'tensor_data': [") + tensor("sample", {2 * batchSize, 4, 64, 64}) + ", " +
           tensor("timestep", {}) + rest + quoted(", 'outputs': {'tensor_data': [") + outputs + rest + "}";
}

QByteArray out(int rows) {
    return tensor("output", {rows, 4});
}

QString progress(int done) {
    return QString(quoted("print {'progress':{'done':%1,'of':2,'text':'batch size'}}")).arg(done);
}

QString ran(int batchSize, const QByteArray& outputs, const char* seconds = "") {
    return "print {\"call\":" + call(batchSize, outputs) + seconds + "}";
}

const QString kDone = quoted("print {'result':{}}");

}  // namespace

/// `dimscope probe` without LibTorch: what it asks for, and what it makes of the answers.
class TestProbe : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        m_folder.emplace();
        QByteArray like = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
        for (const int n : {1, 2, 3}) {
            like += call(n, out(n)) + "\n";
        }
        writeFile(path("like.shapes.jsonl"), like);
        writeFile(path("model.pt"), "a model");
        QVERIFY(QFile::copy(dataFile("torch/unet_bs2.pt"), path("unet_bs2.pt")));
    }

    void asksAndCompares() {
        const Outcome outcome =
            probe({"echo " + path("request"), progress(0), ran(1, out(1), ",\"seconds\":0.01234"),
                   progress(1), ran(4, out(4), ",\"seconds\":2.5"), progress(2), kDone},
                  like());
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out, QByteArray("batch size 1 (12.3 ms)\n"
                                         "  output torch.float16 [1, 4], predicted [1, 4]: ok\n"
                                         "batch size 4 (2.50 s)\n"
                                         "  output torch.float16 [4, 4], predicted [4, 4]: ok\n"
                                         "2 batch sizes ran, 0 failed, 0 outputs are not as predicted\n"));
        const QByteArray request = fileText(path("request"));
        for (const QByteArray& part : {quoted("'batch_sizes':[1,4]"), quoted("'task':'probe'"),
                                       quoted("[[0,2]]"), quoted("'memory_limit':")}) {
            QVERIFY2(request.contains(part), request.constData());
        }
        QVERIFY2(outcome.err.contains("unet:0") && outcome.err.contains("sample axis 0 (x2)"),
                 qPrintable(outcome.err));
        QCOMPARE(entries(), (QStringList{"like.shapes.jsonl", "model.pt", "request", "unet_bs2.pt"}));
    }

    void findings_data() {
        QTest::addColumn<QString>("second");
        QTest::addColumn<QString>("said");
        QTest::newRow("other size") << ran(4, out(3))
                                    << "[3, 4], predicted [4, 4]: axis 0: predicted 4, found 3";
        QTest::newRow("other rank") << ran(4, tensor("output", {4})) << "[4], predicted [4, 4]: other rank";
        QTest::newRow("missing") << ran(4, "") << "output, predicted [4, 4]: missing";
        QTest::newRow("another") << ran(4, out(4) + ", " + tensor("other", {}))
                                 << "other torch.float16 []: unexpected";
        QTest::newRow("raised")
            << QString(quoted("print {'failure':{'batch_size':4,'message':'first\\nsecond\\u001b[1m'}}"))
            << "  failed: first\n    second\\x1b[1m\n";
        QTest::newRow("crash") << "signal 11"
                               << "batch size 4\n  failed: the process was ended by signal 11";
        QTest::newRow("hangs") << "hang"
                               << "batch size 4\n  failed: it took longer than 2 s\n";
    }

    void findings() {
        QFETCH(QString, second);
        QFETCH(QString, said);
        const Outcome outcome =
            probe({progress(0), ran(1, out(1)), progress(1), second, progress(2), kDone},
                  like() + QStringList{"--time-limit", "2", "-o", path("out.shapes.jsonl"), "--quiet"});
        QVERIFY2(outcome.exit == 1, qPrintable(outcome.err));
        QVERIFY2(QString::fromUtf8(outcome.out).contains(said), outcome.out.constData());
        QVERIFY(outcome.out.contains("output torch.float16 [1, 4], predicted [1, 4]: ok\n"));
        QVERIFY(fileText(path("out.shapes.jsonl")).count('\n') >= 2);
    }

    void nothingRan() {
        const QString refuse = quoted("print {'failure':{'batch_size':%1,'message':'raised'}}");
        writeFile(path("out.shapes.jsonl"), "old");
        const Outcome outcome =
            probe({progress(0), refuse.arg(1), progress(1), refuse.arg(4), progress(2), kDone},
                  like() + QStringList{"-o", path("out.shapes.jsonl")});
        QCOMPARE(outcome.exit, 1);
        QVERIFY(outcome.out.endsWith("0 batch sizes ran, 2 failed, 0 outputs are not as predicted\n"));
        QVERIFY2(outcome.err.contains("nothing is written"), qPrintable(outcome.err));
        QCOMPARE(fileText(path("out.shapes.jsonl")), QByteArray("old"));
    }

    void withoutARecording() {
        const Outcome outcome =
            probe({progress(0), ran(1, out(1)), progress(1), ran(4, out(9)), progress(2), kDone}, {});
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        QVERIFY(outcome.out.contains("output torch.float16 [9, 4]: not predicted\n"));
        QVERIFY2(outcome.err.contains("without --like") && outcome.err.contains("sample axis 0 (x2)"),
                 qPrintable(outcome.err));
    }

    void failures_data() {
        QTest::addColumn<QStringList>("script");
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<int>("exit");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const QStringList& script, const QStringList& options, int exit,
                            const char* said) { QTest::newRow(name) << script << options << exit << said; };
        row("no model", {quoted("print {'error':{'code':'unknown-format','message':'found text'}}")}, {}, 3,
            "found text");
        row("crash at the start", {"signal 11"}, {}, 3, "signal 11");
        row("other batch size", {progress(0), ran(3, out(3))}, {}, 3, "the worker answered");
        row("too few", {progress(0), ran(1, out(1)), kDone}, {}, 3, "the worker answered");
        row("model is the output", {}, {"-o", "MODEL"}, 2, "one of the input files");
        row("sample is the output", {}, {"-o", "SAMPLE"}, 2, "one of the input files");
        row("unknown graph", {}, {"--like", "LIKE", "--graph", "x:0"}, 3, "found no graph x:0");
        row("no folder", {"hang"}, {"-o", "none/out.jsonl"}, 4, "found no folder none");
        row("cannot write", {progress(0), ran(1, out(1)), progress(1), ran(4, out(4)), progress(2), kDone},
            {"-o", "/dev/full"}, 4, "/dev/full");
    }

    void failures() {
        QFETCH(QStringList, script);
        QFETCH(QStringList, options);
        QFETCH(int, exit);
        QFETCH(QString, said);
        for (QString& option : options) {
            option.replace("MODEL", path("model.pt")).replace("SAMPLE", path("unet_bs2.pt"));
            option.replace("LIKE", path("like.shapes.jsonl"));
        }
        const Outcome outcome = probe(script, options);
        QVERIFY2(outcome.exit == exit, qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains(said), qPrintable(outcome.err));
    }

 private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder->filePath(name); }
    [[nodiscard]] QStringList like() const { return {"--like", path("like.shapes.jsonl")}; }
    [[nodiscard]] Outcome probe(const QStringList& script, const QStringList& options) const {
        QProcessEnvironment environment = withoutDisplay();
        environment.insert("DIMSCOPE_TENSORS", DIMSCOPE_FAKE_WORKER);
        environment.insert("FAKE_WORKER", script.join('\n'));
        return run(
            QStringList{"probe", path("model.pt"), "--sample", path("unet_bs2.pt"), "--batch-sizes", "1,4"} +
                options,
            {}, environment);
    }
    [[nodiscard]] QStringList entries() const {
        return QDir(m_folder->path())
            .entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot, QDir::Name);
    }

    std::optional<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestProbe)
#include "tst_probe.moc"
