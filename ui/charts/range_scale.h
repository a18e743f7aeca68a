// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QString>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/series/series.h"
#include "ui/charts/range_band.h"

namespace dimscope::charts {

/// Smallest and largest size that a scale holds beside its own, so that charts side by side have one scale.
struct SizeReach {
    std::int64_t low = 0;
    std::int64_t high = 0;
    friend bool operator==(const SizeReach&, const SizeReach&) = default;
};

/// The scale that ranges stand on: sizes, or decades of them where it is logarithmic.
struct RangeScale {
    struct Tick {
        double position = 0;
        QString text;
    };

    bool logarithmic = false;
    double low = 0;
    double high = 1;

    /// Holds all bars and all bands, and the sizes of `reach`. Where a band can be edited there is room
    /// beyond both ends for a handle to be drawn to.
    [[nodiscard]] static RangeScale of(const series::RangeBars& bars, std::span<const RangeBand> bands,
                                       const std::optional<SizeReach>& reach = {});

    /// Where a size stands on the scale.
    [[nodiscard]] double position(std::int64_t size) const;
    /// The same in pixels of an area that the scale fills.
    [[nodiscard]] double x(const QRectF& area, std::int64_t size) const;
    [[nodiscard]] double xAt(const QRectF& area, double position) const;
    /// The size at a pixel, from 1 on. Where a pixel holds several sizes, the roundest in the binary sense
    /// (a multiple of 8, of 64, ...).
    [[nodiscard]] std::int64_t sizeAt(const QRectF& area, double x) const;
    /// About `count` ticks.
    [[nodiscard]] std::vector<Tick> ticks(int count) const;

    friend bool operator==(const RangeScale&, const RangeScale&) = default;
};

}  // namespace dimscope::charts
