// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of aitune.records TunedTensorSpec as documented for AITune 0.6.0 (commit 67c6ed0). The batch axis is
// the one axis whose size is the batch size itself; its bounds are read as batch sizes, so an axis of another
// multiplier is none.
#include <string>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/records/tensor_record.h"
#include "core/writers/export_dims.h"
#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"

namespace dimscope::writers {

using records::TunedTensorSpec;

namespace {

base::Result<void> checkSizes(const ExportGraph& graph, const ExportTensor& tensor) {
    for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
        if (tensor.spec.min[i] < 1) {
            return inexpressible(
                graph, tensor, i,
                {"the minimum " + std::to_string(tensor.spec.min[i]),
                 "sizes of at least 1, which records ask for", "override the minimum of this axis"});
        }
    }
    return {};
}

std::optional<int> recordBatchAxis(const ExportTensor& tensor, std::vector<ExportNote>& notes) {
    const auto& spec = tensor.spec;
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < spec.multipliers.size(); ++i) {
        if (spec.multipliers[i] == 1) {
            axes.push_back(i);
        }
    }
    if (axes.size() == 1) {
        return static_cast<int>(axes.front());
    }
    if (axes.size() > 1) {
        notes.push_back(
            noteOn(tensor, axes[1], "a second axis of the batch size: a record has one, so it states none"));
    } else if (spec.batchAxis) {
        const auto multiplier = spec.batchMultiplier;
        notes.push_back(noteOn(tensor, static_cast<std::size_t>(*spec.batchAxis),
                               multiplier ? "this axis is " + std::to_string(*multiplier) +
                                                " times the batch size: a record has no multiplier, so it "
                                                "states no batch axis"
                                          : "the size of this axis per batch size is not known, so the "
                                            "record states no batch axis"));
    }
    return std::nullopt;
}

base::Result<TunedTensorSpec> record(const ExportGraph& graph, const ExportTensor& tensor,
                                     std::vector<ExportNote>& notes) {
    const auto dtype = records::parseDType(tensor.dtype);
    if (!dtype) {
        const std::string found = tensor.dtype.empty() ? "no dtype" : "the dtype " + tensor.dtype;
        return inexpressible(graph, tensor, std::nullopt,
                             {found, "bool, uint8, int8 to int64 or float16 to float64",
                              "override the dtype of this tensor with what the target computes in"});
    }
    if (auto sizes = checkSizes(graph, tensor); !sizes) {
        return std::move(sizes).error();
    }
    const auto refuse = [&](const base::Error& error) {
        return refusedBy(error, graph, &tensor, "correct the override of this tensor");
    };
    auto spec = records::TensorSpec::create(tensor.name, *dtype, tensor.spec.shape);
    if (!spec) {
        return refuse(spec.error());
    }
    auto tuned = TunedTensorSpec::fromSpec(*std::move(spec), tensor.spec.min, tensor.spec.max,
                                           recordBatchAxis(tensor, notes));
    if (!tuned) {
        return refuse(tuned.error());
    }
    return tuned;
}

base::Result<base::JsonValue> side(const ExportGraph& graph, const std::vector<ExportTensor>& tensors,
                                   std::vector<ExportNote>& notes) {
    if (auto names = requireDifferentNames(graph, pointers(tensors)); !names) {
        return std::move(names).error();
    }
    base::JsonValue::Array out;
    for (const ExportTensor& tensor : tensors) {
        const auto tuned = record(graph, tensor, notes);
        if (!tuned) {
            return tuned.error();
        }
        out.push_back(tuned->toJson());
        if (tensor.spec.opt != tensor.spec.max) {
            notes.push_back(noteOn(tensor, std::nullopt, "a record has no opt sizes: they are left out"));
        }
    }
    return base::JsonValue(std::move(out));
}

}  // namespace

base::Result<Exported> exportRecords(const ExportGraph& graph) {
    std::vector<ExportNote> notes;
    auto inputs = side(graph, graph.inputs, notes);
    if (!inputs) {
        return std::move(inputs).error();
    }
    auto outputs = side(graph, graph.outputs, notes);
    if (!outputs) {
        return std::move(outputs).error();
    }
    const base::JsonValue document =
        base::JsonValue::Object{{"format", "dimscope.records"}, {"version", 1},
                                {"module", graph.module},       {"graph", graph.graph},
                                {"inputs", *std::move(inputs)}, {"outputs", *std::move(outputs)}};
    return Exported{base::dumpJson(document, base::JsonLayout::indented) + "\n", std::move(notes)};
}

}  // namespace dimscope::writers
