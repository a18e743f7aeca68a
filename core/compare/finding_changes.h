// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/compare/change.h"
#include "core/compare/tensor_matching.h"

namespace dimscope::compare {

/// Findings of a pair of graphs that came or went. Findings are the same if they have one code and place, and
/// speak of the same axes where they are relations; their numbers may differ. Findings of tensors that only
/// one capture has, or in another rank, come and go with them.
void addFindingChanges(const Counted& before, const capture::Graph& graphBefore, const Counted& after,
                       const capture::Graph& graphAfter, const TensorMatching& matching,
                       std::vector<Change>& changes);

/// The same of a module that both captures have. Findings of tensors that only one of them has come and go
/// with them.
void addModuleFindingChanges(const Counted& before, const capture::Module& moduleBefore, const Counted& after,
                             const capture::Module& moduleAfter, std::vector<Change>& changes);

}  // namespace dimscope::compare
