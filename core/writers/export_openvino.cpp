// SPDX-License-Identifier: GPL-3.0-or-later
//
// Texts of PartialShape, Dimension and Layout as OpenVINO parses them; read from
// src/core/src/partial_shape.cpp (commit 05bc9aa, of 2025), dimension.cpp and layout.cpp (commit 0738908, of
// 2024), and the names from src/bindings/python/src/openvino/__init__.py (commit 020a8f2): `2..16` is a range
// with both ends, `[]` a scalar,
// `?` an axis of the layout without a meaning,
// `N` the batch; a name stands once in a layout. set_batch writes its number to N as it is.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "core/module/python_text.h"
#include "core/writers/export_dims.h"
#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"
#include "core/writers/export_text.h"

namespace dimscope::writers {

using inference::EffectiveSpec;

namespace {

std::string partialShape(const EffectiveSpec& spec) {
    std::string out;
    for (std::size_t i = 0; i < spec.rank(); ++i) {
        out += i == 0 ? "" : ",";
        out += std::to_string(spec.min[i]);
        if (spec.min[i] != spec.max[i]) {
            out += ".." + std::to_string(spec.max[i]);
        }
    }
    return "[" + out + "]";
}

/// Batch axes of a tensor in their order.
std::vector<std::size_t> batchAxes(const EffectiveSpec& spec) {
    std::vector<std::size_t> axes;
    for (std::size_t i = 0; i < spec.rank(); ++i) {
        const bool stated = spec.batchAxis && static_cast<std::size_t>(*spec.batchAxis) == i;
        if (stated || (i < spec.multipliers.size() && spec.multipliers[i])) {
            axes.push_back(i);
        }
    }
    return axes;
}

/// The layout of a tensor, empty where no axis can be called N; `notes` says why.
std::string layout(const ExportTensor& tensor, std::vector<ExportNote>& notes) {
    const EffectiveSpec& spec = tensor.spec;
    const std::vector<std::size_t> axes = batchAxes(spec);
    if (axes.empty()) {
        return {};
    }
    const auto multiplier =
        axes.front() < spec.multipliers.size() ? spec.multipliers[axes.front()] : std::nullopt;
    if (axes.size() > 1) {
        notes.push_back(
            noteOn(tensor, axes[1], "a second batch axis: a layout has one N, so this input gets no layout"));
        return {};
    }
    if (multiplier != 1) {
        notes.push_back(noteOn(
            tensor, axes.front(),
            multiplier ? "this axis is " + std::to_string(*multiplier) +
                             " times the batch size, which N cannot say, so this input gets no layout"
                       : "the size of this axis per batch size is not known, so this input gets no layout"));
        return {};
    }
    std::string out;
    for (std::size_t i = 0; i < spec.rank(); ++i) {
        out += i == 0 ? "" : ",";
        out += i == axes.front() ? "N" : "?";
    }
    return "[" + out + "]";
}

void noteUnsaid(const ExportGraph& graph, std::vector<ExportNote>& notes) {
    const bool otherOpt = std::any_of(graph.inputs.begin(), graph.inputs.end(),
                                      [](const ExportTensor& t) { return t.spec.opt != t.spec.max; });
    if (otherOpt) {
        notes.push_back(noteOn("OpenVINO has no opt sizes: they are left out"));
    }
}

constexpr std::string_view kApply = R"(

def with_shapes(model: ov.Model) -> ov.Model:
    model.reshape(partial_shapes)
    steps = ov.preprocess.PrePostProcessor(model)
    for name, layout in layouts.items():
        steps.input(name).model().set_layout(layout)
    return steps.build()
)";

}  // namespace

base::Result<Exported> exportOpenVino(const ExportGraph& graph) {
    if (auto inputs = requireInputs(graph); !inputs) {
        return std::move(inputs).error();
    }
    if (auto names = requireDifferentNames(graph, pointers(graph.inputs)); !names) {
        return std::move(names).error();
    }
    Exported out{commentLine(graph, "OpenVINO 2025 (05bc9aa)"), {}};
    std::string shapes;
    std::string layouts;
    for (const ExportTensor& tensor : graph.inputs) {
        if (tensor.name.empty()) {
            return inexpressible(
                graph, tensor, std::nullopt,
                {"an empty name", "the name that the model has for this input", "name it in an override"});
        }
        const std::string key = "    " + module::pythonRepr(tensor.name) + ": ";
        shapes += key + "ov.PartialShape(\"" + partialShape(tensor.spec) + "\"),\n";
        if (const std::string text = layout(tensor, out.notes); !text.empty()) {
            layouts += key + "ov.Layout(\"" + text + "\"),\n";
        }
    }
    noteUnsaid(graph, out.notes);
    out.text += "import openvino as ov\n\npartial_shapes = {\n" + shapes + "}\nlayouts = {" +
                (layouts.empty() ? "" : "\n" + layouts) + "}\n" + std::string(kApply);
    return out;
}

}  // namespace dimscope::writers
