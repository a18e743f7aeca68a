// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <random>

#include "core/inference/analysis.h"
#include "core/inference/batch_source_candidates.h"
#include "core/inference/relabel_proposals.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::inference;
using test_support::addCall;

namespace {

using Calls = QList<QList<qint64>>;  // batch size (0: unknown), then all sizes

void addCalls(capture::CaptureBuilder& builder, const QString& layout, const Calls& calls) {
    for (const QList<qint64>& call : calls) {
        addCall(builder, layout.toStdString(), call[0], {call.begin() + 1, call.end()});
    }
}

/// "path:axis/k fills agreeing", a star behind where it varies.
QString textOf(const std::vector<BatchSourceCandidate>& candidates) {
    QStringList out;
    for (const BatchSourceCandidate& candidate : candidates) {
        out << QString("%1 %2 %3%4")
                   .arg(QString::fromStdString(candidate.source.text()))
                   .arg(candidate.fills)
                   .arg(candidate.agreeing)
                   .arg(candidate.varies ? "*" : "");
    }
    return out.join(", ");
}

QString textOf(const std::vector<capture::Relabel>& relabels) {
    QStringList out;
    for (const capture::Relabel& relabel : relabels) {
        out << QString("%1:%2").arg(relabel.sample).arg(relabel.batchSize);
    }
    return out.join(' ');
}

}  // namespace

class TestLabels : public QObject {
    Q_OBJECT

 private slots:
    void candidates_data() {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<Calls>("calls");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* layout, const Calls& calls, const char* expected) {
            QTest::newRow(name) << layout << calls << expected;
        };
        row("all are known", "x:1", {{1, 1}, {2, 2}}, "");
        row("one axis that varies", "x:1", {{0, 3}, {0, 5}}, "x:0 2 1*");
        row("one that does not", "x:1", {{0, 3}, {0, 3}}, "x:0 2 1");
        row("axis 0 only", "x:2", {{0, 3, 1}, {0, 3, 2}}, "x:0 2 1");
        row("scalars have none", "x:0", {{0}, {0}}, "");
        row("a size 0 is no batch", "x:1", {{0, 3}, {0, 0}}, "");
        row("equal axes are one", "x:1 y:1", {{0, 1, 1}, {0, 4, 4}}, "x:0 2 2*");
        row("the smaller of two that grow together", "x:1 y:1", {{0, 2, 1}, {0, 8, 4}}, "y:0 2 2*");
        row("an input before an output", "x:1 > 0:1", {{0, 2, 1}, {0, 8, 4}}, "x:0/2 2 2*");
        row("what grows together comes first", "a:1 x:1 y:1", {{0, 5, 1, 2}, {0, 9, 4, 8}, {0, 9, 2, 4}},
            "x:0 3 2*, a:0 3 1*");
        row("what varies comes before what does not", "w:1 x:1", {{0, 77, 1}, {0, 77, 2}},
            "x:0 2 1*, w:0 2 1");
        row("no whole multiple", "x:1 y:1", {{0, 2, 3}, {0, 4, 6}}, "x:0 2 1*");
        row("recorded batch sizes prove the divisor", "x:1 y:1", {{2, 4, 2}, {0, 8, 9}, {0, 6, 9}},
            "x:0/2 2 1*, y:0 2 1");
        row("recorded batch sizes deny an axis", "x:1", {{2, 4}, {3, 4}, {0, 8}}, "");
        row("the proven divisor divides all", "x:1", {{2, 4}, {0, 8}, {0, 7}}, "");
    }

    void candidates() {
        QFETCH(QString, layout);
        QFETCH(Calls, calls);
        capture::CaptureBuilder builder;
        addCalls(builder, layout, calls);
        const auto found = batchSourceCandidates(builder.build());
        QVERIFY(found);
        QTEST(textOf(found.value()), "expected");
    }

    void candidatesOfSeveralGraphs() {
        capture::CaptureBuilder builder;
        addCalls(builder, "ids:2", {{0, 1, 9}, {0, 2, 9}});
        addCalls(builder, "ids:2 past:1", {{0, 1, 1, 7}, {0, 4, 1, 7}, {0, 4, 1, 8}});
        const auto found = batchSourceCandidates(builder.build());
        QVERIFY(found);
        QCOMPARE(textOf(found.value()), QString("ids:0 5 1*, past:0 3 1*"));
        QCOMPARE(found->front().unknown, std::uint64_t(5));
    }

    void candidatesAreFew() {
        capture::CaptureBuilder builder;
        std::mt19937 random(5);
        QString layout;
        for (int i = 0; i < 40; ++i) {
            layout += QString("t%1:1 ").arg(i);
        }
        Calls calls;
        for (int call = 0; call < 5; ++call) {
            QList<qint64> sizes{0};
            for (int i = 0; i < 40; ++i) {
                sizes << 1 + static_cast<qint64>(random() % 50);
            }
            calls << sizes;
        }
        addCalls(builder, layout.trimmed(), calls);
        QCOMPARE(batchSourceCandidates(builder.build())->size(), kMostCandidates);
    }

    void cancels() {
        capture::CaptureBuilder builder;
        addCalls(builder, "x:1", {{0, 1}});
        const base::CancelToken cancel;
        cancel.cancel();
        const auto found = batchSourceCandidates(builder.build(), cancel);
        QVERIFY(!found);
        QCOMPARE(found.error().code, base::ErrorCode::cancelled);
    }

    void proposals_data() {
        QTest::addColumn<QString>("layout");
        QTest::addColumn<Calls>("calls");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const char* layout, const Calls& calls, const char* expected) {
            QTest::newRow(name) << layout << calls << expected;
        };
        row("short batch", "x:1", {{1, 2}, {2, 4}, {4, 8}, {4, 6}}, "3:3");
        row("a label too small", "x:1", {{1, 2}, {2, 4}, {4, 8}, {4, 16}}, "3:8");
        row("two of them", "x:1", {{1, 2}, {2, 4}, {4, 8}, {4, 6}, {4, 2}}, "");
        row("two of twenty", "x:1",
            {{1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2},
             {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {2, 1}, {1, 5}},
            "18:1 19:5");
        row("three of twenty", "x:1",
            {{1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2},
             {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 2}, {1, 1}, {2, 1}, {2, 1}, {1, 5}},
            "");
        row("no whole batch size fits", "x:1", {{1, 2}, {2, 4}, {4, 8}, {4, 7}}, "");
        row("others at one batch size", "x:1", {{2, 4}, {2, 4}, {2, 4}, {2, 2}}, "");
        row("another axis says the labels are right", "x:2", {{1, 2, 1}, {2, 4, 2}, {4, 8, 4}, {4, 6, 4}},
            "");
        row("axes that agree", "x:1 y:1", {{1, 2, 1}, {2, 4, 2}, {4, 8, 4}, {4, 6, 3}}, "3:3");
        row("axes that do not", "x:1 y:1", {{1, 2, 1}, {2, 4, 2}, {4, 8, 4}, {4, 6, 2}}, "");
        row("an exception on one axis only", "x:1 y:1",
            {{1, 2, 1}, {2, 4, 2}, {4, 8, 4}, {4, 6, 4}, {8, 16, 3}}, "");
        row("unknown batch sizes are passed over", "x:1", {{0, 9}, {1, 2}, {2, 4}, {4, 8}, {4, 6}}, "4:3");
        row("static", "x:1", {{1, 4}, {2, 4}, {4, 4}}, "");
        row("nothing to correct", "x:1", {{1, 4}, {2, 8}, {4, 16}}, "");
    }

    void proposals() {
        QFETCH(QString, layout);
        QFETCH(Calls, calls);
        capture::CaptureBuilder builder;
        addCalls(builder, layout, calls);
        QTEST(textOf(proposedRelabels(builder.build(), base::GraphId{0})), "expected");
    }

    void proposalsOfTheFinding() {
        capture::CaptureBuilder builder;
        addCalls(builder, "x:2", {{4, 9, 2}, {1, 9, 2}, {2, 9, 4}, {4, 9, 8}, {4, 9, 6}});
        capture::Capture capture = builder.build();
        const std::vector<std::uint32_t> excluded{0};
        const auto analysis = analyse(capture, {{base::GraphId{0}, excluded}});
        QVERIFY(analysis);
        int seen = 0;
        for (const Finding& finding : analysis->graphs[0].findings) {
            if (finding.code == "short-batch") {
                ++seen;
                QCOMPARE(textOf(proposedRelabels(capture, finding)), QString("4:3"));
            } else if (!finding.axis) {
                QVERIFY(proposedRelabels(capture, finding).empty());
            }
        }
        QCOMPARE(seen, 1);
        QCOMPARE(textOf(proposedRelabels(capture, base::GraphId{0}, excluded)), QString("4:3"));
        QCOMPARE(textOf(proposedRelabels(capture, base::GraphId{0})), QString());
    }

    void relabelledAsProposedIsBatch() {
        capture::CaptureBuilder builder;
        addCalls(builder, "x:1", {{1, 2}, {2, 4}, {4, 8}, {4, 6}});
        const auto recorded = std::make_shared<const capture::Capture>(builder.build());
        capture::GraphRelabels relabels{"m", "0", {}};
        relabels.put(proposedRelabels(*recorded, base::GraphId{0}));
        base::Diagnostics diagnostics;
        const auto capture = capture::labelled(recorded, {{}, {relabels}}, diagnostics);
        const auto analysis = analyse(*capture);
        QVERIFY(analysis);
        const auto& audit = analysis->tensors[0].axes[0].audit;
        QVERIFY(audit->verdict == Verdict::batch && audit->multiplier == 2);
    }
};

QTEST_APPLESS_MAIN(TestLabels)
#include "tst_labels.moc"
