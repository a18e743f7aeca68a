// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/range_scale.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/charts/number_text.h"

namespace dimscope::charts {

namespace {

/// Where a size of 0 stands on a logarithmic scale, in decades below 1.
constexpr double kZeroDecade = -0.5;
/// Largest max over smallest positive min from which a scale is logarithmic, as series::RangeBars has it.
constexpr double kLinearSpread = 50;
/// Room for handles beyond the ends: a share of the spread, or decades.
constexpr double kLinearRoom = 0.25;
constexpr double kDecadesRoom = 0.3;
/// Just below the largest size that there is.
constexpr double kLargestSize = 9.2e18;

struct Extent {
    std::int64_t low = std::numeric_limits<std::int64_t>::max();
    std::int64_t lowPositive = std::numeric_limits<std::int64_t>::max();
    std::int64_t high = 0;

    void take(std::int64_t from, std::int64_t to) {
        low = std::min(low, from);
        high = std::max(high, to);
        for (const std::int64_t size : {from, to}) {
            if (size > 0) {
                lowPositive = std::min(lowPositive, size);
            }
        }
    }
};

void setLogarithmic(RangeScale& scale, const Extent& extent, double room) {
    const double low = scale.position(extent.low);
    const double high = scale.position(extent.high) + room;
    scale.low = low < 0 ? kZeroDecade : std::max(0.0, std::floor(low - room));
    scale.high = std::max(scale.low + 1, std::ceil(high * 4) / 4);
}

void setLinear(RangeScale& scale, const Extent& extent, double room) {
    const auto low = static_cast<double>(extent.low);
    const auto high = static_cast<double>(extent.high);
    const double beyond = room > 0 ? std::max(1.0, (high - low) * room) : 0;
    const Ticks ticks =
        looseTicks(low <= high / 2 ? 0 : std::max(0.0, low - beyond), high + beyond, 6, TickSpacing::whole);
    scale.low = std::max(0.0, ticks.low);
    scale.high = ticks.high;
}

}  // namespace

RangeScale RangeScale::of(const series::RangeBars& bars, std::span<const RangeBand> bands,
                          const std::optional<SizeReach>& reach) {
    RangeScale scale;
    Extent extent;
    for (const series::RangeBar& bar : bars.bars) {
        extent.take(bar.min, bar.max);
    }
    if (reach) {
        extent.take(reach->low, reach->high);
    }
    bool editable = false;
    for (const RangeBand& band : bands) {
        extent.take(std::max<std::int64_t>(0, std::min(band.min, band.max)), std::max(band.min, band.max));
        editable = editable || band.isEditable();
    }
    if (bars.bars.empty()) {
        return scale;
    }
    scale.logarithmic =
        bars.logarithmic || (extent.high > 0 && static_cast<double>(extent.high) >
                                                    kLinearSpread * static_cast<double>(extent.lowPositive));
    if (scale.logarithmic) {
        setLogarithmic(scale, extent, editable ? kDecadesRoom : 0);
    } else {
        setLinear(scale, extent, editable ? kLinearRoom : 0);
    }
    return scale;
}

double RangeScale::position(std::int64_t size) const {
    const auto value = static_cast<double>(size);
    if (!logarithmic) {
        return value;
    }
    return size > 0 ? std::log10(value) : kZeroDecade;
}

double RangeScale::xAt(const QRectF& area, double place) const {
    return area.left() + (place - low) / (high - low) * area.width();
}

double RangeScale::x(const QRectF& area, std::int64_t size) const {
    return xAt(area, position(size));
}

std::int64_t RangeScale::sizeAt(const QRectF& area, double at) const {
    const auto exact = [&](double pixel) {
        const double place = low + (pixel - area.left()) / area.width() * (high - low);
        return std::clamp(logarithmic ? std::pow(10.0, place) : place, 1.0, kLargestSize);
    };
    const double pixel = std::clamp(at, area.left(), area.right());
    const double value = exact(pixel);
    const double perPixel = exact(pixel + 0.5) - exact(pixel - 0.5);
    const double grid = perPixel > 1 ? std::exp2(std::floor(std::log2(perPixel))) : 1;
    return static_cast<std::int64_t>(std::max(1.0, std::min(std::round(value / grid) * grid, kLargestSize)));
}

std::vector<RangeScale::Tick> RangeScale::ticks(int count) const {
    std::vector<Tick> ticks;
    if (!logarithmic) {
        const Ticks scale = tightTicks(low, high, count, TickSpacing::whole);
        for (const double value : scale.values) {
            ticks.push_back({value, tickText(value, scale.step)});
        }
        return ticks;
    }
    if (low < 0) {
        ticks.push_back({kZeroDecade, QStringLiteral("0")});
    }
    const double decades = high - std::max(0.0, low);
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, count))));
    for (int decade = static_cast<int>(std::ceil(std::max(0.0, low))); decade <= high; decade += stride) {
        ticks.push_back({static_cast<double>(decade), compactNumber(std::pow(10.0, decade))});
        if (stride == 1 && decades * 3 <= count) {
            for (const int step : {2, 5}) {
                const double between = decade + std::log10(step);
                if (between <= high) {
                    ticks.push_back({between, compactNumber(step * std::pow(10.0, decade))});
                }
            }
        }
    }
    return ticks;
}

}  // namespace dimscope::charts
