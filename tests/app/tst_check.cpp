// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <tuple>

#include "tests/app/program.h"
#include "tests/support/schema_check.h"

namespace test_support = dimscope::test_support;
using namespace dimscope::test_app;

namespace {

/// Overrides of the made-up capture's only tensor: x [batch x2, 8].
QByteArray overridesText(const QByteArray& max, const QByteArray& more = {}) {
    return R"({"format": "dimscope.overrides", "version": 1, "source": {"name": "c", "fingerprint": ""}, "graphs": [
        {"module": "m", "graph": "0", "tensors": [{"side": "input", "semantic_path": "x", "access_path": "x",
        "shape": ["batch", 8], "min_shape": [2, 8], "opt_shape": [2, 8], "max_shape": [)" +
           max + R"(, 8], "batch_axis": 0, "batch_multiplier": 2, "note": ""}])" + more + "}]}";
}

QJsonObject object(const QByteArray& text) {
    return QJsonDocument::fromJson(text).object();
}

}  // namespace

/// The verbs check and export, and --overrides.
class TestCheck : public QObject {
    Q_OBJECT

 private slots:
    void init() {
        QVERIFY(m_folder.isValid());
        writeFile(path("c.shapes.jsonl"), captureText(6));
        writeFile(path("wide.overrides.json"), overridesText("8"));
        writeFile(path("narrow.overrides.json"), overridesText("4"));
        writeFile(path("outside.overrides.json"), overridesText("4", R"(, "excluded_samples": [2, 5])"));
    }

    void overridesThatCover() {
        const Outcome text =
            run({"check", path("c.shapes.jsonl"), "--overrides", path("wide.overrides.json")});
        QCOMPARE(text.exit, 0);
        QCOMPARE(text.out, QByteArray("m graph 0: covers all 6 samples\nok\n"));
        QVERIFY2(text.err.isEmpty(), qPrintable(text.err));
        const Outcome json = run({"check", path("c.shapes.jsonl"), "--overrides", path("wide.overrides.json"),
                                  "--format", "json"});
        QCOMPARE(json.exit, 0);
        QCOMPARE(object(json.out), object(R"({"ok": true, "problems": []})"));
    }

    void overridesThatDoNot() {
        const QStringList command{"check", path("c.shapes.jsonl"), "--overrides",
                                  path("narrow.overrides.json")};
        const Outcome text = run(command);
        QCOMPARE(text.exit, 1);
        QVERIFY2(text.out.contains(
                     "m graph 0 x:0: error: 2 samples are outside 2..4, with the size 6 [uncovered]"),
                 text.out.constData());
        QVERIFY(
            text.out.endsWith("m graph 0: covers 4 of 6 samples; first outside: sample 2, axis 0, size 6\n"
                              "1 error, 0 warnings\n"));
        const Outcome json = run(command + QStringList{"--format", "json"});
        QCOMPARE(json.exit, 1);
        const QJsonObject found = object(json.out);
        QCOMPARE(found.value("ok").toBool(true), false);
        const QJsonObject problem = found.value("problems").toArray().at(0).toObject();
        QCOMPARE(problem.keys(), (QStringList{"axis", "code", "graph", "message", "module", "samples",
                                              "semantic_path", "severity", "side"}));
        QCOMPARE(problem.value("code").toString(), QString("uncovered"));
        QCOMPARE(problem.value("samples").toArray(), (QJsonArray{2, 5}));
    }

    void stepsAndRelations() {
        // mask = past + ids; ids are multiples of 16.
        QByteArray calls = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
        for (const auto& [mask, past, ids] :
             {std::tuple(32, 16, 16), std::tuple(68, 20, 48), std::tuple(112, 32, 80)}) {
            const auto tensor = [](const char* path, int size) {
                return QStringLiteral(
                           R"({"access_path": "%1", "semantic_path": "%1", "dtype": "torch.int64", "shape": [%2]})")
                    .arg(QLatin1String(path))
                    .arg(size);
            };
            calls +=
                QStringLiteral(
                    R"({"module": "m", "batch_size": 1, "inputs": {"tensor_data": [%1, %2, %3], "other_data": [], "strict": true, "llm_phase": null}, "outputs": {"tensor_data": [], "other_data": [], "strict": true, "llm_phase": null}})")
                    .arg(tensor("mask", mask), tensor("past", past), tensor("ids", ids))
                    .toUtf8() +
                '\n';
        }
        writeFile(path("kv.shapes.jsonl"), calls);
        writeFile(
            path("kv.overrides.json"),
            R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "m", "graph": "0", "tensors": [
                      {"side": "input", "semantic_path": "ids", "shape": ["n"], "min_shape": [16], "max_shape": [100]}]}]})");
        const QStringList command{
            "check", path("kv.shapes.jsonl"), "--overrides", path("kv.overrides.json"), "--format", "json"};
        const Outcome outcome = run(command);
        QCOMPARE(outcome.exit, 0);
        QStringList found;
        for (const QJsonValue& problem : object(outcome.out).value("problems").toArray()) {
            if (problem["semantic_path"] == "ids") {
                found += problem["severity"].toString() + ' ' + problem["code"].toString() + ' ' +
                         QString::number(problem["axis"].toInt(-1));
            }
        }
        QCOMPARE(found, (QStringList{"warning off-grid 0", "warning joint-conflict 0"}));
        QCOMPARE(run(command + QStringList{"--strict"}).exit, 1);
    }

    void excludedSamplesDoNotCount() {
        const Outcome outcome =
            run({"check", path("c.shapes.jsonl"), "--overrides", path("outside.overrides.json")});
        QCOMPARE(outcome.exit, 0);
        QCOMPARE(outcome.out, QByteArray("m graph 0: covers all 4 samples\nok\n"));
    }

    void reportsStateThem() {
        const QStringList command{"report", path("c.shapes.jsonl"), "--overrides",
                                  path("outside.overrides.json")};
        const Outcome json = run(command);
        QVERIFY2(json.exit == 0, qPrintable(json.err));
        const QString errors = test_support::schemaErrors("report", json.out);
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
        const QJsonObject graph = object(json.out).value("graphs").toArray().at(0).toObject();
        QCOMPARE(graph.value("excluded_samples").toArray(), (QJsonArray{2, 5}));
        QCOMPARE(graph.value("coverage").toObject().value("covered").toInt(), 4);
        const QJsonObject tensor = graph.value("tensors").toArray().at(0).toObject();
        QCOMPARE(tensor.value("override").toObject().value("max_shape").toArray(), (QJsonArray{4, 8}));
        QCOMPARE(tensor.value("effective").toObject().value("max").toArray(), (QJsonArray{4, 8}));
        const Outcome table = run(command + QStringList{"--format", "csv"});
        QVERIFY2(table.out.contains(",override,yes,4,4,\r\n"), table.out.constData());
        const Outcome plain = run({"report", path("c.shapes.jsonl")});
        const QJsonObject without = object(plain.out).value("graphs").toArray().at(0).toObject();
        QVERIFY(without.value("coverage").isNull());
        const QJsonObject inferred = without.value("tensors").toArray().at(0).toObject();
        QCOMPARE(inferred.value("effective").toObject().value("max").toArray(), (QJsonArray{6, 8}));
    }

    void warnings() {
        QByteArray text = overridesText("8");
        text.replace("\"shape\": [\"batch\", 8]", "\"shape\": [\"batch\", null]");
        writeFile(path("warns.overrides.json"), text);
        const QStringList command{"check", path("c.shapes.jsonl"), "--overrides",
                                  path("warns.overrides.json")};
        const Outcome lenient = run(command);
        QCOMPARE(lenient.exit, 0);
        QVERIFY(lenient.out.contains("[degenerate-range]"));
        QVERIFY(lenient.out.endsWith("0 errors, 1 warning\n"));
        QCOMPARE(run(command + QStringList{"--strict"}).exit, 1);
        const Outcome json = run(command + QStringList{"--strict", "--format", "json"});
        QCOMPARE(object(json.out).value("ok").toBool(true), false);
    }

    void inferredSpecs() {
        QCOMPARE(run({"check", path("c.shapes.jsonl")}).out, QByteArray("ok\n"));
        // The second call contradicts the multiplier of the first.
        const QByteArray line =
            R"({"module": "m", "batch_size": %1, "inputs": {"tensor_data": [{"access_path": "x", "semantic_path": "x", )"
            R"("dtype": "torch.float32", "shape": [%2]}], "other_data": [], "strict": true, "llm_phase": null}, )"
            R"("outputs": {"tensor_data": [], "other_data": [], "strict": true, "llm_phase": null}})"
            "\n";
        QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
        for (const auto& [batchSize, size] : {std::pair(1, 4), std::pair(2, 4), std::pair(2, 8)}) {
            text += QString(line).arg(batchSize).arg(size).toUtf8();
        }
        writeFile(path("contradicted.shapes.jsonl"), text);
        const Outcome outcome = run({"check", path("contradicted.shapes.jsonl")});
        QCOMPARE(outcome.exit, 1);
        QVERIFY2(outcome.out.contains("[contradicted]"), outcome.out.constData());
    }

    void anotherCapturesOverrides() {
        QByteArray text = overridesText("8");
        text.replace("\"fingerprint\": \"\"", "\"fingerprint\": \"xxh3:00000000000000000000000000000000\"");
        writeFile(path("other.overrides.json"), text);
        const Outcome outcome =
            run({"check", path("c.shapes.jsonl"), "--overrides", path("other.overrides.json")});
        QCOMPARE(outcome.exit, 0);
        QVERIFY2(outcome.err.contains("another capture"), qPrintable(outcome.err));
        QVERIFY(run({"check", path("c.shapes.jsonl"), "--overrides", path("other.overrides.json"), "--quiet"})
                    .err.isEmpty());
    }

    void badOverrides_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("place");
        QTest::newRow("no JSON") << QByteArray("nonsense") << QString("bad.overrides.json:1");
        QTest::newRow("cut off") << overridesText("8").left(200) << QString("bad.overrides.json:");
        QTest::newRow("a fraction") << overridesText("8.5") << QString("bad.overrides.json:3:");
    }
    void badOverrides() {
        QFETCH(QByteArray, text);
        QFETCH(QString, place);
        writeFile(path("bad.overrides.json"), text);
        for (const QStringList& verb : {QStringList{"check"}, {"report"}, {"export", "trtexec"}}) {
            const Outcome outcome =
                run(verb + QStringList{path("c.shapes.jsonl"), "--overrides", path("bad.overrides.json")});
            QCOMPARE(outcome.exit, 3);
            QVERIFY2(outcome.err.contains(place), qPrintable(outcome.err));
            QVERIFY(outcome.out.isEmpty());
        }
        QCOMPARE(run({"check", path("c.shapes.jsonl"), "--overrides", path("missing.json")}).exit, 3);
    }

    void shapesThatCannotBePlaced_data() {
        QTest::addColumn<QByteArray>("profile");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("checkExit");
        QTest::addColumn<int>("exportExit");
        QTest::newRow("another rank")
            << QByteArray(R"([{"x": [[2, 8, 1], [2, 8, 1], [6, 8, 1]]}])") << "rank-mismatch" << 1 << 4;
        QTest::newRow("no such name")
            << QByteArray(R"([{"y": [[2, 8], [2, 8], [6, 8]]}])") << "unmatched" << 0 << 0;
        QTest::newRow("two profiles")
            << QByteArray(R"([{"x": [[2, 8], [2, 8], [6, 8]]}, {"x": [[1, 8], [2, 8], [6, 8]]}])")
            << "other-profiles" << 0 << 0;
    }
    void shapesThatCannotBePlaced() {
        QFETCH(QByteArray, profile);
        QFETCH(QString, code);
        QFETCH(int, checkExit);
        QFETCH(int, exportExit);
        writeFile(path("profile.json"), profile);
        const QStringList files{path("c.shapes.jsonl"), "--overrides", path("profile.json")};
        const Outcome text = run(QStringList{"check"} + files);
        QCOMPARE(text.exit, checkExit);
        QVERIFY2(text.out.contains(("[" + code + "]").toUtf8()), text.out.constData());
        const Outcome json = run(QStringList{"check", "--strict", "--format", "json"} + files);
        QCOMPARE(json.exit, 1);
        QCOMPARE(object(json.out).value("problems").toArray().at(0).toObject().value("code").toString(),
                 code);
        const Outcome exported = run(QStringList{"export", "trtexec"} + files);
        QCOMPARE(exported.exit, exportExit);
        QVERIFY2(exported.err.contains(code), qPrintable(exported.err));
    }

    void exportsOfWhatNobodyOverrode() {
        QByteArray text = overridesText("8");
        text.replace("\"graph\": \"0\"", "\"graph\": \"1\"");
        writeFile(path("elsewhere.overrides.json"), text);
        const QStringList command{"export", "trtexec", path("c.shapes.jsonl"), "--overrides",
                                  path("elsewhere.overrides.json")};
        const Outcome outcome = run(command);
        QCOMPARE(outcome.exit, 0);
        QVERIFY2(outcome.err.contains("1 override is of graphs that the capture does not have") &&
                     outcome.err.contains("its inferred shapes are exported"),
                 qPrintable(outcome.err));
        QVERIFY(run(command + QStringList{"--quiet"}).err.isEmpty());
    }

    void exportsIntoACommandOfAShell() {
        const QString file = path("c.shapes.jsonl");
        const Outcome outcome = runShell("eval \"printf '%s\\n' --onnx=m.onnx $($PROGRAM export trtexec '" +
                                         file + "' --quiet)\"");
        QCOMPARE(outcome.exit, 0);
        QCOMPARE(outcome.out, QByteArray("--onnx=m.onnx\n--minShapes=x:2x8\n--optShapes=x:6x8\n"
                                         "--maxShapes=x:6x8\n"));
    }

    void namesDoNotSteerATerminal() {
        for (const auto& [name, calls] :
             {std::pair("one.shapes.jsonl", 6), std::pair("two.shapes.jsonl", 3)}) {
            QByteArray text = captureText(calls);
            text.replace("\"module\": \"m\"", QByteArray("\"module\": \"") + name + "\\u001b[2J\\nok\"");
            writeFile(path(name), text);
        }
        QByteArray overrides = overridesText("4");
        overrides.replace("\"module\": \"m\"", "\"module\": \"one.shapes.jsonl\\u001b[2J\\nok\"");
        writeFile(path("steers.overrides.json"), overrides);
        const Outcome checked =
            run({"check", path("one.shapes.jsonl"), "--overrides", path("steers.overrides.json")});
        QCOMPARE(checked.exit, 1);
        const Outcome exported =
            run({"export", "trtexec", path("one.shapes.jsonl"), path("two.shapes.jsonl")});
        QCOMPARE(exported.exit, 2);
        for (const QString& text : {QString::fromUtf8(checked.out), exported.err}) {
            QVERIFY2(text.contains("one.shapes.jsonl\\x1b[2J\\x0aok"), qPrintable(text));
            QVERIFY(!text.contains(QChar(0x1b)));
        }
    }

    void graphsWithColons() {
        const QByteArray line =
            R"({"module": "%1", "summary": true, "graph": "%2", "inputs": {"tensor_data": [{"access_path": "%3", )"
            R"("semantic_path": "%3", "dtype": "torch.float32", "shape": ["dim0"], "min_shape": [1], )"
            R"("max_shape": [2]}], "other_data": [], "strict": true, "llm_phase": null}, "outputs": )"
            R"({"tensor_data": [], "other_data": [], "strict": true, "llm_phase": null}})"
            "\n";
        QByteArray text = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
        text += QString(line).arg("a", "b:0", "first").toUtf8() +
                QString(line).arg("a:b", "0", "last").toUtf8() +
                QString(line).arg("a", "c:0", "only").toUtf8();
        writeFile(path("colons.shapes.jsonl"), text);
        for (const auto& [graph, tensor] : {std::pair("a:b:0", "last:1"), std::pair("a:c:0", "only:1")}) {
            const Outcome outcome =
                run({"export", "trtexec", path("colons.shapes.jsonl"), "--graph", graph, "--quiet"});
            QCOMPARE(outcome.exit, 0);
            QVERIFY2(outcome.out.contains(tensor), outcome.out.constData());
        }
    }

    void exports() {
        const Outcome outcome =
            run({"export", "trtexec", path("c.shapes.jsonl"), "--overrides", path("wide.overrides.json")});
        QCOMPARE(outcome.exit, 0);
        QVERIFY2(outcome.out.contains("--minShapes=") && outcome.out.contains("2x8") &&
                     outcome.out.contains("8x8"),
                 outcome.out.constData());
        const QString target = path("out.txt");
        QCOMPARE(run({"export", "trtexec", path("c.shapes.jsonl"), "--overrides", path("wide.overrides.json"),
                      "-o", target})
                     .exit,
                 0);
        QCOMPARE(fileText(target), outcome.out);
        QCOMPARE(run({"export", "trtexec", path("c.shapes.jsonl"), "-o", path("c.shapes.jsonl")}).exit, 2);
        QCOMPARE(run({"export", "trtexec", path("c.shapes.jsonl"), "--overrides", path("wide.overrides.json"),
                      "-o", path("wide.overrides.json")})
                     .exit,
                 2);
    }

    void exportsOfSeveralGraphs() {
        const Outcome all = run({"export", "aitune-json", sampleFile(), "--quiet"});
        QCOMPARE(all.exit, 2);
        QVERIFY2(all.err.contains("unet:0") && all.err.contains("prompt_expander:"), qPrintable(all.err));
        QCOMPARE(run({"export", "aitune-json", sampleFile(), "--quiet", "--graph", "unet:0"}).exit, 0);
        QCOMPARE(run({"export", "aitune-json", sampleFile(), "--quiet", "--graph", "unet:7"}).exit, 2);
    }

    void refusesWhatIsWrong() {
        // Errors other than uncovered samples are no contract.
        QByteArray text = overridesText("1");
        writeFile(path("wrong.overrides.json"), text);
        const Outcome outcome =
            run({"export", "trtexec", path("c.shapes.jsonl"), "--overrides", path("wrong.overrides.json")});
        QCOMPARE(outcome.exit, 4);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY2(outcome.err.contains("minimum"), qPrintable(outcome.err));
    }

 private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestCheck)
#include "tst_check.moc"
