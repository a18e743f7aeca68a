// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "core/capture/capture.h"

namespace dimscope::compare {

/// A graph whose calls fall into several graphs of the other capture.
struct GraphParts {
    const capture::Graph* whole = nullptr;
    std::vector<const capture::Graph*> parts;  ///< two or more, the graph that `whole` is paired with first
};

/// Which graphs of a module stand for each other in two captures.
struct GraphMatching {
    std::vector<std::pair<const capture::Graph*, const capture::Graph*>> pairs;  ///< before, after
    std::vector<const capture::Graph*> removed;  ///< neither in `pairs` nor part of a join
    std::vector<const capture::Graph*> added;    ///< neither in `pairs` nor part of a split
    std::vector<GraphParts> splits;              ///< `whole` is before, `parts` after
    std::vector<GraphParts> joins;               ///< `whole` is after, `parts` before
};

/// Pairs the graphs of one module. Equal metadata (paths, ranks, other values, phase) with an equal name
/// comes first, then equal metadata under another number, then ever less: equal paths and ranks, equal
/// inputs, an equal phase, and at last the name alone. An unpaired graph is part of a split or join if its
/// calls would have been recorded into one graph of the other capture.
[[nodiscard]] GraphMatching matchGraphs(const capture::Capture& before, const capture::Module& moduleBefore,
                                        const capture::Capture& after, const capture::Module& moduleAfter);

/// Whether a name comes first where numbers in it count by value: "2" before "10".
[[nodiscard]] bool nameLess(std::string_view left, std::string_view right);

/// "flag=1" of every value of a graph that is no tensor, sorted.
[[nodiscard]] std::vector<std::string> otherValues(const capture::Graph& graph);

}  // namespace dimscope::compare
