// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "tests/app/program.h"

using namespace dimscope::test_app;

/// `dimscope merge`.
class TestMerge : public QObject {
    Q_OBJECT

 private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    void orderAndPartsDoNotCount() {
        const QString summaries = dataFile("aitune/tuning_report_v3.json");
        const QString a = m_folder.filePath("a.shapes.jsonl");
        const QString b = m_folder.filePath("b.shapes.jsonl");
        writeFile(a, captureText(7));
        writeFile(b, captureText(4, BatchSizes::unknown));
        const Outcome atOnce = run({"merge", a, sampleFile(), b, summaries, "-o", "-"});
        QCOMPARE(atOnce.exit, 0);
        QVERIFY(atOnce.out.startsWith("{\"format\": \"dimscope.capture\", \"version\": 1}\n"));
        QVERIFY2(atOnce.err.contains("canonical order"), qPrintable(atOnce.err));
        QVERIFY2(atOnce.err.contains("is left out"), qPrintable(atOnce.err));
        QCOMPARE(run({"merge", summaries, b, sampleFile(), a, "-o", "-"}).out, atOnce.out);
        const QString left = m_folder.filePath("left.shapes.jsonl");
        const QString right = m_folder.filePath("right.shapes.jsonl.gz");
        const Outcome part = run({"merge", "--quiet", b, summaries, "-o", left});
        QCOMPARE(part.exit, 0);
        QVERIFY2(part.err.isEmpty() && part.out.isEmpty(), qPrintable(part.err));
        QCOMPARE(run({"merge", sampleFile(), a, "-o", right}).exit, 0);
        QVERIFY(fileText(right).startsWith("\x1f\x8b"));
        QCOMPARE(run({"merge", right, left, "-o", "-"}).out, atOnce.out);
        QCOMPARE(run({"merge", "-", "-o", "-"}, atOnce.out).out, atOnce.out);
    }

    void callsAreCountedAsOftenAsTheyAreThere() {
        const QString file = m_folder.filePath("twice.shapes.jsonl");
        writeFile(file, captureText(6));
        const Outcome merged = run({"merge", file, file, "-o", "-"});
        QCOMPARE(merged.exit, 0);
        QCOMPARE(merged.out.count('\n'), 13);
        const Outcome described = run({"describe", "-"}, merged.out);
        QVERIFY2(described.out.contains("12 samples"), described.out.constData());
    }

    void batchSizesAreFilledIn() {
        const QString file = m_folder.filePath("unknown.shapes.jsonl");
        writeFile(file, captureText(3, BatchSizes::unknown));
        const Outcome merged = run({"merge", file, "--batch-size-from", "x:0/2", "-o", "-"});
        QCOMPARE(merged.exit, 0);
        QCOMPARE(merged.out.count("\"batch_size\": null"), 0);
        QCOMPARE(merged.out.count("\"batch_size\": 3"), 1);
    }

    void summariesAlone() {
        const Outcome merged = run({"merge", dataFile("aitune/unet_cfg.json"), "-o", "-"});
        QCOMPARE(merged.exit, 0);
        QVERIFY2(merged.err.isEmpty(), qPrintable(merged.err));
        QCOMPARE(merged.out.count('\n'), 2);
        QVERIFY(merged.out.contains("\"summary\": true"));
    }

    /// As a job system would: each task takes every fourth file, the last one takes what they made.
    void tasksOfAnArray() {
        QVERIFY(QDir(m_folder.path()).mkpath("array/shards"));
        for (int rank = 0; rank < 10; ++rank) {
            writeFile(m_folder.filePath(QString("array/shards/rank %1.shapes.jsonl").arg(rank)),
                      captureText(rank % 4 + 1));
        }
        const Outcome outcome = runShell(
            R"(set -eo pipefail
mkdir parts
for SLURM_ARRAY_TASK_ID in 2 0 3 1; do
    SLURM_ARRAY_TASK_COUNT=4
    mapfile -t files < <(find shards -type f | sort |
        awk -v n="$SLURM_ARRAY_TASK_COUNT" -v k="$SLURM_ARRAY_TASK_ID" 'NR % n == k')
    "$PROGRAM" merge --quiet "${files[@]}" -o "parts/$SLURM_ARRAY_TASK_ID.shapes.jsonl.gz"
done
"$PROGRAM" merge --quiet parts -o all.shapes.jsonl
"$PROGRAM" merge --quiet shards -o - | cmp - all.shapes.jsonl
wc -l < all.shapes.jsonl)",
            m_folder.filePath("array"));
        QVERIFY2(outcome.exit == 0, qPrintable(outcome.err));
        QCOMPARE(outcome.out.trimmed(), QByteArray("24"));
    }

    void failuresLeaveNothing() {
        const QString target = m_folder.filePath("no/such/folder/out.jsonl");
        QCOMPARE(run({"merge", sampleFile(), "-o", target}).exit, 4);
        const QString output = m_folder.filePath("never.jsonl");
        QCOMPARE(run({"merge", sampleFile(), m_folder.filePath("missing"), "-o", output}).exit, 3);
        QVERIFY(!QFile::exists(output));
    }

 private:
    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(TestMerge)
#include "tst_merge.moc"
