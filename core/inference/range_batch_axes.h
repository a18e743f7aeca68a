// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"

/// Files that hold ranges and no calls (AITune's JIT reports) have no samples that could be given a batch
/// size. If it is known which axis is the batch, ranges that are multiples of its range are batch axes.
namespace dimscope::inference {

struct RangeBatchAxis {
    base::TensorId tensor;
    int axis = 0;
    std::int64_t multiplier = 1;  ///< size / batch size

    friend bool operator==(const RangeBatchAxis&, const RangeBatchAxis&) = default;
};

/// Batch axes of a summary graph if the batch size is `source`'s axis over its divisor: that axis, and of
/// each other tensor the first axis whose smallest and largest size are one whole multiple of the smallest
/// and largest batch size. In order of the graph's tensors. Empty where the graph has calls, a batch axis
/// already, no such axis, or one whose range is a single size or no positive multiple of the divisor.
[[nodiscard]] std::vector<RangeBatchAxis> rangeBatchAxes(const capture::Capture& capture, base::GraphId graph,
                                                         const capture::BatchSizeSource::TensorAxis& source);

/// An axis of an input that may be the batch.
struct RangeBatchCandidate {
    capture::BatchSizeSource::TensorAxis source;
    std::uint64_t tensors = 1;  ///< that get a batch axis, its own among them, over all graphs
    std::int64_t least = 0;     ///< batch sizes that it gives, over all graphs
    std::int64_t most = 0;

    friend bool operator==(const RangeBatchCandidate&, const RangeBatchCandidate&) = default;
};

/// What a source makes of all graphs of a capture; `tensors` 0: nothing.
[[nodiscard]] RangeBatchCandidate rangeBatchOf(const capture::Capture& capture,
                                               const capture::BatchSizeSource::TensorAxis& source);

/// Axes of inputs that could be the batch where there are ranges only, best first: by tensors that grow with
/// them, then axis 0 before others. Of axes with the same effect the first is listed. Looks at the first
/// kMostTried paths; at most kMostCandidates. Empty where the capture has samples. Errors: cancelled.
inline constexpr std::size_t kMostTried = 64;
[[nodiscard]] base::Result<std::vector<RangeBatchCandidate>> rangeBatchCandidates(
    const capture::Capture& capture, const base::CancelToken& cancel = {});

}  // namespace dimscope::inference
