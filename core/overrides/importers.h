// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/override_set.h"
#include "core/overrides/problem.h"

namespace dimscope::overrides {

/// What shapes of another tool become.
struct Imported {
    OverrideSet overrides;
    /// What could not be placed: no tensor of that name (`unmatched`), or several (`unmatched` too, with the
    /// candidates), and so on. Kept overrides are not repeated here.
    std::vector<Problem> problems;
};

/// Reads shapes stated for another tool as overrides of the capture's graphs, told by content:
/// - `*.overrides.json` itself;
/// - AITune's explicit shapes, `[{"path", "shape"}]`: BatchDim becomes the batch axis;
/// - AITune's tuning report: the `dynamic_shapes` of its graphs;
/// - TensorRT profiles, `[{"name": [min, opt, max]}]`: names are ours or AITune's engine names;
/// - Dimscope's records JSON (TunedTensorSpec).
/// Forms that name no graph apply to `graph` where one is given, else to every graph that has the tensors.
/// Errors: unknownFormat, and what is wrong with the text, with file, line and column.
[[nodiscard]] base::Result<Imported> importOverrides(std::string_view text, std::string_view fileName,
                                                     const capture::Capture& capture,
                                                     const inference::Analysis& analysis,
                                                     std::optional<base::GraphId> graph = {});

}  // namespace dimscope::overrides
