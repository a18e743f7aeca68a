// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture_checks.h"

#include <algorithm>
#include <set>
#include <utility>

namespace dimscope::test {

namespace {

std::string faultOfTensor(const capture::Tensor& tensor, const capture::Graph& graph) {
    if (tensor.columns == nullptr || tensor.columns->size() != tensor.rank) {
        return "a tensor has not one column per axis";
    }
    if (tensor.summary.has_value() != graph.isSummary()) {
        return "a tensor has samples and a summary, or neither";
    }
    for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
        const auto column = tensor.column(axis);
        if (column.size() != graph.samples) {
            return "a column has another length than its graph has samples";
        }
        if (std::any_of(column.begin(), column.end(), [](std::int64_t size) { return size < 0; })) {
            return "a size is negative";
        }
    }
    return {};
}

std::string faultOfGraph(const capture::Graph& graph, const capture::Capture& capture) {
    if (graph.batchSizes == nullptr || graph.batchSizes->size() != graph.samples) {
        return "there is not one batch size per sample";
    }
    if (std::any_of(graph.batchSizes->begin(), graph.batchSizes->end(),
                    [](std::int64_t size) { return size < 0; })) {
        return "a batch size is negative";
    }
    for (const capture::TensorId id : graph.tensors) {
        if (std::string fault = faultOfTensor(capture.tensor(id), graph); !fault.empty()) {
            return fault;
        }
    }
    if (graph.samples > 0 && graph.originOf({static_cast<std::uint32_t>(graph.samples - 1)}).source.value >=
                                 capture.sources().size()) {
        return "a call comes from no source";
    }
    return {};
}

}  // namespace

std::string faultOf(const base::Result<readers::OpenedCapture>& result) {
    if (!result) {
        const base::Error& error = result.error();
        if (error.code == base::ErrorCode::internal) {
            return "an internal error: " + error.text();
        }
        return error.found.empty() || error.where.file.empty()
                   ? "an error without sentence or place: " + error.text()
                   : std::string();
    }
    const capture::Capture& capture = *result->capture;
    std::set<std::pair<std::uint32_t, std::string>> names;
    for (const capture::Graph& graph : capture.graphs()) {
        if (!names.emplace(graph.module.value, graph.name).second) {
            return "two graphs of a module have the name " + graph.name;
        }
        if (std::string fault = faultOfGraph(graph, capture); !fault.empty()) {
            return fault;
        }
    }
    const auto& items = result->diagnostics.items();
    const bool incomplete = std::any_of(capture.sources().begin(), capture.sources().end(),
                                        [](const capture::Source& source) { return !source.complete; });
    const bool saysSo = std::any_of(items.begin(), items.end(),
                                    [](const base::Diagnostic& item) { return item.code == "truncated"; });
    return incomplete == saysSo ? std::string() : "a cut file without its diagnostic, or the reverse";
}

}  // namespace dimscope::test
