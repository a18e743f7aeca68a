// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/module/tensor_spec.h"
#include "core/trial/saved_sample.h"

/// Trying a model at other batch sizes: what a saved sample becomes, what a recording predicts of the
/// outputs, and the language in which that is asked of another process.
namespace dimscope::trial {

/// An axis that follows the batch size: it has multiplier x batch size slices.
struct BatchAxis {
    int axis = 0;
    std::int64_t multiplier = 1;  ///< at least 1

    friend bool operator==(const BatchAxis&, const BatchAxis&) = default;
};

/// A tensor of a sample with its batch axes, ascending; none: it stays as it is.
struct TensorResize {
    SampleTensor tensor;
    std::vector<BatchAxis> axes;

    /// Spec in which these axes are batch axes, as module::planBatch takes it.
    [[nodiscard]] module::TensorSpec spec() const;
};

/// What a sample becomes at any batch size: one entry per tensor of the sample, in its order.
struct ResizePlan {
    std::vector<TensorResize> tensors;

    /// Sizes of every tensor at a batch size. Errors: those of module::planBatch, with the tensor's path.
    [[nodiscard]] base::Result<std::vector<module::Sizes>> sizesAt(std::int64_t batchSize) const;
};

/// The graphs whose inputs are those of the sample (matchInputs).
[[nodiscard]] std::vector<base::GraphId> graphsLike(const capture::Capture& like, const SavedSample& sample);

/// The graph that a sample belongs to: `graph` is MODULE:NAME, or empty for the only one that fits. Errors:
/// notFound where there is none, or none of that name; valueError where several fit or the named one does
/// not.
[[nodiscard]] base::Result<base::GraphId> graphLike(const capture::Capture& like, const SavedSample& sample,
                                                    std::string_view graph);

/// Resizes the axes that the contract of the graph's inputs says follow the batch size. Errors: valueError
/// where the graph does not fit the sample, no input has such an axis, or a multiplier is not known.
[[nodiscard]] base::Result<ResizePlan> resizeLike(const capture::Capture& like,
                                                  const inference::Analysis& analysis, base::GraphId graph,
                                                  const SavedSample& sample);

/// Without a recording: axis 0 of each tensor whose size is a whole multiple of the sample's batch size.
/// Errors: valueError where the batch size is not known, or no tensor has such an axis.
[[nodiscard]] base::Result<ResizePlan> resizeFirstAxes(const SavedSample& sample);

/// `x axis 0 (x2), mask axis 0 (x1)`: what a plan resizes, for messages.
[[nodiscard]] std::string describe(const ResizePlan& plan);

}  // namespace dimscope::trial
