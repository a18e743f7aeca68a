// SPDX-License-Identifier: GPL-3.0-or-later
#include <QRegularExpression>
#include <QTest>

#include "core/inference/analysis.h"
#include "core/inference/audit.h"
#include "core/inference/graph_audit.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::inference;
using dimscope::test_support::addCall;

namespace {

using Calls = QList<QList<qint64>>;  // batch size (0: unknown), then one size per axis

capture::Capture captureOf(const QString& layout, const Calls& calls) {
    capture::CaptureBuilder builder;
    for (const QList<qint64>& call : calls) {
        addCall(builder, layout.toStdString(), call[0], {call.begin() + 1, call.end()});
    }
    return builder.build();
}

QString place(const capture::Capture& capture, const Finding& finding) {
    QString out = QString::fromStdString(finding.code);
    if (finding.tensor) {
        out += '@' + QString::fromStdString(capture.tensor(*finding.tensor).accessPath);
    }
    if (finding.axis) {
        out += ':' + QString::number(*finding.axis);
    }
    QStringList samples;
    for (const std::uint32_t sample : finding.samples) {
        samples << QString::number(sample);
    }
    return samples.isEmpty() ? out : out + '[' + samples.join(',') + ']';
}

/// "code@path:axis[samples]" of all findings of the first graph, blank between.
QString findings(const capture::Capture& capture, const Analysis& analysis) {
    QStringList out;
    for (const Finding& finding : analysis.graphs.front().findings) {
        out << place(capture, finding);
    }
    return out.join(' ');
}

QString auditText(const AxisAnalysis& axis) {
    return QString("%1%2 %3").arg(
        QString::fromUtf8(module::name(axis.audit->verdict).data()),
        axis.audit->multiplier ? " x" + QString::number(*axis.audit->multiplier) : QString(),
        QString::fromUtf8(name(axis.audit->strength).data()));
}

}  // namespace

class TestAudit : public QObject {
    Q_OBJECT

 private slots:
    void axes_data() {
        QTest::addColumn<Calls>("calls");
        QTest::addColumn<QString>("audit");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const Calls& calls, const char* audit, const char* found) {
            QTest::newRow(name) << calls << audit << found;
        };
        // Verdict and strength.
        row("static at two batch sizes", {{1, 7}, {2, 7}}, "static proven", "");
        row("static at one", {{2, 7}, {2, 7}}, "static undetermined", "single-batch-size[0]");
        row("static at one and unknown", {{2, 7}, {0, 7}}, "static undetermined", "single-batch-size[0]");
        row("static at unknown", {{0, 7}}, "static undetermined", "single-batch-size[0]");
        row("batch at three batch sizes", {{1, 2}, {2, 4}, {4, 8}}, "batch x2 proven", "");
        row("batch at two", {{1, 10}, {2, 20}}, "batch x10 weak", "two-point@x:0[0,1]");
        row("dynamic at one batch size", {{1, 5}, {1, 6}}, "dynamic proven", "");
        row("dynamic, weak, three batch sizes", {{1, 5}, {2, 6}, {4, 9}}, "dynamic weak", "");
        row("dynamic, weak, two batch sizes", {{2, 5}, {3, 7}}, "dynamic weak", "two-point@x:0[0,1]");
        row("dynamic without batch sizes", {{0, 5}, {0, 6}}, "dynamic undetermined", "");
        row("multiplier 1/2", {{2, 1}, {4, 2}, {6, 3}}, "dynamic weak", "proportional@x:0[0,1,2]");

        // AITune's misleading cases.
        row("contradicted while static", {{1, 1}, {2, 1}, {2, 2}}, "dynamic proven",
            "contradicted@x:0[1] order-dependent@x:0[0,1,2] short-batch@x:0[1]");
        row("contradicted x4", {{1, 4}, {2, 4}, {2, 8}}, "dynamic proven",
            "contradicted@x:0[1] order-dependent@x:0[0,1,2] short-batch@x:0[1]");
        row("contradicted before a smaller one", {{2, 4}, {4, 4}, {1, 2}}, "dynamic weak",
            "contradicted@x:0[1] order-dependent@x:0[0,1,2] short-batch@x:0[1]");
        row("the same calls in another order", {{2, 2}, {2, 1}, {1, 1}}, "dynamic proven",
            "order-dependent@x:0[0,1,2] short-batch@x:0[1]");
        row("unknown while static", {{1, 4}, {0, 4}, {2, 8}}, "dynamic weak",
            "order-dependent@x:0[0,1,2] known-samples-agree@x:0[0,2] two-point@x:0[0,2]");
        row("unknown afterwards", {{1, 4}, {2, 8}, {0, 4}}, "dynamic weak",
            "order-dependent@x:0[0,1,2] unknown-batch@x:0[2] known-samples-agree@x:0[0,1] "
            "two-point@x:0[0,1]");
        row("affine", {{1, 5}, {2, 6}, {4, 8}}, "dynamic weak", "affine@x:0[0,1,2]");

        // Each code at its boundary.
        row("order does not matter: one more bad size", {{1, 4}, {2, 4}, {2, 8}, {2, 5}}, "dynamic proven",
            "");
        row("order does not matter: bad size never good", {{1, 4}, {2, 8}, {2, 5}, {4, 16}}, "dynamic proven",
            "short-batch@x:0[2]");
        row("unknown ones agree, at one batch size only", {{1, 4}, {0, 9}, {1, 4}}, "dynamic weak",
            "unknown-batch@x:0[1]");
        row("affine at two batch sizes", {{1, 5}, {2, 6}}, "dynamic weak", "two-point@x:0[0,1]");
        row("affine downwards", {{1, 8}, {2, 7}, {3, 6}}, "dynamic weak", "");
        row("affine with slope and minus", {{2, 3}, {3, 5}, {4, 7}}, "dynamic weak", "affine@x:0[0,1,2]");
        row("proportional at one batch size", {{4, 6}, {4, 6}}, "static undetermined",
            "single-batch-size[0]");
        row("proportional 3/2", {{2, 3}, {4, 6}}, "dynamic weak", "proportional@x:0[0,1] two-point@x:0[0,1]");
        row("regimes", {{1, 1}, {2, 2}, {1, 2}, {2, 4}}, "dynamic proven", "regimes@x:0[0,1,2,3]");
        row("regimes: one at one batch size", {{1, 1}, {2, 2}, {2, 4}}, "dynamic proven", "");
        row("regimes: four multipliers", {{1, 1}, {2, 2}, {1, 2}, {2, 4}, {1, 3}, {2, 6}, {1, 4}, {2, 8}},
            "dynamic proven", "monotonic@x:0[0,2,4,6]");
        row("regimes: a ratio below one", {{1, 1}, {2, 2}, {1, 2}, {2, 4}, {2, 1}}, "dynamic proven", "");
        row("step", {{1, 16}, {1, 24}, {1, 40}}, "dynamic proven", "step@x:0[0,1,2]");
        row("step: below eight", {{1, 14}, {1, 21}, {1, 35}}, "dynamic proven", "");
        row("step: two sizes", {{1, 16}, {1, 24}}, "dynamic proven", "");
        row("zero", {{1, 0}, {2, 0}}, "static proven", "zero-size@x:0[0,1]");
        row("grows call by call", {{1, 7}, {1, 8}, {1, 9}, {1, 10}}, "dynamic proven",
            "monotonic@x:0[0,1,2,3]");
        row("grows three times", {{1, 7}, {1, 8}, {1, 9}}, "dynamic proven", "");
        row("grows unevenly", {{1, 7}, {1, 8}, {1, 10}, {1, 11}}, "dynamic proven", "");
        row("grows among other batch sizes", {{1, 7}, {2, 3}, {1, 9}, {1, 11}, {2, 5}, {1, 13}},
            "dynamic proven", "monotonic@x:0[0,2,3,5]");
        row("short: one of three", {{1, 2}, {2, 4}, {4, 6}}, "dynamic weak", "short-batch@x:0[2]");
        row("short: the others at one batch size", {{2, 4}, {2, 4}, {4, 6}}, "dynamic weak",
            "two-point@x:0[0,2]");
        row("short: two of eleven",
            {{1, 2}, {2, 4}, {4, 6}, {4, 6}, {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}, {1, 2}},
            "dynamic weak", "");
        row("two ratios of two", {{1, 9223372036854775807}, {2, 9223372036854775806}}, "dynamic weak",
            "two-point@x:0[0,1]");
    }
    void axes() {
        QFETCH(Calls, calls);
        QFETCH(QString, audit);
        QFETCH(QString, found);
        const capture::Capture capture = captureOf("x:1", calls);
        const auto analysis = analyse(capture);
        QVERIFY(analysis);
        QCOMPARE(auditText(analysis->tensors[0].axes[0]), audit);
        QString all = findings(capture, *analysis);
        all.remove(QRegularExpression(" ?large-volume@x"));
        QCOMPARE(all, found);
    }

    void largestSizes() {
        // Ratios are compared exactly: as doubles both would be 2^62.
        const capture::Capture capture =
            captureOf("x:1", {{1, 4611686018427387905}, {2, 9223372036854775806}});
        const auto analysis = analyse(capture);
        QCOMPARE(auditText(analysis->tensors[0].axes[0]), QString("dynamic weak"));
    }

    void coincidence() {
        // A length that grows with the batch size; the second axis is the doubtful one.
        const capture::Capture capture = captureOf("x:2 y:1", {{1, 1, 10, 1}, {2, 2, 20, 2}, {3, 3, 30, 3}});
        const auto analysis = analyse(capture);
        QCOMPARE(findings(capture, *analysis), QString("coincidence@x:1[0,2]"));
        const capture::Capture two = captureOf("x:2", {{1, 1, 10}, {2, 2, 20}});
        QCOMPARE(findings(two, *analyse(two)), QString("two-point@x:0[0,1] coincidence@x:1[0,1]"));
        const capture::Capture other = captureOf("x:2", {{1, 1, 10}, {2, 2, 20}, {3, 3, 10}});
        QCOMPARE(findings(other, *analyse(other)), QString("order-dependent@x:1[0,1,2]"));
    }

    void shortBatchIsSilentBesideABatchAxis() {
        const Calls calls{{1, 2, 1}, {2, 4, 2}, {4, 6, 4}};
        const capture::Capture capture = captureOf("x:1 y:1", calls);
        QCOMPARE(findings(capture, *analyse(capture)), QString());
    }

    void singleBatchSize() {
        const capture::Capture capture = captureOf("x:2 y:1", {{2, 4, 7, 3}, {2, 4, 7, 5}});
        const auto analysis = analyse(capture);
        const Finding& finding = analysis->graphs[0].findings.back();
        QCOMPARE(finding.code, std::string("single-batch-size"));
        QCOMPARE(finding.severity, base::Severity::warning);
        QCOMPARE(finding.axes, (std::vector<AxisRef>{{base::TensorId{0}, 0}, {base::TensorId{0}, 1}}));
        QCOMPARE(finding.message,
                 std::string(
                     "only batch size 2 was seen, so 2 axes that never changed say nothing about the model: "
                     "x axis 0 (x2), x axis 1; in brackets: the multiplier it would have as a batch axis"));
    }

    void likelyBatch_data() {
        QTest::addColumn<Calls>("calls");
        QTest::addColumn<bool>("fires");
        QTest::newRow("equal") << Calls{{0, 1, 1}, {0, 3, 3}} << true;
        QTest::newRow("whole multiples") << Calls{{0, 2, 1}, {0, 6, 3}} << true;
        QTest::newRow("no whole multiple") << Calls{{0, 2, 3}, {0, 4, 6}} << false;
        QTest::newRow("apart") << Calls{{0, 1, 1}, {0, 3, 2}} << false;
        QTest::newRow("never varies") << Calls{{0, 2, 2}, {0, 2, 2}} << false;
        QTest::newRow("a batch size is known") << Calls{{0, 1, 1}, {3, 3, 3}} << false;
    }
    void likelyBatch() {
        QFETCH(Calls, calls);
        QFETCH(bool, fires);
        const capture::Capture capture = captureOf("x:1 y:1", calls);
        QCOMPARE(findings(capture, *analyse(capture)).contains("likely-batch"), fires);
    }

    void tensors() {
        capture::CaptureBuilder builder;
        addCall(builder, "x:1:float32 y:1", 1, {2147483647, 3});
        addCall(builder, "x:1:float16 y:1", 2, {2147483647, 3});
        addCall(builder, "x:1:float16 y:1", 3, {2147483647, 3});
        const capture::Capture capture = builder.build();
        const auto analysis = analyse(capture);
        QCOMPARE(findings(capture, *analysis), QString("dtype-changed@x[1]"));
        const capture::Capture large =
            captureOf("x:2", {{1, 2, 1073741824}, {2, 4, 1073741824}, {3, 6, 1073741824}});
        QCOMPARE(findings(large, *analyse(large)), QString("large-volume@x"));
    }

    void modules() {
        capture::CaptureBuilder builder;
        addCall(builder, "x:2 mask:1", 1);
        addCall(builder, "x:2", 1);
        addCall(builder, "x:3", 1);
        const capture::Capture capture = builder.build();
        const auto analysis = analyse(capture);
        QStringList found;
        for (const Finding& finding : analysis->moduleFindings.at(0)) {
            found << place(capture, finding);
        }
        QCOMPARE(found.join(' '), QString("rank-changed@x optional@mask"));
        QCOMPARE(analysis->moduleFindings[0][1].message, std::string("mask is absent in 2 of 3 graphs"));
        QCOMPARE(analysis->moduleFindings[0][0].message,
                 std::string("x has rank 2 and 3 in graphs of this module"));
    }

    void excludedSamplesDoNotCount() {
        const capture::Capture capture = captureOf("x:1", {{1, 1}, {2, 1}, {2, 2}, {4, 4}});
        const auto analysis = analyse(capture, Exclusions{{base::GraphId{0}, {1}}});
        QCOMPARE(auditText(analysis->tensors[0].axes[0]), QString("batch x1 proven"));
        QCOMPARE(findings(capture, *analysis), QString());
        const auto other = analyse(capture, Exclusions{{base::GraphId{0}, {0}}});
        QCOMPARE(findings(capture, *other), QString("short-batch@x:0[1]"));  // by the capture's own numbers
    }

    void relations_data() {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<Calls>("calls");
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* layout, const Calls& calls, const char* found) {
            QTest::newRow(name) << layout << calls << found;
        };
        row("shared", "a:1 b:1", {{1, 5, 5}, {1, 6, 6}}, "shared a0,b0");
        row("shared: static", "a:1 b:1", {{1, 5, 5}, {2, 5, 5}}, "");
        row("scaled", "a:1 b:1", {{1, 5, 15}, {1, 6, 18}, {1, 8, 24}}, "scaled b0,a0");
        row("scaled: two values", "a:1 b:1", {{1, 5, 15}, {1, 6, 18}}, "");
        row("scaled: no whole multiple", "a:1 b:1", {{1, 4, 6}, {1, 6, 9}, {1, 8, 12}}, "");
        row("offset", "a:1 b:1", {{1, 5, 3}, {1, 7, 5}, {1, 11, 9}}, "offset a0,b0");
        row("offset: two values", "a:1 b:1", {{1, 5, 3}, {1, 7, 5}}, "");
        row("sum", "mask:1 past:1 ids:1", {{1, 9, 5, 4}, {1, 12, 7, 5}, {1, 20, 11, 9}},
            "sum-of mask0,past0,ids0");
        row("sum: one call breaks it", "mask:1 past:1 ids:1", {{1, 9, 5, 4}, {1, 12, 7, 5}, {1, 20, 11, 8}},
            "");
        row("sum: two joint values", "mask:1 past:1 ids:1", {{1, 9, 5, 4}, {1, 12, 7, 5}}, "");
        row("product", "hw:1 h:1 w:1", {{1, 20, 5, 4}, {1, 35, 7, 5}, {1, 99, 11, 9}},
            "product-of hw0,h0,w0");
        row("product with zero", "hw:1 h:1 w:1", {{1, 0, 0, 4}, {1, 35, 7, 5}, {1, 99, 11, 9}}, "");
    }
    void relations() {
        QFETCH(QString, layout);
        QFETCH(Calls, calls);
        QFETCH(QString, found);
        const capture::Capture capture = captureOf(layout, calls);
        const auto analysis = analyse(capture);
        static const QStringList kRelations{"shared", "scaled", "offset", "sum-of", "product-of"};
        QStringList out;
        for (const Finding& finding : analysis->graphs[0].findings) {
            if (!kRelations.contains(QString::fromStdString(finding.code))) {
                continue;
            }
            QStringList axes;
            for (const AxisRef& axis : finding.axes) {
                axes << QString::fromStdString(capture.tensor(axis.tensor).accessPath) +
                            QString::number(axis.axis);
            }
            out << QString::fromStdString(finding.code) + ' ' + axes.join(',');
        }
        QCOMPARE(out.join(' '), found);
    }

    void relationSentences() {
        const capture::Capture capture =
            captureOf("mask:1 past:1 ids:1", {{1, 9, 5, 4}, {1, 12, 7, 5}, {1, 20, 11, 9}});
        const auto analysis = analyse(capture);
        QCOMPARE(analysis->graphs[0].findings.back().message,
                 std::string("mask axis 0 = past axis 0 + ids axis 0 in all 3 samples"));
    }

    void advice() {
        const auto of = [](const QString& layout, const Calls& calls) {
            const capture::Capture capture = captureOf(layout, calls);
            return analyse(capture)->graphs[0].advice;
        };
        QVERIFY(of("x:1", {{1, 2}, {2, 4}, {3, 6}}).empty());
        const auto single = of("x:1", {{2, 7}});
        QCOMPARE(single.size(), std::size_t(1));
        QCOMPARE(single[0].batchSizes, (std::vector<std::int64_t>{3}));
        QCOMPARE(single[0].settles, (std::vector<std::string>{"single-batch-size"}));
        const auto two = of("x:2", {{1, 1, 77}, {2, 2, 154}});
        QCOMPARE(two[0].batchSizes, (std::vector<std::int64_t>{3}));
        QCOMPARE(two[0].settles, (std::vector<std::string>{"coincidence", "two-point"}));
        QCOMPARE(two[0].vary, (std::vector<AxisRef>{{base::TensorId{0}, 1}}));
        QCOMPARE(two[0].reason, std::string("record batch size 3 with x:1 other than 231"));
        const auto alone = of("x:2", {{1, 1, 77}, {2, 2, 154}, {3, 3, 231}});
        QCOMPARE(alone.size(), std::size_t(1));
        QCOMPARE(alone[0].batchSizes, (std::vector<std::int64_t>{3}));
        QCOMPARE(alone[0].settles, (std::vector<std::string>{"coincidence"}));
        QCOMPARE(alone[0].reason, std::string("record batch size 3 again with x:1 other than 231"));
        const auto unknown = of("y:1 x:1", {{0, 2, 1}, {0, 6, 3}});
        QCOMPARE(unknown.size(), std::size_t(1));
        QCOMPARE(unknown[0].settles, (std::vector<std::string>{"likely-batch"}));
        QCOMPARE(unknown[0].reason,
                 std::string("say the batch size of the samples that have none, for instance by x:0"));
        const auto fixed = of("x:1", {{0, 2}, {0, 2}});
        QCOMPARE(fixed.size(), std::size_t(1));
        QCOMPARE(fixed[0].batchSizes, (std::vector<std::int64_t>{2, 3}));
        QCOMPARE(fixed[0].reason, std::string("record batch sizes 2 and 3"));
        const auto missing = of("x:1", {{1, 4}, {2, 8}, {0, 12}, {0, 20}, {0, 9}});
        QCOMPARE(missing[0].batchSizes, (std::vector<std::int64_t>{3, 5}));
        QCOMPARE(missing[0].reason,
                 std::string("say the batch size of the samples that have none: by their sizes 3 and 5"));
    }

    /// What was advised, once recorded, settles what it says it settles.
    void adviceSettles_data() {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<Calls>("calls");
        QTest::newRow("one batch size") << "x:2" << Calls{{2, 2, 7}};
        QTest::newRow("no batch size") << "x:1" << Calls{{0, 2}, {0, 2}};
        QTest::newRow("two points") << "x:1" << Calls{{1, 4}, {2, 8}};
        QTest::newRow("coincidence at two") << "x:2" << Calls{{1, 1, 77}, {2, 2, 154}};
        QTest::newRow("coincidence at three") << "x:2" << Calls{{1, 1, 77}, {2, 2, 154}, {3, 3, 231}};
        QTest::newRow("two coincidences") << "x:2 y:2" << Calls{{1, 1, 2, 1, 3}, {2, 2, 4, 2, 6}};
    }

    void adviceSettles() {
        QFETCH(QString, layout);
        QFETCH(Calls, calls);
        const capture::Capture before = captureOf(layout, calls);
        const auto analysis = analyse(before);
        const auto advice = analysis->graphs[0].advice;
        QCOMPARE(advice.size(), std::size_t(1));
        for (const std::int64_t batchSize : advice[0].batchSizes) {
            QList<qint64> call{batchSize};
            for (const base::TensorId id : before.graphs()[0].tensors) {
                for (std::size_t axis = 0; axis < before.tensor(id).rank; ++axis) {
                    const AxisRef ref{id, static_cast<int>(axis)};
                    const AxisAnalysis& seen = analysis->tensor(id).axes[axis];
                    const std::int64_t foretold =
                        seen.audit->multiplier ? *seen.audit->multiplier * batchSize : seen.max;
                    const bool varies =
                        std::find(advice[0].vary.begin(), advice[0].vary.end(), ref) != advice[0].vary.end();
                    call.push_back(varies ? foretold + 1 : foretold);
                }
            }
            calls.push_back(call);
        }
        const capture::Capture after = captureOf(layout, calls);
        const auto settled = analyse(after);
        for (const Finding& finding : settled->graphs[0].findings) {
            QVERIFY2(std::find(advice[0].settles.begin(), advice[0].settles.end(), finding.code) ==
                         advice[0].settles.end(),
                     finding.message.c_str());
        }
    }

    void likelyBatchNamesItsAxes() {
        const capture::Capture capture = captureOf("x:1 y:1 z:1", {{0, 2, 4, 5}, {0, 3, 6, 5}, {0, 4, 8, 7}});
        const auto analysis = analyse(capture);
        const auto& findings = analysis->graphs[0].findings;
        const auto found = std::find_if(findings.begin(), findings.end(), [](const Finding& finding) {
            return finding.code == "likely-batch";
        });
        QVERIFY(found != findings.end());
        QCOMPARE(found->message,
                 std::string("no batch size is known, but axis 0 of 2 tensors grows together, "
                             "as a batch size does: x axis 0 (x1), y axis 0 (x2)"));
        QCOMPARE(found->axes.size(), std::size_t(2));
    }
};

QTEST_APPLESS_MAIN(TestAudit)
#include "tst_audit.moc"
