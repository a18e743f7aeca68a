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

capture::Capture captureOf(const QString& layout, const QList<QList<qint64>>& calls) {
    capture::CaptureBuilder builder;
    for (const QList<qint64>& call : calls) {
        addCall(builder, layout.toStdString(), call[0], {call.begin() + 1, call.end()});
    }
    return builder.build();
}

// x: 64, 96, 160 are multiples of 32; y: 64, 70, 160 are of 2; z: 64 and 96 are two sizes only; w: batch.
capture::Capture steps() {
    return captureOf("x:1 y:1 z:1 w:1", {{1, 64, 64, 64, 32}, {2, 96, 70, 96, 64}, {4, 160, 160, 64, 128}});
}

// mask = past + ids; twice = 2 x ids; more = past + 3; ids2 = ids; area = ids x past2.
capture::Capture related() {
    return captureOf("mask:1 past:1 ids:1 twice:1 more:1 ids2:1",
                     {{1, 15, 10, 5, 10, 13, 5}, {1, 27, 20, 7, 14, 23, 7}, {1, 46, 35, 11, 22, 38, 11}});
}

}  // namespace

class TestRelationRules : public QObject {
    Q_OBJECT

 private slots:
    void steps_data() {
        QTest::addColumn<QString>("overridden");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char* name, const char* overridden, const char* problems) {
            QTest::newRow(name) << overridden << problems;
        };
        row("the sizes that were seen", "x n=64..160", "");
        row("another multiple", "x n=32..320/192", "");
        row("min", "x n=63..160", "off-grid@x:0[0,1,2]");
        row("opt", "x n=64..160/100", "off-grid@x:0[0,1,2]");
        row("max", "x n=64..161/160", "off-grid@x:0[0,1,2]");
        row("all of them are one problem", "x n=1..161/100", "off-grid@x:0[0,1,2]");
        row("a fixed size", "x 100", "uncovered@x:0[0,1,2] off-grid@x:0[0,1,2]");
        row("an unnamed axis", "x ?=64..170", "off-grid@x:0[0,1,2]");
        row("a common step below eight", "y n=63..161", "");
        row("two sizes are no grid", "z n=63..97", "");
        row("batch axes have no step", "w n=1..129", "");
        row("another rank", "x n=63..161 4", "rank-mismatch@x");
    }
    void steps() {
        QFETCH(QString, overridden);
        QFETCH(QString, problems);
        QCOMPARE(judged(::steps(), overridesFrom({overridden.toStdString()})).problems(), problems);
    }

    void stepOfWhatCounts() {
        // Without the third call 64 and 96 are two sizes; without the second of four it is 32 still.
        QCOMPARE(judged(::steps(), overridesFrom({"x n=63..97"}, {2})).problems(), QString());
        const auto four = captureOf("x:1", {{1, 64}, {2, 70}, {1, 96}, {4, 160}});
        QCOMPARE(judged(four, overridesFrom({"x n=63..160"})).problems(), QString());
        QCOMPARE(judged(four, overridesFrom({"x n=63..160"}, {1})).problems(),
                 QString("off-grid@x:0[0,2,3]"));
    }

    void stepMessage() {
        const auto found = judged(::steps(), overridesFrom({"x n=63..161/100"}));
        QCOMPARE(found.judgement.problems.at(0).text(),
                 std::string("m graph 0 x:0: warning: min 63, opt 100 and max 161 are no multiples of 32, as "
                             "every size that was seen is [off-grid]"));
        const auto one = judged(::steps(), overridesFrom({"x n=63..160"}));
        QCOMPARE(one.judgement.problems.at(0).message,
                 std::string("min 63 is no multiple of 32, as every size that was seen is"));
    }

    void relations_data() {
        QTest::addColumn<QStringList>("overridden");
        QTest::addColumn<QString>("problems");
        const auto row = [](const char* name, const QStringList& overridden, const char* problems) {
            QTest::newRow(name) << overridden << problems;
        };
        row("the inferred bounds", {"mask m=15..46", "past p=10..35", "ids i=5..11"}, "");
        row("wider together",
            {"mask m=1..90", "past p=0..60", "ids i=1..30", "twice t=2..60", "more r=3..63", "ids2 i=1..30"},
            "size-below-one@past:0");
        row("sum: mask alone", {"mask m=15..64"}, "joint-conflict@mask:0[0,1,2]");
        row("sum: by one", {"mask m=15..47/46"}, "joint-conflict@mask:0[0,1,2]");
        row("sum: opt only", {"mask m=15..46/45"}, "joint-conflict@mask:0[0,1,2]");
        row("sum: a part", {"past p=10..40", "more r=13..43"}, "joint-conflict@past:0[0,1,2]");
        row("scaled and its sum", {"ids i=5..12", "mask m=15..47"}, "joint-conflict@ids:0[0,1,2]");
        row("scaled follows by hand", {"ids i=5..12", "mask m=15..47", "twice t=10..24"}, "");
        row("scaled: the multiple alone", {"twice t=10..24"}, "joint-conflict@twice:0[0,1,2]");
        row("offset", {"more r=13..39"}, "joint-conflict@more:0[0,1,2]");
        row("offset: min", {"more r=12..38"}, "joint-conflict@more:0[0,1,2]");
        row("shared: other symbols, same range", {"ids i=5..11", "ids2 j=5..11"}, "");
        row("shared: other ranges", {"ids2 j=5..12", "ids i=5..11"}, "joint-conflict@ids2:0[0,1]");
        row("shared: what follows does not break", {"ids2 j=5..11"}, "");
        row("not stated", {}, "");
        row("another rank states nothing", {"mask m=15..64 4"}, "rank-mismatch@mask");
    }
    void relations() {
        QFETCH(QStringList, overridden);
        QFETCH(QString, problems);
        std::vector<std::string> texts;
        for (const QString& text : overridden) {
            texts.push_back(text.toStdString());
        }
        QCOMPARE(judged(related(), overridesFrom(texts)).problems(), problems);
    }

    void productsDoNotCount() {
        const auto area = captureOf("area:1 h:1 w:1", {{1, 20, 5, 4}, {1, 35, 7, 5}, {1, 99, 11, 9}});
        QCOMPARE(judged(area, overridesFrom({"area a=20..200"})).problems(), QString());
    }

    void sizesNearTheLimit() {
        QCOMPARE(judged(related(),
                        overridesFrom({"past p=10..9223372036854775807", "more r=13..9223372036854775807"}))
                     .problems(),
                 QString("large-volume@past joint-conflict@past:0[0,1,2] large-volume@more "
                         "joint-conflict@more:0[0,1,2]"));
    }

    void relationMessages_data() {
        QTest::addColumn<QString>("overridden");
        QTest::addColumn<QString>("message");
        QTest::newRow("sum") << "mask m=14..64/46"
                             << "mask axis 0 = past axis 0 + ids axis 0 in every sample, but the all-min "
                                "corner has 14 against 10 + 5, the all-max corner has 64 against 35 + 11";
        QTest::newRow("scaled") << "twice t=10..24"
                                << "twice axis 0 = 2 x ids axis 0 in every sample, but the all-opt and "
                                   "all-max corners have 24 against 2 x 11";
        QTest::newRow("offset") << "more r=12..38"
                                << "more axis 0 = past axis 0 + 3 in every sample, but the all-min corner "
                                   "has 12 against 10 + 3";
    }
    void relationMessages() {
        QFETCH(QString, overridden);
        QFETCH(QString, message);
        const auto found = judged(related(), overridesFrom({overridden.toStdString()}));
        QCOMPARE(found.judgement.problems.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(found.judgement.problems[0].message), message);
        QCOMPARE(found.judgement.problems[0].severity, base::Severity::warning);
    }

    void sharedMessage() {
        const auto found = judged(related(), overridesFrom({"ids2 j=5..12", "ids i=5..11"}));
        QCOMPARE(found.judgement.problems.at(0).message,
                 std::string("ids2 axis 0 = ids axis 0 in every sample, but the all-opt and all-max corners "
                             "have 12 against 11"));
    }

    void inferredBoundsThatBreak() {
        // The cache is empty at first: min of mask is 8, but 0 + 1 = 1.
        const auto decoder = captureOf("mask:1 past:1 ids:1", {{1, 8, 0, 8}, {1, 9, 8, 1}, {1, 10, 9, 1}});
        const auto of = [&decoder](const std::vector<std::string>& overridden) {
            const auto found = judged(decoder, overridesFrom(overridden));
            QStringList texts{found.problems()};
            for (const Problem& problem : checkInferred(found.capture, found.analysis, found.judgement)) {
                texts << QString::fromStdString(problem.code);
            }
            return texts.join('|');
        };
        QCOMPARE(of({}), QString("|zero-size|joint-conflict"));
        QCOMPARE(of({"ids i=1..8"}), QString("joint-conflict@ids:0[0,1,2]|zero-size"));
        QCOMPARE(of({"mask m=1..17"}), QString("|zero-size"));
    }
};

QTEST_APPLESS_MAIN(TestRelationRules)
#include "tst_relation_rules.moc"
