// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/advice.h"
#include "core/inference/finding.h"

namespace dimscope::inference {

/// What advice is made from: the findings of one graph and the batch sizes it was recorded at, ascending.
struct OpenQuestions {
    const std::vector<Finding>& findings;
    std::vector<std::int64_t> batchSizes;
};

/// The fewest further samples that settle what can be settled by recording more: one at a new batch size,
/// coprime to those seen so that chance fits break, for `single-batch-size` and `two-point`, with another
/// length on axes of `coincidence`; and batch sizes for samples that have none. Empty where nothing is open.
[[nodiscard]] std::vector<Advice> advise(const capture::Capture& capture, const OpenQuestions& questions);

}  // namespace dimscope::inference
