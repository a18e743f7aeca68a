// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/inference/exclusions.h"

namespace dimscope::inference {

/// Names the axes of one graph that are not static by the contract: "batch" on batch axes; dynamic axes with
/// equal columns share "d0", "d1", ... in order of first appearance. In a summary, whose columns are not
/// known, every dynamic axis gets its own, unless the file names it by a word of the user's (neither
/// "batch..." nor "dim..."), which stays. `columns` are those of the graph, none for a summary.
void nameAxes(const capture::Capture& capture, const capture::Graph& graph,
              const std::optional<RemainingColumns>& columns, std::vector<TensorAnalysis>& tensors);

}  // namespace dimscope::inference
