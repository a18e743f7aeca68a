// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"

namespace dimscope::inference {

/// An axis that may tell the batch sizes that were not recorded.
struct BatchSourceCandidate {
    capture::BatchSizeSource source;
    std::uint64_t fills = 0;    ///< samples that it gives a batch size
    std::uint64_t unknown = 0;  ///< samples of the capture that have none
    /// Tensors whose axis 0 is a whole multiple of it in every one of these samples, its own among them; of
    /// the graph where these are most.
    std::uint64_t agreeing = 1;
    bool varies = false;  ///< it gives two or more different batch sizes

    friend bool operator==(const BatchSourceCandidate&, const BatchSourceCandidate&) = default;
};

/// Axes 0 of the recorded capture that could be the batch, best first: those that other tensors grow with (as
/// the finding `likely-batch` says), by samples filled, then by agreeing tensors. The divisor is the
/// multiplier that is evident: against recorded batch sizes where the graph has some (axes that contradict
/// them are none), else against the least of the axes that grow together. Of axes that give the same batch
/// sizes one is listed, an input with divisor 1 if there is one. At most kMostCandidates. Errors: cancelled.
inline constexpr std::size_t kMostCandidates = 6;
[[nodiscard]] base::Result<std::vector<BatchSourceCandidate>> batchSourceCandidates(
    const capture::Capture& recorded, const base::CancelToken& cancel = {});

}  // namespace dimscope::inference
