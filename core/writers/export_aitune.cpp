// SPDX-License-Identifier: GPL-3.0-or-later
//
// Forms and limits as of AITune 0.6.0-dev (commit b83c28b): BatchDim, DynamicDim and DynamicShapes of
// aitune.torch. Sizes of named dimensions are >= 1, min < max, fixed sizes >= 0; one name has one kind and
// one range over all inputs, and within a call equal names mean equal sizes: so sizes are stated as they are,
// with one BatchDim per multiplier.
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json_value.h"
#include "core/module/dynamic_shapes.h"
#include "core/module/python_text.h"
#include "core/writers/export_dims.h"
#include "core/writers/export_refusal.h"
#include "core/writers/export_targets.h"
#include "core/writers/export_text.h"

namespace dimscope::writers {

namespace {

constexpr std::string_view kTool = "AITune 0.6.0-dev (b83c28b)";

std::vector<module::Accessor> pathOf(const module::Locator& locator) {
    std::vector<module::Accessor> path;
    for (const module::Step& step : locator.steps()) {
        path.push_back(step.accessor);
    }
    return path;
}

base::Result<void> checkTensor(const ExportGraph& graph, const ExportTensor& tensor) {
    if (auto path = module::checkInputPath(pathOf(tensor.locator)); !path) {
        return inexpressible(graph, tensor, std::nullopt,
                             {"an input that has no parameter's name", "a path that starts with a name",
                              "pass this input by the name of its parameter when recording"});
    }
    for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
        if (tensor.spec.min[i] < 1 && tensor.spec.min[i] != tensor.spec.max[i]) {
            return inexpressible(graph, tensor, i,
                                 {"a dynamic axis from " + std::to_string(tensor.spec.min[i]),
                                  "a minimum of at least 1, which AITune asks of named dimensions",
                                  "override the minimum of this axis"});
        }
    }
    return {};
}

/// AITune does not know that the dimensions of one symbol with different multipliers move together.
void noteUnrelatedBatches(DimTable& table) {
    std::vector<std::string> names;
    for (const NamedDim& dim : table.dims) {
        if (dim.kind == DimKind::batch) {
            names.push_back(dim.name);
        }
    }
    if (names.size() < 2) {
        return;
    }
    std::string list;
    for (const std::string& name : names) {
        list += (list.empty() ? "" : ", ") + name;
    }
    table.notes.push_back(noteOn("AITune takes one range per name, so it does not learn that " + list +
                                 " are multiples of one batch size"));
}

base::Result<DimTable> aituneDims(const ExportGraph& graph) {
    if (auto inputs = requireInputs(graph); !inputs) {
        return std::move(inputs).error();
    }
    std::set<std::vector<module::Accessor>> paths;
    for (const ExportTensor& tensor : graph.inputs) {
        if (auto checked = checkTensor(graph, tensor); !checked) {
            return std::move(checked).error();
        }
        if (!paths.insert(pathOf(tensor.locator)).second) {
            return inexpressible(graph, tensor, std::nullopt,
                                 {"another input of the same names and indexes",
                                  "one definition per path, as AITune has one form for keys and attributes",
                                  "record the two under names that differ"});
        }
    }
    auto table = nameDims(graph, DimRange::sizes);
    if (table) {
        noteUnrelatedBatches(*table);
    }
    return table;
}

module::DynamicDim definition(const NamedDim& dim) {
    return {dim.kind, dim.name, dim.min, dim.max, dim.opt};
}

std::string pythonPath(const module::Locator& locator) {
    std::string out;
    for (const module::Step& step : locator.steps()) {
        const auto* name = std::get_if<std::string>(&step.accessor);
        out += out.empty() ? "" : ", ";
        out += name ? module::pythonRepr(*name) : std::to_string(std::get<std::int64_t>(step.accessor));
    }
    return locator.steps().size() == 1 ? out : "(" + out + ")";
}

std::string pythonImport(const DimTable& table) {
    std::set<std::string> classes;
    for (const NamedDim& dim : table.dims) {
        classes.insert(dim.kind == DimKind::batch ? "BatchDim" : "DynamicDim");
    }
    std::string list;
    for (const std::string& name : classes) {
        list += (list.empty() ? "" : ", ") + name;
    }
    return list.empty() ? "" : "from aitune.torch import " + list + "\n";
}

/// Statements that define the dimensions; their variables' names go to `variables`.
std::string pythonDims(const DimTable& table, std::vector<std::string>& variables) {
    UniqueNames names({"BatchDim", "DynamicDim", "dynamic_shapes"});
    std::string out;
    for (const NamedDim& dim : table.dims) {
        variables.push_back(names.take(pythonName(dim.name)));
        out += variables.back() + (dim.kind == DimKind::batch ? " = BatchDim(" : " = DynamicDim(") +
               module::pythonRepr(dim.name) + ", min=" + std::to_string(dim.min) +
               ", opt=" + std::to_string(dim.opt) + ", max=" + std::to_string(dim.max) + ")\n";
    }
    return out;
}

std::string pythonShape(const ExportTensor& tensor, const std::vector<std::optional<DimUse>>& uses,
                        const std::vector<std::string>& variables) {
    std::string out;
    for (std::size_t i = 0; i < uses.size(); ++i) {
        out += i == 0 ? "" : " ";
        out += (uses[i] ? variables[uses[i]->dim] : std::to_string(tensor.spec.max[i])) + ",";
    }
    if (uses.size() > 1) {
        out.pop_back();
    }
    return "(" + out + ")";
}

}  // namespace

base::Result<Exported> exportAituneJson(const ExportGraph& graph) {
    auto table = aituneDims(graph);
    if (!table) {
        return std::move(table).error();
    }
    std::vector<module::DynamicShapes::Entry> entries;
    for (std::size_t t = 0; t < graph.inputs.size(); ++t) {
        const ExportTensor& tensor = graph.inputs[t];
        module::ShapeDefinition shape;
        for (std::size_t i = 0; i < tensor.spec.rank(); ++i) {
            const auto& use = table->uses[t][i];
            shape.push_back(use ? module::DimDefinition(definition(table->dims[use->dim]))
                                : module::DimDefinition(tensor.spec.max[i]));
        }
        entries.push_back({pathOf(tensor.locator), std::move(shape)});
    }
    auto shapes = module::DynamicShapes::fromEntries(std::move(entries));
    if (!shapes) {
        return refusedBy(shapes.error(), graph, nullptr, "override the axes that it names");
    }
    return Exported{base::dumpJson(shapes->toJson(), base::JsonLayout::indented) + "\n",
                    std::move(table->notes)};
}

base::Result<Exported> exportAitunePython(const ExportGraph& graph) {
    auto table = aituneDims(graph);
    if (!table) {
        return std::move(table).error();
    }
    std::vector<std::string> variables;
    std::string text = commentLine(graph, kTool) + pythonImport(*table) + "\n";
    if (const std::string dims = pythonDims(*table, variables); !dims.empty()) {
        text += dims + "\n";
    }
    text += "dynamic_shapes = {\n";
    for (std::size_t t = 0; t < graph.inputs.size(); ++t) {
        text += "    " + pythonPath(graph.inputs[t].locator) + ": " +
                pythonShape(graph.inputs[t], table->uses[t], variables) + ",\n";
    }
    return Exported{text + "}\n", std::move(table->notes)};
}

}  // namespace dimscope::writers
