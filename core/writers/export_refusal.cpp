// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/export_refusal.h"

#include <string_view>
#include <unordered_set>
#include <utility>

namespace dimscope::writers {

namespace {

std::optional<int> axisNumber(std::optional<std::size_t> axis) {
    return axis ? std::optional(static_cast<int>(*axis)) : std::nullopt;
}

}  // namespace

base::Error inexpressible(const ExportGraph& graph, Refusal why) {
    base::Error error{base::ErrorCode::inexpressible, "found " + std::move(why.found),
                      "expected " + std::move(why.expected), std::move(why.remedy)};
    error.where.module = graph.module;
    error.where.graph = graph.graph;
    return error;
}

base::Error inexpressible(const ExportGraph& graph, const ExportTensor& tensor,
                          std::optional<std::size_t> axis, Refusal why) {
    base::Error error = inexpressible(graph, std::move(why));
    error.where.tensor = tensor.locator.accessPath();
    error.where.axis = axisNumber(axis);
    return error;
}

base::Result<void> requireInputs(const ExportGraph& graph) {
    if (!graph.inputs.empty()) {
        return {};
    }
    return inexpressible(graph, {"a graph without tensors among its inputs", "at least one input",
                                 "choose another graph, or the target records"});
}

std::vector<const ExportTensor*> pointers(const std::vector<ExportTensor>& tensors) {
    std::vector<const ExportTensor*> out;
    out.reserve(tensors.size());
    for (const ExportTensor& tensor : tensors) {
        out.push_back(&tensor);
    }
    return out;
}

base::Result<void> requireDifferentNames(const ExportGraph& graph,
                                         const std::vector<const ExportTensor*>& tensors) {
    std::unordered_set<std::string_view> names;
    for (const ExportTensor* tensor : tensors) {
        if (!names.insert(tensor->name).second) {
            return inexpressible(graph, *tensor, std::nullopt,
                                 {"the name \"" + tensor->name + "\" of another " +
                                      std::string(module::name(tensor->locator.side())) + " too",
                                  "names that differ, as the target finds tensors by them",
                                  "name one of the two in its override"});
        }
    }
    return {};
}

base::Error refusedBy(base::Error reason, const ExportGraph& graph, const ExportTensor* tensor,
                      std::string remedy) {
    reason.code = base::ErrorCode::inexpressible;
    reason.remedy = std::move(remedy);
    reason.where = {};
    reason.where.module = graph.module;
    reason.where.graph = graph.graph;
    if (tensor != nullptr) {
        reason.where.tensor = tensor->locator.accessPath();
    }
    return reason;
}

ExportNote noteOn(const ExportTensor& tensor, std::optional<std::size_t> axis, std::string message) {
    return {tensor.locator.accessPath(), axisNumber(axis), std::move(message)};
}

ExportNote noteOn(std::string message) {
    return {"", std::nullopt, std::move(message)};
}

}  // namespace dimscope::writers
