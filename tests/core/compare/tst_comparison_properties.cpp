// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <random>

#include "tests/core/capture/call_script.h"
#include "tests/core/compare/compare_script.h"

using namespace dimscope;
using namespace dimscope::test_support;

namespace {

using compare::Change;
using compare::Code;
using compare::Comparison;

capture::Capture captureOf(const std::vector<ScriptedCall>& calls) {
    capture::CaptureBuilder builder;
    for (const ScriptedCall& call : calls) {
        builder.addCall(builder.layout(call.layout, {}), call.batchSize, call.sizes, {});
    }
    return builder.build();
}

Comparison compared(const Compared& before, const Compared& after) {
    return compare::compare(before.subject(), after.subject()).value();
}

/// Everything of a change but the sentence, with what names it in one of the captures.
QString wholeText(const Change& change, const capture::Capture& namedBy, const compare::Place& place) {
    Change named = change;
    if (place.tensor) {
        named.tensor = namedBy.tensor(*place.tensor).locator;
    }
    if (place.graph) {
        named.graph = namedBy.graph(*place.graph).name;
    }
    const auto id = [](const auto& value) { return value ? QString::number(value->value) : QString("-"); };
    return changeText(named) + QString::fromStdString(" " + named.module + "." + named.graph) + ' ' +
           id(change.placeBefore.graph) + id(change.placeBefore.tensor) + ' ' + id(change.placeAfter.graph) +
           id(change.placeAfter.tensor);
}

Change mirror(const Change& change) {
    Change out = change;
    out.code = compare::mirrored(change.code);
    std::swap(out.before, out.after);
    std::swap(out.placeBefore, out.placeAfter);
    return out;
}

/// Whether a change may depend on the order of calls: it speaks of AITune's verdict, of a graph's number, or
/// of the order itself.
bool isOrdered(const Change& change) {
    static const QStringList kFindings = {"contradicted", "unknown-batch", "monotonic"};
    return change.code == Code::verdictChanged || change.code == Code::graphRenamed ||
           kFindings.contains(QString::fromStdString(change.finding));
}

/// The changes that do not depend on the order of calls, sorted; by paths, since numbers of graphs do.
QStringList orderFree(const Comparison& comparison) {
    QStringList out;
    for (const Change& change : comparison.changes) {
        if (!isOrdered(change)) {
            out << changeText(change) + ' ' + QString::fromStdString(change.graph);
        }
    }
    out.sort();
    return out;
}

/// Shuffles calls, but leaves the first call of each structure in front, so that graphs keep their numbers.
std::vector<ScriptedCall> shuffledBehind(std::vector<ScriptedCall> calls, std::size_t first,
                                         std::mt19937& random) {
    std::shuffle(calls.begin() + static_cast<std::ptrdiff_t>(first), calls.end(), random);
    return calls;
}

}  // namespace

/// Laws that hold for any two captures.
class TestComparisonProperties : public QObject {
    Q_OBJECT

 private slots:
    void equalCapturesDoNotDiffer() {
        std::mt19937 random(20261202);
        for (int round = 0; round < 500; ++round) {
            const auto calls = randomCalls(random, 1 + random() % 20);
            const Compared one(captureOf(calls));
            const Compared same(captureOf(calls));
            QCOMPARE(changeTexts(compared(one, same)), QStringList());
        }
    }

    void eachChangeHasItsMirror() {
        std::mt19937 random(20261203);
        std::size_t seen = 0;
        QSet<int> codes;
        for (int round = 0; round < 1500; ++round) {
            const Compared one(captureOf(randomCalls(random, 1 + random() % 16)));
            const Compared two(captureOf(randomCalls(random, 1 + random() % 16)));
            QStringList there;
            for (const Change& change : compared(one, two).changes) {
                there << wholeText(mirror(change), one.capture, change.placeBefore);
                codes.insert(static_cast<int>(change.code));
                QVERIFY(!change.message.empty());
                QVERIFY(change.severity == compare::severityOf(change.code) ||
                        change.code == Code::findingNew);
            }
            QStringList back;
            for (const Change& change : compared(two, one).changes) {
                back << wholeText(change, one.capture, change.placeAfter);
            }
            seen += static_cast<std::size_t>(there.size());
            there.sort();
            back.sort();
            QCOMPARE(back, there);
        }
        QVERIFY(seen > 10000);
        QVERIFY2(codes.size() > 18, qPrintable(QString::number(codes.size())));
    }

    void orderOfCallsDoesNotMatter() {
        std::mt19937 random(20261204);
        std::size_t seen = 0;
        for (int round = 0; round < 1000; ++round) {
            const auto before = randomCalls(random, 4 + random() % 12);
            auto after = randomCalls(random, 12);
            // The calls of `after` once in their order, and then again in any: the graphs are numbered by
            // then.
            const std::size_t first = after.size();
            after.insert(after.end(), after.begin(), after.begin() + static_cast<std::ptrdiff_t>(first));
            const Compared left(captureOf(before));
            const QStringList one = orderFree(compared(left, Compared(captureOf(after))));
            const auto other = shuffledBehind(after, first, random);
            QCOMPARE(orderFree(compared(left, Compared(captureOf(other)))), one);
            seen += static_cast<std::size_t>(one.size());
        }
        QVERIFY(seen > 5000);
    }
};

QTEST_APPLESS_MAIN(TestComparisonProperties)
#include "tst_comparison_properties.moc"
