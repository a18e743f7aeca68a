// SPDX-License-Identifier: GPL-3.0-or-later
//
// Three ways to state one TensorRT optimization profile. Read from the sources of these releases; the parsers
// of trtexec and Polygraphy were built and run on names with every ASCII sign, and read back what is written
// here:
// - trtexec: TensorRT 11.1, samples/common/sampleOptions.cpp (splitNameAndValue, getShapesBuild) and
//   sampleEngines.cpp: lists split at commas, names end at the last colon, single quotes are dropped, sizes
//   are read as int, a scalar is the word "scalar", `*` in a name is a wildcard, and a model without dynamic
//   inputs takes no shapes;
// - Polygraphy 0.49.27, polygraphy/tools/args/util/util.py (parse_meta): one argument per input, names end at
//   the last colon;
// - ONNX Runtime 1.21.0, TensorRT provider, tensorrt_execution_provider_utils.h (ParseProfileShapes) and
//   tensorrt_execution_provider.cc: lists split at commas, names end at the first colon, sizes are read as
//   int, an empty shape spoils the whole option; every dynamic input must be there.
// For a shape tensor (whole numbers, at most one axis, used as sizes) all three take its values in place of
// its sizes; a capture holds no values. Profiles take sizes from 0 (NvInferRuntime.h,
// IOptimizationProfile::setDimensions). Tensors beyond 2^31-1 elements: none before TensorRT 10, many layers
// not since.
#include <algorithm>
#include <array>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/module/python_text.h"
#include "core/writers/export_dims.h"
#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"
#include "core/writers/export_text.h"

namespace dimscope::writers {

using module::Sizes;

namespace {

constexpr std::int64_t kLargestInt = std::numeric_limits<std::int32_t>::max();

/// A profile's three shapes, in the order in which they are written.
struct Bound {
    std::string_view name;
    Sizes inference::EffectiveSpec::*sizes;
};
constexpr std::array<Bound, 3> kBounds = {{{"min", &inference::EffectiveSpec::min},
                                           {"opt", &inference::EffectiveSpec::opt},
                                           {"max", &inference::EffectiveSpec::max}}};

bool exceedsInt(const Sizes& sizes) {
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
        return false;
    }
    std::int64_t product = 1;
    for (const std::int64_t size : sizes) {
        if (size > kLargestInt / product) {
            return true;
        }
        product *= size;
    }
    return false;
}

/// Whether TensorRT may take the values of the input for sizes.
bool canBeShapeTensor(const ExportTensor& tensor) {
    return tensor.spec.rank() <= 1 && (tensor.dtype == "int32" || tensor.dtype == "int64");
}

/// What holds for every way to state a profile.
std::vector<ExportNote> profileNotes(const ExportGraph& graph) {
    std::vector<ExportNote> notes;
    for (const ExportTensor& tensor : graph.inputs) {
        if (exceedsInt(tensor.spec.max)) {
            notes.push_back(noteOn(tensor, std::nullopt,
                                   "the maximum has more than 2147483647 elements, which many layers of "
                                   "TensorRT do not take"));
        }
    }
    for (const ExportTensor& tensor : graph.inputs) {
        if (canBeShapeTensor(tensor)) {
            notes.push_back(
                noteOn(tensor, std::nullopt,
                       "if the model takes its values for sizes (a shape tensor), a profile has these "
                       "values in place of its sizes: write them by hand, a capture holds none"));
        }
    }
    const SymbolSet symbols = batchSymbols(graph);
    std::vector<std::string> seen;
    for (const ExportTensor& tensor : graph.inputs) {
        for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
            if (const auto dim = axisDim(tensor.spec, i, symbols); dim && !dim->symbol.empty()) {
                seen.push_back(dim->symbol);
            }
        }
    }
    std::sort(seen.begin(), seen.end());
    if (const auto shared = std::adjacent_find(seen.begin(), seen.end()); shared != seen.end()) {
        notes.push_back(noteOn("a profile has a range per axis: that axes move together, as those of " +
                               *shared + " do, is not said"));
    }
    return notes;
}

/// Errors: inexpressible where the name is empty or holds one of the characters.
base::Result<void> checkName(const ExportGraph& graph, const ExportTensor& tensor,
                             std::string_view forbidden) {
    constexpr std::string_view kNul("\0", 1);
    const std::string& name = tensor.name;
    const std::size_t at = name.find_first_of(std::string(forbidden) + std::string(kNul));
    if (name.empty() || at != std::string::npos) {
        const std::string what = name.empty() ? "an empty name"
                                 : name[at] == '\0'
                                     ? "a NUL in the name"
                                     : "`" + std::string(1, name[at]) + "` in the name " + name;
        return inexpressible(graph, tensor, std::nullopt,
                             {what, "a name that the target can read back",
                              "rename the input in the model, and name it so in an override"});
    }
    return {};
}

base::Result<void> checkInts(const ExportGraph& graph, const ExportTensor& tensor) {
    for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
        if (tensor.spec.max[i] > kLargestInt) {
            return inexpressible(graph, tensor, i,
                                 {"the size " + std::to_string(tensor.spec.max[i]),
                                  "at most " + std::to_string(kLargestInt) + ", as the target reads an int",
                                  "override the maximum of this axis"});
        }
    }
    return {};
}

bool hasDynamicAxis(const ExportGraph& graph) {
    return std::any_of(graph.inputs.begin(), graph.inputs.end(),
                       [](const ExportTensor& tensor) { return tensor.spec.min != tensor.spec.max; });
}

/// `name:2x4` between commas; inputs without axes are `scalar`.
std::string commaList(const std::vector<const ExportTensor*>& inputs,
                      Sizes inference::EffectiveSpec::*bound) {
    std::string out;
    for (const ExportTensor* tensor : inputs) {
        const Sizes& sizes = tensor->spec.*bound;
        out += (out.empty() ? "" : ",") + tensor->name + ":" +
               (sizes.empty() ? "scalar" : joinSizes(sizes, "x"));
    }
    return out;
}

}  // namespace

base::Result<Exported> exportTrtexec(const ExportGraph& graph) {
    if (auto inputs = requireInputs(graph); !inputs) {
        return std::move(inputs).error();
    }
    for (const ExportTensor& tensor : graph.inputs) {
        if (auto name = checkName(graph, tensor, ",'*"); !name) {
            return std::move(name).error();
        }
        if (auto sizes = checkInts(graph, tensor); !sizes) {
            return std::move(sizes).error();
        }
    }
    const auto inputs = pointers(graph.inputs);
    if (auto names = requireDifferentNames(graph, inputs); !names) {
        return std::move(names).error();
    }
    Exported out{"", profileNotes(graph)};
    if (!hasDynamicAxis(graph)) {
        out.notes.push_back(
            noteOn("no input has a range: trtexec takes these flags only for a model with dynamic inputs"));
    }
    for (const Bound& bound : kBounds) {
        out.text += "--" + std::string(bound.name) + "Shapes=" + shellWord(commaList(inputs, bound.sizes)) +
                    (&bound == &kBounds.back() ? "\n" : " \\\n");
    }
    out.text += commentLine(graph, "trtexec of TensorRT 11.1");
    return out;
}

base::Result<Exported> exportPolygraphy(const ExportGraph& graph) {
    if (auto inputs = requireInputs(graph); !inputs) {
        return std::move(inputs).error();
    }
    for (const ExportTensor& tensor : graph.inputs) {
        if (auto name = checkName(graph, tensor, ""); !name) {
            return std::move(name).error();
        }
        if (tensor.name.front() == '-') {
            return inexpressible(graph, tensor, std::nullopt,
                                 {"a name that starts with `-`", "a word that is no option",
                                  "rename the input in the model, and name it so in an override"});
        }
    }
    if (auto names = requireDifferentNames(graph, pointers(graph.inputs)); !names) {
        return std::move(names).error();
    }
    Exported out{"", profileNotes(graph)};
    for (const Bound& bound : kBounds) {
        out.text += "--trt-" + std::string(bound.name) + "-shapes";
        for (const ExportTensor& tensor : graph.inputs) {
            out.text += " " + shellWord(tensor.name + ":[" + joinSizes(tensor.spec.*bound.sizes, ",") + "]");
        }
        out.text += &bound == &kBounds.back() ? "\n" : " \\\n";
    }
    out.text += commentLine(graph, "Polygraphy 0.49.27");
    return out;
}

base::Result<Exported> exportOnnxRuntime(const ExportGraph& graph) {
    Exported out{commentLine(graph, "ONNX Runtime 1.21.0"), {}};
    std::vector<const ExportTensor*> inputs;
    for (const ExportTensor& tensor : graph.inputs) {
        if (tensor.spec.rank() == 0) {
            out.notes.push_back(noteOn(
                tensor, std::nullopt,
                "a scalar has no shape in these options: it is left out, as inputs of fixed shape may be"));
            continue;
        }
        if (auto name = checkName(graph, tensor, ",:"); !name) {
            return std::move(name).error();
        }
        if (auto sizes = checkInts(graph, tensor); !sizes) {
            return std::move(sizes).error();
        }
        inputs.push_back(&tensor);
    }
    if (inputs.empty()) {
        return inexpressible(graph, {"no input with axes", "at least one, for the profile to state",
                                     "choose another graph: this one needs no profile"});
    }
    if (auto names = requireDifferentNames(graph, inputs); !names) {
        return std::move(names).error();
    }
    out.text += "\ntensorrt_options = {\n";
    for (const Bound& bound : kBounds) {
        out.text += "    \"trt_profile_" + std::string(bound.name) +
                    "_shapes\": " + module::pythonRepr(commaList(inputs, bound.sizes)) + ",\n";
    }
    out.text += "}\n";
    for (ExportNote& note : profileNotes(graph)) {
        out.notes.push_back(std::move(note));
    }
    return out;
}

}  // namespace dimscope::writers
