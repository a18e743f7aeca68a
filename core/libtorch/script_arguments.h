// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <ATen/core/function_schema.h>
#include <ATen/core/ivalue.h>

#include <string>
#include <utility>
#include <vector>

#include "core/base/result.h"
#include "core/libtorch/tensor_tree.h"

namespace dimscope::libtorch {

/// A node of a tree as a TorchScript value of a type. Errors: typeError where the type does not take the
/// node, with what stands there.
[[nodiscard]] base::Result<c10::IValue> ivalueOf(const TensorTree& tree, const module::Value& node,
                                                 const c10::TypePtr& type);

/// Arguments of a call by the parameters of a schema.
struct BoundArguments {
    std::vector<c10::IValue> stack;  ///< one for each parameter behind `self`, defaults filled in
    TensorTree byName;               ///< a mapping of those that were given, in the order of the parameters
};

/// Sequences among the roots are positional arguments; mappings and objects are arguments by name. `schema`
/// starts with `self`. Errors: typeError for an argument that is missing, unknown, given twice, or of
/// another type.
[[nodiscard]] base::Result<BoundArguments> bindArguments(const SampleCall& call,
                                                         const c10::FunctionSchema& schema);

}  // namespace dimscope::libtorch
