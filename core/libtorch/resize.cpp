// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/resize.h"

#include <ATen/ATen.h>

#include <exception>
#include <utility>

#include "core/libtorch/values.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

at::Tensor resizedAxis(const at::Tensor& tensor, const module::AxisResize& step) {
    switch (step.way) {
        case module::AxisResize::Way::keep: return tensor;
        case module::AxisResize::Way::cut: return tensor.narrow(step.axis, 0, step.target);
        case module::AxisResize::Way::repeatFirst: {
            std::vector<std::int64_t> sizes = tensor.sizes().vec();
            sizes[static_cast<std::size_t>(step.axis)] = step.target;
            return tensor.narrow(step.axis, 0, step.source > 0 ? 1 : 0).expand(sizes);
        }
    }
    return tensor;
}

}  // namespace

Result<at::Tensor> applyPlan(const at::Tensor& tensor, const module::BatchPlan& plan) {
    try {
        const at::NoGradGuard noGrad;
        at::Tensor out = tensor.detach();
        bool repeats = false;
        for (const module::AxisResize& step : plan) {
            out = resizedAxis(out, step);
            repeats = repeats || step.way == module::AxisResize::Way::repeatFirst;
        }
        return repeats ? out.contiguous() : out;
    } catch (const std::exception&) {
        return Error{ErrorCode::tooLarge,
                     "found no memory for a tensor of shape " +
                         module::sizesText(std::span(tensor.sizes().data(), tensor.sizes().size())) +
                         " at another batch size",
                     "expected a smaller batch size"};
    }
}

Result<at::Tensor> batchTensor(const at::Tensor& tensor, const module::TensorSpec& spec,
                               std::int64_t batchSize) {
    const Result<module::BatchPlan> plan =
        module::planBatch(spec, std::span(tensor.sizes().data(), tensor.sizes().size()), batchSize);
    return plan ? applyPlan(tensor, *plan) : Result<at::Tensor>(plan.error());
}

Result<TensorTree> makeBatch(const module::SampleMetadata& metadata, const TensorTree& sample,
                             std::int64_t batchSize) {
    // The rule looks at values; the plan is carried out where it says that a tensor is resized.
    if (const Result<module::Value> checked = metadata.makeBatch(sample.value(), batchSize); !checked) {
        return checked.error();
    }
    TensorTree out = sample;
    for (const auto& [locator, spec] : metadata.tensorData()) {
        if (!spec.hasBatchAxis()) {
            continue;
        }
        const Result<at::Tensor> tensor = out.tensorAt(locator);
        Result<at::Tensor> resized = tensor ? batchTensor(*tensor, spec, batchSize) : tensor;
        if (!resized) {
            return std::move(resized.error()).withContext("resizing " + locator.accessPath());
        }
        if (Result<void> stored = out.setTensorAt(locator, std::move(*resized)); !stored) {
            return std::move(stored.error());
        }
    }
    return out;
}

Result<void> updateMaxBatchSize(module::SampleMetadata& metadata, const TensorTree& sample,
                                std::int64_t maxBatchSize) {
    const Result<TensorTree> batch = makeBatch(metadata, sample, maxBatchSize);
    if (!batch) {
        return batch.error();
    }
    const Result<module::SampleMetadata> seen = fromInputs(*batch, module::Strictness::strict, maxBatchSize);
    return seen ? metadata.updateShapesSeen(*seen) : Result<void>(seen.error());
}

}  // namespace dimscope::libtorch
