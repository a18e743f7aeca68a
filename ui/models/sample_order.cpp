// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_order.h"

#include <compare>
#include <span>
#include <string_view>
#include <vector>

#include "ui/models/natural_order.h"
#include "ui/models/row_order.h"

namespace dimscope::models {
namespace {

/// Texts of all samples: looking them up for every comparison would cost seconds at a million samples.
std::vector<std::string_view> spread(const capture::TextColumn& texts, std::size_t samples) {
    std::vector<std::string_view> all;
    all.reserve(samples);
    for (std::uint32_t sample = 0; sample < samples; ++sample) {
        all.push_back(texts.at(sample));
    }
    return all;
}

}  // namespace

TableModel::Rows orderSamples(const Snapshot& snapshot, base::GraphId graphId, SampleTableModel::Field field,
                              base::TensorId tensorId, Qt::SortOrder order, const TableModel::Stop& stop) {
    using Field = SampleTableModel::Field;
    const capture::Graph& graph = snapshot.capture->graph(graphId);
    TableModel::Rows rows = allRows(graph.samples);
    const auto orderBy = [&](const auto& values) {
        orderRows(
            rows, order,
            [&](std::uint32_t left, std::uint32_t right) { return values[left] <=> values[right]; }, stop);
    };
    const auto orderByText = [&](const auto& texts) { orderBy(spread(texts, graph.samples)); };
    switch (field) {
        case Field::Index:
            orderRows(
                rows, order, [](std::uint32_t left, std::uint32_t right) { return left <=> right; }, stop);
            break;
        case Field::BatchSize: orderBy(*graph.batchSizes); break;
        case Field::Recorded: orderBy(*snapshot.recorded->graph(graphId).batchSizes); break;
        case Field::Use: {
            std::vector<std::uint8_t> excluded(graph.samples, 0);
            for (const std::uint32_t sample : snapshot.excluded(graphId)) {
                excluded[sample] = 1;
            }
            orderBy(excluded);
            break;
        }
        case Field::Sizes: {
            const capture::Tensor& tensor = snapshot.capture->tensor(tensorId);
            std::vector<std::span<const std::int64_t>> columns;
            for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
                columns.push_back(tensor.column(axis));
            }
            const auto compare = [&](std::uint32_t left, std::uint32_t right) {
                for (const auto& column : columns) {
                    if (column[left] != column[right]) {
                        return column[left] <=> column[right];
                    }
                }
                return std::strong_ordering::equal;
            };
            orderRows(rows, order, compare, stop);
            break;
        }
        case Field::File: {
            const auto& sources = snapshot.capture->sources();
            const auto compare = [&](std::uint32_t left, std::uint32_t right) {
                const std::uint32_t a = graph.calls->sources[left];
                const std::uint32_t b = graph.calls->sources[right];
                return a == b ? std::strong_ordering::equal : naturalOrder(sources[a].name, sources[b].name);
            };
            orderRows(rows, order, compare, stop);
            break;
        }
        case Field::Line: orderBy(graph.calls->lines); break;
        case Field::Time: orderByText(graph.calls->times); break;
        case Field::Label: orderByText(graph.calls->labels); break;
    }
    return rows;
}

}  // namespace dimscope::models
