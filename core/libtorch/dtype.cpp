// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/dtype.h"

#include <string>

namespace dimscope::libtorch {

using at::ScalarType;

std::string_view torchName(ScalarType type) {
    switch (type) {
        case ScalarType::Byte: return "torch.uint8";
        case ScalarType::Char: return "torch.int8";
        case ScalarType::Short: return "torch.int16";
        case ScalarType::Int: return "torch.int32";
        case ScalarType::Long: return "torch.int64";
        case ScalarType::Half: return "torch.float16";
        case ScalarType::Float: return "torch.float32";
        case ScalarType::Double: return "torch.float64";
        case ScalarType::ComplexHalf: return "torch.complex32";
        case ScalarType::ComplexFloat: return "torch.complex64";
        case ScalarType::ComplexDouble: return "torch.complex128";
        case ScalarType::Bool: return "torch.bool";
        case ScalarType::QInt8: return "torch.qint8";
        case ScalarType::QUInt8: return "torch.quint8";
        case ScalarType::QInt32: return "torch.qint32";
        case ScalarType::BFloat16: return "torch.bfloat16";
        case ScalarType::QUInt4x2: return "torch.quint4x2";
        case ScalarType::QUInt2x4: return "torch.quint2x4";
        case ScalarType::Undefined:
        case ScalarType::NumOptions: return {};
    }
    return {};
}

base::Result<ScalarType> scalarType(std::string_view torchName) {
    for (const ScalarType type : kScalarTypes) {
        if (libtorch::torchName(type) == torchName) {
            return type;
        }
    }
    return base::Error{base::ErrorCode::badValue,
                       "found \"" + std::string(torchName) + "\" as a dtype",
                       "expected one that this LibTorch has",
                       "convert the tensor to such a type",
                       {},
                       {}};
}

std::optional<records::DType> recordType(ScalarType type) {
    switch (type) {
        case ScalarType::Byte: return records::DType::uint8;
        case ScalarType::Char: return records::DType::int8;
        case ScalarType::Short: return records::DType::int16;
        case ScalarType::Int: return records::DType::int32;
        case ScalarType::Long: return records::DType::int64;
        case ScalarType::Half: return records::DType::float16;
        case ScalarType::Float: return records::DType::float32;
        case ScalarType::Double: return records::DType::float64;
        case ScalarType::Bool: return records::DType::boolean;
        case ScalarType::ComplexHalf:
        case ScalarType::ComplexFloat:
        case ScalarType::ComplexDouble:
        case ScalarType::QInt8:
        case ScalarType::QUInt8:
        case ScalarType::QInt32:
        case ScalarType::BFloat16:
        case ScalarType::QUInt4x2:
        case ScalarType::QUInt2x4:
        case ScalarType::Undefined:
        case ScalarType::NumOptions: return std::nullopt;
    }
    return std::nullopt;
}

ScalarType scalarType(records::DType type) {
    switch (type) {
        case records::DType::boolean: return ScalarType::Bool;
        case records::DType::uint8: return ScalarType::Byte;
        case records::DType::int8: return ScalarType::Char;
        case records::DType::int16: return ScalarType::Short;
        case records::DType::int32: return ScalarType::Int;
        case records::DType::int64: return ScalarType::Long;
        case records::DType::float16: return ScalarType::Half;
        case records::DType::float32: return ScalarType::Float;
        case records::DType::float64: return ScalarType::Double;
    }
    return ScalarType::Undefined;
}

std::string_view storageClass(ScalarType type) {
    switch (type) {
        case ScalarType::Byte: return "ByteStorage";
        case ScalarType::Char: return "CharStorage";
        case ScalarType::Short: return "ShortStorage";
        case ScalarType::Int: return "IntStorage";
        case ScalarType::Long: return "LongStorage";
        case ScalarType::Half: return "HalfStorage";
        case ScalarType::Float: return "FloatStorage";
        case ScalarType::Double: return "DoubleStorage";
        case ScalarType::ComplexFloat: return "ComplexFloatStorage";
        case ScalarType::ComplexDouble: return "ComplexDoubleStorage";
        case ScalarType::Bool: return "BoolStorage";
        case ScalarType::QInt8: return "QInt8Storage";
        case ScalarType::QUInt8: return "QUInt8Storage";
        case ScalarType::QInt32: return "QInt32Storage";
        case ScalarType::BFloat16: return "BFloat16Storage";
        case ScalarType::QUInt4x2: return "QUInt4x2Storage";
        case ScalarType::QUInt2x4: return "QUInt2x4Storage";
        case ScalarType::ComplexHalf:  // torch has no such class
        case ScalarType::Undefined:
        case ScalarType::NumOptions: return {};
    }
    return {};
}

}  // namespace dimscope::libtorch
