// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
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

/// Equal exactly for paths that name one tensor of a graph (sameTensor), for looking many of them up.
[[nodiscard]] std::string tensorKey(const module::Locator& locator);

/// The graphs of a capture by the names of module and graph. Must not outlive the capture.
class GraphsByName {
 public:
    explicit GraphsByName(const capture::Capture& capture);

    /// nullptr where the capture has none of these names; of several the first.
    [[nodiscard]] const capture::Graph* find(std::string_view module, std::string_view graph) const;

 private:
    std::map<std::pair<std::string_view, std::string_view>, const capture::Graph*> m_graphs;
};

}  // namespace dimscope::overrides
