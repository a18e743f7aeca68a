// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/inference/analysis.h"
#include "core/inference/axis_audit.h"
#include "core/inference/finding.h"
#include "core/inference/pair_table.h"

/// What all samples of an axis together prove, whatever their order.
namespace dimscope::inference {

/// A function of the multiset of samples only. At least one sample.
[[nodiscard]] AxisAudit auditAxis(const PairTable& pairs);

/// One axis with all that its rules look at. The columns have one entry per sample that counts.
struct AxisSamples {
    std::span<const std::int64_t> batchSizes;
    std::span<const std::int64_t> sizes;
    const PairTable& pairs;
    const AxisAudit& audit;
    const AxisAnalysis& verdict;  ///< AITune's
};

/// The findings of one axis by itself: all of its codes but `coincidence` and `two-point`, which depend on
/// the tensor's other axes. `samples` are indexes into the columns; places are not filled in.
[[nodiscard]] std::vector<Finding> axisFindings(const AxisSamples& axis);

/// Whether the verdict rests on exactly two batch sizes: `two-point`.
[[nodiscard]] std::optional<Finding> twoPoint(const AxisSamples& axis);

}  // namespace dimscope::inference
