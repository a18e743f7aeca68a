// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/axis_range.h"
#include "core/overrides/judgement.h"
#include "core/overrides/matching.h"

namespace dimscope::overrides {

/// Whether an override has one dim, min, opt and max per axis, so that it can be a spec at all.
[[nodiscard]] bool hasRank(const TensorOverride& override, std::size_t rank);

/// Range of an axis as an override states it.
[[nodiscard]] AxisRange rangeOf(const TensorOverride& override, std::size_t axis);

/// Puts the overrides of a graph, and what follows from them for other tensors of the graph, into effective
/// specs that were the inferred ones: an axis without override that shares a symbol (the inferred one, else
/// the one that the override states) with an overridden axis takes its name and its range, times its own
/// multiplier on batch axes. An override that does not fit the rank is passed over.
void applyOverrides(const capture::Capture& capture, const inference::Analysis& analysis,
                    const MatchedGraph& matched, Judgement& judgement);

}  // namespace dimscope::overrides
