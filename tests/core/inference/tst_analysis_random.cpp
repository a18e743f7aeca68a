// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <cmath>
#include <string>

#include "core/inference/analysis.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope::capture;
using namespace dimscope::test_support;
using dimscope::inference::analyse;
using dimscope::inference::Analysis;
using dimscope::module::TensorSpec;

namespace {

/// What AITune's TensorSpec holds after being updated call by call.
TensorSpec updatedSpec(const Graph& graph, const Tensor& tensor) {
    const auto observation = [&](std::uint32_t sample) {
        const std::int64_t batchSize = (*graph.batchSizes)[sample];
        return TensorSpec::fromSizes(tensor.sizesAt({sample}), tensor.dtypeAt({sample}),
                                     batchSize == kUnknownBatch ? std::nullopt : std::optional(batchSize))
            .value();
    };
    TensorSpec spec = observation(0);
    for (std::uint32_t sample = 1; sample < graph.samples; ++sample) {
        (void)spec.updateShapesSeen(observation(sample));
    }
    return spec;
}

Capture captureOf(const std::vector<ScriptedCall>& calls) {
    CaptureBuilder builder;
    for (const ScriptedCall& call : calls) {
        builder.addCall(builder.layout(call.layout, {}), call.batchSize, call.sizes, {});
    }
    return builder.build();
}

/// Of every tensor by its path: the axes, but for symbols, which follow the order of tensors.
std::map<std::string, std::string> axesByPath(const Capture& capture, const Analysis& analysis) {
    std::map<std::string, std::string> out;
    for (const Tensor& tensor : capture.tensors()) {
        std::string text;
        for (const auto& axis : analysis.tensor(tensor.id).axes) {
            text += std::string(dimscope::module::name(axis.verdict)) + " " + std::to_string(axis.min) +
                    ".." + std::to_string(axis.max) + " x" + std::to_string(axis.multiplier.value_or(-1)) +
                    " mode " + std::to_string(*axis.mode) + " distinct " + std::to_string(*axis.distinct) +
                    "; ";
        }
        out[capture.graph(tensor.graph).name + " " + tensor.accessPath] = text;
    }
    return out;
}

}  // namespace

class TestAnalysisRandom : public QObject {
    Q_OBJECT

 private slots:
    void foldEqualsTensorSpec() {
        std::mt19937 random(1);
        dimscope::inference::VerdictCounts seen;
        for (int round = 0; round < 80; ++round) {
            const Capture capture = captureOf(randomCalls(random, 60));
            const auto analysis = analyse(capture);
            QVERIFY(analysis);
            seen += analysis->verdicts;
            for (const Tensor& tensor : capture.tensors()) {
                const TensorSpec expected = updatedSpec(capture.graph(tensor.graph), tensor);
                const TensorSpec& spec = analysis->tensor(tensor.id).spec;
                QCOMPARE(spec.shape(), expected.shape());
                QCOMPARE(spec.minShape(), expected.minShape());
                QCOMPARE(spec.maxShape(), expected.maxShape());
                QCOMPARE(spec.dtype(), expected.dtype());
                for (std::size_t i = 0; i < spec.rank(); ++i) {
                    const double multiplier = spec.multipliers()[i];
                    QVERIFY(multiplier == expected.multipliers()[i] ||
                            (std::isnan(multiplier) && std::isnan(expected.multipliers()[i])));
                }
            }
        }
        QVERIFY2(seen.fixed > 200 && seen.batch > 200 && seen.dynamic > 200, "some verdict hardly ever came");
    }

    void orderOfTensorsDoesNotMatter() {
        std::mt19937 random(2);
        for (int round = 0; round < 20; ++round) {
            const std::vector<ScriptedCall> calls = randomCalls(random, 60);
            std::vector<ScriptedCall> shuffled;
            for (const ScriptedCall& call : calls) {
                shuffled.push_back(permuted(call, random));
            }
            const Capture left = captureOf(calls);
            const Capture right = captureOf(shuffled);
            QCOMPARE(axesByPath(left, *analyse(left)), axesByPath(right, *analyse(right)));
        }
    }
};

QTEST_APPLESS_MAIN(TestAnalysisRandom)
#include "tst_analysis_random.moc"
