// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/pickle_types.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "core/readers/pickle_constructors.h"

namespace dimscope::readers {

namespace {

constexpr auto kTorchTypes = std::to_array<std::string_view>({"float64",
                                                              "double",
                                                              "float32",
                                                              "float",
                                                              "float16",
                                                              "half",
                                                              "bfloat16",
                                                              "int64",
                                                              "long",
                                                              "int32",
                                                              "int",
                                                              "int16",
                                                              "short",
                                                              "int8",
                                                              "uint8",
                                                              "uint16",
                                                              "uint32",
                                                              "uint64",
                                                              "bool",
                                                              "complex32",
                                                              "chalf",
                                                              "complex64",
                                                              "cfloat",
                                                              "complex128",
                                                              "cdouble",
                                                              "qint8",
                                                              "quint8",
                                                              "qint32",
                                                              "quint4x2",
                                                              "quint2x4",
                                                              "bits8",
                                                              "bits16",
                                                              "float8_e4m3fn",
                                                              "float8_e4m3fnuz",
                                                              "float8_e5m2",
                                                              "float8_e5m2fnuz",
                                                              "float8_e8m0fnu",
                                                              "float4_e2m1fn_x2",
                                                              "int1",
                                                              "int2",
                                                              "int3",
                                                              "int4",
                                                              "int5",
                                                              "int6",
                                                              "int7",
                                                              "uint1",
                                                              "uint2",
                                                              "uint3",
                                                              "uint4",
                                                              "uint5",
                                                              "uint6",
                                                              "uint7"});

constexpr auto kOtherNames = std::to_array<std::string_view>(
    {"strided", "sparse_coo", "sparse_csr", "sparse_csc", "sparse_bsr", "sparse_bsc", "jagged",
     "contiguous_format", "channels_last", "channels_last_3d", "preserve_format", "per_tensor_affine",
     "per_channel_affine", "per_tensor_symmetric", "per_channel_symmetric",
     "per_channel_affine_float_qparams"});

/// Bits of one number in the order of the machine.
std::optional<std::uint64_t> bitsOf(std::string_view bytes, bool bigEndian) {
    if (bytes.empty() || bytes.size() > 8) {
        return std::nullopt;
    }
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const std::size_t at = bigEndian ? i : bytes.size() - 1 - i;
        out = out << 8U | static_cast<unsigned char>(bytes[at]);
    }
    return out;
}

}  // namespace

bool isTorchType(std::string_view text) {
    static constexpr std::string_view kPrefix = "torch.";
    return text.starts_with(kPrefix) && std::find(kTorchTypes.begin(), kTorchTypes.end(),
                                                  text.substr(kPrefix.size())) != kTorchTypes.end();
}

std::optional<PickleValue::Plain> knownName(const PickleGlobal& what) {
    if (what.module != "torch") {
        return std::nullopt;
    }
    if (isTorchType("torch." + what.name)) {
        return PickleValue::Plain{"torch." + what.name, true};
    }
    if (std::find(kOtherNames.begin(), kOtherNames.end(), what.name) != kOtherNames.end()) {
        return PickleValue::Plain{"torch." + what.name};
    }
    return std::nullopt;
}

std::string storageType(const PickleGlobal& what) {
    static const std::unordered_map<std::string, std::string> kTypes{
        {"DoubleStorage", "torch.float64"},
        {"FloatStorage", "torch.float32"},
        {"HalfStorage", "torch.float16"},
        {"BFloat16Storage", "torch.bfloat16"},
        {"LongStorage", "torch.int64"},
        {"IntStorage", "torch.int32"},
        {"ShortStorage", "torch.int16"},
        {"CharStorage", "torch.int8"},
        {"ByteStorage", "torch.uint8"},
        {"BoolStorage", "torch.bool"},
        {"ComplexDoubleStorage", "torch.complex128"},
        {"ComplexFloatStorage", "torch.complex64"},
        {"QUInt8Storage", "torch.quint8"},
        {"QInt8Storage", "torch.qint8"},
        {"QInt32Storage", "torch.qint32"},
        {"QUInt4x2Storage", "torch.quint4x2"},
        {"QUInt2x4Storage", "torch.quint2x4"}};
    if (what.module != "torch" && !what.module.starts_with("torch.")) {
        return {};
    }
    const auto found = kTypes.find(what.name);
    return found == kTypes.end() ? std::string() : found->second;
}

std::string torchTypeOf(std::string_view descr) {
    static const std::unordered_map<std::string_view, std::string> kTypes{
        {"f8", "torch.float64"},   {"f4", "torch.float32"},    {"f2", "torch.float16"}, {"i8", "torch.int64"},
        {"i4", "torch.int32"},     {"i2", "torch.int16"},      {"i1", "torch.int8"},    {"u1", "torch.uint8"},
        {"u2", "torch.uint16"},    {"u4", "torch.uint32"},     {"u8", "torch.uint64"},  {"b1", "torch.bool"},
        {"c8", "torch.complex64"}, {"c16", "torch.complex128"}};
    if (!descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos) {
        descr.remove_prefix(1);
    }
    const auto found = kTypes.find(descr);
    return found == kTypes.end() ? std::string() : found->second;
}

std::optional<PickleValue::Data> scalarOf(std::string_view descr, std::string_view bytes) {
    const bool bigEndian = descr.starts_with('>');
    const std::string type = torchTypeOf(descr);
    const std::optional<std::uint64_t> bits = bitsOf(bytes, bigEndian);
    if (!bits) {
        return std::nullopt;
    }
    if (type == "torch.float64" && bytes.size() == 8) {
        return PickleValue::Data(std::bit_cast<double>(*bits));
    }
    if (type == "torch.float32" && bytes.size() == 4) {
        return PickleValue::Data(double{std::bit_cast<float>(static_cast<std::uint32_t>(*bits))});
    }
    if (type == "torch.bool") {
        return PickleValue::Data(*bits != 0);
    }
    if (type.starts_with("torch.int")) {
        const auto unused = static_cast<unsigned>(64 - 8 * bytes.size());
        return PickleValue::Data(static_cast<std::int64_t>(*bits << unused) >> unused);
    }
    if (type.starts_with("torch.uint") && (bytes.size() < 8 || *bits >> 63U == 0)) {
        return PickleValue::Data(static_cast<std::int64_t>(*bits));
    }
    return std::nullopt;
}

std::string safetensorsType(std::string_view name) {
    static const std::unordered_map<std::string_view, std::string> kTypes{{"BOOL", "torch.bool"},
                                                                          {"U8", "torch.uint8"},
                                                                          {"I8", "torch.int8"},
                                                                          {"F8_E5M2", "torch.float8_e5m2"},
                                                                          {"F8_E4M3", "torch.float8_e4m3fn"},
                                                                          {"F8_E8M0", "torch.float8_e8m0fnu"},
                                                                          {"I16", "torch.int16"},
                                                                          {"U16", "torch.uint16"},
                                                                          {"F16", "torch.float16"},
                                                                          {"BF16", "torch.bfloat16"},
                                                                          {"I32", "torch.int32"},
                                                                          {"U32", "torch.uint32"},
                                                                          {"F32", "torch.float32"},
                                                                          {"F64", "torch.float64"},
                                                                          {"I64", "torch.int64"},
                                                                          {"U64", "torch.uint64"},
                                                                          {"C64", "torch.complex64"}};
    const auto found = kTypes.find(name);
    return found == kTypes.end() ? std::string() : found->second;
}

}  // namespace dimscope::readers
