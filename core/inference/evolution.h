// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>

#include "core/base/ids.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/module/axis_rule.h"

namespace dimscope::inference {

/// One axis at one sample.
struct EvolutionPoint {
    base::SampleId sample;
    std::int64_t batchSize = 0;  ///< capture::kUnknownBatch where unknown
    std::int64_t size = 0;
    double multiplier = 0;           ///< size / batch size; NaN where unknown
    Verdict soFar = Verdict::fixed;  ///< AITune's verdict after this sample
    bool excluded = false;           ///< taken out: the verdict is that of the samples before
};

/// size / batch size, NaN where the batch size is unknown.
[[nodiscard]] inline double multiplierOf(std::int64_t size, std::int64_t batchSize) {
    return batchSize == capture::kUnknownBatch ? std::numeric_limits<double>::quiet_NaN()
                                               : static_cast<double>(size) / static_cast<double>(batchSize);
}

/// The fold of AITune's rule over one axis: calls `visit(const EvolutionPoint&)` after every sample, in
/// order, and returns the final state. `sizes` and `batchSizes` have one entry per sample; `excluded` are the
/// indexes of samples that the fold passes over, ascending.
template <class Visitor>
module::AxisState foldAxis(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes,
                           std::span<const std::uint32_t> excluded, Visitor&& visit) {
    module::AxisState state;
    bool first = true;
    auto next = excluded.begin();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const double multiplier = multiplierOf(sizes[i], batchSizes[i]);
        const bool isExcluded = next != excluded.end() && *next == i;
        if (isExcluded) {
            ++next;
        } else if (const module::AxisState seen = module::observe(sizes[i], multiplier); first) {
            state = seen;
            first = false;
        } else if (state.verdict != Verdict::fixed || sizes[i] != state.min) {  // equal sizes are skipped
            module::updateAxis(state, seen);
        }
        visit(EvolutionPoint{base::SampleId{static_cast<std::uint32_t>(i)}, batchSizes[i], sizes[i],
                             multiplier, state.verdict, isExcluded});
    }
    return state;
}

/// Over all samples.
template <class Visitor>
module::AxisState foldAxis(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes,
                           Visitor&& visit) {
    return foldAxis(sizes, batchSizes, {}, std::forward<Visitor>(visit));
}

/// The verdict after a sample, from the flips alone (O(1)).
[[nodiscard]] Verdict verdictAt(const AxisAnalysis& axis, base::SampleId sample);

}  // namespace dimscope::inference
