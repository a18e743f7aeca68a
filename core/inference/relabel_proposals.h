// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/capture/capture.h"
#include "core/capture/labelling.h"
#include "core/inference/exclusions.h"
#include "core/inference/finding.h"

/// Which calls carry a batch size that their own sizes deny, and which one would fit.
namespace dimscope::inference {

/// What the samples of a `short-batch` finding would be: size / m, with the m of the other samples. Samples
/// that no whole batch size fits are left out. Nothing for a finding without an axis.
[[nodiscard]] std::vector<capture::Relabel> proposedRelabels(const capture::Capture& capture,
                                                             const Finding& finding);

/// The same for a whole graph, whichever way a label is wrong. An axis speaks if its known samples are m x
/// batch size with one whole m, at two or more batch sizes, but for at most one in ten (one where there are
/// fewer than ten). A sample is proposed if it is an exception on every axis that speaks, and the same whole
/// batch size would fit on each. Where some axis is batch over all samples the labels are right: nothing is
/// proposed. Excluded samples do not count. Ascending by sample.
[[nodiscard]] std::vector<capture::Relabel> proposedRelabels(const capture::Capture& capture,
                                                             base::GraphId graph,
                                                             std::span<const std::uint32_t> excluded = {});

}  // namespace dimscope::inference
