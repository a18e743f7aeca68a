// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/json_value.h"
#include "core/module/locator.h"

namespace dimscope::readers {

/// The semantic path that AITune's older releases flattened into a name: "args_0" -> ["args", 0],
/// "kwargs_x_0" -> ["x", 0], "kwargs_t.data" -> ["t", "data"], "outputs_0" -> 0, "outputs" -> []. They join
/// steps with the same underscore that names may hold, so that only groups of digits at the end (or before an
/// attribute) can be told apart from the name before them.
[[nodiscard]] base::JsonValue semanticPathOfFlatName(std::string_view name, module::Side side);

/// Metadata whose tensors have flat names, or whose other values are an object by such names, in the form
/// with access and semantic paths. Values keep their places; what has that form already stays as it is.
[[nodiscard]] base::JsonValue withPaths(base::JsonValue metadata, module::Side side);

}  // namespace dimscope::readers
