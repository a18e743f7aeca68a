// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <unordered_map>

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

using Entries = std::vector<inference::CountTable<Pair, PairHash>::Entry>;

struct Counted {
    Pair key;
    std::uint64_t count = 0;
    std::uint32_t first = 0;
    std::uint64_t excluded = 0;
};

/// Pairs of the samples that count, then those that only excluded ones have.
std::vector<Counted> together(const Entries& counted, const Entries& left) {
    std::unordered_map<Pair, std::uint64_t, PairHash> excluded;
    for (const auto& entry : left) {
        excluded.emplace(entry.key, entry.count);
    }
    std::vector<Counted> all;
    all.reserve(counted.size() + left.size());
    for (const auto& entry : counted) {
        const auto found = excluded.find(entry.key);
        all.push_back({entry.key, entry.count, entry.first, found == excluded.end() ? 0 : found->second});
        if (found != excluded.end()) {
            excluded.erase(found);
        }
    }
    for (const auto& entry : left) {
        if (excluded.contains(entry.key)) {
            all.push_back({entry.key, 0, entry.first, entry.count});
        }
    }
    return all;
}

}  // namespace

BatchPoints batchPoints(std::span<const std::int64_t> sizes, std::span<const std::int64_t> batchSizes,
                        std::size_t limit, std::span<const std::uint32_t> excluded) {
    using Table = inference::CountTable<Pair, PairHash>;
    const std::size_t samples = std::min(sizes.size(), batchSizes.size());
    Table table;
    Table left;
    auto next = excluded.begin();
    for (std::size_t i = 0; i < samples; ++i) {
        const bool isOut = next != excluded.end() && *next == i;
        next += isOut ? 1 : 0;
        (isOut ? left : table).add({batchSizes[i], sizes[i]}, static_cast<std::uint32_t>(i));
    }
    std::vector<Counted> entries = together(table.entries(), left.entries());
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
            {entry.key.batchSize, entry.key.size, entry.count, base::SampleId{entry.first}, entry.excluded});
    }
    return points;
}

}  // namespace dimscope::series
