// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/ivalue.h>

#include "core/base/result.h"
#include "core/libtorch/tensor_tree.h"
#include "core/module/sample_metadata.h"

namespace dimscope::libtorch {

/// A TorchScript value as a tree: lists, tuples (named ones too) and dicts are containers;
/// devices, complex numbers, objects and the like are leaves known by their text. Errors: tooDeep, tooLarge
/// beyond readers::SavedValueLimits; badValue for nested tensors.
[[nodiscard]] base::Result<TensorTree> treeOf(const c10::IValue& value);

/// Plain value of a TorchScript value; as TensorTree::value.
[[nodiscard]] base::Result<module::Value> valueOf(const c10::IValue& value);

/// Metadata of the arguments of a call: `arguments` is normally a mapping by parameter name. Errors: as
/// module::SampleMetadata::fromInputs. Mirrors SampleMetadata.from_inputs.
[[nodiscard]] base::Result<module::SampleMetadata> fromInputs(const TensorTree& arguments,
                                                              module::Strictness strictness,
                                                              module::BatchSize batchSize);
/// Metadata of what a call returned. Mirrors SampleMetadata.from_outputs.
[[nodiscard]] base::Result<module::SampleMetadata> fromOutputs(const TensorTree& returned,
                                                               module::Strictness strictness,
                                                               module::BatchSize batchSize);

}  // namespace dimscope::libtorch
