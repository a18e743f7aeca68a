// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/Tensor.h>

#include <vector>

#include "core/libtorch/tensor_tree.h"
#include "core/module/value.h"

namespace dimscope::test {

/// A real tensor of that dtype and shape with those values; zeros where none are given.
[[nodiscard]] at::Tensor tensorOf(const module::TensorInfo& info);
/// A tree with a real tensor in the place of each described one.
[[nodiscard]] libtorch::TensorTree treeOf(const module::Value& value);
/// Values in row-major order.
[[nodiscard]] std::vector<double> valuesOf(const at::Tensor& tensor);

}  // namespace dimscope::test
