// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/overrides/import_forms.h"
#include "core/overrides/importers.h"
#include "core/overrides/matching.h"

namespace dimscope::overrides {

/// Finds the tensors that stated shapes mean, and makes overrides of them. The target must outlive it.
class Placement {
 public:
    explicit Placement(const ImportTarget& target) : m_target(target), m_graphs(target.capture) {}

    /// In the graph that is named, else in that of the target, else wherever they fit.
    void place(const StatedShapes& shapes);
    /// What has become of all that was placed.
    [[nodiscard]] Imported take() { return std::move(m_imported); }

 private:
    /// Tensors of one graph by what files may call them.
    struct Names {
        std::unordered_multimap<std::string, base::TensorId> byName;
        std::unordered_multimap<std::string, base::TensorId> byPath;
        /// By side and path: which name has stated the tensor.
        std::unordered_map<std::string, std::string> taken;
        GraphOverrides overrides;
    };

    Names& namesOf(base::GraphId graph);
    /// Tensors that a stated one may mean, in the capture's order.
    std::vector<base::TensorId> candidates(const StatedTensor& stated, base::GraphId graph);
    /// Whether the graph has a candidate of that rank.
    bool fits(const StatedTensor& stated, base::GraphId graph);
    /// Graphs that shapes without a graph go to.
    std::vector<base::GraphId> graphsFor(const std::vector<StatedTensor>& tensors);
    void placeIn(base::GraphId graph, const StatedTensor& stated);
    void placeAnywhere(const std::vector<StatedTensor>& tensors);
    void finish(base::GraphId graph);
    [[nodiscard]] TensorOverride overrideFor(const StatedTensor& stated, base::TensorId tensor) const;
    Problem& addProblem(const char* code, base::Severity severity, std::string message);
    Problem& addProblem(const char* code, base::Severity severity, base::GraphId graph, std::string message);

    const ImportTarget& m_target;
    GraphsByName m_graphs;
    std::map<base::GraphId, Names> m_names;
    Imported m_imported;
};

}  // namespace dimscope::overrides
