// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <c10/core/ScalarType.h>

#include <array>
#include <optional>
#include <string_view>

#include "core/base/result.h"
#include "core/records/dtype.h"

namespace dimscope::libtorch {

/// Every element type that a tensor of this LibTorch can have.
inline constexpr std::array kScalarTypes = {
    at::ScalarType::Byte,         at::ScalarType::Char,          at::ScalarType::Short,
    at::ScalarType::Int,          at::ScalarType::Long,          at::ScalarType::Half,
    at::ScalarType::Float,        at::ScalarType::Double,        at::ScalarType::ComplexHalf,
    at::ScalarType::ComplexFloat, at::ScalarType::ComplexDouble, at::ScalarType::Bool,
    at::ScalarType::QInt8,        at::ScalarType::QUInt8,        at::ScalarType::QInt32,
    at::ScalarType::BFloat16,     at::ScalarType::QUInt4x2,      at::ScalarType::QUInt2x4};

/// "torch.float32" and so on, as Python prints it; empty for an undefined type.
[[nodiscard]] std::string_view torchName(at::ScalarType type);
/// The reverse. Errors: badValue for a name that this LibTorch has no type for (torch.uint16,
/// torch.float8_e4m3fn, ...).
[[nodiscard]] base::Result<at::ScalarType> scalarType(std::string_view torchName);

/// dtype of AITune's deployment records; none for types that they lack.
[[nodiscard]] std::optional<records::DType> recordType(at::ScalarType type);
[[nodiscard]] at::ScalarType scalarType(records::DType type);

/// "FloatStorage", the class by which pickles name a storage of such elements; empty where there is none.
[[nodiscard]] std::string_view storageClass(at::ScalarType type);

}  // namespace dimscope::libtorch
