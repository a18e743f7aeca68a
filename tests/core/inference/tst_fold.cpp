// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <unordered_map>

#include "core/inference/axis_analysis.h"
#include "core/inference/count_table.h"
#include "core/inference/evolution.h"

using namespace dimscope::inference;
using dimscope::base::SampleId;

namespace {

using Column = std::vector<std::int64_t>;

struct Axis {
    Column batchSizes;
    Column sizes;
};

/// "1,4 2,8 ?,12": batch size and size of each sample.
Axis axisFrom(const QString& text) {
    Axis axis;
    for (const QString& sample : text.split(u' ')) {
        const QStringList parts = sample.split(u',');
        axis.batchSizes.push_back(parts[0] == "?" ? 0 : parts[0].toLongLong());
        axis.sizes.push_back(parts[1].toLongLong());
    }
    return axis;
}

QString verdictText(Verdict verdict) {
    return QString::fromUtf8(dimscope::module::name(verdict).data());
}

}  // namespace

class TestFold : public QObject {
    Q_OBJECT

 private slots:
    void verdicts_data() {
        QTest::addColumn<QString>("samples");
        QTest::addColumn<QString>("verdict");  // with multiplier and range
        QTest::addColumn<QString>("flips");    // "sample>verdict: reason", separated by |
        const auto row = [](const char* title, const char* samples, const char* verdict, const char* flips) {
            QTest::newRow(title) << samples << verdict << flips;
        };
        row("one sample", "2,8", "static 8..8", "");
        row("constant", "1,5 2,5 3,5", "static 5..5", "");
        row("whole multiplier", "1,4 2,8", "batch x4 4..8", "1>batch: 8 / 2 = 4, still x4");
        row("broadcast seen late", "1,1 2,1 2,2", "batch x1 1..2", "2>batch: 2 / 2 = 1, still x1");
        row("the same bag in another order", "2,2 2,1 1,1", "dynamic 1..2", "1>dynamic: 1 / 2 = 0.5, was x1");
        row("equal sizes are skipped", "1,4 2,4 2,8", "batch x4 4..8", "2>batch: 8 / 2 = 4, still x4");
        row("first multiplier counts", "2,4 1,4 2,8", "dynamic 4..8", "2>dynamic: 8 / 2 = 4, was x2");
        row("contradiction is skipped", "2,4 4,4 1,2", "batch x2 2..4", "2>batch: 2 / 1 = 2, still x2");
        row("unknown while static", "1,4 ?,4 2,8", "batch x4 4..8", "2>batch: 8 / 2 = 4, still x4");
        row("unknown while batch", "1,4 2,8 ?,4", "dynamic 4..8",
            "1>batch: 8 / 2 = 4, still x4|2>dynamic: batch size unknown");
        row("unknown at first", "?,4 2,8", "dynamic 4..8",
            "1>dynamic: batch size of the first sample unknown");
        row("unknown throughout", "?,4 ?,8", "dynamic 4..8", "1>dynamic: batch size unknown");
        row("never recovers", "1,1 2,2 2,5 4,4", "dynamic 1..5",
            "1>batch: 2 / 2 = 1, still x1|2>dynamic: 5 / 2 = 2.5, was x1");
        row("proportional but not whole", "2,1 4,2", "dynamic 1..2", "1>dynamic: 2 / 4 = 0.5, not whole");
        row("three halves", "4,6 2,4", "dynamic 4..6", "1>dynamic: 4 / 2 = 2, was x1.5");
        row("zero size", "1,0 2,4", "dynamic 0..4", "1>dynamic: 4 / 2 = 2, was x0");
        row("zero throughout", "1,0 2,0", "static 0..0", "");
        row("a ratio that looks whole", "1,1 100000,100001", "dynamic 1..100001",
            "1>dynamic: 100001 / 100000 = 1.0000100000000001, was x1");
        row("largest size", "1,9223372036854775807 1,9223372036854775806",
            "batch x9223372036854775807 9223372036854775806..9223372036854775807",
            "1>batch: 9223372036854775806 / 1 = 9.223e+18, still x9.223e+18");
    }

    void verdicts() {
        QFETCH(QString, samples);
        const Axis axis = axisFrom(samples);
        const FoldedAxis folded = analyseAxis(axis.sizes, axis.batchSizes);
        const AxisAnalysis& analysis = folded.analysis;
        QString text = verdictText(analysis.verdict);
        if (analysis.multiplier) {
            text += " x" + QString::number(*analysis.multiplier);
        }
        text += " " + QString::number(analysis.min) + ".." + QString::number(analysis.max);
        QTEST(text, "verdict");
        QStringList flips;
        for (const Flip& flip : analysis.flips) {
            flips << QString::number(flip.sample.value) + ">" + verdictText(flip.after) + ": " +
                         QString::fromStdString(flip.reason);
        }
        QTEST(flips.join(u'|'), "flips");
        QCOMPARE(analysis.last.value(), axis.sizes.back());
    }

    void counts_data() {
        QTest::addColumn<QString>("samples");
        QTest::addColumn<int>("distinct");
        QTest::addColumn<qlonglong>("mode");
        QTest::newRow("one") << "1,7" << 1 << qlonglong(7);
        QTest::newRow("constant") << "1,7 1,7" << 1 << qlonglong(7);
        QTest::newRow("most frequent") << "1,3 1,9 1,3 1,1" << 3 << qlonglong(3);
        QTest::newRow("smallest of equals") << "1,9 1,3 1,9 1,3 1,4" << 3 << qlonglong(3);
        QTest::newRow("widely spread") << "1,9000000 1,3 1,9000000 1,3 1,4" << 3 << qlonglong(3);
        QTest::newRow("whole range") << "1,9223372036854775807 1,0 1,9223372036854775807" << 2
                                     << qlonglong(9223372036854775807);
    }

    void counts() {
        QFETCH(QString, samples);
        const Axis axis = axisFrom(samples);
        const AxisAnalysis analysis = analyseAxis(axis.sizes, axis.batchSizes).analysis;
        QTEST(int(*analysis.distinct), "distinct");
        QTEST(qlonglong(*analysis.mode), "mode");
    }

    /// The fast scan, the plain fold and the verdict read from the flips say the same after every sample.
    void scanEqualsFold() {
        std::mt19937 random(42);
        const auto pick = [&](int least, int most) {
            return std::uniform_int_distribution<std::int64_t>(least, most)(random);
        };
        std::array<int, 3> seen{};
        for (int round = 0; round < 4000; ++round) {
            Axis axis;
            const std::int64_t factor = pick(0, 3);
            const std::int64_t noise = pick(0, 12);
            for (std::int64_t i = pick(1, 9); i > 0; --i) {
                const std::int64_t batchSize = pick(0, 12) == 0 ? 0 : pick(1, 4);
                axis.batchSizes.push_back(batchSize);
                axis.sizes.push_back(pick(0, 12) < noise / 3 ? pick(0, 6) : batchSize * factor);
            }
            const FoldedAxis folded = analyseAxis(axis.sizes, axis.batchSizes);
            std::uint32_t next = 0;
            const auto state = foldAxis(axis.sizes, axis.batchSizes, [&](const EvolutionPoint& point) {
                QCOMPARE(point.sample.value, next++);
                QCOMPARE(point.soFar, verdictAt(folded.analysis, point.sample));
                QCOMPARE(std::isnan(point.multiplier), point.batchSize == 0);
            });
            QCOMPARE(std::size_t(next), axis.sizes.size());
            QCOMPARE(state.verdict, folded.state.verdict);
            QCOMPARE(state.min, folded.state.min);
            QCOMPARE(state.max, folded.state.max);
            QCOMPARE(std::isnan(state.multiplier), std::isnan(folded.state.multiplier));
            QVERIFY(std::isnan(state.multiplier) || state.multiplier == folded.state.multiplier);
            QVERIFY(folded.analysis.flips.size() <= 2);
            ++seen[static_cast<std::size_t>(state.verdict)];
        }
        QVERIFY2(seen[0] > 100 && seen[1] > 100 && seen[2] > 100, "some verdict hardly ever came");
    }

    void countTable() {
        std::mt19937_64 random(3);
        SizeCounts table;
        std::unordered_map<std::int64_t, std::pair<std::uint64_t, std::uint32_t>> expected;
        for (std::uint32_t i = 0; i < 50000; ++i) {
            const auto key = static_cast<std::int64_t>(random() % 7 == 0 ? random() : random() % 9000);
            table.add(key, i);
            ++expected.try_emplace(key, 0, i).first->second.first;
        }
        QCOMPARE(table.entries().size(), expected.size());
        std::uint32_t last = 0;
        for (const auto& entry : table.entries()) {
            QVERIFY(entry.first >= last);
            last = entry.first;
            QCOMPARE(entry.count, expected.at(entry.key).first);
            QCOMPARE(entry.first, expected.at(entry.key).second);
        }
    }
};

QTEST_APPLESS_MAIN(TestFold)
#include "tst_fold.moc"
