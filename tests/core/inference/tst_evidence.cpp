// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <random>

#include "core/inference/audit.h"
#include "core/inference/axis_analysis.h"
#include "core/inference/evidence.h"

using namespace dimscope;
using inference::AxisEvidence;
using inference::Claim;

namespace {

using Pairs = QList<QPair<qint64, qint64>>;  // batch size (0: unknown) and size
using Ids = QList<int>;

struct Columns {
    std::vector<std::int64_t> batchSizes;
    std::vector<std::int64_t> sizes;
};

Columns columnsOf(const Pairs& calls) {
    Columns columns;
    for (const auto& [batchSize, size] : calls) {
        columns.batchSizes.push_back(batchSize);
        columns.sizes.push_back(size);
    }
    return columns;
}

AxisEvidence evidenceOf(const Columns& columns, const std::vector<std::uint32_t>& excluded = {}) {
    Columns counted;
    for (std::size_t i = 0; i < columns.sizes.size(); ++i) {
        if (!std::binary_search(excluded.begin(), excluded.end(), static_cast<std::uint32_t>(i))) {
            counted.batchSizes.push_back(columns.batchSizes[i]);
            counted.sizes.push_back(columns.sizes[i]);
        }
    }
    inference::AxisAnalysis axis = inference::analyseAxis(counted.sizes, counted.batchSizes).analysis;
    axis.audit = inference::auditAxis(inference::pairsOf(counted.batchSizes, counted.sizes));
    return inference::evidenceOf(columns.batchSizes, columns.sizes, excluded, axis);
}

Ids idsOf(const inference::SampleList& list) {
    Ids ids;
    for (const base::SampleId sample : list.shown) {
        ids += static_cast<int>(sample.value);
    }
    return ids;
}

}  // namespace

class TstEvidence : public QObject {
    Q_OBJECT

 private slots:
    /// The cases in which AITune's rule misleads.
    void misleadingCases_data() {
        QTest::addColumn<Pairs>("calls");
        QTest::addColumn<QString>("claim");
        QTest::addColumn<Ids>("holding");
        QTest::addColumn<Ids>("breaking");
        QTest::addColumn<Ids>("unknown");
        QTest::addColumn<bool>("hasTwoSizes");
        QTest::newRow("contradicted by (2,1)")
            << Pairs{{1, 1}, {2, 1}, {2, 2}} << "x1" << Ids{0, 2} << Ids{1} << Ids{} << true;
        QTest::newRow("contradicted by (2,4)")
            << Pairs{{1, 4}, {2, 4}, {2, 8}} << "x4" << Ids{0, 2} << Ids{1} << Ids{} << true;
        QTest::newRow("contradicted by (4,4)")
            << Pairs{{2, 4}, {4, 4}, {1, 2}} << "x2" << Ids{0, 2} << Ids{1} << Ids{} << false;
        QTest::newRow("unknown batch size while static")
            << Pairs{{1, 4}, {0, 4}, {2, 8}} << "x4" << Ids{0, 2} << Ids{} << Ids{1} << false;
        QTest::newRow("unknown batch size last")
            << Pairs{{1, 4}, {2, 8}, {0, 4}} << "x4" << Ids{0, 1} << Ids{} << Ids{2} << false;
        QTest::newRow("two points") << Pairs{{1, 10}, {2, 20}} << "x10" << Ids{0, 1} << Ids{} << Ids{}
                                    << false;
        QTest::newRow("half") << Pairs{{2, 1}, {4, 2}} << "=1" << Ids{0} << Ids{1} << Ids{} << false;
        QTest::newRow("plus four") << Pairs{{1, 5}, {2, 6}, {4, 8}} << "=5" << Ids{0} << Ids{1, 2} << Ids{}
                                   << false;
        QTest::newRow("one batch size")
            << Pairs{{2, 7}, {2, 7}, {2, 7}} << "=7" << Ids{0, 1, 2} << Ids{} << Ids{} << false;
        QTest::newRow("no batch size known")
            << Pairs{{0, 7}, {0, 9}, {0, 9}} << "=9" << Ids{1, 2} << Ids{0} << Ids{0, 1, 2} << false;
        QTest::newRow("a short batch")
            << Pairs{{4, 4}, {8, 8}, {8, 8}, {8, 5}} << "x1" << Ids{0, 1, 2} << Ids{3} << Ids{} << true;
        QTest::newRow("static, unknown ones count")
            << Pairs{{1, 7}, {0, 7}} << "=7" << Ids{0, 1} << Ids{} << Ids{1} << false;
    }
    void misleadingCases() {
        QFETCH(Pairs, calls);
        const AxisEvidence evidence = evidenceOf(columnsOf(calls));
        const QString claim = (evidence.claim.kind == Claim::Kind::multiple ? QStringLiteral("x") : "=") +
                              QString::number(evidence.claim.number);
        QTEST(claim, "claim");
        QTEST(idsOf(evidence.holding), "holding");
        QTEST(idsOf(evidence.breaking), "breaking");
        QTEST(idsOf(evidence.unknown), "unknown");
        QTEST(evidence.twoSizes.has_value(), "hasTwoSizes");
        QCOMPARE(evidence.samples, static_cast<std::uint64_t>(calls.size()));
    }

    void pairsAreOrderedAndCounted() {
        const AxisEvidence evidence =
            evidenceOf(columnsOf({{0, 9}, {4, 8}, {2, 4}, {4, 8}, {2, 3}, {1, 2}, {0, 1}}));
        const std::vector<inference::PairCount> expected{
            {1, 2, 1, base::SampleId{5}, true},  {2, 3, 1, base::SampleId{4}, false},
            {2, 4, 1, base::SampleId{2}, true},  {4, 8, 2, base::SampleId{1}, true},
            {0, 1, 1, base::SampleId{6}, false}, {0, 9, 1, base::SampleId{0}, false}};
        QVERIFY(evidence.claim == (Claim{Claim::Kind::multiple, 2}));
        QVERIFY(evidence.pairs == expected);
        QCOMPARE(evidence.pairCount, std::uint64_t{6});
        QVERIFY(evidence.twoSizes == (inference::TwoSizes{2, 3, 4, base::SampleId{4}, base::SampleId{2}}));
    }

    void excludedSamplesDoNotCount() {
        const AxisEvidence evidence = evidenceOf(columnsOf({{1, 1}, {2, 1}, {2, 2}, {3, 3}}), {1});
        QCOMPARE(evidence.samples, std::uint64_t{3});
        QCOMPARE(idsOf(evidence.holding), (Ids{0, 2, 3}));
        QCOMPARE(evidence.breaking.count, std::uint64_t{0});
        QCOMPARE(evidence.pairCount, std::uint64_t{3});
        QVERIFY(!evidence.twoSizes);
    }

    void listsAreCapped() {
        Columns columns;
        for (std::int64_t i = 0; i < 1000; ++i) {
            columns.batchSizes.push_back(1 + i % 2);
            columns.sizes.push_back(100 + i);
        }
        columns.sizes[7] = 100;  // the most frequent size, at batch size 2
        const AxisEvidence evidence = evidenceOf(columns);
        QCOMPARE(evidence.pairCount, std::uint64_t{1000});
        QCOMPARE(evidence.pairs.size(), AxisEvidence::kShownPairs);
        QVERIFY(
            std::is_sorted(evidence.pairs.begin(), evidence.pairs.end(), [](const auto& a, const auto& b) {
                return std::pair(a.batchSize, a.size) < std::pair(b.batchSize, b.size);
            }));
        QCOMPARE(evidence.holding.count + evidence.breaking.count, std::uint64_t{1000});
        QCOMPARE(evidence.breaking.shown.size(), AxisEvidence::kShownSamples);
    }

    void likeliestMultiplierNeedsTwoBatchSizes_data() {
        QTest::addColumn<Pairs>("calls");
        QTest::addColumn<QString>("claim");
        QTest::newRow("most samples") << Pairs{{1, 2}, {2, 4}, {4, 8}, {1, 1}, {2, 2}} << "x2";
        QTest::newRow("equally many: the smaller") << Pairs{{1, 2}, {2, 4}, {1, 1}, {2, 2}} << "x1";
        QTest::newRow("one batch size only") << Pairs{{2, 4}, {2, 4}, {2, 6}} << "=4";
    }
    void likeliestMultiplierNeedsTwoBatchSizes() {
        QFETCH(Pairs, calls);
        const AxisEvidence evidence = evidenceOf(columnsOf(calls));
        const QString claim = (evidence.claim.kind == Claim::Kind::multiple ? QStringLiteral("x") : "=") +
                              QString::number(evidence.claim.number);
        QTEST(claim, "claim");
    }

    /// multiplier.
    void everySampleIsCountedOnce() {
        std::mt19937 random(7);  // NOLINT: the same in each run
        for (int round = 0; round < 500; ++round) {
            Columns columns;
            const std::size_t samples = 1 + random() % 12;
            for (std::size_t i = 0; i < samples; ++i) {
                columns.batchSizes.push_back(static_cast<std::int64_t>(random() % 4));
                columns.sizes.push_back(static_cast<std::int64_t>(random() % 9));
            }
            const AxisEvidence evidence = evidenceOf(columns);
            std::uint64_t inPairs = 0;
            for (const auto& pair : evidence.pairs) {
                inPairs += pair.samples;
                QCOMPARE(columns.sizes[pair.first.value], pair.size);
                QCOMPARE(columns.batchSizes[pair.first.value], pair.batchSize);
            }
            QCOMPARE(inPairs, std::uint64_t{samples});
            QCOMPARE(evidence.samples, std::uint64_t{samples});
            const bool isMultiple = evidence.claim.kind == Claim::Kind::multiple;
            QCOMPARE(
                evidence.holding.count + evidence.breaking.count + (isMultiple ? evidence.unknown.count : 0),
                std::uint64_t{samples});
        }
    }
};

QTEST_APPLESS_MAIN(TstEvidence)
#include "tst_evidence.moc"
