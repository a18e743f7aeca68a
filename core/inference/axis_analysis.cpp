// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/axis_analysis.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "core/inference/count_table.h"
#include "core/inference/evolution.h"

namespace dimscope::inference {

namespace {

std::string general(double value, int precision) {
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value,
                                   std::chars_format::general, precision);
    return {buffer.data(), end.ptr};
}

/// A multiplier in four digits, or as many as tell it from `other`.
std::string ratioText(double value, double other) {
    if (module::isWhole(value) && std::abs(value) < 1e15) {
        return std::to_string(static_cast<std::int64_t>(value));
    }
    std::string text = general(value, 4);
    if (value != other && std::isfinite(other) && (text == general(other, 4))) {
        text = general(value, std::numeric_limits<double>::max_digits10);
    }
    return text;
}

/// Why an axis in state `before` changes on meeting `size` at `batchSize`.
std::string flipReason(const module::AxisState& before, std::int64_t size, std::int64_t batchSize,
                       Verdict after) {
    if (batchSize == capture::kUnknownBatch) {
        return "batch size unknown";
    }
    if (std::isnan(before.multiplier)) {
        return "batch size of the first sample unknown";
    }
    const double multiplier = multiplierOf(size, batchSize);
    const std::string seen = std::to_string(size) + " / " + std::to_string(batchSize) + " = " +
                             ratioText(multiplier, before.multiplier);
    if (after == Verdict::batch) {
        return seen + ", still x" + ratioText(before.multiplier, multiplier);
    }
    if (multiplier == before.multiplier) {
        return seen + ", not whole";
    }
    return seen + ", was x" + ratioText(before.multiplier, multiplier);
}

std::int64_t wholeMultiplier(double multiplier) {
    constexpr double kBeyond = 9223372036854775808.0;  // 2^63
    return multiplier < kBeyond ? static_cast<std::int64_t>(multiplier)
                                : std::numeric_limits<std::int64_t>::max();
}

/// The same as foldAxis, at the speed of the column where nothing changes: equal sizes need no multiplier,
/// and none revives a dynamic axis.
module::AxisState scan(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes,
                       std::vector<Flip>& flips) {
    module::AxisState state = module::observe(sizes[0], multiplierOf(sizes[0], batchSizes[0]));
    std::size_t i = 1;
    while (i < sizes.size() && sizes[i] == sizes[0]) {
        ++i;
    }
    while (i < sizes.size() && state.verdict != Verdict::dynamic) {
        const module::AxisState before = state;
        module::updateAxis(state, module::observe(sizes[i], multiplierOf(sizes[i], batchSizes[i])));
        if (state.verdict != before.verdict) {
            flips.push_back({base::SampleId{static_cast<std::uint32_t>(i)}, before.verdict, state.verdict,
                             flipReason(before, sizes[i], batchSizes[i], state.verdict)});
        }
        ++i;
    }
    for (; i < sizes.size(); ++i) {
        module::updateAxis(state, module::observe(sizes[i], std::numeric_limits<double>::quiet_NaN()));
    }
    return state;
}

struct Counted {
    std::uint64_t distinct = 0;
    std::int64_t mode = 0;
};

/// One counter per possible size: for ranges not much wider than the column is long.
Counted countDense(std::span<const std::int64_t> sizes, std::int64_t min, std::size_t width) {
    std::vector<std::uint32_t> counts(width, 0);
    for (const std::int64_t size : sizes) {
        ++counts[static_cast<std::size_t>(size - min)];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return {static_cast<std::uint64_t>(width) -
                static_cast<std::uint64_t>(std::count(counts.begin(), counts.end(), 0U)),
            min + (most - counts.begin())};
}

Counted countSparse(std::span<const std::int64_t> sizes) {
    SizeCounts table;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        table.add(sizes[i], static_cast<std::uint32_t>(i));
    }
    const auto most = std::min_element(
        table.entries().begin(), table.entries().end(),
        [](const auto& a, const auto& b) { return a.count != b.count ? a.count > b.count : a.key < b.key; });
    return {table.entries().size(), most->key};
}

Counted countSizes(std::span<const std::int64_t> sizes, std::int64_t min, std::int64_t max) {
    if (min == max) {
        return {1, min};
    }
    constexpr std::uint64_t kDenseWidth = 4096;
    const std::uint64_t width = static_cast<std::uint64_t>(max) - static_cast<std::uint64_t>(min) + 1;
    if (width != 0 && width <= std::max<std::uint64_t>(kDenseWidth, sizes.size())) {
        return countDense(sizes, min, static_cast<std::size_t>(width));
    }
    return countSparse(sizes);
}

}  // namespace

FoldedAxis analyseAxis(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes) {
    FoldedAxis folded;
    AxisAnalysis& axis = folded.analysis;
    folded.state = scan(sizes, batchSizes, axis.flips);
    const module::AxisState& state = folded.state;
    axis.verdict = state.verdict;
    if (state.verdict == Verdict::batch) {
        axis.multiplier = wholeMultiplier(state.multiplier);
    }
    axis.min = state.min;
    axis.max = state.max;
    axis.last = sizes.back();
    const Counted counted = countSizes(sizes, state.min, state.max);
    axis.distinct = counted.distinct;
    axis.mode = counted.mode;
    return folded;
}

AxisAnalysis summaryAxis(const module::Dim& dim, std::int64_t min, std::int64_t max, double multiplier) {
    static constexpr double kAboveSizes = 9223372036854775808.0;
    AxisAnalysis axis;
    // A user's own symbol claims neither kind, but its size is not fixed.
    axis.verdict = module::verdictOf(dim).value_or(Verdict::dynamic);
    axis.min = min;
    axis.max = max;
    if (axis.verdict == Verdict::batch && module::isWhole(multiplier) && multiplier > 0 &&
        multiplier < kAboveSizes) {
        axis.multiplier = static_cast<std::int64_t>(multiplier);
    }
    return axis;
}

}  // namespace dimscope::inference
