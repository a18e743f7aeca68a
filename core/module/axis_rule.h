// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace dimscope::module {

/// What AITune's rule says of an axis.
enum class Verdict : std::uint8_t { fixed, batch, dynamic };
/// "static", "batch" or "dynamic".
[[nodiscard]] std::string_view name(Verdict verdict);

/// What the rule keeps of one axis: range seen, and axis size / batch size of the first observation
/// (NaN: batch size unknown, or the axis is dynamic for good).
struct AxisState {
    std::int64_t min = 0;
    std::int64_t max = 0;
    double multiplier = std::numeric_limits<double>::quiet_NaN();
    Verdict verdict = Verdict::fixed;
};

/// NaN and infinities are not whole. (AITune's own is_int, which raises on infinity, is module::isInt.)
[[nodiscard]] inline bool isWhole(double value) {
    return std::isfinite(value) && std::trunc(value) == value;
}

/// One observation of an axis: size, and size / batch size (NaN where the batch size is unknown).
[[nodiscard]] inline AxisState observe(std::int64_t size, double multiplier) {
    return {size, size, multiplier, Verdict::fixed};
}

/// AITune's update of one axis whose two shape entries differ: widen the range; equal whole multipliers make
/// it batch, anything else dynamic for good. Equal entries must not come here: the rule skips them
/// altogether. Mirrors TensorSpec.update_shapes_seen; used by it and by the fold over columns.
inline void updateAxis(AxisState& axis, const AxisState& other) {
    axis.min = other.min < axis.min ? other.min : axis.min;
    axis.max = other.max > axis.max ? other.max : axis.max;
    if (axis.multiplier == other.multiplier && isWhole(axis.multiplier)) {
        axis.verdict = Verdict::batch;
    } else {
        axis.multiplier = std::numeric_limits<double>::quiet_NaN();
        axis.verdict = Verdict::dynamic;
    }
}

}  // namespace dimscope::module
