// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using namespace dimscope::test_app;

namespace {

/// What lies under a path such as "graphs/0/samples".
QJsonValue at(const QByteArray& document, const QString& path) {
    QJsonValue value = QJsonDocument::fromJson(document).object();
    for (const QString& step : path.split('/')) {
        value = value.isArray() ? value.toArray().at(step.toInt()) : value.toObject().value(step);
    }
    return value;
}

QByteArray text(const QJsonValue& array) {
    return QJsonDocument(array.toArray()).toJson(QJsonDocument::Compact);
}

}  // namespace

/// What the verbs do when all goes well.
class TestVerbs : public QObject {
    Q_OBJECT

 private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    void versionAndHelp() {
        const Outcome version = run({"--version"});
        QCOMPARE(version.exit, 0);
        QVERIFY(version.out.startsWith("dimscope 0."));
        for (const QStringList& verb : {QStringList{}, {"describe"}, {"report"}, {"merge"}, {"screenshot"}}) {
            const Outcome help = run(verb + QStringList{"--help"});
            QCOMPARE(help.exit, 0);
            QVERIFY(help.err.isEmpty());
            for (const char* word :
                 {"usage:", "examples:", "dimscope.capture", "aitune.report", "exit codes"}) {
                QVERIFY2(help.out.contains(word), word);
            }
        }
    }

    void describeSpeaksAtThreeLevels() {
        const Outcome brief = run({"describe", sampleFile(), "--level", "short"});
        const Outcome medium = run({"describe", sampleFile()});
        const Outcome full = run({"describe", "--level=full", sampleFile()});
        for (const Outcome* outcome : {&brief, &medium, &full}) {
            QCOMPARE(outcome->exit, 0);
            QVERIFY2(outcome->err.isEmpty(), qPrintable(outcome->err));
            QVERIFY(outcome->out.contains("unet, graph 0: 24 samples, batch sizes 1, 2, 4"));
            QVERIFY(outcome->out.contains("prompt_expander, graph 0 (LLM phase prefill)"));
        }
        QVERIFY(brief.out.contains("Tensors: sample, timestep, encoder_hidden_states"));
        QVERIFY(!brief.out.contains("Access Path"));
        QVERIFY(medium.out.contains("Access Path"));
        QVERIFY(!medium.out.contains("Min Shape"));
        QVERIFY(full.out.contains("Min Shape"));
        QVERIFY(run({"describe", sampleFile(), "--level", "medium"}).out == medium.out);
    }

    void reportsAreValid_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("graphs");
        QTest::newRow("sample") << sampleFile() << 6;
        for (const char* name :
             {"unet_bs4.pt", "zoo_legacy.pt", "aitune_unet.pt", "named.npz", "model.safetensors"}) {
            QTest::newRow(name) << dataFile(QString("torch/") + name) << 1;
        }
        const QDir folder(dataFile("aitune"));
        for (const QString& name : folder.entryList({"*.json"}, QDir::Files)) {
            if (name != "tensorrt_profiles.json") {
                QTest::newRow(qPrintable(name)) << folder.filePath(name) << -1;
            }
        }
    }

    void reportsAreValid() {
        QFETCH(QString, file);
        QFETCH(int, graphs);
        for (const QStringList& more : {QStringList{}, QStringList{"--evolution"}}) {
            const Outcome outcome = run(QStringList{"report", file} + more);
            QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
            const QString errors = test_support::schemaErrors("report", outcome.out);
            QVERIFY2(errors.isEmpty(), qPrintable(errors));
            const QByteArray report = outcome.out;
            QVERIFY(at(report, "graphs").toArray().size() > 0);
            QCOMPARE(at(report, "summary/graphs").toInt(), at(report, "graphs").toArray().size());
            if (graphs >= 0) {
                QCOMPARE(at(report, "graphs").toArray().size(), graphs);
            }
            QCOMPARE(at(report, "graphs/0").toObject().contains("calls"), !more.isEmpty());
            QVERIFY(run(QStringList{"report", file} + more).out == outcome.out);
        }
    }

    void sampleTellsItsStory() {
        const QByteArray report = run({"report", sampleFile(), "--evolution"}).out;
        QCOMPARE(at(report, "summary/samples").toInt(), 172);
        QCOMPARE(at(report, "summary/tensors").toInt(), 35);
        QCOMPARE(at(report, "graphs/1/module").toString(), QString("unet"));
        const QString axis = "graphs/1/tensors/0/axes/0/";
        QCOMPARE(at(report, axis + "verdict").toString(), QString("dynamic"));
        QCOMPARE(text(at(report, axis + "evolution/5")), QByteArray("[5,4,8,2,\"batch\"]"));
        QCOMPARE(text(at(report, axis + "evolution/6")), QByteArray("[6,4,6,1.5,\"dynamic\"]"));
    }

    void reportIntoAFile() {
        const QString target = m_folder.filePath("report.json");
        const Outcome toFile = run({"report", sampleFile(), "-o", target});
        QCOMPARE(toFile.exit, 0);
        QVERIFY(toFile.out.isEmpty());
        QVERIFY(fileText(target) == run({"report", sampleFile()}).out);
        QVERIFY(fileText(target) == run({"report", sampleFile(), "-o", "-", "--format", "json"}).out);
    }

    void reportsForPeople() {
        const QString table = m_folder.filePath("report.csv");
        QCOMPARE(run({"report", sampleFile(), "-o", table}).exit, 0);
        QVERIFY(fileText(table) == run({"report", sampleFile(), "--format", "csv"}).out);
        QVERIFY(fileText(table).startsWith("module,graph,llm_phase,side,access_path,"));
        QCOMPARE(fileText(table).count("\r\nunet,0,,input,sample,"), 4);
        const Outcome page = run({"report", sampleFile(), "--format", "markdown"});
        QCOMPARE(page.exit, 0);
        QVERIFY(page.out.startsWith("# Shape report\n"));
        QVERIFY(page.out.contains("\n## `unet`, graph `0`\n"));
        const QString drawn = m_folder.filePath("report.html");
        QCOMPARE(run({"report", sampleFile(), "-o", drawn}).exit, 0);
        QVERIFY(fileText(drawn).startsWith("<!DOCTYPE html>\n"));
        QVERIFY(fileText(drawn).contains("<svg "));
    }

    void readsStandardInput() {
        const Outcome piped = run({"report", "-"}, fileText(sampleFile()));
        QCOMPARE(piped.exit, 0);
        const QByteArray fromPipe = piped.out;
        const QByteArray fromFile = run({"report", sampleFile()}).out;
        QCOMPARE(at(fromPipe, "sources/0/xxh3"), at(fromFile, "sources/0/xxh3"));
        QCOMPARE(at(fromPipe, "graphs"), at(fromFile, "graphs"));
    }

    void readsGzip() {
        const Outcome packed = runShell(
            "gzip -c \"$SAMPLE\" > packed.gz && \"$PROGRAM\" report packed.gz; code=$?; "
            "gzip -c \"$SAMPLE\" | \"$PROGRAM\" describe - > described && exit $code",
            m_folder.path());
        QCOMPARE(packed.exit, 0);
        QCOMPARE(at(packed.out, "graphs"), at(run({"report", sampleFile()}).out, "graphs"));
        QVERIFY(fileText(m_folder.filePath("described")) == run({"describe", sampleFile()}).out);
    }

    void severalFilesAreOneCapture() {
        const Outcome both =
            run({"report", dataFile("aitune/unet_cfg.json"), dataFile("aitune/clip_text_encoder.json")});
        QCOMPARE(both.exit, 0);
        QCOMPARE(at(both.out, "sources").toArray().size(), 2);
        QCOMPARE(at(both.out, "summary/modules").toInt(), 2);
    }

    void foldersAreTheirFiles() {
        QDir().mkpath(m_folder.filePath("runs"));
        writeFile(m_folder.filePath("runs/b.shapes.jsonl"), captureText(3));
        writeFile(m_folder.filePath("runs/a.shapes.jsonl"), captureText(2));
        writeFile(m_folder.filePath("runs/notes.bin"), QByteArray(100, '\x01'));
        const Outcome outcome = run({"report", m_folder.filePath("runs")});
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        const QByteArray report = outcome.out;
        QCOMPARE(at(report, "sources").toArray().size(), 2);
        QCOMPARE(at(report, "sources/0/name").toString(), QString("a.shapes.jsonl"));
        QCOMPARE(at(report, "summary/samples").toInt(), 5);
        QVERIFY2(outcome.err.contains("notes.bin"), qPrintable(outcome.err));
    }

    void batchSizesCanBeGiven() {
        const QString file = m_folder.filePath("unknown.shapes.jsonl");
        writeFile(file, captureText(6, BatchSizes::unknown));
        const QByteArray recorded = run({"report", file}).out;
        QCOMPARE(at(recorded, "graphs/0/tensors/0/shape/0").toString(), QString("dim0"));
        QCOMPARE(at(recorded, "batch_size_source").toString(), QString("recorded"));

        const QByteArray fromAxis = run({"report", file, "--batch-size-from", "x:0/2"}).out;
        QCOMPARE(at(fromAxis, "graphs/0/tensors/0/shape/0").toString(), QString("batch0"));
        QCOMPARE(at(fromAxis, "graphs/0/tensors/0/axes/0/multiplier").toInt(), 2);
        QCOMPARE(at(fromAxis, "batch_size_source").toString(), QString("x:0/2"));

        const QByteArray constant = run({"report", file, "--batch-size", "2"}).out;
        QCOMPARE(at(constant, "graphs/0/batch_sizes").toArray(), QJsonArray{2});
        QCOMPARE(at(constant, "graphs/0/unknown_batch_samples").toInt(), 0);
    }

    void recordedBatchSizesStay() {
        const QString file = m_folder.filePath("recorded.shapes.jsonl");
        writeFile(file, captureText(6));
        const QByteArray report = run({"report", file, "--batch-size", "7"}).out;
        QCOMPARE(at(report, "graphs/0/batch_sizes").toArray(), (QJsonArray{1, 2, 3}));
    }

    void sourcesThatDoNotFitAreSaid() {
        const QString file = m_folder.filePath("unknown.shapes.jsonl");
        writeFile(file, captureText(6, BatchSizes::unknown));
        const Outcome outcome = run({"report", file, "--batch-size-from", "y:0"});
        QCOMPARE(outcome.exit, 0);
        QVERIFY2(outcome.err.contains("warning"), qPrintable(outcome.err));
        QVERIFY(at(outcome.out, "problems").toArray().size() > 0);
    }

    void formatCanBeForced() {
        const QString file = dataFile("aitune/unet_cfg.json");
        const Outcome right = run({"report", file, "--as", "aitune.metadata"});
        QCOMPARE(right.exit, 0);
        QVERIFY(right.out == run({"report", file}).out);
        QCOMPARE(run({"report", file, "--as", "dimscope.capture"}).exit, 3);
    }

    void cutFilesOpenWithAWarning() {
        const QString file = m_folder.filePath("cut.shapes.jsonl");
        QByteArray text = captureText(5);
        text.chop(30);
        writeFile(file, text);
        const Outcome loud = run({"report", file});
        QCOMPARE(loud.exit, 0);
        QVERIFY2(loud.err.contains(QRegularExpression("cut\\.shapes\\.jsonl:6(:\\d+)?: warning: ")),
                 qPrintable(loud.err));
        QCOMPARE(at(loud.out, "summary/samples").toInt(), 4);
        QVERIFY(!at(loud.out, "sources/0/complete").toBool(true));
        QVERIFY(at(loud.out, "problems").toArray().size() > 0);
        const Outcome quiet = run({"report", file, "--quiet"});
        QVERIFY2(quiet.err.isEmpty(), qPrintable(quiet.err));
        QVERIFY(quiet.out == loud.out);
    }

    void startLoadsNeitherTorchNorZip() {
        const Outcome libraries = runShell("ldd \"$PROGRAM\"");
        QCOMPARE(libraries.exit, 0);
        QVERIFY(libraries.out.contains("libstdc++"));
        for (const char* name : {"libtorch", "libc10", "libcaffe", "libzip", "libcrypto"}) {
            QVERIFY2(!libraries.out.contains(name), libraries.out.constData());
        }
    }

 private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestVerbs)
#include "tst_verbs.moc"
