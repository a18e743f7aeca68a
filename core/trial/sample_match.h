// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/trial/saved_sample.h"

namespace dimscope::trial {

[[nodiscard]] std::vector<capture::Tensor> inputsOf(const capture::Capture& capture,
                                                    const capture::Graph& graph);

/// For each tensor of a sample the index of the graph's input that it is: equal path and rank, every input
/// taken once; none where they do not fit. A saved `(args, kwargs)` knows the positions of arguments and a
/// recording may know their parameters: then the positions stand, in their order, for the parameters that no
/// keyword names (of `*args` and `**kwargs` for its elements), and dtypes have to be equal or both floating.
[[nodiscard]] std::optional<std::vector<std::size_t>> matchInputs(std::span<const capture::Tensor> inputs,
                                                                  const SavedSample& sample);

/// The first difference of inputs that do not match, e.g. `the graph has no input mask`.
[[nodiscard]] std::string inputDifference(std::span<const capture::Tensor> inputs, const SavedSample& sample);

}  // namespace dimscope::trial
