// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "core/inference/analysis.h"
#include "core/inference/audit.h"
#include "core/inference/evolution.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope;
using namespace dimscope::inference;
using dimscope::test_support::addCall;

namespace {

using Bag = std::vector<BatchAndSize>;

struct Columns {
    std::vector<std::int64_t> batchSizes;
    std::vector<std::int64_t> sizes;
};

Columns columnsOf(const Bag& bag) {
    Columns columns;
    for (const BatchAndSize& sample : bag) {
        columns.batchSizes.push_back(sample.batchSize);
        columns.sizes.push_back(sample.size);
    }
    return columns;
}

/// "batch x2": AITune's verdict in this order.
QString verdictOf(const Bag& bag) {
    const Columns columns = columnsOf(bag);
    const module::AxisState state = foldAxis(columns.sizes, columns.batchSizes, [](const EvolutionPoint&) {});
    return QString::fromUtf8(module::name(state.verdict).data()) +
           (state.verdict == Verdict::batch ? " x" + QString::number(state.multiplier) : QString());
}

QString auditOf(const Bag& bag) {
    const Columns columns = columnsOf(bag);
    const AxisAudit audit = auditAxis(pairsOf(columns.batchSizes, columns.sizes));
    return QString::fromUtf8(module::name(audit.verdict).data()) +
           (audit.multiplier ? " x" + QString::number(*audit.multiplier) : QString());
}

bool lessThan(const BatchAndSize& left, const BatchAndSize& right) {
    return std::pair(left.batchSize, left.size) < std::pair(right.batchSize, right.size);
}

std::vector<Finding> findingsOf(const Bag& bag) {
    const Columns columns = columnsOf(bag);
    const PairTable pairs = pairsOf(columns.batchSizes, columns.sizes);
    const AxisAudit audit = auditAxis(pairs);
    const module::AxisState state = foldAxis(columns.sizes, columns.batchSizes, [](const EvolutionPoint&) {});
    AxisAnalysis verdict;
    verdict.verdict = state.verdict;
    if (state.verdict == Verdict::batch) {
        verdict.multiplier = static_cast<std::int64_t>(state.multiplier);
    }
    return axisFindings({columns.batchSizes, columns.sizes, pairs, audit, verdict});
}

/// Every bag of `count` samples over batch sizes unknown, 1, 2, 4 and sizes 0 to 4 and 8.
void forEachBag(std::size_t count, const std::function<void(const Bag&)>& visit) {
    Bag universe;
    for (const std::int64_t batchSize : {0, 1, 2, 4}) {
        for (const std::int64_t size : {0, 1, 2, 4, 8}) {
            universe.push_back({batchSize, size});
        }
    }
    std::vector<std::size_t> picked(count, 0);
    while (true) {
        Bag bag;
        for (const std::size_t index : picked) {
            bag.push_back(universe[index]);
        }
        visit(bag);
        std::size_t at = count;
        while (at > 0 && picked[at - 1] + 1 == universe.size()) {
            --at;
        }
        if (at == 0) {
            return;
        }
        std::fill(picked.begin() + static_cast<std::ptrdiff_t>(at) - 1, picked.end(), picked[at - 1] + 1);
    }
}

/// What does not depend on the order of the calls, with each sample named by what it holds.
QStringList orderFree(const capture::Capture& capture, const Analysis& analysis) {
    QStringList out;
    for (const capture::Tensor& tensor : capture.tensors()) {
        for (const AxisAnalysis& axis : analysis.tensor(tensor.id).axes) {
            out << QString("%1 %2 %3 %4")
                           .arg(QString::fromStdString(tensor.accessPath))
                           .arg(static_cast<int>(axis.audit->verdict))
                           .arg(axis.audit->multiplier.value_or(-1))
                           .arg(static_cast<int>(axis.audit->strength)) +
                       QString::fromStdString(axis.symbol);
        }
    }
    for (const Finding& finding : analysis.graphs[0].findings) {
        if (finding.code == "contradicted" || finding.code == "unknown-batch" ||
            finding.code == "monotonic") {
            continue;
        }
        QStringList samples;
        for (const std::uint32_t sample : finding.samples) {
            QString text = QString::number((*capture.graphs()[0].batchSizes)[sample]);
            for (const capture::Tensor& tensor : capture.tensors()) {
                for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
                    const bool speaks = finding.tensor
                                            ? *finding.tensor == tensor.id &&
                                                  finding.axis.value_or(-1) == static_cast<int>(axis)
                                            : false;
                    text += speaks ? ' ' + QString::number(tensor.column(axis)[sample]) : QString();
                }
            }
            samples << text;
        }
        samples.sort();
        // AITune's verdict stands in the sentence of order-dependent.
        const QString sentence =
            finding.code == "order-dependent" ? QString() : QString::fromStdString(finding.message);
        // Graph findings name any samples of the kind: how many there are is what counts.
        out << QString::fromStdString(finding.code) + '|' + sentence + '|' +
                   (finding.axis ? samples.join(';') : QString::number(samples.size()));
    }
    for (const Advice& advice : analysis.graphs[0].advice) {
        out << QString::fromStdString(advice.reason);
    }
    return out;
}

}  // namespace

class TestAuditProperties : public QObject {
    Q_OBJECT

 private slots:
    void agreesWhereOrderDoesNotMatter() {
        std::uint64_t bags = 0;
        std::uint64_t orderFree = 0;
        for (std::size_t count = 1; count <= 4; ++count) {
            forEachBag(count, [&](const Bag& bag) {
                Bag order = bag;
                std::sort(order.begin(), order.end(), lessThan);
                std::set<QString> verdicts;
                do {
                    verdicts.insert(verdictOf(order));
                } while (std::next_permutation(order.begin(), order.end(), lessThan));
                ++bags;
                const auto findings = findingsOf(bag);
                const bool said = std::any_of(findings.begin(), findings.end(), [](const Finding& finding) {
                    return finding.code == "order-dependent";
                });
                if (said != (verdicts.size() > 1)) {
                    QFAIL(qPrintable("order-dependent is wrong for a bag of " + QString::number(count) +
                                     ": " + QStringList(verdicts.begin(), verdicts.end()).join(", ")));
                }
                if (verdicts.size() == 1) {
                    ++orderFree;
                    QCOMPARE(auditOf(bag), *verdicts.begin());
                }
            });
        }
        QVERIFY(bags > 10000 && orderFree > 5000 && orderFree < bags);
    }

    void ordersGiveOneAudit() {
        std::mt19937 random(20260814);
        std::uint64_t findings = 0;
        for (int round = 0; round < 2000; ++round) {
            const std::size_t calls = 1 + random() % 7;
            std::vector<std::pair<std::int64_t, std::vector<std::int64_t>>> script;
            for (std::size_t i = 0; i < calls; ++i) {
                const auto batchSize = static_cast<std::int64_t>(random() % 4);
                const std::int64_t length = 1 + static_cast<std::int64_t>(random() % 3);
                const bool isShort = random() % 5 == 0;
                script.push_back({batchSize,
                                  {isShort ? 1 : 2 * batchSize + 1 * (batchSize == 0), length,
                                   batchSize + (random() % 3 == 0 ? 1 : 0), 8 * length, length + batchSize}});
            }
            std::vector<std::size_t> order(calls);
            std::iota(order.begin(), order.end(), std::size_t{0});
            QStringList first;
            for (int turn = 0; turn < 3; ++turn) {
                capture::CaptureBuilder builder;
                for (const std::size_t index : order) {
                    addCall(builder, "x:2 y:2 z:1", script[index].first, script[index].second);
                }
                const capture::Capture capture = builder.build();
                const auto analysis = analyse(capture);
                QVERIFY(analysis);
                const QStringList all = orderFree(capture, *analysis);
                findings += analysis->graphs[0].findings.size();
                if (turn == 0) {
                    first = all;
                } else if (all != first) {
                    QFAIL(qPrintable("round " + QString::number(round) + "\n" + first.join('\n') + "\n--\n" +
                                     all.join('\n')));
                }
                std::shuffle(order.begin(), order.end(), random);
            }
        }
        QVERIFY(findings > 10000);
    }
};

QTEST_APPLESS_MAIN(TestAuditProperties)
#include "tst_audit_properties.moc"
