// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/describe_writer.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/module/sample_metadata.h"

namespace dimscope::writers {

namespace {

using capture::Capture;
using capture::Graph;
using module::SampleMetadata;
using module::Side;

std::string joined(const std::vector<std::int64_t>& numbers) {
    std::string out;
    for (const std::int64_t number : numbers) {
        out += (out.empty() ? "" : ", ") + std::to_string(number);
    }
    return out;
}

/// "unet, graph 0: 24 samples, batch sizes 1, 2, 4".
std::string heading(const Capture& capture, const inference::Analysis& analysis, const Graph& graph) {
    std::string out = capture.module(graph.module).name + ", graph " + graph.name + ": ";
    if (graph.isSummary()) {
        return out + "no samples in this file";
    }
    const inference::GraphAnalysis& known = analysis.graph(graph.id);
    out += std::to_string(graph.samples) + (graph.samples == 1 ? " sample" : " samples");
    if (!known.batchSizes.empty()) {
        out += (known.batchSizes.size() == 1 ? ", batch size " : ", batch sizes ") + joined(known.batchSizes);
    }
    if (known.unknownBatchSamples > 0) {
        out += "; " + std::to_string(known.unknownBatchSamples) + " of unknown batch size";
    }
    return out;
}

/// What AITune's metadata of one side would hold after all calls.
SampleMetadata metadata(const Capture& capture, const inference::Analysis& analysis, const Graph& graph,
                        Side side) {
    std::vector<SampleMetadata::TensorEntry> tensors;
    for (const capture::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        if (tensor.side() == side) {
            tensors.push_back({tensor.locator, analysis.tensor(id).spec});
        }
    }
    const bool input = side == Side::input;
    return {std::move(tensors), input ? graph.otherInputs : graph.otherOutputs, graph.strictness,
            input ? graph.phase : module::LlmPhase::none};
}

}  // namespace

base::Result<void> writeDescription(const Capture& capture, const inference::Analysis& analysis,
                                    module::InfoLevel level, const files::TextSink& sink) {
    bool first = true;
    for (const Graph& graph : capture.graphs()) {
        std::string text = std::exchange(first, false) ? "" : "\n";
        text += heading(capture, analysis, graph) + "\n";
        for (const Side side : {Side::input, Side::output}) {
            const SampleMetadata held = metadata(capture, analysis, graph, side);
            if (held.tensorData().empty() && held.otherData().empty()) {
                continue;
            }
            text += side == Side::input ? "Inputs\n" : "Outputs\n";
            text += held.describe(level);
            if (!text.ends_with('\n')) {
                text += '\n';
            }
        }
        if (auto written = sink(text); !written) {
            return written;
        }
    }
    return {};
}

}  // namespace dimscope::writers
