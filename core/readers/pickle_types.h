// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/readers/pickle_value.h"

/// Element types under the names that torch, its storages, NumPy and safetensors give them.
namespace dimscope::readers {

/// Whether this is a dtype as torch prints it: "torch.float32".
[[nodiscard]] bool isTorchType(std::string_view text);

/// The number or boolean that little- or big-endian bytes of a NumPy type say; none for other types.
[[nodiscard]] std::optional<PickleValue::Data> scalarOf(std::string_view descr, std::string_view bytes);

/// "torch.float8_e4m3fn" for safetensors' "F8_E4M3"; empty for an unknown one.
[[nodiscard]] std::string safetensorsType(std::string_view name);

}  // namespace dimscope::readers
