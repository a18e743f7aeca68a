// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace dimscope::records {

/// The data types that AITune's deployment records know. Mirrors aitune.records DType.
enum class DType : std::uint8_t { boolean, uint8, int8, int16, int32, int64, float16, float32, float64 };

inline constexpr std::array kDTypes = {DType::boolean, DType::uint8,   DType::int8,
                                       DType::int16,   DType::int32,   DType::int64,
                                       DType::float16, DType::float32, DType::float64};

/// "bool", "uint8", ..., "float64".
[[nodiscard]] std::string_view name(DType dtype);
/// "torch.float32" and so on.
[[nodiscard]] std::string torchName(DType dtype);
/// From either spelling. Errors: badValue for any other text; torch's bfloat16, complex and the like have no
/// record.
[[nodiscard]] base::Result<DType> parseDType(std::string_view text);

}  // namespace dimscope::records
