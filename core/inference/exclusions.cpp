// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/exclusions.h"

#include <algorithm>

namespace dimscope::inference {

namespace {

std::vector<std::int64_t> picked(std::span<const std::int64_t> column,
                                 const std::vector<std::uint32_t>& kept) {
    std::vector<std::int64_t> out;
    out.reserve(kept.size());
    for (const std::uint32_t index : kept) {
        out.push_back(column[index]);
    }
    return out;
}

}  // namespace

std::span<const std::uint32_t> excludedOf(const Exclusions& exclusions, base::GraphId graph) {
    const auto found = exclusions.find(graph);
    return found == exclusions.end() ? std::span<const std::uint32_t>() : found->second;
}

std::size_t excludedCount(const Exclusions& exclusions) {
    std::size_t count = 0;
    for (const auto& [graph, samples] : exclusions) {
        count += samples.size();
    }
    return count;
}

RemainingColumns::RemainingColumns(const capture::Capture& capture, const capture::Graph& graph,
                                   std::span<const std::uint32_t> excluded)
    : m_whole(excluded.empty()), m_allBatchSizes(*graph.batchSizes) {
    if (m_whole) {
        return;
    }
    auto next = excluded.begin();
    for (std::uint32_t sample = 0; sample < graph.samples; ++sample) {
        if (next != excluded.end() && *next == sample) {
            ++next;
        } else {
            m_kept.push_back(sample);
        }
    }
    m_batchSizes = picked(m_allBatchSizes, m_kept);
    for (const base::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        auto& columns = m_columns[id];
        for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
            columns.push_back(picked(tensor.column(axis), m_kept));
        }
    }
}

std::span<const std::int64_t> RemainingColumns::batchSizes() const {
    return m_whole ? m_allBatchSizes : std::span<const std::int64_t>(m_batchSizes);
}

std::span<const std::int64_t> RemainingColumns::column(const capture::Tensor& tensor,
                                                       std::size_t axis) const {
    return m_whole ? tensor.column(axis) : std::span<const std::int64_t>(m_columns.at(tensor.id)[axis]);
}

base::SampleId RemainingColumns::sampleAt(base::SampleId index) const {
    return m_whole ? index : base::SampleId{m_kept[index.value]};
}

bool RemainingColumns::counts(base::SampleId sample) const {
    return m_whole || std::binary_search(m_kept.begin(), m_kept.end(), sample.value);
}

}  // namespace dimscope::inference
