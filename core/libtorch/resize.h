// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "core/base/result.h"
#include "core/libtorch/tensor_tree.h"
#include "core/module/batch_plan.h"
#include "core/module/sample_metadata.h"
#include "core/module/tensor_spec.h"

namespace dimscope::libtorch {

/// Carries out a plan made for this tensor. Without gradients. Memory is shared where nothing is repeated.
/// Errors: tooLarge where memory does not suffice.
[[nodiscard]] base::Result<at::Tensor> applyPlan(const at::Tensor& tensor, const module::BatchPlan& plan);

/// The tensor with every batch axis of the spec at multiplier x batch size. Errors: as module::planBatch and
/// applyPlan. Mirrors batch_tensor.
[[nodiscard]] base::Result<at::Tensor> batchTensor(const at::Tensor& tensor, const module::TensorSpec& spec,
                                                   std::int64_t batchSize);

/// `sample` with each tensor that has a batch axis resized. Errors: as module::SampleMetadata::makeBatch.
/// Mirrors make_batch.
[[nodiscard]] base::Result<TensorTree> makeBatch(const module::SampleMetadata& metadata,
                                                 const TensorTree& sample, std::int64_t batchSize);

/// makeBatch, then an update of the metadata as a call at that size. Errors leave the metadata as it was.
/// Mirrors update_max_batch_size.
[[nodiscard]] base::Result<void> updateMaxBatchSize(module::SampleMetadata& metadata,
                                                    const TensorTree& sample, std::int64_t maxBatchSize);

}  // namespace dimscope::libtorch
