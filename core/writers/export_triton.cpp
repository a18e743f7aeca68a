// SPDX-License-Identifier: GPL-3.0-or-later
//
// Fields of protobuf/model_config.proto (triton-inference-server/common, commit 83adf7c, July 2026; protoc
// reads the written text with it) and the rules of ValidateIOShape (triton-inference-server/core, server
// API 1.34, June 2026): dims hold at least one entry, each >= 1 or -1; with batching the batch axis is left
// out of dims, and a tensor of the batch axis alone is `dims: [ 1 ]` with an empty reshape; without batching
// there are no scalars. A request may have any batch size from 1, so batching needs a minimum of 1.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"
#include "core/writers/export_text.h"

namespace dimscope::writers {

namespace {

constexpr std::string_view kTool = "Triton's model_config.proto, server API 1.34";

struct TritonType {
    std::string_view dtype;
    std::string_view name;
};
constexpr std::array<TritonType, 13> kTypes = {{{"bool", "TYPE_BOOL"},
                                                {"uint8", "TYPE_UINT8"},
                                                {"uint16", "TYPE_UINT16"},
                                                {"uint32", "TYPE_UINT32"},
                                                {"uint64", "TYPE_UINT64"},
                                                {"int8", "TYPE_INT8"},
                                                {"int16", "TYPE_INT16"},
                                                {"int32", "TYPE_INT32"},
                                                {"int64", "TYPE_INT64"},
                                                {"float16", "TYPE_FP16"},
                                                {"float32", "TYPE_FP32"},
                                                {"float64", "TYPE_FP64"},
                                                {"bfloat16", "TYPE_BF16"}}};

std::string_view typeName(const std::string& dtype) {
    const auto found =
        std::find_if(kTypes.begin(), kTypes.end(), [&](const auto& type) { return type.dtype == dtype; });
    return found == kTypes.end() ? std::string_view() : found->name;
}

/// Why the batch axis of a tensor is not one that Triton can batch over; empty where it is.
std::string batchObstacle(const ExportTensor& tensor) {
    const auto& spec = tensor.spec;
    if (!spec.batchAxis) {
        return "has no batch axis";
    }
    if (*spec.batchAxis != 0) {
        return "has its batch axis at " + std::to_string(*spec.batchAxis) + ", not at 0";
    }
    if (!spec.batchMultiplier) {
        return "has a batch axis whose size per batch size is not known";
    }
    if (*spec.batchMultiplier != 1) {
        return "has a batch axis of " + std::to_string(*spec.batchMultiplier) + " times the batch size";
    }
    if (std::count_if(spec.multipliers.begin(), spec.multipliers.end(),
                      [](const auto& multiplier) { return multiplier.has_value(); }) > 1) {
        return "has a second batch axis";
    }
    if (spec.min.front() != 1) {
        return "starts at batch size " + std::to_string(spec.min.front()) + ", and Triton batches from 1";
    }
    if (spec.max.front() > std::numeric_limits<std::int32_t>::max()) {
        return "has a batch size beyond 2147483647";
    }
    return {};
}

/// The largest batch size of all tensors; 0 without batching, with a note that says why.
std::int64_t maxBatchSize(const ExportGraph& graph, std::vector<ExportNote>& notes) {
    std::int64_t size = std::numeric_limits<std::int64_t>::max();
    for (const auto* side : {&graph.inputs, &graph.outputs}) {
        for (const ExportTensor& tensor : *side) {
            if (const std::string why = batchObstacle(tensor); !why.empty()) {
                notes.push_back(noteOn(
                    tensor,
                    tensor.spec.batchAxis ? std::optional<std::size_t>(*tensor.spec.batchAxis) : std::nullopt,
                    "max_batch_size is 0, no batching: this tensor " + why));
                return 0;
            }
            size = std::min(size, tensor.spec.max.front());
        }
    }
    return size;
}

base::Result<std::string> dims(const ExportGraph& graph, const ExportTensor& tensor, std::size_t from) {
    if (tensor.spec.rank() == 0) {
        return inexpressible(graph, tensor, std::nullopt,
                             {"a scalar", "at least one axis, as Triton has no scalars",
                              "give the tensor an axis of size 1 in the model"});
    }
    std::string out;
    for (std::size_t i = from; i < tensor.spec.rank(); ++i) {
        const bool fixed = tensor.spec.min[i] == tensor.spec.max[i];
        if (fixed && tensor.spec.max[i] < 1) {
            return inexpressible(
                graph, tensor, i,
                {"the fixed size " + std::to_string(tensor.spec.max[i]), "a size of at least 1",
                 "override this axis, or leave the input out of "
                 "the model"});
        }
        out += (out.empty() ? "" : ", ") + (fixed ? std::to_string(tensor.spec.max[i]) : "-1");
    }
    return out;
}

base::Result<std::string> entry(const ExportGraph& graph, const ExportTensor& tensor, std::int64_t batch) {
    const std::string_view type = typeName(tensor.dtype);
    if (type.empty()) {
        return inexpressible(graph, tensor, std::nullopt,
                             {tensor.dtype.empty() ? "no dtype" : "the dtype " + tensor.dtype,
                              "a dtype that Triton has: bool, whole numbers, float16 to float64, bfloat16",
                              "override the dtype of this tensor"});
    }
    if (tensor.name.empty()) {
        return inexpressible(
            graph, tensor, std::nullopt,
            {"an empty name", "the name that the model has for this tensor", "name it in an override"});
    }
    const auto list = dims(graph, tensor, batch > 0 ? 1 : 0);
    if (!list) {
        return list.error();
    }
    const bool onlyBatch = list->empty();
    return "  {\n    name: " + protobufString(tensor.name) + "\n    data_type: " + std::string(type) +
           "\n    dims: [ " + (onlyBatch ? "1" : *list) + " ]\n" +
           (onlyBatch ? "    reshape { shape: [ ] }\n" : "") + "  }";
}

base::Result<std::string> section(const ExportGraph& graph, const std::vector<ExportTensor>& tensors,
                                  std::string_view name, std::int64_t batch) {
    std::string out;
    for (const ExportTensor& tensor : tensors) {
        const auto text = entry(graph, tensor, batch);
        if (!text) {
            return text.error();
        }
        out += (out.empty() ? "" : ",\n") + *text;
    }
    return out.empty() ? out : std::string(name) + " [\n" + out + "\n]\n";
}

/// What every text leaves unsaid.
void noteRanges(const ExportGraph& graph, std::int64_t batch, std::vector<ExportNote>& notes) {
    for (const auto* side : {&graph.inputs, &graph.outputs}) {
        for (const ExportTensor& tensor : *side) {
            for (std::size_t i = batch > 0 ? 1 : 0; i < tensor.spec.rank(); ++i) {
                if (tensor.spec.min[i] != tensor.spec.max[i]) {
                    notes.push_back(
                        noteOn("Triton has no ranges: -1 takes any size, also outside min to max"));
                    return;
                }
            }
        }
    }
}

}  // namespace

base::Result<Exported> exportTriton(const ExportGraph& graph) {
    if (auto inputs = requireInputs(graph); !inputs) {
        return std::move(inputs).error();
    }
    if (graph.outputs.empty()) {
        return inexpressible(graph, {"a graph without tensors among its outputs", "at least one output",
                                     "record the outputs too, or choose another target"});
    }
    for (const auto* tensors : {&graph.inputs, &graph.outputs}) {
        if (auto names = requireDifferentNames(graph, pointers(*tensors)); !names) {
            return std::move(names).error();
        }
    }
    Exported out{commentLine(graph, kTool), {}};
    const std::int64_t batch = maxBatchSize(graph, out.notes);
    const auto inputs = section(graph, graph.inputs, "input", batch);
    if (!inputs) {
        return inputs.error();
    }
    const auto outputs = section(graph, graph.outputs, "output", batch);
    if (!outputs) {
        return outputs.error();
    }
    noteRanges(graph, batch, out.notes);
    out.notes.push_back(noteOn("backend or platform, which Triton requires, is for you to add"));
    out.text += "max_batch_size: " + std::to_string(batch) + "\n" + *inputs + *outputs;
    return out;
}

}  // namespace dimscope::writers
