// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/compare/change.h"
#include "core/compare/tensor_matching.h"

namespace dimscope::compare {

/// What changed of the tensors of a pair of graphs: tensors that came, went or were renamed; rank and dtype;
/// per axis the verdict, the audit with its strength, the multiplier and the range.
void addTensorChanges(const Counted& before, const Counted& after, const TensorMatching& matching,
                      std::vector<Change>& changes);

}  // namespace dimscope::compare
