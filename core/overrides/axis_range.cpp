// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/axis_range.h"

#include <algorithm>
#include <limits>

namespace dimscope::overrides {

namespace {

__extension__ using Wide = __int128;  // products of two sizes

std::int64_t narrow(Wide value) {
    constexpr Wide kMost = std::numeric_limits<std::int64_t>::max();
    constexpr Wide kLeast = std::numeric_limits<std::int64_t>::min();
    return static_cast<std::int64_t>(std::clamp(value, kLeast, kMost));
}

Wide floorDivided(Wide value, Wide by) {
    const Wide quotient = value / by;
    return value % by < 0 ? quotient - 1 : quotient;
}

}  // namespace

AxisRange scaled(const AxisRange& range, std::int64_t from, std::int64_t to) {
    if (from == to) {
        return range;
    }
    const auto down = [&](std::int64_t size) { return narrow(floorDivided(Wide{size} * to, from)); };
    const auto up = [&](std::int64_t size) { return narrow(-floorDivided(-(Wide{size} * to), from)); };
    const std::int64_t min = up(range.min);
    const std::int64_t max = std::max(min, down(range.max));
    return {min, std::clamp(down(range.opt), min, max), max};
}

bool sameBase(const AxisRange& left, std::int64_t leftMultiplier, const AxisRange& right,
              std::int64_t rightMultiplier) {
    const auto same = [&](std::int64_t a, std::int64_t b) {
        return Wide{a} * rightMultiplier == Wide{b} * leftMultiplier;
    };
    return same(left.min, right.min) && same(left.opt, right.opt) && same(left.max, right.max);
}

}  // namespace dimscope::overrides
