// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/advice.h"
#include "core/inference/analysis.h"

namespace dimscope::inference {

/// What advice is made from, of one graph.
struct OpenQuestions {
    const std::vector<Finding>& findings;
    const std::vector<TensorAnalysis>& tensors;  ///< of the whole capture, with their audits
    std::vector<std::int64_t> batchSizes;        ///< known ones, distinct, ascending
    /// Batch sizes that samples without one would have by the axes of `known-samples-agree`; ascending.
    std::vector<std::int64_t> missing;
};

/// The fewest further samples that settle what can be settled by recording more: one at a new batch size,
/// coprime to those seen so that chance fits break, for `single-batch-size` and `two-point` (two where none
/// is known); with another length on axes of `coincidence`, which alone need no new batch size; and batch
/// sizes for samples that have none. Empty where nothing is open.
[[nodiscard]] std::vector<Advice> advise(const capture::Capture& capture, const OpenQuestions& questions);

}  // namespace dimscope::inference
