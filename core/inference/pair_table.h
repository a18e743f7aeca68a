// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/inference/count_table.h"

namespace dimscope::inference {

/// Batch size (0: unknown) and size of one sample.
struct BatchAndSize {
    std::int64_t batchSize = 0;
    std::int64_t size = 0;
    friend bool operator==(const BatchAndSize&, const BatchAndSize&) = default;
};

struct BatchAndSizeHash {
    std::uint64_t operator()(const BatchAndSize& pair) const {
        return spreadBits(static_cast<std::uint64_t>(pair.size) +
                          spreadBits(static_cast<std::uint64_t>(pair.batchSize)));
    }
};

/// The distinct pairs of an axis, each with its number of samples and the index of the first.
using PairTable = CountTable<BatchAndSize, BatchAndSizeHash>;

/// Both columns have one entry per sample.
[[nodiscard]] inline PairTable pairsOf(std::span<const std::int64_t> batchSizes,
                                       std::span<const std::int64_t> sizes) {
    PairTable table;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        table.add({batchSizes[i], sizes[i]}, static_cast<std::uint32_t>(i));
    }
    return table;
}

}  // namespace dimscope::inference
