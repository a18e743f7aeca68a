// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/capture/capture.h"

namespace dimscope::inference {

/// Samples that the engineer takes out, by graph: ascending, each once, never all of a graph. They leave
/// verdicts, ranges and coverage; the indexes of the others stay.
using Exclusions = std::map<base::GraphId, std::vector<std::uint32_t>>;

/// The excluded samples of a graph, empty where there are none.
[[nodiscard]] std::span<const std::uint32_t> excludedOf(const Exclusions& exclusions, base::GraphId graph);

/// Of all graphs.
[[nodiscard]] std::size_t excludedCount(const Exclusions& exclusions);

/// The columns of a graph without its excluded samples. Without any these are the capture's own; else copies.
/// The capture must outlive it. Not for summaries.
class RemainingColumns {
 public:
    RemainingColumns(const capture::Capture& capture, const capture::Graph& graph,
                     std::span<const std::uint32_t> excluded);

    /// One batch size per remaining sample.
    [[nodiscard]] std::span<const std::int64_t> batchSizes() const;
    /// One size per remaining sample.
    [[nodiscard]] std::span<const std::int64_t> column(const capture::Tensor& tensor, std::size_t axis) const;
    /// The sample that stands at an index of the columns.
    [[nodiscard]] base::SampleId sampleAt(base::SampleId index) const;
    /// Whether a sample of the capture is among them.
    [[nodiscard]] bool counts(base::SampleId sample) const;

 private:
    bool m_whole;
    std::span<const std::int64_t> m_allBatchSizes;
    std::vector<std::int64_t> m_batchSizes;
    std::map<base::TensorId, std::vector<std::vector<std::int64_t>>> m_columns;
    std::vector<std::uint32_t> m_kept;
};

}  // namespace dimscope::inference
