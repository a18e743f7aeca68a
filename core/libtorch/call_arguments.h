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

using NamedValue = std::pair<std::string, c10::IValue>;

/// Arguments by the names of parameters, as a mapping. Errors: as treeOf.
[[nodiscard]] base::Result<TensorTree> argumentsByName(const std::vector<NamedValue>& arguments);

/// Arguments of a TorchScript method by the parameters of its schema, which starts with `self`: those that
/// were given, in the order of the parameters. Where they do not fit, positional ones stand under `args`,
/// others under `kwargs`. Errors: as treeOf.
[[nodiscard]] base::Result<TensorTree> argumentsOf(const c10::FunctionSchema& schema,
                                                   const std::vector<c10::IValue>& positional,
                                                   const std::vector<NamedValue>& byName = {});

}  // namespace dimscope::libtorch
