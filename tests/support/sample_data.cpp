// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/sample_data.h"

#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <utility>

#include "core/base/json_value.h"
#include "core/capture/capture_builder.h"

namespace dimscope::test_support {
namespace {

using capture::CallOrigin;
using capture::CaptureBuilder;
using capture::kUnknownBatch;
using module::Dim;
using module::LlmPhase;
using module::Locator;
using module::SampleMetadata;
using module::Side;
using module::Strictness;
using Sizes = std::vector<std::int64_t>;

[[noreturn]] void giveUp(const std::string& why) {
    std::fprintf(stderr, "sample data: %s\n", why.c_str());
    std::abort();
}

template <class T>
T take(base::Result<T> result) {
    if (!result) {
        giveUp(result.error().text());
    }
    return std::move(result).value();
}

/// A tensor of a call: its two paths, dtype and rank.
struct TensorOf {
    std::string accessPath;
    base::JsonValue semanticPath;
    std::string dtype;
    std::size_t rank = 0;
};

SampleMetadata metadataOf(const std::vector<TensorOf>& tensors, Side side, LlmPhase phase) {
    std::vector<SampleMetadata::TensorEntry> entries;
    for (const TensorOf& tensor : tensors) {
        entries.push_back({take(Locator::fromPaths(tensor.accessPath, tensor.semanticPath, side)),
                           take(module::TensorSpec::fromSizes(Sizes(tensor.rank, 1), tensor.dtype, {}))});
    }
    return {std::move(entries), {}, Strictness::strict, phase};
}

base::JsonValue path(std::initializer_list<base::JsonValue> steps) {
    return base::JsonValue(base::JsonValue::Array(steps));
}

/// A builder with one source, whose lines count up.
class Recording {
 public:
    explicit Recording(std::string name) {
        capture::Source source;
        source.xxh3 = "6f1c0b7a93d5e84261f0a9c37be5d842";
        source.name = std::move(name);
        source.format = "dimscope.capture";
        m_source = builder.addSource(source);
    }

    capture::LayoutId layout(const std::string& module, const std::vector<TensorOf>& inputs,
                             const std::vector<TensorOf>& outputs, LlmPhase phase = LlmPhase::none) {
        return builder.layout({module, metadataOf(inputs, Side::input, phase),
                               metadataOf(outputs, Side::output, LlmPhase::none)},
                              here());
    }
    void call(capture::LayoutId layout, std::int64_t batchSize, const Sizes& sizes, std::string time = {},
              std::string label = {}) {
        builder.addCall(layout, batchSize, sizes, {m_source, m_line++, std::move(time), std::move(label)});
    }
    SampleData finish() {
        SampleData data;
        data.capture = std::make_shared<const capture::Capture>(builder.build());
        data.analysis = std::make_shared<const inference::Analysis>(take(inference::analyse(*data.capture)));
        data.diagnostics = builder.diagnostics();
        return data;
    }
    [[nodiscard]] CallOrigin here() const { return {m_source, m_line, {}, {}}; }

    CaptureBuilder builder;

 private:
    capture::SourceId m_source;
    std::uint64_t m_line = 2;  // the first line of a capture is its header
};

void recordTextEncoder(Recording& recording) {
    const auto layout = recording.layout("text_encoder", {{"input_ids", "input_ids", "torch.int64", 2}},
                                         {{"output[0]", 0, "torch.float16", 3}});
    for (int call = 0; call < 8; ++call) {
        const std::int64_t batch = std::int64_t{1} << (call % 3);
        recording.call(layout, batch, {batch, 77, batch, 77, 768});
    }
}

void recordUnet(Recording& recording) {
    const auto layout = recording.layout(
        "unet",
        {{"sample", "sample", "torch.float16", 4},
         {"timestep", "timestep", "torch.int64", 0},
         {"encoder_hidden_states", "encoder_hidden_states", "torch.float16", 3},
         {"added_cond_kwargs[\"time_ids\"]", path({"added_cond_kwargs", "time_ids"}), "torch.float16", 2}},
        {{"output[0]", 0, "torch.float16", 4}});
    const Sizes heights{64, 96, 64, 72, 64, 96};
    const Sizes widths{64, 64, 96, 96, 128, 160, 64};
    for (int call = 0; call < 24; ++call) {
        const std::int64_t batch = std::int64_t{1} << (call % 3);
        const std::int64_t rows = call == 6 ? 3 : 2 * batch;
        const std::int64_t height = heights[static_cast<std::size_t>(call) % heights.size()];
        const std::int64_t width = widths[static_cast<std::size_t>(call) % widths.size()];
        const std::string time =
            "2026-11-30T20:11:" + std::string(call < 10 ? "0" : "") + std::to_string(call) + "Z";
        recording.call(layout, batch,
                       {rows, 4, height, width, 2 * batch, 77, 2048, 2 * batch, 6, rows, 4, height, width},
                       time, call == 6 ? "last batch of the epoch" : "");
    }
}

void recordDecoder(Recording& recording) {
    const std::vector<TensorOf> inputs{{"input_ids", "input_ids", "torch.int64", 2},
                                       {"cache_position", "cache_position", "torch.int64", 1}};
    const std::vector<TensorOf> outputs{{"output[0]", 0, "torch.bfloat16", 3}};
    const auto prefill = recording.layout("decoder", inputs, outputs, LlmPhase::prefill);
    const auto decode = recording.layout("decoder", inputs, outputs, LlmPhase::decode);
    for (int call = 0; call < 6; ++call) {
        const std::int64_t batch = 1 + call % 2;
        const std::int64_t length = 12 + 7 * call;
        recording.call(prefill, batch, {batch, length, length, batch, length, 32000});
    }
    for (int call = 0; call < 40; ++call) {
        const std::int64_t batch = 1 + call % 2;
        recording.call(decode, kUnknownBatch, {batch, 1, 1, batch, 1, 32000});
    }
}

SampleMetadata::TensorEntry summaryEntry(const TensorOf& tensor, Side side, std::vector<Dim> shape, Sizes min,
                                         Sizes max) {
    return {
        take(Locator::fromPaths(tensor.accessPath, tensor.semanticPath, side)),
        take(module::TensorSpec::fromParts(std::move(shape), std::move(min), std::move(max), tensor.dtype))};
}

CaptureBuilder::Summary summaryOf(const std::string& module) {
    CaptureBuilder::Summary summary;
    summary.module = module;
    summary.inputs = SampleMetadata(
        {summaryEntry({"images", "images", "torch.float32", 4}, Side::input,
                      {"batch0", std::int64_t{3}, "dim2", "dim3"}, {1, 3, 480, 640}, {8, 3, 800, 1333})},
        {}, Strictness::strict, LlmPhase::none);
    summary.outputs = SampleMetadata({summaryEntry({"output[0]", 0, "torch.float32", 2}, Side::output,
                                                   {"batch0", std::int64_t{91}}, {1, 91}, {8, 91})},
                                     {}, Strictness::strict, LlmPhase::none);
    return summary;
}

/// A number below `below` that looks random and is the same in each run.
std::int64_t mixed(std::uint64_t seed, std::int64_t below) {
    seed += 0x9e3779b97f4a7c15ULL;
    seed ^= seed >> 30U;
    seed *= 0xbf58476d1ce4e5b9ULL;
    seed ^= seed >> 27U;
    seed *= 0x94d049bb133111ebULL;
    seed ^= seed >> 31U;
    return static_cast<std::int64_t>(seed % static_cast<std::uint64_t>(below));
}

std::int64_t wideSize(std::size_t tensor, std::size_t axis, std::size_t call) {
    switch (axis) {
        case 0: return std::int64_t{2} << (call % 3);
        case 1: return static_cast<std::int64_t>(16 + tensor % 100);
        default: return 8 + 8 * mixed(call + 7 * tensor, 20);
    }
}

}  // namespace

SampleData pipelineCapture() {
    Recording recording("pipeline.shapes.jsonl");
    recordTextEncoder(recording);
    recordUnet(recording);
    recordDecoder(recording);
    CaptureBuilder::Summary vae = summaryOf("vae");
    vae.details.push_back(
        {"failed_build", base::JsonValue("engine build failed: out of memory"), base::Severity::error});
    recording.builder.addSummary(std::move(vae), recording.here());
    return recording.finish();
}

SampleData wideCapture(std::size_t graphs, std::size_t tensorsPerGraph, std::size_t samples) {
    Recording recording("wide.shapes.jsonl");
    for (std::size_t graph = 0; graph < graphs; ++graph) {
        std::vector<TensorOf> inputs;
        std::vector<TensorOf> outputs;
        for (std::size_t i = 0; i < tensorsPerGraph; ++i) {
            const auto index = static_cast<std::int64_t>(i);
            const std::string dtype = i % 3 == 0 ? "torch.float32" : "torch.float16";
            if (i + 1 == tensorsPerGraph) {
                outputs.push_back({"output[0]", 0, dtype, i % 5});
            } else {
                inputs.push_back({"layers[" + std::to_string(i) + "].hidden",
                                  path({"layers", index, "hidden"}), dtype, i % 5});
            }
        }
        const auto layout = recording.layout("module" + std::to_string(graph), inputs, outputs);
        for (std::size_t call = 0; call < samples; ++call) {
            Sizes sizes;
            for (std::size_t i = 0; i < tensorsPerGraph; ++i) {
                for (std::size_t axis = 0; axis < i % 5; ++axis) {
                    sizes.push_back(wideSize(i, axis, call));
                }
            }
            recording.call(layout, std::int64_t{1} << (call % 3), sizes);
        }
    }
    return recording.finish();
}

SampleData longCapture(std::size_t samples) {
    Recording recording("long.shapes.jsonl");
    const auto layout = recording.layout("unet",
                                         {{"sample", "sample", "torch.float16", 4},
                                          {"timestep", "timestep", "torch.int64", 0},
                                          {"mask", "mask", "torch.bool", 2}},
                                         {{"output[0]", 0, "torch.float16", 4}});
    for (std::size_t call = 0; call < samples; ++call) {
        const std::int64_t batch = std::int64_t{1} << mixed(4 * call, 4);
        const std::int64_t height = 64 + 8 * mixed(4 * call + 1, 9);
        const std::int64_t width = 64 + 8 * mixed(4 * call + 2, 13);
        const std::int64_t length = 1 + mixed(4 * call + 3, 512);
        recording.call(layout, batch,
                       {2 * batch, 4, height, width, batch, length, 2 * batch, 4, height, width});
    }
    return recording.finish();
}

SampleData summaryCapture() {
    Recording recording("detector.json");
    recording.builder.addSummary(summaryOf("detector"), recording.here());
    return recording.finish();
}

SampleData singleTensorCapture(const std::vector<Call>& calls, const std::string& dtype) {
    Recording recording("single.shapes.jsonl");
    const std::size_t rank = calls.empty() ? 0 : calls.front().sizes.size();
    const auto layout = recording.layout("m", {{"x", "x", dtype, rank}}, {});
    for (const Call& call : calls) {
        recording.call(layout, call.batchSize, call.sizes);
    }
    return recording.finish();
}

base::ModuleId moduleNamed(const capture::Capture& capture, const std::string& module) {
    for (const capture::Module& candidate : capture.modules()) {
        if (candidate.name == module) {
            return candidate.id;
        }
    }
    giveUp("no module " + module);
}

base::GraphId graphNamed(const capture::Capture& capture, const std::string& module,
                         const std::string& graph) {
    for (const base::GraphId id : capture.module(moduleNamed(capture, module)).graphs) {
        if (capture.graph(id).name == graph) {
            return id;
        }
    }
    giveUp("no graph " + module + " " + graph);
}

base::TensorId tensorNamed(const capture::Capture& capture, const std::string& module,
                           const std::string& graph, const std::string& accessPath) {
    for (const base::TensorId id : capture.graph(graphNamed(capture, module, graph)).tensors) {
        if (capture.tensor(id).accessPath == accessPath) {
            return id;
        }
    }
    giveUp("no tensor " + accessPath);
}

}  // namespace dimscope::test_support
