// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "core/overrides/judgement.h"
#include "override_script.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::overrides;
using dimscope::test_support::addCall;
using dimscope::test_support::judged;
using dimscope::test_support::overridesFrom;

namespace {

// x: batch x2 (2, 4, 8 at 1, 2, 4) and 4 always; y: batch x1 and a length of 7, 9, 7 that z has too.
capture::Capture sample() {
    capture::CaptureBuilder builder;
    const std::string layout = "x:2:float16 y:2 z:1>0:2";
    addCall(builder, layout, 1, {2, 4, 1, 7, 7, 1, 3});
    addCall(builder, layout, 2, {4, 4, 2, 9, 9, 2, 3});
    addCall(builder, layout, 4, {8, 4, 4, 7, 7, 4, 3});
    return builder.build();
}

}  // namespace

class TestRules : public QObject {
    Q_OBJECT

 private slots:
    void codes_data() {
        QTest::addColumn<QStringList>("overrides");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char* name, const QStringList& overrides, const QString& problems) {
            QTest::newRow(name) << overrides << problems;
        };
        row("nothing stated", {}, "");
        row("the inferred spec", {"x batch=2..8 4 @0x2", "y batch=1..4 d0=7..9 @0"}, "");
        row("wider", {"x batch=1..16/8 4"}, "");

        row("rank-mismatch: one dim too few", {"x 4"}, "rank-mismatch@x");
        row("rank-mismatch: one too many", {"x batch=2..8 4 4"}, "rank-mismatch@x");

        row("size-below-one: min 1 is fine", {"y batch=1..4 d0=7..9"}, "");
        row("size-below-one: min 0", {"y batch=0..4 d0=7..9"}, "size-below-one@y:0");
        row("size-below-one: min below", {"y batch=-1..4 d0=7..9"}, "size-below-one@y:0");
        row("size-below-one: multiplier", {"x batch=2..8 4 @0x0"}, "size-below-one@x:0");

        row("min-above-max: equal is a degenerate range", {"y batch=1..4 d0=9..9"},
            "uncovered@y:1[0,2] degenerate-range@y:1");
        row("min-above-max", {"y batch=1..4 d0=9..7"}, "uncovered@y:1[0,1,2] min-above-max@y:1");
        row("opt-out-of-range: at min", {"y batch=1..4/1 d0=7..9"}, "");
        row("opt-out-of-range: at max", {"y batch=1..4/4 d0=7..9"}, "");
        row("opt-out-of-range: below", {"y batch=2..4/1 d0=7..9"}, "uncovered@y:0[0] opt-out-of-range@y:0");
        row("opt-out-of-range: above", {"y batch=1..4/5 d0=7..9"}, "opt-out-of-range@y:0");

        row("fixed-mismatch: bounds as the dim", {"x batch=2..8 4=4..4"}, "");
        row("fixed-mismatch: min", {"x batch=2..8 4=3..4"}, "fixed-mismatch@x:1");
        row("fixed-mismatch: max", {"x batch=2..8 4=4..5/4"}, "fixed-mismatch@x:1");
        row("fixed-mismatch: another size", {"x batch=2..8 5=5..5"}, "uncovered@x:1[0,1,2]");

        row("batch-axis-out-of-range: last axis", {"x batch=2..8 4 @1"}, "");
        row("batch-axis-out-of-range: behind it", {"x batch=2..8 4 @2"}, "batch-axis-out-of-range@x");
        row("batch-axis-out-of-range: below 0", {"x batch=2..8 4 @-1"}, "batch-axis-out-of-range@x");

        row("symbol-conflict: same range", {"y batch=1..4 len=7..9", "z len=7..9"}, "");
        row("symbol-conflict: same range times the multiplier",
            {"x batch=2..8/4 4 @0x2", "y batch=1..4/2 d0=7..9 @0"}, "");
        row("symbol-conflict: max", {"y batch=1..4 len=7..9", "z len=7..10"},
            "symbol-conflict@z:0 joint-conflict@z:0[0,1]");
        row("symbol-conflict: min", {"y batch=1..4 len=7..9", "z len=6..9"},
            "symbol-conflict@z:0 joint-conflict@z:0[0,1]");
        row("symbol-conflict: opt", {"y batch=1..4 len=7..9/8", "z len=7..9"},
            "symbol-conflict@z:0 joint-conflict@z:0[0,1]");
        row("symbol-conflict: not divided", {"x batch=2..8 4 @0x2", "y batch=2..8 d0=7..9 @0"},
            "uncovered@y:0[0] symbol-conflict@y:0");
        row("symbol-conflict: within one tensor", {"y n=1..4 n=7..9"}, "symbol-conflict@y:1");

        row("uncovered: above", {"x batch=2..7 4"}, "uncovered@x:0[2]");
        row("uncovered: below", {"x batch=3..8 4"}, "uncovered@x:0[0]");
        row("uncovered: both ends", {"x batch=3..7 4"}, "uncovered@x:0[0,2]");
        row("uncovered: what follows misses no more", {"y batch=1..3 d0=7..9 @0"}, "uncovered@y:0[2]");

        row("static-in-samples: fixed", {"x batch=2..8 4"}, "");
        row("static-in-samples: opened", {"x batch=2..8 c=3..4"}, "static-in-samples@x:1");
        row("degenerate-range: one size without a name", {"x batch=2..8 ?=4..4"}, "degenerate-range@x:1");

        row("near-duplicate-symbol: another word", {"y batch=1..4 len=7..9", "z lenx=7..9"}, "");
        row("near-duplicate-symbol: case", {"y batch=1..4 len=7..9", "z Len=7..9"},
            "near-duplicate-symbol@z:0");

        row("large-volume: 2^31 - 1", {"z n=1..2147483647"}, "");
        row("large-volume: 2^31", {"z n=1..2147483648"}, "large-volume@z");
        row("large-volume: beyond 64 bits", {"y batch=1..9223372036854775807 n=1..9223372036854775807"},
            "large-volume@y");

        row("unmatched", {"w n=1..2"}, "unmatched@w");
        row("unmatched: the other side", {"out1 n=1..2"}, "unmatched@output[1]");
    }
    void codes() {
        QFETCH(QStringList, overrides);
        QFETCH(QString, problems);
        std::vector<std::string> texts;
        for (const QString& text : overrides) {
            texts.push_back(text.toStdString());
        }
        QCOMPARE(judged(sample(), overridesFrom(texts)).problems(), problems);
    }

    void namesAndDtypes() {
        const auto with = [](auto change) {
            OverrideSet set = overridesFrom({"x batch=2..8 4"});
            change(set.graphs[0].tensors[0]);
            return judged(sample(), set).problems();
        };
        QCOMPARE(with([](TensorOverride& x) { x.name = "latents"; }), QString());
        QCOMPARE(with([](TensorOverride& x) { x.name = ""; }), QString("empty-name@x"));
        QCOMPARE(with([](TensorOverride& x) { x.name = "y"; }), QString("duplicate-name@x"));
        QCOMPARE(with([](TensorOverride& x) { x.name = "output[0]"; }), QString());  // another side
        QCOMPARE(with([](TensorOverride& x) { x.dtype = "float16"; }), QString());
        QCOMPARE(with([](TensorOverride& x) { x.dtype = "torch.float16"; }), QString());
        QCOMPARE(with([](TensorOverride& x) { x.dtype = "float32"; }), QString("dtype-mismatch@x"));
    }

    void emptySymbols_data() {
        QTest::addColumn<QString>("symbol");
        QTest::addColumn<QString>("problems");
        QTest::newRow("a word") << "n"
                                << "";
        QTest::newRow("empty") << ""
                               << "empty-name@y:1 empty-name@z:0";
        QTest::newRow("a blank is a name") << " "
                                           << "";
    }
    void emptySymbols() {
        QFETCH(QString, symbol);
        OverrideSet set = overridesFrom({"y batch=1..4 n=7..9", "z n=7..9"});
        set.graphs[0].tensors[0].shape[1] = symbol.toStdString();
        set.graphs[0].tensors[1].shape[0] = symbol.toStdString();
        QTEST(judged(sample(), set).problems(), "problems");
    }

    void otherGraphs() {
        OverrideSet set = overridesFrom({"x batch=2..8 4"});
        set.graphs[0].graph = "7";
        QCOMPARE(judged(sample(), set).problems(), QString("unmatched@x"));
        set.graphs[0].graph = "0";
        set.graphs[0].module = "M";
        QCOMPARE(judged(sample(), set).problems(), QString("unmatched@x"));
    }

    void exclusions() {
        // Without the third call x is batch x2 from 2 to 4 still, and coverage is of two samples.
        const auto two = judged(sample(), overridesFrom({"x batch=2..4 4"}, {2}));
        QCOMPARE(two.problems(), QString());
        QCOMPARE(two.judgement.graphCoverage[0].text(), std::string("all 2 samples"));
        QCOMPARE(two.spec("z"), QString("d0 7..9 opt 9"));
        QCOMPARE(judged(sample(), overridesFrom({}, {0, 1, 2})).problems(), QString("unmatched@"));
        QCOMPARE(judged(sample(), overridesFrom({}, {3})).problems(), QString("unmatched@"));
        QVERIFY(exclusionsOf(overridesFrom({}, {0, 1, 2}), sample()).empty());
        QCOMPARE(exclusionsOf(overridesFrom({}, {1, 3}), sample()).at(base::GraphId{0}),
                 std::vector<std::uint32_t>{1});
    }

    void messages() {
        const auto found = judged(sample(), overridesFrom({"x batch=2..7 4"}));
        const Problem& problem = found.judgement.problems.at(0);
        QCOMPARE(problem.text(),
                 std::string("m graph 0 x:0: error: 1 sample is outside 2..7, with the size 8 [uncovered]"));
        QCOMPARE(base::dumpJson(problem.toJson(), base::JsonLayout::spaced),
                 std::string(R"({"code": "uncovered", "severity": "error", "module": "m", "graph": "0", )"
                             R"("side": "input", "semantic_path": "x", "axis": 0, "samples": [2], )"
                             R"("message": "1 sample is outside 2..7, with the size 8"})"));
        QCOMPARE(count(found.judgement.problems, base::Severity::error), std::uint64_t{1});
        QCOMPARE(count(found.judgement.problems, base::Severity::warning), std::uint64_t{0});
    }

    void inferredSpecs_data() {
        QTest::addColumn<QList<QList<qint64>>>("calls");  // batch size (0: unknown), size
        QTest::addColumn<QString>("problems");
        using Calls = QList<QList<qint64>>;
        QTest::newRow("agrees") << Calls{{1, 1}, {2, 2}, {4, 4}} << "";
        QTest::newRow("contradicted")
            << Calls{{1, 4}, {2, 4}, {2, 8}} << "contradicted[1] order-dependent[0,1,2] short-batch[1]";
        QTest::newRow("two contradict")
            << Calls{{1, 4}, {2, 4}, {4, 4}, {2, 8}} << "contradicted[1,2] order-dependent[0,1,3]";
        QTest::newRow("unknown ones cannot") << Calls{{1, 4}, {0, 4}, {2, 8}} << "order-dependent[0,1,2]";
        QTest::newRow("dynamic") << Calls{{1, 4}, {2, 8}, {2, 4}} << "order-dependent[0,1,2] short-batch[2]";
        QTest::newRow("at 2^31 - 1") << Calls{{1, 2147483647}} << "single-batch-size[0]";
        QTest::newRow("beyond") << Calls{{1, 2147483648}} << "large-volume single-batch-size[0]";
    }
    void inferredSpecs() {
        QFETCH(QList<QList<qint64>>, calls);
        QFETCH(QString, problems);
        capture::CaptureBuilder builder;
        for (const QList<qint64>& call : calls) {
            addCall(builder, "x:1", call[0], {call[1]});
        }
        const capture::Capture capture = builder.build();
        const auto analysis = inference::analyse(capture);
        const auto judgement = judge(capture, *analysis, {});
        QVERIFY(judgement);
        const std::vector<Problem> found = checkInferred(capture, *analysis, *judgement);
        QStringList texts;
        for (const Problem& problem : found) {
            QStringList samples;
            for (const std::uint32_t sample : problem.samples) {
                samples << QString::number(sample);
            }
            texts << QString::fromStdString(problem.code) +
                         (samples.isEmpty() ? QString() : '[' + samples.join(',') + ']');
        }
        QCOMPARE(texts.join(' '), problems);
    }
};

QTEST_APPLESS_MAIN(TestRules)
#include "tst_rules.moc"
