// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/describe_writer.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/printable.h"
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

std::string shown(const std::string& text) {
    return base::printable(text, base::Lines::one);
}

bool isShownAsItIs(const std::string& text) {
    return shown(text) == text;
}

/// A path whose control characters are escapes.
module::Locator shown(const module::Locator& locator) {
    std::vector<module::Step> steps = locator.steps();
    bool same = isShownAsItIs(locator.accessPath());
    base::JsonValue::Array path;
    for (module::Step& step : steps) {
        if (auto* key = std::get_if<std::string>(&step.accessor)) {
            same = same && isShownAsItIs(*key);
            path.emplace_back(shown(*key));
        } else {
            path.emplace_back(std::get<std::int64_t>(step.accessor));
        }
    }
    if (same) {
        return locator;
    }
    auto escaped = module::Locator::fromPaths(shown(locator.accessPath()), std::move(path), locator.side());
    return escaped ? *std::move(escaped) : locator;
}

module::TensorSpec shown(const module::TensorSpec& spec) {
    if (isShownAsItIs(spec.dtype())) {
        return spec;
    }
    auto escaped = module::TensorSpec::fromParts(spec.shape(), spec.minShape(), spec.maxShape(),
                                                 shown(spec.dtype()), spec.multipliers());
    return escaped ? *std::move(escaped) : spec;
}

/// Texts within containers are printed as Python does, with escapes.
module::Value shown(const module::Value& value) {
    const auto* text = value.as<std::string>();
    return text != nullptr ? module::Value(shown(*text)) : value;
}

/// "unet, graph 0: 24 samples, batch sizes 1, 2, 4".
std::string heading(const Capture& capture, const inference::Analysis& analysis, const Graph& graph) {
    std::string out = shown(capture.module(graph.module).name) + ", graph " + shown(graph.name) + ": ";
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
            tensors.push_back({shown(tensor.locator), shown(analysis.tensor(id).spec)});
        }
    }
    const bool input = side == Side::input;
    std::vector<SampleMetadata::OtherEntry> others;
    for (const auto& [locator, value] : input ? graph.otherInputs : graph.otherOutputs) {
        others.push_back({shown(locator), shown(value)});
    }
    return {std::move(tensors), std::move(others), graph.strictness,
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
