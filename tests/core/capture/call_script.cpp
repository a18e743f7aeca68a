// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/capture/call_script.h"

#include <algorithm>
#include <numeric>
#include <sstream>
#include <utility>

namespace dimscope::test_support {

namespace {

using module::LlmPhase;
using module::Locator;
using module::SampleMetadata;
using module::Side;

Locator locatorOf(const std::string& path, Side side) {
    std::vector<module::Step> steps;
    std::istringstream parts(path);
    for (std::string part; std::getline(parts, part, '/');) {
        if (part.find_first_not_of("0123456789") == std::string::npos) {
            steps.push_back({std::int64_t{std::stoll(part)}, module::Container::sequence});
        } else {
            steps.push_back({part, module::Container::mapping});
        }
    }
    return {std::move(steps), side};
}

module::TensorSpec specOf(std::size_t rank, const std::string& dtype) {
    return module::TensorSpec::fromSizes(std::vector<std::int64_t>(rank, 1), "torch." + dtype, 1).value();
}

SampleMetadata metadataFrom(const std::string& text, Side side) {
    std::vector<SampleMetadata::TensorEntry> tensors;
    std::vector<SampleMetadata::OtherEntry> others;
    LlmPhase phase = LlmPhase::none;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const std::size_t colon = word.find(':');
        const std::size_t equals = word.find('=');
        if (word.front() == '!') {
            phase = word == "!prefill" ? LlmPhase::prefill : LlmPhase::decode;
        } else if (equals != std::string::npos) {
            others.push_back({locatorOf(word.substr(0, equals), side),
                              module::Value(std::int64_t{std::stoll(word.substr(equals + 1))})});
        } else {
            const std::size_t second = word.find(':', colon + 1);
            const std::string rank = word.substr(colon + 1, second - colon - 1);
            const std::string dtype = second == std::string::npos ? "float32" : word.substr(second + 1);
            tensors.push_back({locatorOf(word.substr(0, colon), side), specOf(std::stoul(rank), dtype)});
        }
    }
    return {std::move(tensors), std::move(others), module::Strictness::strict, phase};
}

std::size_t pick(std::mt19937& random, std::size_t count) {
    return std::uniform_int_distribution<std::size_t>(0, count - 1)(random);
}

}  // namespace

capture::CallLayout layoutFrom(const std::string& text, const std::string& module) {
    const std::size_t arrow = text.find('>');
    return {module, metadataFrom(text.substr(0, arrow), Side::input),
            metadataFrom(arrow == std::string::npos ? "" : text.substr(arrow + 1), Side::output)};
}

void addCall(capture::CaptureBuilder& builder, const std::string& text, std::int64_t batchSize,
             std::vector<std::int64_t> sizes, const capture::CallOrigin& origin) {
    const capture::LayoutId layout = builder.layout(layoutFrom(text), origin);
    if (sizes.empty()) {
        sizes.assign(builder.sizeCount(layout), 1);
    }
    builder.addCall(layout, batchSize, sizes, origin);
}

std::string graphsText(const capture::Capture& capture) {
    std::string text;
    for (const capture::Graph& graph : capture.graphs()) {
        const std::string& module = capture.module(graph.module).name;
        text += (text.empty() ? "" : " ") + (module == "m" ? "" : module + ".") + graph.name + "*" +
                std::to_string(graph.samples);
    }
    return text;
}

std::vector<ScriptedCall> randomCalls(std::mt19937& random, std::size_t count) {
    static const std::vector<std::string> inputs = {
        "x:2 mask:3",      "x:2 mask:3",   "x:2 mask:3:int64",   "x:2:float16 mask:3",
        "x:2 mask:2",      "x:2 flag=1",   "x:2 flag=2",         "!decode x:2",
        "!decode x:2 y:1", "!prefill x:2", "y:0 x:2 mask:3 z:1", ""};
    static const std::vector<std::string> outputs = {"0:2 1:1", "0:2 1:1", "0:2", "1:1 0:2", "0:3", ""};
    static const std::vector<std::int64_t> batches = {capture::kUnknownBatch, 1, 2, 2, 3, 4};
    std::vector<ScriptedCall> calls;
    for (std::size_t i = 0; i < count; ++i) {
        ScriptedCall call;
        call.layout =
            layoutFrom(inputs[pick(random, inputs.size())] + ">" + outputs[pick(random, outputs.size())]);
        call.batchSize = batches[pick(random, batches.size())];
        for (const SampleMetadata* side : {&call.layout.inputs, &call.layout.outputs}) {
            for (const auto& entry : side->tensorData()) {
                for (std::size_t axis = 0; axis < entry.spec.rank(); ++axis) {
                    const auto factor = static_cast<std::int64_t>(pick(random, 3));
                    const std::int64_t grown = std::max<std::int64_t>(call.batchSize, 1) * (factor + 1);
                    call.sizes.push_back(pick(random, 3) == 0 ? 4 : grown);
                }
            }
        }
        calls.push_back(std::move(call));
    }
    return calls;
}

ScriptedCall permuted(const ScriptedCall& call, std::mt19937& random) {
    ScriptedCall out = call;
    out.sizes.clear();
    std::size_t begin = 0;
    for (SampleMetadata* side : {&out.layout.inputs, &out.layout.outputs}) {
        const std::vector<SampleMetadata::TensorEntry> entries = side->tensorData();
        std::vector<std::size_t> starts;
        for (const auto& entry : entries) {
            starts.push_back(begin);
            begin += entry.spec.rank();
        }
        std::vector<std::size_t> order(entries.size());
        std::iota(order.begin(), order.end(), 0);
        std::shuffle(order.begin(), order.end(), random);
        std::vector<SampleMetadata::TensorEntry> shuffled;
        for (const std::size_t at : order) {
            shuffled.push_back(entries[at]);
            for (std::size_t axis = 0; axis < entries[at].spec.rank(); ++axis) {
                out.sizes.push_back(call.sizes[starts[at] + axis]);
            }
        }
        *side = SampleMetadata(std::move(shuffled), side->otherData(), side->strictness(), side->llmPhase());
    }
    return out;
}

}  // namespace dimscope::test_support
