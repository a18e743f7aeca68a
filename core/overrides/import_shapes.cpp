// SPDX-License-Identifier: GPL-3.0-or-later
//
// AITune's explicit shapes: alone, and as `dynamic_shapes` of a tuning report.
#include <utility>

#include "core/module/dynamic_shapes.h"
#include "core/overrides/import_forms.h"

namespace dimscope::overrides {

namespace {

using base::Result;
using module::DynamicDim;
using module::JsonCursor;

void addAxis(const module::DimDefinition& definition, StatedTensor& tensor) {
    if (const auto* size = std::get_if<std::int64_t>(&definition)) {
        tensor.shape->emplace_back(*size);
        tensor.min.push_back(*size);
        tensor.opt.push_back(*size);
        tensor.max.push_back(*size);
        return;
    }
    const auto& dim = std::get<DynamicDim>(definition);
    if (dim.kind == module::DimKind::batch && !tensor.batchAxis) {
        tensor.batchAxis = static_cast<std::int64_t>(tensor.shape->size());
    }
    tensor.shape->emplace_back(dim.name);
    tensor.min.push_back(dim.min);
    tensor.opt.push_back(dim.opt.value_or(dim.max));
    tensor.max.push_back(dim.max);
}

std::string printed(const std::vector<module::Accessor>& path) {
    std::vector<module::Step> steps;
    for (const module::Accessor& accessor : path) {
        const bool text = std::holds_alternative<std::string>(accessor);
        steps.push_back({accessor, text ? module::Container::mapping : module::Container::sequence});
    }
    return module::Locator(std::move(steps), module::Side::input).accessPath();
}

Result<std::vector<StatedTensor>> readTensors(const JsonCursor& json) {
    const auto shapes = module::DynamicShapes::fromJson(json.value(), json.where());
    if (!shapes) {
        return shapes.error();
    }
    std::vector<StatedTensor> out;
    for (const module::DynamicShapes::Entry& entry : shapes->entries()) {
        StatedTensor tensor;
        tensor.name = printed(entry.path);
        tensor.path = entry.path;
        tensor.sides = {module::Side::input};
        tensor.shape.emplace();
        tensor.batch = StatedTensor::Batch::stated;
        for (const module::DimDefinition& definition : entry.shape) {
            addAxis(definition, tensor);
        }
        out.push_back(std::move(tensor));
    }
    return out;
}

Result<std::string> memberText(const JsonCursor& json, std::string_view key) {
    const auto member = json.member(key);
    return member ? member->text() : member.error();
}

Result<std::vector<JsonCursor>> memberItems(const JsonCursor& json, std::string_view key) {
    const auto member = json.member(key);
    return member ? member->items() : member.error();
}

/// The shapes of one graph of a report; older reports have none.
Result<void> readGraph(const JsonCursor& graph, const std::string& module, std::vector<StatedShapes>& out) {
    if (graph.value().object() == nullptr) {
        return graph.wrongType("an object with graph_name and dynamic_shapes");
    }
    const auto shapes = graph.find("dynamic_shapes");
    if (!shapes) {
        return {};
    }
    auto tensors = readTensors(*shapes);
    if (!tensors) {
        return std::move(tensors).error();
    }
    if (tensors->empty()) {
        return {};
    }
    auto name = memberText(graph, "graph_name");
    if (!name) {
        return std::move(name).error();
    }
    out.push_back({StatedShapes::GraphName{module, *std::move(name)}, *std::move(tensors)});
    return {};
}

}  // namespace

Result<std::vector<StatedShapes>> readExplicitShapes(const JsonCursor& json) {
    auto tensors = readTensors(json);
    if (!tensors) {
        return std::move(tensors).error();
    }
    return std::vector<StatedShapes>{{std::nullopt, *std::move(tensors)}};
}

Result<std::vector<StatedShapes>> readReportShapes(const JsonCursor& json) {
    const auto modules = memberItems(json, "modules");
    if (!modules) {
        return modules.error();
    }
    std::vector<StatedShapes> out;
    for (const JsonCursor& module : *modules) {
        const auto name = memberText(module, "module_name");
        if (!name) {
            return name.error();
        }
        const auto graphs = memberItems(module, "graphs");
        if (!graphs) {
            return graphs.error();
        }
        for (const JsonCursor& graph : *graphs) {
            if (auto read = readGraph(graph, *name, out); !read) {
                return std::move(read).error();
            }
        }
    }
    return out;
}

}  // namespace dimscope::overrides
