// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "core/base/ids.h"
#include "core/inference/analysis.h"

namespace dimscope::inference {

/// One axis at one sample.
struct EvolutionPoint {
    base::SampleId sample;
    std::int64_t batchSize = 0;  ///< capture::kUnknownBatch where unknown
    std::int64_t size = 0;
    double multiplier = 0;           ///< size / batch size; NaN where unknown
    Verdict soFar = Verdict::fixed;  ///< AITune's verdict after this sample
};

/// The fold of AITune's rule over one axis: calls `visit` after every sample, in order, and returns the final
/// state. `sizes` and `batchSizes` have one entry per sample.
module::AxisState foldAxis(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes,
                           const std::function<void(const EvolutionPoint&)>& visit);

/// The verdict after a sample, from the flips alone (O(1)).
[[nodiscard]] Verdict verdictAt(const AxisAnalysis& axis, base::SampleId sample);

/// size / batch size, NaN where the batch size is unknown.
[[nodiscard]] double multiplierOf(std::int64_t size, std::int64_t batchSize);

}  // namespace dimscope::inference
