// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/libtorch/call_line.h"

#include <ATen/ATen.h>
#include <zlib.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <string_view>

#include "core/base/json_value.h"
#include "core/module/leaves.h"
#include "core/module/python_text.h"
#include "core/readers/pickle_scalars.h"

namespace dimscope::libtorch {

using base::Error;
using base::ErrorCode;
using base::Result;
using module::Value;

namespace {

constexpr std::size_t kLongestText = 1000;  // characters of one value
constexpr std::string_view kCachePosition = "cache_position";

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

/// Text that is no UTF-8 has each byte beyond ASCII replaced.
std::string utf8Of(const std::string& text) {
    std::string out = text;
    if (!readers::isUtf8(text)) {
        for (char& byte : out) {
            byte = (static_cast<unsigned char>(byte) & 0x80U) != 0 ? '?' : byte;
        }
    }
    return out;
}

/// Long texts end with what tells them apart.
std::string shortened(const std::string& text) {
    std::size_t characters = 0;
    std::size_t end = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (!continues(text[i])) {
            end = characters == kLongestText ? i : end;
            ++characters;
        }
    }
    if (characters <= kLongestText) {
        return text;
    }
    const uLong sum =
        ::crc32_z(0, reinterpret_cast<const Bytef*>(text.data()), static_cast<z_size_t>(text.size()));
    std::array<char, 64> tail{};
    std::snprintf(tail.data(), tail.size(), "... (%zu characters, crc32 %08lx)", characters, sum);
    return text.substr(0, end) + tail.data();
}

std::string quoted(const std::string& text) {
    return base::quoteJson(shortened(utf8Of(text)));
}

std::string numberJson(double number) {
    if (std::isfinite(number)) {
        return module::pythonRepr(number);
    }
    return std::isnan(number) ? R"("NaN")" : number > 0 ? R"("Infinity")" : R"("-Infinity")";
}

/// A leaf that is no tensor.
std::string valueJson(const Value& leaf) {
    if (const auto* flag = leaf.as<bool>()) {
        return *flag ? "true" : "false";
    }
    if (const auto* whole = leaf.as<std::int64_t>()) {
        return std::to_string(*whole);
    }
    if (const auto* big = leaf.as<Value::BigInt>()) {
        return big->digits;
    }
    if (const auto* real = leaf.as<double>()) {
        return numberJson(*real);
    }
    if (const auto* text = leaf.as<std::string>()) {
        return quoted(*text);
    }
    const auto* opaque = leaf.as<Value::Opaque>();
    return opaque != nullptr ? quoted(opaque->text) : "null";
}

std::string sizesJson(at::IntArrayRef sizes) {
    std::string out;
    for (const std::int64_t size : sizes) {
        out += out.empty() ? "[" : ", ";
        out += std::to_string(size);
    }
    return out.empty() ? "[]" : out + "]";
}

std::string pathMembers(const module::Locator& locator) {
    std::string out = R"("access_path": )";
    out += base::quoteJson(utf8Of(locator.accessPath()));
    out += R"(, "semantic_path": )";
    out += utf8Of(base::dumpJson(locator.semanticPath(), base::JsonLayout::spaced));
    return out;
}

void append(std::string& list, const std::string& members) {
    list += list.empty() ? "{" : ", {";
    list += members;
    list += '}';
}

/// JSON of the phase that a value of `cache_position` tells: 0 is prefill.
std::string phaseJson(const at::Tensor* position) {
    if (position == nullptr || position->dim() == 0 || position->size(0) == 0 || position->is_meta() ||
        position->select(0, 0).numel() != 1) {
        return "null";
    }
    const at::Tensor first = position->select(0, 0);
    return first.item().equal(0) ? R"("prefill")" : R"("decode")";
}

bool isCachePosition(const module::Locator& locator) {
    const auto* name =
        locator.steps().empty() ? nullptr : std::get_if<std::string>(&locator.steps().front().accessor);
    return name != nullptr && *name == kCachePosition;
}

}  // namespace

std::string timeText(std::chrono::system_clock::time_point at) {
    using std::chrono::microseconds;
    const auto whole = std::chrono::floor<std::chrono::seconds>(at);
    const std::time_t seconds = std::chrono::system_clock::to_time_t(whole);
    std::tm parts{};
    ::gmtime_r(&seconds, &parts);
    std::array<char, 32> date{};
    std::strftime(date.data(), date.size(), "%Y-%m-%dT%H:%M:%S", &parts);
    std::array<char, 64> out{};
    std::snprintf(out.data(), out.size(), "%s.%06dZ", date.data(),
                  static_cast<int>(std::chrono::floor<microseconds>(at - whole).count()));
    return out.data();
}

Result<std::string> sideJson(const TensorTree& tree, module::Side side, const CallForm& form) {
    std::string tensors;
    std::string others;
    std::string phase = "null";
    const bool isStrict = form.strictness == module::Strictness::strict;
    try {
        const at::NoGradGuard noGrad;
        for (const module::Leaf& leaf : module::findLeaves(tree.structure(), side)) {
            const at::Tensor* tensor = tree.tensorOf(*leaf.value);
            if (tensor != nullptr) {
                append(tensors, pathMembers(leaf.locator) + R"(, "dtype": ")" +
                                    leaf.value->as<module::TensorInfo>()->dtype + R"(", "shape": )" +
                                    sizesJson(tensor->sizes()));
            } else if (isStrict) {
                append(others, pathMembers(leaf.locator) + R"(, "value": )" + valueJson(*leaf.value));
            }
            if (side == module::Side::input && form.phases == PhaseReading::cachePosition &&
                isCachePosition(leaf.locator)) {
                phase = phaseJson(tensor);
            }
        }
    } catch (const std::exception& failure) {
        return Error{ErrorCode::badValue,
                     std::string("found a value that LibTorch cannot describe: ") + failure.what(),
                     "expected tensors with sizes"};
    }
    return R"({"tensor_data": [)" + tensors + R"(], "other_data": [)" + others + R"(], "strict": )" +
           (isStrict ? "true" : "false") + R"(, "llm_phase": )" + phase + "}";
}

std::string callLine(const BegunCall& call, const std::string& outputs,
                     std::chrono::system_clock::time_point ended) {
    std::string out = R"({"module": )" + base::quoteJson(utf8Of(call.module));
    out += R"(, "batch_size": )" + (call.batchSize ? std::to_string(*call.batchSize) : "null");
    out += R"(, "call": )" + std::to_string(call.number) + R"(, "time": ")" + timeText(ended) + '"';
    if (call.label) {
        out += R"(, "label": )" + base::quoteJson(utf8Of(*call.label));
    }
    out += R"(, "inputs": )" + call.inputs + R"(, "outputs": )" + outputs + "}";
    return out;
}

}  // namespace dimscope::libtorch
