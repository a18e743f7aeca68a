// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program.h"
#include "tests/support/schema_check.h"

namespace test_support = dimscope::test_support;
using namespace dimscope::test_app;

namespace {

constexpr const char* kOverrides =
    R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "m", "graph": "0",
    "tensors": [], "excluded_samples": [2]}]})";

QJsonObject object(const QByteArray& text) {
    return QJsonDocument::fromJson(text).object();
}

QJsonObject firstGraph(const QByteArray& report) {
    return object(report).value("graphs").toArray().at(0).toObject();
}

}  // namespace

/// Sessions in the place of captures.
class TestSessionVerbs : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        QVERIFY(m_folder.isValid());
        QVERIFY(QDir(m_folder.path()).mkpath("runs"));
        writeFile(path("runs/c.shapes.jsonl"), captureText(6, BatchSizes::unknown));
        writeFile(path("o.overrides.json"), kOverrides);
    }

    void reportIsOfTheSession() {
        session(R"("batch_size_source": "x:0/2", "overrides": "o.overrides.json", "relabels": [{"module": "m",
            "graph": "0", "samples": [{"sample": 5, "batch_size": 7}, {"sample": 99, "batch_size": 1}]}])");
        const Outcome outcome = run({"report", path("s.dimscope.json")});
        QCOMPARE(outcome.exit, 0);
        QCOMPARE(test_support::schemaErrors("report", outcome.out), QString());
        QCOMPARE(object(outcome.out).value("batch_size_source").toString(), QString("x:0/2"));
        const QJsonObject graph = firstGraph(outcome.out);
        QCOMPARE(graph.value("excluded_samples").toArray(), QJsonArray{2});
        QCOMPARE(graph.value("batch_sizes").toArray(), (QJsonArray{1, 2, 7}));
        QCOMPARE(graph.value("relabelled_samples").toArray(),
                 QJsonArray{(QJsonObject{{"sample", 5}, {"recorded", QJsonValue()}, {"batch_size", 7}})});
        QVERIFY2(outcome.err.contains("sample 99"), qPrintable(outcome.err));
        QCOMPARE(run({"report", path("s.dimscope.json")}).out, outcome.out);
    }

    void whatTheCommandStatesWins() {
        session(R"("batch_size_source": "x:0/2", "overrides": "o.overrides.json")");
        writeFile(path("none.overrides.json"),
                  R"({"format": "dimscope.overrides", "version": 1, "graphs": []})");
        const Outcome outcome = run({"report", path("s.dimscope.json"), "--batch-size", "4", "--overrides",
                                     path("none.overrides.json")});
        QCOMPARE(outcome.exit, 0);
        QCOMPARE(object(outcome.out).value("batch_size_source").toString(), QString("4"));
        const QJsonObject graph = firstGraph(outcome.out);
        QVERIFY(graph.value("excluded_samples").toArray().isEmpty());
        QCOMPARE(graph.value("batch_sizes").toArray(), QJsonArray{4});
        QVERIFY(!graph.contains("relabelled_samples"));
    }

    void everyVerbTakesOne() {
        session(QStringLiteral("\"batch_size_source\": \"x:0/2\", \"overrides\": ") + kOverrides);
        const Outcome check = run({"check", path("s.dimscope.json")});
        QCOMPARE(check.exit, 0);
        QVERIFY2(check.out.contains("covers all 5 samples"), check.out.constData());
        const Outcome described = run({"describe", path("s.dimscope.json")});
        QCOMPARE(described.exit, 0);
        QVERIFY2(described.out.contains("batch0"), described.out.constData());
        const Outcome exported = run({"export", "trtexec", path("s.dimscope.json")});
        QCOMPARE(exported.exit, 0);
        QVERIFY2(exported.out.contains("x:2x8"), exported.out.constData());
        const Outcome difference =
            run({"diff", path("s.dimscope.json"), path("runs/c.shapes.jsonl"), "--batch-size-from", "x:0/2"});
        QVERIFY2(difference.exit == 0 || difference.exit == 1, qPrintable(difference.err));
    }

    void strictSamplesCount() {
        QVERIFY(QFile::copy(dataFile("torch/args_kwargs.pt"), path("a.pt")));
        const auto isStrict = [&](const QByteArray& members) {
            writeFile(path("p.dimscope.json"),
                      R"({"format": "dimscope.session", "version": 1, "files": ["a.pt"])" + members + "}");
            return firstGraph(run({"report", path("p.dimscope.json")}).out).value("strict");
        };
        QCOMPARE(isStrict(""), QJsonValue(false));
        QCOMPARE(isStrict(R"(, "strict_samples": false)"), QJsonValue(false));
        QCOMPARE(isStrict(R"(, "strict_samples": true)"), QJsonValue(true));
    }

    void anUnknownFormatIsToldWithItsPlace() {
        session(R"("read_as": "nope")");
        for (const char* verb : {"report", "check", "describe"}) {
            const Outcome outcome = run({verb, path("s.dimscope.json")});
            QCOMPARE(outcome.exit, 3);
            QVERIFY2(outcome.err.contains("s.dimscope.json:1:"), qPrintable(outcome.err));
            QVERIFY2(outcome.err.contains("\"nope\""), qPrintable(outcome.err));
        }
        QCOMPARE(run({"report", path("runs/c.shapes.jsonl"), "--as", "nope"}).exit, 2);
    }

    void mergeTakesLabelsAndExclusions() {
        session(R"("batch_size_source": "x:0/2", "overrides": "o.overrides.json", "relabels": [{"module": "m",
            "graph": "0", "samples": [{"sample": 5, "batch_size": 7}]}])");
        QCOMPARE(run({"merge", path("s.dimscope.json"), "-o", path("m.shapes.jsonl")}).exit, 0);
        const QJsonObject graph = firstGraph(run({"report", path("m.shapes.jsonl")}).out);
        QCOMPARE(graph.value("samples").toInt(), 5);
        QCOMPARE(graph.value("batch_sizes").toArray(), (QJsonArray{1, 2, 7}));
        QCOMPARE(graph.value("unknown_batch_samples").toInt(), 0);
    }

    void picturesOfTheSession() {
        session(
            R"("batch_size_source": "x:0/2", "overrides": "o.overrides.json", "view": {"selection": {"module": "m",
            "graph": "0", "tensors": [{"side": "input", "semantic_path": "x"}], "axis": 1, "sample": 3}, "chart": "ranges"})");
        const Outcome outcome = run({"screenshot", path("s.dimscope.json"), "-o", path("s.png")});
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        QVERIFY(fileText(path("s.png")).startsWith("\x89PNG"));
        writeFile(path("s.dimscope.json"),
                  "{\"format\": \"dimscope.session\", \"version\": 1,\n \"files\": [\"gone.jsonl\"]}");
        const Outcome missing = run({"screenshot", path("s.dimscope.json"), "-o", path("t.png")});
        QCOMPARE(missing.exit, 3);
        QVERIFY2(missing.err.contains(":2:12: found no file"), qPrintable(missing.err));
        QVERIFY(!QFile::exists(path("t.png")));
    }

    void standsAlone() {
        session("\"relabels\": []");
        for (const QString& other : {path("runs/c.shapes.jsonl"), path("s.dimscope.json")}) {
            const Outcome outcome = run({"report", path("s.dimscope.json"), other});
            QCOMPARE(outcome.exit, 2);
            QVERIFY2(outcome.err.contains("found a session beside other files"), qPrintable(outcome.err));
            QVERIFY(outcome.out.isEmpty());
        }
    }

    void missingFilesAreNamedWithTheirPlace() {
        writeFile(path("s.dimscope.json"),
                  "{\"format\": \"dimscope.session\", \"version\": 1,\n \"files\": [\"gone.jsonl\"]}");
        const Outcome outcome = run({"check", path("s.dimscope.json")});
        QCOMPARE(outcome.exit, 3);
        QVERIFY2(outcome.err.startsWith(path("s.dimscope.json") + ":2:12: found no file"),
                 qPrintable(outcome.err));
        QVERIFY2(outcome.err.contains("gone.jsonl"), qPrintable(outcome.err));
    }

    void badValuesAreRefused() {
        session("\n\"batch_size_source\": \"0\"");
        const Outcome outcome = run({"report", path("s.dimscope.json")});
        QCOMPARE(outcome.exit, 3);
        QVERIFY2(outcome.err.startsWith(path("s.dimscope.json") + ":2:22: "), qPrintable(outcome.err));
    }

    void isNeverWrittenOver() {
        session("\"relabels\": []");
        const QByteArray before = fileText(path("s.dimscope.json"));
        for (const QString& output : {path("s.dimscope.json"), path("runs/c.shapes.jsonl")}) {
            const Outcome outcome =
                run({"report", path("s.dimscope.json"), "--format", "json", "-o", output});
            QCOMPARE(outcome.exit, 2);
        }
        QCOMPARE(fileText(path("s.dimscope.json")), before);
    }

 private:
    void session(const QString& members) {
        writeFile(path("s.dimscope.json"),
                  (R"({"format": "dimscope.session", "version": 1, "files": ["runs/c.shapes.jsonl"], )" +
                   members + "}")
                      .toUtf8());
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestSessionVerbs)
#include "tst_session_verbs.moc"
