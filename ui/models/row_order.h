// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <Qt>
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numeric>
#include <vector>

namespace dimscope::models {

/// 0, 1, ... count - 1.
[[nodiscard]] inline std::vector<std::uint32_t> allRows(std::size_t count) {
    std::vector<std::uint32_t> rows(count);
    std::iota(rows.begin(), rows.end(), std::uint32_t{0});
    return rows;
}

/// Sorts rows stably; equal rows keep their order whichever way it goes. Polls `stop` about every 65,536
/// rows, so that a request that nobody waits for ends within milliseconds; what is left in `rows` then is of
/// no use.
template <class Compare>
void orderRows(std::vector<std::uint32_t>& rows, Qt::SortOrder order, const Compare& compare,
               const std::function<bool()>& stop) {
    const bool descending = order == Qt::DescendingOrder;
    const auto less = [&](std::uint32_t left, std::uint32_t right) {
        return descending ? compare(right, left) < 0 : compare(left, right) < 0;
    };
    constexpr std::size_t kChunk = 65536;
    const std::size_t count = rows.size();
    const auto at = [](std::vector<std::uint32_t>& of, std::size_t position) {
        return of.begin() + static_cast<std::ptrdiff_t>(position);
    };
    for (std::size_t first = 0; first < count; first += kChunk) {
        if (stop()) {
            return;
        }
        std::stable_sort(at(rows, first), at(rows, std::min(first + kChunk, count)), less);
    }
    std::vector<std::uint32_t> merged(count > kChunk ? count : 0);
    for (std::size_t width = kChunk; width < count; width *= 2) {
        for (std::size_t first = 0; first < count; first += 2 * width) {
            if (stop()) {
                return;
            }
            const std::size_t middle = std::min(first + width, count);
            const std::size_t last = std::min(first + 2 * width, count);
            std::merge(at(rows, first), at(rows, middle), at(rows, middle), at(rows, last), at(merged, first),
                       less);
        }
        rows.swap(merged);
    }
}

}  // namespace dimscope::models
