// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/compare/change.h"
#include "core/compare/graph_matching.h"
#include "core/compare/tensor_matching.h"

namespace dimscope::compare {

/// A module that only one of the captures has: the other is nullptr.
void addOneSidedModule(const Counted& before, const capture::Module* gone, const Counted& after,
                       const capture::Module* come, std::vector<Change>& changes);
/// The same of a graph.
void addOneSidedGraph(const Counted& before, const capture::Graph* gone, const Counted& after,
                      const capture::Graph* come, std::vector<Change>& changes);
/// A graph before whose calls fall into several now.
void addSplit(const Counted& before, const Counted& after, const GraphParts& split,
              std::vector<Change>& changes);
/// Graphs before whose calls fall into one now.
void addJoin(const Counted& before, const Counted& after, const GraphParts& join,
             std::vector<Change>& changes);
/// What changed of a pair of graphs as a whole: name, phase, values that are no tensors, whether there are
/// calls, and the batch sizes that were seen.
void addGraphChanges(const Counted& before, const capture::Graph& graphBefore, const Counted& after,
                     const capture::Graph& graphAfter, std::vector<Change>& changes);

}  // namespace dimscope::compare
