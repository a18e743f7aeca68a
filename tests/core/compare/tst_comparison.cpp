// SPDX-License-Identifier: GPL-3.0-or-later
#include <QSet>
#include <QTest>

#include "core/base/cancel_token.h"
#include "core/compare/graph_matching.h"
#include "tests/core/compare/compare_script.h"
#include "tests/core/overrides/override_script.h"

using namespace dimscope;
using namespace dimscope::test_support;

namespace {

QStringList changes(const QStringList& before, const QStringList& after) {
    const Compared left(captureFrom(before));
    const Compared right(captureFrom(after));
    return changeTexts(*compare::compare(left.subject(), right.subject()));
}

/// The text of a mirrored change: code and values trade places.
QString mirrorText(const compare::Change& change) {
    compare::Change mirrored = change;
    mirrored.code = compare::mirrored(change.code);
    std::swap(mirrored.before, mirrored.after);
    return changeText(mirrored);
}

}  // namespace

/// What differs between two captures: each code where it fires, at its boundary and where it is silent.
class TestComparison : public QObject {
    Q_OBJECT

 private slots:
    void rows_data() {
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<QStringList>("after");
        QTest::addColumn<QStringList>("expected");
        const auto row = [](const char* name, const QStringList& before, const QStringList& after,
                            const QStringList& expected) {
            QTest::newRow(name) << before << after << expected;
        };
        const QString three = "x:1 | 1: 2; 2: 4; 4: 8";
        row("equal", {three}, {three}, {});
        row("the same calls in another order", {three}, {"x:1 | 4: 8; 1: 2; 2: 4"}, {});
        row("calls again", {three}, {"x:1 | 1: 2; 2: 4; 4: 8; 4: 8; 1: 2"}, {});
        row("nothing at all", {}, {}, {});
        row("another size inside the range", {"x:1 | 1: 2; 1: 9; 1: 4"}, {"x:1 | 1: 2; 1: 9; 1: 5"}, {});
        modules(row, three);
        graphs(row);
        splits(row);
        tensors(row);
        axes(row);
        findings(row);
    }
    void rows() {
        QFETCH(QStringList, before);
        QFETCH(QStringList, after);
        QFETCH(QStringList, expected);
        QCOMPARE(changes(before, after), expected);
    }

 private:
    template <class Row>
    static void modules(const Row& row, const QString& three) {
        const QString other = "@n y:1 | 1: 1";
        row("module comes", {three}, {three, other}, {"module-new@n ->1 graph, 1 call"});
        row("module goes", {three, other}, {three}, {"module-removed@n 1 graph, 1 call->"});
        row("modules in another order", {three, other}, {other, three}, {});
    }

    template <class Row>
    static void graphs(const Row& row) {
        const QString one = "x:1 | 1: 7; 2: 7";
        const QString two = "x:2 | 1: 7 7; 2: 7 7";
        row("graph comes", {one}, {one, two},
            {"graph-new@m.1 ->2 calls, 1 input and 0 outputs", "finding-new@m rank-changed"});
        row("graph goes", {one, two}, {two},
            {"graph-renamed@m.0 1->0", "graph-removed@m.0 2 calls, 1 input and 0 outputs->",
             "finding-gone@m rank-changed"});
        row("numbers trade places", {one, two}, {two, one},
            {"graph-renamed@m.0 1->0", "graph-renamed@m.1 0->1"});
        row("numbers and values trade places", {"x:1 flag=1 | 1: 7", "x:1 flag=2 | 1: 9"},
            {"x:1 flag=2 | 1: 9", "x:1 flag=1 | 1: 7"}, {"graph-renamed@m.0 1->0", "graph-renamed@m.1 0->1"});
        row("another value", {"x:1 flag=1 | 1: 7"}, {"x:1 flag=2 | 1: 7"},
            {"other-values-changed@m.0 flag=1->flag=2"});
        row("a value comes", {"x:1 | 1: 7"}, {"x:1 flag=2 | 1: 7"},
            {"other-values-changed@m.0 none->flag=2"});
        row("a phase comes", {"x:1 | 1: 7"}, {"!prefill x:1 | 1: 7"},
            {"graph-renamed@m.0 (LLM phase prefill) 0->0 (LLM phase prefill)",
             "phase-changed@m.0 (LLM phase prefill) ->prefill"});
        row("phases find each other", {"!prefill x:1 | 1: 7", "!decode x:1 | 1: 1"},
            {"!decode x:1 | 1: 1", "!prefill x:1 | 1: 7"},
            {"graph-renamed@m.0 (LLM phase decode) 1 (LLM phase decode)->0 (LLM phase decode)",
             "graph-renamed@m.1 (LLM phase prefill) 0 (LLM phase prefill)->1 (LLM phase prefill)"});
        row("batch sizes", {"x:1 | 1: 7; 2: 7; 3: 7"}, {"x:1 | 1: 7; 2: 7; 4: 7"},
            {"batch-sizes-changed@m.0 1, 2, 3->1, 2, 4"});
        row("batch sizes become unknown", {"x:1 | 1: 7; 2: 7"}, {"x:1 | 1: 7; 2: 7; 0: 7"},
            {"batch-sizes-changed@m.0 1, 2->1, 2, unknown"});
        row("calls for a summary", {"x:1 | summary batch0=2..8"}, {"x:1 | 1: 2; 2: 4; 4: 8"},
            {"samples-gained@m.0 a summary->a history of 3 calls", "multiplier-changed@x:0 ->2"});
        row("a summary for calls", {"x:1 | 1: 7; 2: 7"}, {"x:1 | summary 7"},
            {"samples-lost@m.0 a history of 2 calls->a summary"});
        row("equal summaries", {"x:2 | summary batch0=2..8 d=1..3"}, {"x:2 | summary batch0=2..8 d=1..3"},
            {});
    }

    template <class Row>
    static void splits(const Row& row) {
        const QString plain = "x:1 | 1: 7; 2: 7";
        const QStringList options = {"x:1 flag=1 | 1: 7; 2: 7", "x:1 flag=2 | 1: 7; 2: 7"};
        row("split by a value that is recorded now", {plain}, options,
            {"graph-split@m.0 0->0, 1", "other-values-changed@m.0 none->flag=1"});
        row("joined", options, {plain},
            {"graph-joined@m.0 0, 1->0", "other-values-changed@m.0 flag=1->none"});
        row("another value is no split", {options[0]}, options,
            {"graph-new@m.1 ->2 calls, 1 input and 0 outputs"});
        row("split by phase", {plain}, {"!prefill x:1 | 1: 7; 2: 7", "!decode x:1 | 1: 7; 2: 7"},
            {"graph-split@m.0 (LLM phase prefill) 0->0 (LLM phase prefill), 1 (LLM phase decode)",
             "graph-renamed@m.0 (LLM phase prefill) 0->0 (LLM phase prefill)",
             "phase-changed@m.0 (LLM phase prefill) ->prefill"});
        row("another phase is no split", {"!prefill x:1 | 1: 7; 2: 7"},
            {"!prefill x:1 | 1: 7; 2: 7", "!decode x:1 | 1: 7; 2: 7"},
            {"graph-new@m.1 (LLM phase decode) ->2 calls, 1 input and 0 outputs"});
        const QString flat = "x:1 > 0:1 | 1: 7 7; 2: 7 7";
        const QString deep = "x:1 > 0:2 | 1: 7 7 7; 2: 7 7 7";
        const QString deeper = "x:1 > 0:3 | 1: 7 7 7 7; 2: 7 7 7 7";
        row("split where AITune could merge before", {flat}, {flat, deep},
            {"graph-split@m.0 0->0, 0/2", "finding-new@m.0 cannot-merge", "finding-new@m rank-changed"});
        row("one more of what AITune could not merge", {flat, deep}, {flat, deep, deeper},
            {"graph-new@m.0/3 ->2 calls, 1 input and 1 output"});
    }

    template <class Row>
    static void tensors(const Row& row) {
        row("tensor comes", {"x:1 | 1: 7; 2: 7"}, {"x:1 y:2:int64 | 1: 7 1 2; 2: 7 1 3"},
            {"tensor-new@y ->int64 [1, 2..3]"});
        row("tensor goes", {"x:1 > 0:0 | 1: 7; 2: 7"}, {"x:1 | 1: 7; 2: 7"},
            {"tensor-removed@output[0] float32 []->"});
        row("renamed, equal columns", {"x:1 | 1: 7; 2: 8; 3: 9"}, {"y:1 | 3: 9; 1: 7; 2: 8"},
            {"tensor-renamed@y x->y"});
        row("renamed, equal spec", {"x:2 | 1: 3 7; 1: 3 8; 1: 3 9"}, {"y:2 | 1: 3 7; 1: 3 9"},
            {"tensor-renamed@y x->y"});
        row("renamed, two that are told apart by columns", {"a:1 b:1 | 1: 2 7; 2: 3 8"},
            {"c:1 d:1 | 1: 7 2; 2: 8 3"}, {"tensor-renamed@c b->c", "tensor-renamed@d a->d"});
        row("two that look alike are not renamed", {"a:1 b:1 | 1: 7 7; 2: 7 7"},
            {"c:1 b:1 d:1 | 1: 7 7 7; 2: 7 7 7"},
            {"tensor-new@c ->float32 [7]", "tensor-new@d ->float32 [7]", "tensor-removed@a float32 [7]->"});
        row("another rank is not renamed", {"x:1 | 1: 7; 2: 7"}, {"y:2 | 1: 7 7; 2: 7 7"},
            {"tensor-new@y ->float32 [7, 7]", "tensor-removed@x float32 [7]->"});
        row("another dtype is not renamed", {"x:1 | 1: 7; 2: 7"}, {"y:1:int64 | 1: 7; 2: 7"},
            {"tensor-new@y ->int64 [7]", "tensor-removed@x float32 [7]->"});
        row("the other side is not renamed", {"x:1 > 0:1 | 1: 5 7; 2: 5 7"}, {"x:1 y:1 | 1: 5 7; 2: 5 7"},
            {"tensor-new@y ->float32 [7]", "tensor-removed@output[0] float32 [7]->"});
        row("scalars are not renamed", {"x:0 | 1:; 2:"}, {"y:0 | 1:; 2:"},
            {"tensor-new@y ->float32 []", "tensor-removed@x float32 []->"});
        row("another rank", {"x:1 y:1 | 1: 7 1; 2: 7 1"}, {"x:2 y:1 | 1: 7 7 1; 2: 7 8 1"},
            {"rank-changed@x 1->2"});
        row("another dtype", {"x:1 | 1: 7; 2: 7"}, {"x:1:float16 | 1: 7; 2: 7"},
            {"dtype-changed@x float32->float16"});
        row("two dtypes", {"x:1 | 1: 7; 2: 7"}, {"x:1 | 1: 7; 2: 7", "x:1:float16 | 1: 7"},
            {"dtype-changed@x float32->float16, float32", "finding-new@x dtype-changed"});
        row("the same dtypes in another order", {"x:1 | 1: 7", "x:1:float16 | 2: 7"},
            {"x:1:float16 | 1: 7", "x:1 | 2: 7"}, {});
    }

    template <class Row>
    static void axes(const Row& row) {
        row("static becomes batch", {"x:1 | 1: 2; 2: 2; 4: 2"}, {"x:1 | 1: 2; 2: 4; 4: 8"},
            {"verdict-changed@x:0 static->batch x2", "audit-changed@x:0 static, proven->batch x2, proven",
             "range-grown@x:0 2->2..8"});
        row("strength", {"x:1 | 1: 2; 2: 4; 4: 8"}, {"x:1 | 1: 2; 4: 8"},
            {"batch-sizes-changed@m.0 1, 2, 4->1, 4", "strength-changed@x:0 batch x2, proven->batch x2, weak",
             "finding-new@x:0 two-point"});
        row("AITune's verdict alone", {"x:1 | 2: 4; 1: 2; 2: 2"}, {"x:1 | 1: 2; 2: 2; 2: 4"},
            {"verdict-changed@x:0 dynamic->batch x2", "finding-new@x:0 contradicted"});
        row("multiplier", {"x:1 | 1: 2; 2: 4; 4: 8"}, {"x:1 | 1: 4; 2: 8; 4: 16"},
            {"multiplier-changed@x:0 2->4", "range-grown@x:0 2..8->4..16", "range-shrunk@x:0 2..8->4..16"});
        row("size of a static axis", {"x:1 | 1: 77; 2: 77"}, {"x:1 | 1: 80; 2: 80"},
            {"size-changed@x:0 77->80"});
        const QString from3to8 = "x:1 | 1: 3; 1: 8; 2: 8";
        row("range grows upwards", {from3to8}, {"x:1 | 1: 3; 1: 9; 2: 8"}, {"range-grown@x:0 3..8->3..9"});
        row("range grows downwards", {from3to8}, {"x:1 | 1: 2; 1: 8; 2: 8"}, {"range-grown@x:0 3..8->2..8"});
        row("range shrinks upwards", {from3to8}, {"x:1 | 1: 5; 1: 8; 2: 8"}, {"range-shrunk@x:0 3..8->5..8"});
        row("range shrinks downwards", {from3to8}, {"x:1 | 1: 3; 1: 7; 2: 7"},
            {"range-shrunk@x:0 3..8->3..7"});
        row("range moves", {from3to8}, {"x:1 | 1: 4; 1: 9; 2: 9"},
            {"range-grown@x:0 3..8->4..9", "range-shrunk@x:0 3..8->4..9"});
        row("summary ranges", {"x:1 | summary batch0=2..8"}, {"x:1 | summary dim0=2..9"},
            {"verdict-changed@x:0 batch->dynamic", "range-grown@x:0 2..8->2..9"});
    }

    template <class Row>
    static void findings(const Row& row) {
        const QString apart = "x:1 y:1 | 1: 3 7; 1: 4 9; 1: 5 8";
        row("relation comes", {"x:1 y:1 | 1: 3 5; 1: 4 3; 1: 5 4"}, {"x:1 y:1 | 1: 3 3; 1: 4 4; 1: 5 5"},
            {"finding-new@m.0 shared"});
        row("relation goes", {"x:1 y:1 | 1: 3 3; 1: 4 4; 1: 5 5"}, {"x:1 y:1 | 1: 3 5; 1: 4 3; 1: 5 4"},
            {"finding-gone@m.0 shared"});
        row("a new member of a relation comes with its tensor", {"x:1 y:1 | 1: 3 3; 1: 4 4; 1: 5 5"},
            {"x:1 y:1 z:1 | 1: 3 3 3; 1: 4 4 4; 1: 5 5 5"}, {"tensor-new@z ->float32 [3..5]"});
        row("other numbers of the same finding", {"x:1 | 1: 5; 2: 6; 4: 8"}, {"x:1 | 1: 5; 2: 6; 3: 7; 4: 8"},
            {"batch-sizes-changed@m.0 1, 2, 4->1, 2, 3, 4"});
        row("findings of one size", {apart}, {"x:1 y:1 | 1: 3 7; 1: 4 9; 1: 5 0; 1: 5 8"},
            {"range-grown@y:0 7..9->0..9", "finding-new@y:0 zero-size"});
        row("optional", {"x:1 y:1 | 1: 1 1; 2: 1 1", "x:1 y:1 k=1 | 1: 1 1; 2: 1 1"},
            {"x:1 y:1 | 1: 1 1; 2: 1 1", "x:1 y:1 k=1 | 1: 1 1; 2: 1 1", "y:1 | 1: 1; 2: 1"},
            {"graph-new@m.2 ->2 calls, 1 input and 0 outputs", "finding-new@m optional"});
    }

 private slots:
    void mirrors() {
        for (const compare::Code code : compare::codes()) {
            QCOMPARE(compare::mirrored(compare::mirrored(code)), code);
            QVERIFY(!compare::name(code).empty());
        }
        QSet<QString> names;
        for (const compare::Code code : compare::codes()) {
            names.insert(QString::fromUtf8(compare::name(code).data()));
        }
        QCOMPARE(names.size(), static_cast<qsizetype>(compare::codes().size()));
    }

    void mirroredRows_data() { rows_data(); }
    void mirroredRows() {
        QFETCH(QStringList, before);
        QFETCH(QStringList, after);
        const Compared left(captureFrom(before));
        const Compared right(captureFrom(after));
        QStringList forward;
        const auto there = *compare::compare(left.subject(), right.subject());
        for (const compare::Change& change : there.changes) {
            compare::Change backAgain = change;
            // A change is named after the later capture, as far as it is there.
            if (change.placeBefore.tensor) {
                backAgain.tensor = left.capture.tensor(*change.placeBefore.tensor).locator;
            }
            if (change.placeBefore.graph) {
                backAgain.graph = left.capture.graph(*change.placeBefore.graph).name;
            }
            forward << mirrorText(backAgain);
        }
        QStringList backward = changeTexts(*compare::compare(right.subject(), left.subject()));
        forward.sort();
        backward.sort();
        QCOMPARE(backward, forward);
    }

    void placesAndSentences() {
        const Compared before(captureFrom({"x:1 | 1: 2; 2: 4; 4: 8"}));
        const Compared after(captureFrom({"@n y:1 | 1: 1", "x:1 | 1: 2; 2: 4; 5: 10; 8: 16"}));
        const auto comparison = *compare::compare(before.subject(), after.subject());
        QCOMPARE(changeTexts(comparison),
                 (QStringList{"module-new@n ->1 graph, 1 call", "batch-sizes-changed@m.0 1, 2, 4->1, 2, 5, 8",
                              "range-grown@x:0 2..8->2..16"}));
        const compare::Change& grown = comparison.changes[2];
        QCOMPARE(grown.message, std::string("sizes go up to 16, before to 8"));
        QCOMPARE(grown.severity, base::Severity::warning);
        QCOMPARE(grown.placeBefore, (compare::Place{base::ModuleId{0}, base::GraphId{0}, base::TensorId{0}}));
        QCOMPARE(grown.placeAfter, (compare::Place{base::ModuleId{1}, base::GraphId{1}, base::TensorId{1}}));
        QCOMPARE(base::dumpJson(grown.after), std::string(R"({"min":2,"max":16})"));
        QCOMPARE(comparison.changes[1].message, std::string("batch sizes: new 5, 8; gone 4"));
        QCOMPARE(comparison.changes[0].placeBefore, compare::Place{});
        QCOMPARE(comparison.count(base::Severity::warning), std::uint64_t{2});
        QCOMPARE(comparison.count(base::Severity::note), std::uint64_t{1});
    }

    void sentencesOfRanges_data() {
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("sentences");
        QTest::newRow("up") << "x:1 | 1: 3; 1: 9; 2: 8"
                            << "sizes go up to 9, before to 8";
        QTest::newRow("both ways") << "x:1 | 1: 2; 1: 9; 2: 8"
                                   << "sizes go down to 2, before to 3, and go up to 9, before to 8";
        QTest::newRow("narrower") << "x:1 | 1: 5; 1: 7; 2: 7"
                                  << "sizes start at 5, before at 3, and end at 7, before at 8";
        QTest::newRow("moved") << "x:1 | 1: 4; 1: 9; 2: 9"
                               << "sizes go up to 9, before to 8|sizes start at 4, before at 3";
    }
    void sentencesOfRanges() {
        QFETCH(QString, after);
        QFETCH(QString, sentences);
        const Compared left(captureFrom({"x:1 | 1: 3; 1: 8; 2: 8"}));
        const Compared right(captureFrom({after}));
        QStringList found;
        const auto comparison = compare::compare(left.subject(), right.subject()).value();
        for (const compare::Change& change : comparison.changes) {
            found << QString::fromStdString(change.message);
        }
        QCOMPARE(found.join('|'), sentences);
    }

    void overridesThatNoLongerCover_data() {
        QTest::addColumn<QStringList>("before");
        QTest::addColumn<QStringList>("after");
        QTest::addColumn<QStringList>("expected");
        const QString inside = "x:2 | 1: 2 8; 4: 8 8";
        const QString outside = "x:2 | 1: 2 8; 4: 8 8; 5: 10 8";
        const auto row = [](const char* name, const QString& before, const QString& after,
                            const QStringList& expected) {
            QTest::newRow(name) << QStringList(before) << QStringList(after) << expected;
        };
        row("covers both", inside, inside, {});
        row("to the bound", inside, "x:2 | 1: 2 8; 2: 4 8; 4: 8 8", {});
        row("covered before", inside, outside,
            {"coverage-lost@x:0 covered->1 sample is outside 2..8, with the size 10"});
        row("covers now", outside, inside,
            {"coverage-gained@x:0 1 sample is outside 2..8, with the size 10->covered"});
        row("covered neither", outside, "x:2 | 1: 2 8; 7: 14 8", {});
        row("its tensor is gone", inside, "y:3 | 1: 2 8 1", {"override-unmatched@x ->"});
        row("its tensor comes", "y:3 | 1: 2 8 1", inside, {"override-matched@x ->"});
        row("its module is gone", inside, "@n x:2 | 1: 2 8", {"override-unmatched@x ->"});
        row("its tensor has another rank", inside, "x:3 | 1: 2 8 1; 4: 8 8 1",
            {"coverage-lost@x covered->the tensor has 3 axes, but the override states 2 dims, 2 min, 2 opt "
             "and 2 max"});
    }
    void overridesThatNoLongerCover() {
        QFETCH(QStringList, before);
        QFETCH(QStringList, after);
        QFETCH(QStringList, expected);
        const auto stated = overridesFrom({"x batch=2..8 8 @0x2"});
        const Compared left(captureFrom(before), stated);
        const Compared right(captureFrom(after), stated);
        QStringList found;
        for (const QString& text : changeTexts(*compare::compare(left.subject(), right.subject()))) {
            if (text.startsWith("coverage") || text.startsWith("override")) {
                found << text;
            }
        }
        QCOMPARE(found, expected);
    }

    void overridesOfOneSide() {
        const auto stated = overridesFrom({"x batch=2..8 8 @0x2"});
        const QStringList inside = {"x:2 | 1: 2 8; 4: 8 8"};
        const QStringList outside = {"x:2 | 1: 2 8; 4: 8 8; 5: 10 8"};
        const auto codesOf = [](const Compared& left, const Compared& right) {
            QStringList out;
            const auto comparison = compare::compare(left.subject(), right.subject()).value();
            for (const compare::Change& change : comparison.changes) {
                if (change.code == compare::Code::coverageLost ||
                    change.code == compare::Code::coverageGained) {
                    out << QString::fromUtf8(compare::name(change.code).data());
                }
            }
            return out;
        };
        // The overrides of the capture before count for what is lost, those of the one after for what is won.
        QCOMPARE(codesOf(Compared(captureFrom(inside), stated), Compared(captureFrom(outside))),
                 QStringList("coverage-lost"));
        QCOMPARE(codesOf(Compared(captureFrom(inside)), Compared(captureFrom(outside), stated)),
                 QStringList());
        QCOMPARE(codesOf(Compared(captureFrom(outside)), Compared(captureFrom(inside), stated)),
                 QStringList("coverage-gained"));
        // Samples that either capture excludes do not count.
        const auto excluding = overridesFrom({"x batch=2..8 8 @0x2"}, {2});
        QCOMPARE(codesOf(Compared(captureFrom(inside), stated), Compared(captureFrom(outside), excluding)),
                 QStringList());
    }

    void excludedSamplesDoNotCount() {
        const Compared before(captureFrom({"x:1 | 1: 2; 2: 4; 4: 8"}));
        const Compared after(captureFrom({"x:1 | 1: 2; 2: 4; 4: 8; 3: 77", "x:1:int64 | 4: 8"}),
                             overridesFrom({}, {3, 4}));
        QCOMPARE(changeTexts(*compare::compare(before.subject(), after.subject())), QStringList());
        const Compared all(captureFrom({"x:1 | 1: 2; 2: 4; 4: 8; 3: 77", "x:1:int64 | 4: 8"}));
        QVERIFY(changeTexts(*compare::compare(before.subject(), all.subject())).size() > 3);
    }

    void cancels() {
        const Compared before(captureFrom({"x:1 | 1: 2"}));
        base::CancelToken cancel;
        cancel.cancel();
        const auto comparison = compare::compare(before.subject(), before.subject(), cancel);
        QVERIFY(!comparison);
        QCOMPARE(comparison.error().code, base::ErrorCode::cancelled);
    }

    void graphNamesByNumber() {
        QVERIFY(compare::nameLess("2", "10"));
        QVERIFY(compare::nameLess("0", "0/2"));
        QVERIFY(compare::nameLess("0/2", "0/10"));
        QVERIFY(compare::nameLess("1 (LLM phase decode)", "1 (LLM phase prefill)"));
        QVERIFY(!compare::nameLess("10", "2"));
        QVERIFY(!compare::nameLess("7", "7"));
        QVERIFY(compare::nameLess("007", "7") != compare::nameLess("7", "007"));
    }

    void longListsAreCut() {
        base::JsonValue list = base::JsonValue::Array{};
        for (int i = 0; i < 40; ++i) {
            list.push(i);
        }
        QCOMPARE(compare::valueText(list),
                 std::string("0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, ... (40 in all)"));
        QCOMPARE(compare::valueText({}), std::string());
    }
};

QTEST_APPLESS_MAIN(TestComparison)
#include "tst_comparison.moc"
