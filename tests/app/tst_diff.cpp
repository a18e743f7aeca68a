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

/// Overrides of the made-up capture's only tensor: x [batch x2 up to 6, 8].
QByteArray overridesText(const QByteArray& excluded, const QByteArray& fingerprint = {}) {
    return R"({"format": "dimscope.overrides", "version": 1, "source": {"name": "c", "fingerprint": ")" +
           fingerprint + R"("}, "graphs": [
        {"module": "m", "graph": "0", "tensors": [{"side": "input", "semantic_path": "x", "access_path": "x",
        "shape": ["batch", 8], "min_shape": [2, 8], "opt_shape": [2, 8], "max_shape": [6, 8], "batch_axis": 0,
        "batch_multiplier": 2, "note": ""}], "excluded_samples": [)" +
           excluded + "]}]}";
}

QStringList codes(const QByteArray& json) {
    QStringList out;
    for (const QJsonValue& change : QJsonDocument::fromJson(json).object().value("changes").toArray()) {
        out << change.toObject().value("code").toString();
    }
    return out;
}

}  // namespace

/// The verb diff.
class TestDiff : public QObject {
    Q_OBJECT

 private slots:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        writeFile(path("a.shapes.jsonl"), captureText(6));
        writeFile(path("again.shapes.jsonl"), captureText(9));
        QByteArray wider = captureText(6);
        wider.replace("\"shape\": [6, 8]", "\"shape\": [8, 8]");
        wider.replace("\"batch_size\": 3", "\"batch_size\": 4");
        QVERIFY(wider != captureText(6));
        writeFile(path("b.shapes.jsonl"), wider);
        writeFile(path("f.overrides.json"), overridesText(""));
        QDir(m_folder.path()).mkpath("folder");
        writeFile(path("folder/part1.shapes.jsonl"), captureText(3));
        writeFile(path("folder/part2.shapes.jsonl"), captureText(3));
    }

    void equal() {
        const Outcome text = run({"diff", path("a.shapes.jsonl"), path("again.shapes.jsonl")});
        QCOMPARE(text.exit, 0);
        QCOMPARE(text.out, QByteArray("no differences\n"));
        QVERIFY2(text.err.isEmpty(), qPrintable(text.err));
        const Outcome json =
            run({"diff", path("a.shapes.jsonl"), path("again.shapes.jsonl"), "--format", "json"});
        QCOMPARE(json.exit, 0);
        const QString errors = test_support::schemaErrors("comparison", json.out);
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
        QVERIFY(QJsonDocument::fromJson(json.out).object().value("equal").toBool());
    }

    void different() {
        const Outcome text = run({"diff", path("a.shapes.jsonl"), path("b.shapes.jsonl")});
        QCOMPARE(text.exit, 1);
        QCOMPARE(text.out, QByteArray("m graph 0\n"
                                      "  note: batch sizes: new 4; gone 3 [batch-sizes-changed]\n"
                                      "  input x\n"
                                      "    axis 0: warning: sizes go up to 8, before to 6 [range-grown]\n"
                                      "2 differences: 0 errors, 1 warning, 1 note\n"));
        const Outcome json =
            run({"diff", path("a.shapes.jsonl"), path("b.shapes.jsonl"), "--format", "json"});
        QCOMPARE(json.exit, 1);
        const QString errors = test_support::schemaErrors("comparison", json.out);
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
        QCOMPARE(codes(json.out), (QStringList{"batch-sizes-changed", "range-grown"}));
        const Outcome mirrored =
            run({"diff", path("b.shapes.jsonl"), path("a.shapes.jsonl"), "--format", "json"});
        QCOMPARE(mirrored.exit, 1);
        QCOMPARE(codes(mirrored.out), (QStringList{"batch-sizes-changed", "range-shrunk"}));
    }

    void overridesThatNoLongerCover() {
        const Outcome lost = run({"diff", path("a.shapes.jsonl"), path("b.shapes.jsonl"), "--overrides",
                                  path("f.overrides.json")});
        QCOMPARE(lost.exit, 1);
        QVERIFY2(
            lost.out.contains("    axis 0: error: the overrides covered every size before; now 2 samples "
                              "are outside 2..6, with the size 8 [coverage-lost]\n"),
            lost.out.constData());
        const Outcome none = run({"diff", path("a.shapes.jsonl"), path("again.shapes.jsonl"), "--overrides",
                                  path("f.overrides.json")});
        QCOMPARE(none.exit, 0);
    }

    void excludedSamplesAreThoseOfTheirCapture() {
        // Without the samples 2 and 5 of either there is nothing above batch size 2.
        writeFile(path("any.overrides.json"), overridesText("2, 5"));
        QCOMPARE(run({"diff", path("a.shapes.jsonl"), path("b.shapes.jsonl"), "--overrides",
                      path("any.overrides.json")})
                     .exit,
                 0);
        // Overrides of a capture that is neither: all samples count.
        writeFile(path("other.overrides.json"),
                  overridesText("2, 5", "xxh3:00000000000000000000000000000000"));
        const Outcome outcome = run({"diff", path("a.shapes.jsonl"), path("b.shapes.jsonl"), "--overrides",
                                     path("other.overrides.json"), "--quiet"});
        QCOMPARE(outcome.exit, 1);
        QVERIFY(outcome.out.contains("[coverage-lost]"));
    }

    void whatEitherSideMayBe() {
        QCOMPARE(run({"diff", "-", path("again.shapes.jsonl")}, captureText(6)).exit, 0);
        QCOMPARE(run({"diff", path("a.shapes.jsonl"), "-"}, fileText(path("b.shapes.jsonl"))).exit, 1);
        QCOMPARE(run({"diff", path("folder"), path("a.shapes.jsonl")}).exit, 0);
        const Outcome zipped =
            runShell("gzip -c a.shapes.jsonl > a.gz && $PROGRAM diff a.gz b.shapes.jsonl", m_folder.path());
        QCOMPARE(zipped.exit, 1);
        QVERIFY(zipped.out.contains("[range-grown]"));
    }

    void wrongUsage_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("exit");
        const QString a = path("a.shapes.jsonl");
        QTest::newRow("no file") << QStringList{} << 2;
        QTest::newRow("one file") << QStringList{a} << 2;
        QTest::newRow("three files") << QStringList{a, a, a} << 2;
        QTest::newRow("- twice") << QStringList{"-", "-"} << 2;
        QTest::newRow("overrides from -") << QStringList{a, a, "--overrides", "-"} << 2;
        QTest::newRow("format") << QStringList{a, a, "--format", "html"} << 2;
        QTest::newRow("option of another verb") << QStringList{a, a, "--strict"} << 2;
        QTest::newRow("missing before") << QStringList{path("none"), a} << 3;
        QTest::newRow("missing after") << QStringList{a, path("none")} << 3;
        QTest::newRow("missing overrides") << QStringList{a, a, "--overrides", path("none")} << 3;
    }
    void wrongUsage() {
        QFETCH(QStringList, arguments);
        QFETCH(int, exit);
        const Outcome outcome = run(QStringList{"diff"} + arguments);
        QCOMPARE(outcome.exit, exit);
        QVERIFY(outcome.out.isEmpty());
        QVERIFY(!outcome.err.isEmpty());
    }

    void namesDoNotSteerTheTerminal() {
        QByteArray text = captureText(3);
        text.replace("\"module\": \"m\"", "\"module\": \"\\u001b[31mred\"");
        writeFile(path("red.shapes.jsonl"), text);
        const Outcome outcome = run({"diff", path("a.shapes.jsonl"), path("red.shapes.jsonl")});
        QCOMPARE(outcome.exit, 1);
        QVERIFY2(outcome.out.contains("module \\x1b[31mred\n"), outcome.out.constData());
        QVERIFY(!outcome.out.contains('\x1b'));
    }

    void help() {
        const Outcome outcome = run({"diff", "--help"});
        QCOMPARE(outcome.exit, 0);
        QVERIFY(outcome.out.startsWith("usage: dimscope diff A B "));
    }

 private:
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestDiff)
#include "tst_diff.moc"
