// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/records/dtype.h"

namespace dimscope::records {

std::string_view name(DType dtype) {
    switch (dtype) {
        case DType::boolean: return "bool";
        case DType::uint8: return "uint8";
        case DType::int8: return "int8";
        case DType::int16: return "int16";
        case DType::int32: return "int32";
        case DType::int64: return "int64";
        case DType::float16: return "float16";
        case DType::float32: return "float32";
        case DType::float64: return "float64";
    }
    return "";
}

std::string torchName(DType dtype) {
    return "torch." + std::string(name(dtype));
}

base::Result<DType> parseDType(std::string_view text) {
    constexpr std::string_view kPrefix = "torch.";
    const std::string_view bare = text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : text;
    std::string known;
    for (const DType dtype : kDTypes) {
        if (name(dtype) == bare) {
            return dtype;
        }
        known += (known.empty() ? "" : ", ") + std::string(name(dtype));
    }
    base::Error error;
    error.code = base::ErrorCode::badValue;
    error.found = "found \"" + std::string(text) + "\" as a dtype";
    error.expected = "expected one of " + known;
    error.remedy = "records cannot state other dtypes: convert the tensor or leave it out";
    return error;
}

}  // namespace dimscope::records
