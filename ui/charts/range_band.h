// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

#include "core/base/ids.h"

namespace dimscope::charts {

/// One of the three sizes of a band.
enum class BandHandle : std::uint8_t { min, opt, max };

/// The range of sizes that a compiler gets for one axis: a row of overrides::Judgement::effective, axis by
/// axis. Expected to hold 1 <= min <= opt <= max; a band that does not is drawn, but cannot be edited.
struct RangeBand {
    /// Mirrors overrides::SpecOrigin.
    enum class Origin : std::uint8_t {
        inferred,
        follows,  ///< shares a symbol with an overridden axis
        overridden
    };
    enum class Kind : std::uint8_t {
        fixed,  ///< EffectiveSpec::shape has a whole number for the axis: shown, not editable
        range   ///< any other axis
    };

    base::TensorId tensor;
    int axis = 0;
    std::int64_t min = 1;
    std::int64_t opt = 1;
    std::int64_t max = 1;
    Origin origin = Origin::inferred;
    Kind kind = Kind::range;

    [[nodiscard]] bool isEditable() const {
        return kind == Kind::range && 1 <= min && min <= opt && opt <= max;
    }
    [[nodiscard]] std::int64_t value(BandHandle handle) const;
    [[nodiscard]] bool covers(std::int64_t size) const { return min <= size && size <= max; }
    [[nodiscard]] bool sameSizes(const RangeBand& other) const {
        return min == other.min && opt == other.opt && max == other.max;
    }

    friend bool operator==(const RangeBand&, const RangeBand&) = default;
};

/// The band with one size moved to `size`, or as near as 1 <= min <= opt <= max allows: min and max take opt
/// along, opt stays between them.
[[nodiscard]] RangeBand withValue(RangeBand band, BandHandle handle, std::int64_t size);
/// value + by, without leaving the numbers.
[[nodiscard]] std::int64_t steppedSize(std::int64_t size, std::int64_t by);

/// "min", "opt" or "max".
[[nodiscard]] QString handleWord(BandHandle handle);
/// "inferred", "follows another axis" or "overridden".
[[nodiscard]] QString originText(RangeBand::Origin origin);
/// "2 to 16, opt 8"; "always 4".
[[nodiscard]] QString bandText(const RangeBand& band);

}  // namespace dimscope::charts
