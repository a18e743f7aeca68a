// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/capture/capture.h"
#include "core/compare/comparison.h"
#include "core/inference/exclusions.h"

namespace dimscope::compare {

/// A subject with the samples that its overrides take out.
struct Counted {
    const Subject& subject;
    inference::Exclusions exclusions;
};

/// What makes two tensors look like one under another name.
enum class Likeness : std::uint8_t {
    columns,  ///< equal sizes at equal batch sizes, call by call in some order
    spec      ///< equal verdicts, multipliers and ranges
};

/// Tensors of a pair of graphs that stand for each other.
struct TensorMatching {
    using Pair = std::pair<const capture::Tensor*, const capture::Tensor*>;  ///< before, after
    struct Renamed {
        Pair pair;
        Likeness likeness = Likeness::columns;
    };
    std::vector<Pair> pairs;       ///< of one side and path, in the order after
    std::vector<Renamed> renamed;  ///< guesses
    std::vector<const capture::Tensor*> removed;
    std::vector<const capture::Tensor*> added;
};

/// Pairs tensors by side and path. Of what is left, a tensor before and one after are taken for one that was
/// renamed if they have one side, rank and dtype and equal columns, or else an equal spec, and nothing else
/// that is left on either side has the same.
[[nodiscard]] TensorMatching matchTensors(const Counted& before, const capture::Graph& graphBefore,
                                          const Counted& after, const capture::Graph& graphAfter);

/// Dtypes of a tensor over the samples that count, sorted; empty where none is known.
[[nodiscard]] std::vector<std::string> dtypesOf(const Counted& counted, const capture::Tensor& tensor);

}  // namespace dimscope::compare
