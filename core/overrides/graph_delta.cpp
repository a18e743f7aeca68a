// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/graph_delta.h"

#include <algorithm>
#include <ranges>

namespace dimscope::overrides {

template <class Entry>
GraphDelta::Replacements<Entry> GraphDelta::difference(const std::vector<Entry>& before,
                                                       const std::vector<Entry>& after) {
    Replacements<Entry> found;
    if (before.size() == after.size()) {
        // Runs of entries that differ.
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] == after[i]) {
                continue;
            }
            if (found.empty() || found.back().at + found.back().before.size() != i) {
                found.push_back({i, {}, {}});
            }
            found.back().before.push_back(before[i]);
            found.back().after.push_back(after[i]);
        }
        return found;
    }
    // What is between the equal beginning and the equal end.
    const auto [first, firstAfter] = std::ranges::mismatch(before, after);
    const auto common = static_cast<std::size_t>(first - before.begin());
    std::size_t end = before.size();
    std::size_t endAfter = after.size();
    while (end > common && endAfter > common && before[end - 1] == after[endAfter - 1]) {
        --end;
        --endAfter;
    }
    const auto at = [](const std::vector<Entry>& entries, std::size_t index) {
        return entries.begin() + static_cast<std::ptrdiff_t>(index);
    };
    found.push_back({common, {first, at(before, end)}, {firstAfter, at(after, endAfter)}});
    return found;
}

template <class Entry>
void GraphDelta::replace(std::vector<Entry>& entries, std::size_t at, std::size_t count,
                         const std::vector<Entry>& by) {
    const auto place = entries.begin() + static_cast<std::ptrdiff_t>(at);
    if (count == by.size()) {
        std::copy(by.begin(), by.end(), place);
        return;
    }
    const auto gone = entries.erase(place, place + static_cast<std::ptrdiff_t>(count));
    entries.insert(gone, by.begin(), by.end());
}

GraphDelta::GraphDelta(const GraphOverrides& before, const GraphOverrides& after)
    : m_module(before.module),
      m_graph(before.graph),
      m_tensors(difference(before.tensors, after.tensors)),
      m_excluded(difference(before.excludedSamples, after.excludedSamples)) {
    if (!(before.extra == after.extra)) {
        m_extra.emplace(before.extra, after.extra);
    }
}

GraphOverrides GraphDelta::forth(GraphOverrides before) const {
    for (const auto& part : m_tensors) {
        replace(before.tensors, part.at, part.before.size(), part.after);
    }
    for (const auto& part : m_excluded) {
        replace(before.excludedSamples, part.at, part.before.size(), part.after);
    }
    if (m_extra) {
        before.extra = m_extra->second;
    }
    return before;
}

GraphOverrides GraphDelta::back(GraphOverrides after) const {
    // Of several parts each has as many entries before as after; so indexes are the same.
    for (const auto& part : m_tensors) {
        replace(after.tensors, part.at, part.after.size(), part.before);
    }
    for (const auto& part : m_excluded) {
        replace(after.excludedSamples, part.at, part.after.size(), part.before);
    }
    if (m_extra) {
        after.extra = m_extra->first;
    }
    return after;
}

}  // namespace dimscope::overrides
