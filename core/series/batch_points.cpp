// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include "core/inference/count_table.h"
#include "core/series/series.h"

namespace dimscope::series {

namespace {

struct Pair {
    std::int64_t batchSize = 0;
    std::int64_t size = 0;
    friend bool operator==(const Pair&, const Pair&) = default;
};

struct PairHash {
    std::uint64_t operator()(const Pair& pair) const {
        return inference::spreadBits(inference::spreadBits(static_cast<std::uint64_t>(pair.batchSize)) +
                                     static_cast<std::uint64_t>(pair.size));
    }
};

}  // namespace

BatchPoints batchPoints(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes,
                        std::size_t limit) {
    inference::CountTable<Pair, PairHash> table;
    const std::size_t samples = std::min(sizes.size(), batchSizes.size());
    for (std::size_t i = 0; i < samples; ++i) {
        table.add({batchSizes[i], sizes[i]}, static_cast<std::uint32_t>(i));
    }
    auto entries = std::move(table).takeEntries();
    const std::size_t shown = std::min(limit, entries.size());
    std::partial_sort(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(shown), entries.end(),
                      [](const auto& a, const auto& b) {
                          return a.count != b.count ? a.count > b.count : a.first < b.first;
                      });
    BatchPoints points;
    points.distinct = entries.size();
    points.points.reserve(shown);
    for (std::size_t i = 0; i < shown; ++i) {
        const auto& entry = entries[i];
        points.points.push_back(
            {entry.key.batchSize, entry.key.size, entry.count, base::SampleId{entry.first}});
    }
    return points;
}

}  // namespace dimscope::series
