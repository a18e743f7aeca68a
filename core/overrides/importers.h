// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
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
    /// What could not be placed, and why: no tensor of that name, or several (`unmatched`, with the
    /// candidates); a tensor of another rank (`rank-mismatch`); a tensor under two names (`stated-twice`);
    /// further profiles
    /// (`other-profiles`). Kept overrides are not repeated here.
    std::vector<Problem> problems;
};

/// Where imported shapes go.
struct ImportTarget {
    const capture::Capture& capture;
    const inference::Analysis& analysis;
    const OverrideSet& current;  ///< present overrides: their names of tensors are known to the import
    /// For forms that name no graph; none: the modules in which every tensor that is named is found, or all
    /// modules where there is no such one; in each graph that has the tensor with that rank.
    std::optional<base::GraphId> graph{};
};

/// Reads shapes stated for another tool as overrides of the capture's graphs, told by content:
/// - `*.overrides.json` itself: taken as it is;
/// - AITune's explicit shapes, `[{"path", "shape"}]`: the first BatchDim becomes the batch axis, with the
///   multiplier that was inferred for it (else 1); bounds are sizes of the axis;
/// - AITune's tuning report: the `dynamic_shapes` of its graphs, by names of module and graph;
/// - TensorRT profiles, `[{"name": [min, opt, max]}]`, of which the first is taken, or a profile alone: names
///   are access paths, names in the target, or AITune's engine names; equal bounds are a fixed size, other
///   axes keep the inferred symbol (none: unnamed), and the batch axis is the inferred one;
/// - records: Dimscope's JSON of them, a list of TunedTensorSpec, or a single one; opt is max. A record
/// without
///   a batch axis leaves the inferred one where a record could not state it: where not exactly one axis has
///   multiplier 1.
/// Errors: unknownFormat, noShapes (nothing is stated), and what is wrong with the text, with file, line and
/// column.
[[nodiscard]] base::Result<Imported> importOverrides(std::string_view text, std::string_view fileName,
                                                     const ImportTarget& target);
/// The same without present overrides.
[[nodiscard]] base::Result<Imported> importOverrides(std::string_view text, std::string_view fileName,
                                                     const capture::Capture& capture,
                                                     const inference::Analysis& analysis,
                                                     std::optional<base::GraphId> graph = {});

/// The present overrides with the imported ones on top: tensor by tensor, graph by graph. Where the import
/// states no name, dtype or note, the present one stays; excluded samples are joined; source and fingerprint
/// stay.
[[nodiscard]] OverrideSet withImported(OverrideSet current, const OverrideSet& imported);

}  // namespace dimscope::overrides
