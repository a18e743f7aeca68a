// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/opt_choice.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace dimscope::overrides {

namespace {

/// Of equally frequent sizes the largest: the safer one to tune for.
std::int64_t mostFrequent(const std::vector<std::int64_t>& sizes) {
    std::unordered_map<std::int64_t, std::size_t> counts;
    for (const std::int64_t size : sizes) {
        ++counts[size];
    }
    const auto most = std::max_element(counts.begin(), counts.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second < b.second : a.first < b.first;
    });
    return most->first;
}

}  // namespace

std::optional<std::int64_t> optSize(const capture::Capture& capture, base::TensorId tensor, std::size_t axis,
                                    OptChoice choice, const inference::Exclusions& exclusions) {
    const capture::Tensor& of = capture.tensor(tensor);
    const capture::Graph& graph = capture.graph(of.graph);
    if (graph.isSummary() || axis >= of.rank) {
        return std::nullopt;
    }
    std::vector<std::int64_t> sizes;
    sizes.reserve(graph.samples);
    const auto excluded = inference::excludedOf(exclusions, graph.id);
    auto next = excluded.begin();
    const auto column = of.column(axis);
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (next != excluded.end() && *next == i) {
            ++next;
        } else {
            sizes.push_back(column[i]);
        }
    }
    switch (choice) {
        case OptChoice::largest: return *std::max_element(sizes.begin(), sizes.end());
        case OptChoice::mostFrequent: return mostFrequent(sizes);
        case OptChoice::median: break;
    }
    const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>((sizes.size() - 1) / 2);
    std::nth_element(sizes.begin(), middle, sizes.end());
    return *middle;
}

}  // namespace dimscope::overrides
