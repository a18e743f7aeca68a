// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/judgement.h"
#include "core/overrides/problem.h"

/// The rules that hold what is stated against what the audit found: steps and relations between axes.
namespace dimscope::overrides {

/// Which relations are asked for.
enum class Related : std::uint8_t {
    stated,   ///< those with an axis of a tensor that is overridden or follows one
    inferred  ///< those between tensors that nobody overrides
};

/// `off-grid`, on the axes of a graph's overrides: min, opt or max that is no multiple of the axis's `step`.
/// In the order of the findings.
void checkSteps(const capture::Capture& capture, const inference::Analysis& analysis,
                const GraphOverrides& overrides, const capture::Graph& graph, const Judgement& judgement,
                std::vector<Problem>& problems);

/// `joint-conflict`, over the effective specs of a graph: the sizes that all axes have at once at their
/// minimum, opt or maximum break a relation that every sample keeps (all kinds but products). One problem per
/// relation, on an overridden axis where there is one. Takes time linear in axes and relations.
void checkRelations(const capture::Capture& capture, const inference::Analysis& analysis,
                    const capture::Graph& graph, const Judgement& judgement, Related related,
                    std::vector<Problem>& problems);

}  // namespace dimscope::overrides
