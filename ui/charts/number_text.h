// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <vector>

namespace dimscope::charts {

/// "16,384": every digit, grouped from five digits on.
[[nodiscard]] QString exactNumber(std::int64_t value);
/// At most three or four significant digits: "9999", "16.4k", "10.7G", "1.5". Never wrong by more than the
/// digits left out.
[[nodiscard]] QString compactNumber(double value);
/// exactNumber up to six digits, compactNumber beyond.
[[nodiscard]] QString shortNumber(std::int64_t value);
/// "×2", "×0.5", "×1.333".
[[nodiscard]] QString multiplierText(double multiplier);

enum class TickSpacing {
    whole,  ///< whole numbers wherever two of them fit into the range
    any,
};

/// A scale with ticks at 1, 2 or 5 times a power of ten.
struct Ticks {
    double low = 0;              ///< lower end of the scale, at or below the smallest value
    double high = 1;             ///< upper end
    double step = 1;             ///< 0: one tick alone
    std::vector<double> values;  ///< within low..high, ascending
};

/// Scale for values from `low` to `high` with about `count` steps; its ends are ticks. Equal ends give one
/// tick in the middle.
[[nodiscard]] Ticks looseTicks(double low, double high, int count, TickSpacing spacing);
/// Ticks inside `low` to `high`, which stay the ends of the scale: about `count` steps, and two ticks or more
/// wherever whole numbers (or `any`) allow it. Equal ends give one tick in the middle.
[[nodiscard]] Ticks tightTicks(double low, double high, int count, TickSpacing spacing);
/// Text of a tick, with the digits that tell it from its neighbours.
[[nodiscard]] QString tickText(double value, double step);

}  // namespace dimscope::charts
