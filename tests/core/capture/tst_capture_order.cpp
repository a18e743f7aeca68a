// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <numeric>
#include <string>

#include "tests/core/capture/call_script.h"

using namespace dimscope::capture;
using namespace dimscope::test_support;

namespace {

/// Everything of a capture but the order of tensors within a side, as text.
std::string contentOf(const Capture& capture) {
    std::string text;
    for (const Graph& graph : capture.graphs()) {
        text += "graph " + graph.name + (graph.cannotMerge ? " split" : "") + " batch";
        for (const std::int64_t batchSize : *graph.batchSizes) {
            text += " " + std::to_string(batchSize);
        }
        std::vector<std::string> tensors;
        for (const TensorId id : graph.tensors) {
            const Tensor& tensor = capture.tensor(id);
            std::string line =
                std::string(dimscope::module::name(tensor.side())) + " " + tensor.accessPath + ":";
            for (std::uint32_t i = 0; i < graph.samples; ++i) {
                line += " " + tensor.dtypeAt({i}) + dimscope::module::sizesText(tensor.sizesAt({i}));
            }
            tensors.push_back(std::move(line));
        }
        std::sort(tensors.begin(), tensors.end());
        for (const std::string& tensor : tensors) {
            text += "\n  " + tensor;
        }
        text += "\n";
    }
    return text;
}

Capture captureOf(const std::vector<ScriptedCall>& calls, const std::vector<std::size_t>& registration) {
    CaptureBuilder builder;
    std::vector<LayoutId> layouts(calls.size());
    for (const std::size_t at : registration) {
        layouts[at] = builder.layout(calls[at].layout, {});
    }
    for (std::size_t i = 0; i < calls.size(); ++i) {
        builder.addCall(layouts[i], calls[i].batchSize, calls[i].sizes, {});
    }
    return builder.build();
}

}  // namespace

class TestCaptureOrder : public QObject {
    Q_OBJECT

 private slots:
    void orderOfLayoutsAndOfTensorsDoesNotMatter() {
        std::mt19937 random(20261130);
        std::size_t splits = 0;
        for (int round = 0; round < 60; ++round) {
            const std::vector<ScriptedCall> calls = randomCalls(random, 40);
            std::vector<std::size_t> registration(calls.size());
            std::iota(registration.begin(), registration.end(), 0);
            const std::string expected = contentOf(captureOf(calls, registration));
            splits += expected.find(" split") != std::string::npos ? 1 : 0;

            std::shuffle(registration.begin(), registration.end(), random);
            QCOMPARE(contentOf(captureOf(calls, registration)), expected);

            std::vector<ScriptedCall> shuffled;
            for (const ScriptedCall& call : calls) {
                shuffled.push_back(permuted(call, random));
            }
            QCOMPARE(contentOf(captureOf(shuffled, registration)), expected);
        }
        QVERIFY2(splits > 10, "the random calls hardly ever split");
    }

    void everyCallIsFoundAgain() {
        std::mt19937 random(7);
        const std::vector<ScriptedCall> calls = randomCalls(random, 300);
        CaptureBuilder builder;
        for (std::size_t i = 0; i < calls.size(); ++i) {
            const CallOrigin origin{{0}, i + 1, {}, {}};
            builder.addCall(builder.layout(calls[i].layout, origin), calls[i].batchSize, calls[i].sizes,
                            origin);
        }
        const Capture capture = builder.build();
        QCOMPARE(capture.sampleCount(), std::uint64_t(calls.size()));
        std::vector<bool> seen(calls.size(), false);
        for (const Graph& graph : capture.graphs()) {
            for (std::uint32_t i = 0; i < graph.samples; ++i) {
                const std::size_t at = graph.originOf({i}).line - 1;
                QVERIFY(!seen[at]);
                seen[at] = true;
                QCOMPARE((*graph.batchSizes)[i], calls[at].batchSize);
                std::size_t size = 0;
                for (const auto* side : {&calls[at].layout.inputs, &calls[at].layout.outputs}) {
                    for (const auto& entry : side->tensorData()) {
                        const auto tensor =
                            std::find_if(graph.tensors.begin(), graph.tensors.end(), [&](TensorId id) {
                                return capture.tensor(id).locator == entry.locator &&
                                       capture.tensor(id).side() == entry.locator.side();
                            });
                        QVERIFY(tensor != graph.tensors.end());
                        QCOMPARE(capture.tensor(*tensor).dtypeAt({i}), entry.spec.dtype());
                        for (const std::int64_t stored : capture.tensor(*tensor).sizesAt({i})) {
                            QCOMPARE(stored, calls[at].sizes[size++]);
                        }
                    }
                }
                QCOMPARE(size, calls[at].sizes.size());
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestCaptureOrder)
#include "tst_capture_order.moc"
