// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/capture/capture.h"
#include "core/overrides/override_set.h"

namespace dimscope::overrides {

/// The overrides of one graph beside the graph itself.
struct MatchedGraph {
    const GraphOverrides* overrides = nullptr;
    const capture::Graph* graph = nullptr;  ///< nullptr: the capture has none of these names
    /// By override: the tensor it speaks of; none: the graph has none of that side and path.
    std::vector<std::optional<base::TensorId>> tensors;
};

/// Finds what overrides speak of, by module, graph, side and semantic path; in the order of the set. Where
/// accessors alone fit two tensors, the one with equal container kinds counts.
[[nodiscard]] std::vector<MatchedGraph> match(const OverrideSet& overrides, const capture::Capture& capture);

/// The graph of these names.
[[nodiscard]] const capture::Graph* findGraph(const capture::Capture& capture, std::string_view module,
                                              std::string_view graph);

}  // namespace dimscope::overrides
