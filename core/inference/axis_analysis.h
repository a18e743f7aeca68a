// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "core/inference/analysis.h"
#include "core/module/axis_rule.h"

namespace dimscope::inference {

/// What the rule keeps of an axis after all samples, and what is shown of it (all but the symbol).
struct FoldedAxis {
    module::AxisState state;
    AxisAnalysis analysis;
};

/// Folds one axis over its samples (at least one) and counts its sizes.
[[nodiscard]] FoldedAxis analyseAxis(std::span<const std::int64_t> sizes,
                                     std::span<const std::int64_t> batchSizes);

/// An axis of a tensor of which only symbol, min, max and perhaps the multiplier are known (NaN: it is not).
[[nodiscard]] AxisAnalysis summaryAxis(const module::Dim& dim, std::int64_t min, std::int64_t max,
                                       double multiplier);

}  // namespace dimscope::inference
