// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace dimscope::overrides {

/// Sizes an axis may take.
struct AxisRange {
    std::int64_t min = 1;
    std::int64_t opt = 1;
    std::int64_t max = 1;
    friend bool operator==(const AxisRange&, const AxisRange&) = default;
};

/// The range of an axis with multiplier `from`, as an axis with multiplier `to` has it: times to / from,
/// rounded inwards, kept within 64 bits and not empty. Multipliers are >= 1.
[[nodiscard]] AxisRange scaled(const AxisRange& range, std::int64_t from, std::int64_t to);

/// Whether two ranges are equal once each is divided by its multiplier (exactly).
[[nodiscard]] bool sameBase(const AxisRange& left, std::int64_t leftMultiplier, const AxisRange& right,
                            std::int64_t rightMultiplier);

}  // namespace dimscope::overrides
