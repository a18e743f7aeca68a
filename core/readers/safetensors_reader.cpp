// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/safetensors_reader.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/base/json_reader.h"
#include "core/readers/json_checks.h"
#include "core/readers/pickle_bytes.h"
#include "core/readers/pickle_types.h"
#include "core/readers/saved_calls.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;
using module::Value;

constexpr std::uint64_t kLengthBytes = 8;
/// Of the header; the format's own limit.
constexpr std::uint64_t kLongestHeader = 100000000;
constexpr std::string_view kMetadata = "__metadata__";

Error wrong(const JsonValue& value, const std::string& file, ErrorCode code, std::string expected) {
    return {code,
            "found " + describeValue(value),
            std::move(expected),
            "the file is damaged: save it again",
            placeOf(value, file),
            {}};
}

/// Sizes, or offsets: whole numbers from 0 up.
Result<std::vector<std::int64_t>> readNumbers(const JsonValue& value, const std::string& file) {
    if (value.array() == nullptr) {
        return wrong(value, file, ErrorCode::wrongType, "expected an array of whole numbers");
    }
    std::vector<std::int64_t> out;
    for (const JsonValue& entry : *value.array()) {
        const std::optional<std::int64_t> number =
            entry.number() != nullptr ? entry.number()->asInt64() : std::nullopt;
        if (!number || *number < 0) {
            return wrong(entry, file, ErrorCode::badSize,
                         "expected a whole number from 0 to 9223372036854775807");
        }
        out.push_back(*number);
    }
    return out;
}

struct Entry {
    module::TensorInfo tensor;
    std::uint64_t end = 0;  ///< of its bytes, counted from the end of the header
};

Result<Entry> readEntry(const JsonValue& value, const std::string& file) {
    if (value.object() == nullptr) {
        return wrong(value, file, ErrorCode::wrongType,
                     "expected an object with dtype, shape and data_offsets");
    }
    const Result<std::string> dtype = requiredText(value, "dtype", file);
    if (!dtype) {
        return dtype.error();
    }
    const Result<const JsonValue*> shape = requiredMember(value, "shape", file);
    if (!shape) {
        return shape.error();
    }
    Result<std::vector<std::int64_t>> sizes = readNumbers(**shape, file);
    if (!sizes) {
        return std::move(sizes.error());
    }
    const Result<const JsonValue*> place = requiredMember(value, "data_offsets", file);
    if (!place) {
        return place.error();
    }
    const Result<std::vector<std::int64_t>> offsets = readNumbers(**place, file);
    if (!offsets) {
        return offsets.error();
    }
    if (offsets->size() != 2 || (*offsets)[0] > (*offsets)[1]) {
        return wrong(**place, file, ErrorCode::badValue, "expected where the tensor begins and ends");
    }
    std::string type = safetensorsType(*dtype);
    return Entry{{type.empty() ? *dtype : std::move(type), std::move(*sizes), {}},
                 static_cast<std::uint64_t>((*offsets)[1])};
}

Result<JsonValue> readHeader(files::RandomBytes& bytes, const std::string& file, std::uint64_t& dataBegin) {
    files::ForwardRange range(bytes, 0, bytes.size());
    PickleBytes source(range, file);
    const Result<std::uint64_t> length = source.number(kLengthBytes);
    if (!length) {
        return length.error();
    }
    if (*length > kLongestHeader) {
        return source.error(0, ErrorCode::tooLarge, "found a header of " + std::to_string(*length) + " bytes",
                            "expected at most " + std::to_string(kLongestHeader),
                            "check that this is a safetensors file");
    }
    dataBegin = kLengthBytes + *length;
    if (dataBegin > bytes.size()) {
        return source.error(bytes.size(), ErrorCode::truncated, "found the end of the file inside its header",
                            "expected a header of " + std::to_string(*length) + " bytes",
                            "the file is cut off: save or copy it again");
    }
    files::ForwardRange header(bytes, kLengthBytes, dataBegin);
    return base::parseJson([&header](std::span<char> into) { return header.read(into); },
                           {.file = file, .byte = kLengthBytes, .line = 1, .column = kLengthBytes + 1});
}

}  // namespace

bool probeSafetensors(std::string_view head) {
    std::uint64_t length = 0;
    for (std::size_t i = 0; i < kLengthBytes && i < head.size(); ++i) {
        length |= std::uint64_t{static_cast<unsigned char>(head[i])} << (8 * i);
    }
    return head.size() > kLengthBytes && length >= 2 && length <= kLongestHeader && head[kLengthBytes] == '{';
}

Result<void> readSafetensors(const ReadContext& context) {
    const std::string& file = context.input.name();
    Result<std::unique_ptr<files::RandomBytes>> bytes = context.input.randomBytes();
    if (!bytes) {
        return std::move(bytes.error());
    }
    std::uint64_t dataBegin = 0;
    const Result<JsonValue> header = readHeader(**bytes, file, dataBegin);
    if (!header) {
        return header.error();
    }
    if (header->object() == nullptr) {
        return wrong(*header, file, ErrorCode::wrongType, "expected an object, a member per tensor");
    }
    Value::Mapping tensors;
    std::uint64_t end = 0;
    for (const auto& [name, value] : *header->object()) {
        if (name == kMetadata) {
            continue;
        }
        Result<Entry> entry = readEntry(value, file);
        if (!entry) {
            return std::move(entry.error()).withContext("in tensor " + base::quoteJson(name));
        }
        end = std::max(end, entry->end);
        tensors.items.emplace_back(name, std::move(entry->tensor));
    }
    if (Result<void> added = addSavedCalls(context, savedCalls(std::move(tensors))); !added) {
        return added;
    }
    if (const JsonValue* metadata = header->find(kMetadata)) {
        context.builder.addModuleDetail(context.builder.module(savedName(file).module),
                                        {std::string(kMetadata), *metadata});
    }
    if (end > (*bytes)->size() - dataBegin) {
        context.builder.source(context.source).complete = false;
        context.builder.diagnostics().add({base::Severity::warning,
                                           "truncated",
                                           "the file ends within a tensor; shapes are those of the header",
                                           {.file = file, .byte = (*bytes)->size()}});
    }
    return {};
}

}  // namespace dimscope::readers
