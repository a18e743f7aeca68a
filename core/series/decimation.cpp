// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/inference/evolution.h"
#include "core/series/series.h"

namespace dimscope::series {

namespace {

/// The samples of one pixel column that are drawn: indexes, or none (kNone).
struct Picked {
    static constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t first = kNone;
    std::uint64_t smallest = kNone;
    std::uint64_t largest = kNone;
    std::uint64_t last = kNone;
    std::uint64_t gap = kNone;  // first sample without a value
};

/// Samples begin..end-1.
template <class ValueAt>
Picked pick(std::uint64_t begin, std::uint64_t end, ValueAt valueAt) {
    Picked picked;
    double smallest = 0;
    double largest = 0;
    for (std::uint64_t i = begin; i < end; ++i) {
        const double value = valueAt(i);
        if (std::isnan(value)) {
            picked.gap = std::min(picked.gap, i);
            continue;
        }
        if (picked.first == Picked::kNone) {
            picked.first = picked.smallest = picked.largest = i;
            smallest = largest = value;
        } else if (value < smallest) {
            picked.smallest = i;
            smallest = value;
        } else if (value > largest) {
            picked.largest = i;
            largest = value;
        }
        picked.last = i;
    }
    return picked;
}

template <class ValueAt>
std::vector<Point> decimate(std::uint64_t samples, SampleRange range, std::size_t columns, ValueAt valueAt) {
    std::vector<Point> points;
    if (range.first > range.last || range.first >= samples) {
        return points;
    }
    const std::uint64_t begin = range.first;
    const std::uint64_t end = std::min<std::uint64_t>(std::uint64_t{range.last} + 1, samples);
    const std::uint64_t count = end - begin;
    const std::uint64_t pixels = std::max<std::uint64_t>(columns, 1);
    const auto add = [&](std::uint64_t i) { points.push_back({static_cast<double>(i), valueAt(i)}); };
    if (count / 4 <= pixels) {
        points.reserve(count);
        for (std::uint64_t i = begin; i < end; ++i) {
            add(i);
        }
        return points;
    }
    points.reserve(pixels * 5);
    std::uint64_t from = begin;
    for (std::uint64_t pixel = 0; pixel < pixels; ++pixel) {
        // count < 2^32 and pixel < count / 4: the product fits
        const std::uint64_t to = begin + count * (pixel + 1) / pixels;
        const Picked picked = pick(from, to, valueAt);
        std::array indexes{picked.first, picked.smallest, picked.largest, picked.last, picked.gap};
        std::sort(indexes.begin(), indexes.end());
        const auto distinct = std::unique(indexes.begin(), indexes.end());
        for (auto index = indexes.begin(); index != distinct && *index != Picked::kNone; ++index) {
            add(*index);
        }
        from = to;
    }
    return points;
}

/// By sample; empty where none is excluded.
std::vector<bool> marked(std::span<const std::uint32_t> excluded, std::size_t samples) {
    std::vector<bool> isOut(excluded.empty() ? 0 : samples);
    for (const std::uint32_t sample : excluded) {
        if (sample < samples) {
            isOut[sample] = true;
        }
    }
    return isOut;
}

constexpr double kGap = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::vector<Point> multiplierSeries(std::span<const std::int64_t> sizes,
                                    std::span<const std::int64_t> batchSizes, SampleRange range,
                                    std::size_t columns, std::span<const std::uint32_t> excluded) {
    const std::size_t samples = std::min(sizes.size(), batchSizes.size());
    const std::vector<bool> isOut = marked(excluded, samples);
    return decimate(samples, range, columns, [&](std::uint64_t i) {
        return !isOut.empty() && isOut[i] ? kGap : inference::multiplierOf(sizes[i], batchSizes[i]);
    });
}

std::vector<Point> sizeSeries(std::span<const std::int64_t> sizes, SampleRange range, std::size_t columns,
                              std::span<const std::uint32_t> excluded) {
    const std::vector<bool> isOut = marked(excluded, sizes.size());
    return decimate(sizes.size(), range, columns, [&](std::uint64_t i) {
        return !isOut.empty() && isOut[i] ? kGap : static_cast<double>(sizes[i]);
    });
}

}  // namespace dimscope::series
