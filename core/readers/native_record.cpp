// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/native_record.h"

#include <array>
#include <utility>

#include "core/readers/json_checks.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

constexpr std::int64_t kVersion = 1;

Result<NativeHeader> readHeader(const JsonValue& line, const std::string& file) {
    Result<std::string> format = requiredText(line, "format", file);
    if (!format) {
        return std::move(format.error());
    }
    if (*format != "dimscope.capture") {
        return Error{ErrorCode::badValue,
                     "found the format " + base::quoteJson(*format),
                     "expected \"dimscope.capture\"",
                     "open this file by itself, without forcing a format",
                     placeOf(*line.find("format"), file, "/format"),
                     {}};
    }
    Result<const JsonValue*> version = requiredMember(line, "version", file);
    if (!version) {
        return std::move(version.error());
    }
    const base::JsonNumber* number = (*version)->number();
    const std::optional<std::int64_t> value = number != nullptr ? number->asInt64() : std::nullopt;
    if (value != kVersion) {
        const bool newer = value && *value > kVersion;
        return Error{number != nullptr ? ErrorCode::badValue : ErrorCode::wrongType,
                     "found " + describeValue(**version) + " as the version",
                     "expected " + std::to_string(kVersion),
                     newer ? "open it with a newer Dimscope" : "record the capture again",
                     placeOf(**version, file, "/version"),
                     {}};
    }
    NativeHeader header;
    for (const char* key : {"producer", "started_at", "note"}) {
        const JsonValue* said = line.find(key);
        if (said != nullptr && !said->isNull() && (said->string() == nullptr || !said->string()->empty())) {
            header.details.push_back({key, *said, base::Severity::note});
        }
    }
    return header;
}

Result<module::SampleMetadata> readSide(const JsonValue& line, module::Side side, const std::string& file) {
    const char* key = side == module::Side::input ? "inputs" : "outputs";
    Result<const JsonValue*> value = requiredMember(line, key, file);
    if (!value) {
        return std::move(value.error());
    }
    return module::SampleMetadata::fromJson(**value, side, placeOf(**value, file, std::string("/") + key));
}

/// Shapes of one side of a call are sizes, and ranges equal them: a line is one call. The metadata has been
/// read already, so that types and lengths are right.
Result<void> appendSizes(const JsonValue& side, const std::string& file, std::vector<std::int64_t>& sizes) {
    const JsonValue* tensors = side.find("tensor_data");
    for (const JsonValue& tensor : *tensors->array()) {
        const JsonValue::Array& shape = *tensor.find("shape")->array();
        for (const JsonValue& entry : shape) {
            const std::optional<std::int64_t> size =
                entry.number() != nullptr ? entry.number()->asInt64() : std::nullopt;
            if (!size) {
                return Error{ErrorCode::badSize,
                             "found " + describeValue(entry) + " as a size",
                             "expected a whole number, since a line holds one call",
                             "write summaries as lines with \"summary\": true",
                             placeOf(entry, file),
                             {}};
            }
            sizes.push_back(*size);
        }
        for (const char* bound : {"min_shape", "max_shape"}) {
            const JsonValue* values = tensor.find(bound);
            if (values == nullptr || values->array() == nullptr) {
                continue;
            }
            for (std::size_t axis = 0; axis < shape.size(); ++axis) {
                const JsonValue& entry = (*values->array())[axis];
                if (entry.number()->asInt64() != shape[axis].number()->asInt64()) {
                    return Error{ErrorCode::badValue,
                                 "found " + describeValue(entry) + " in " + bound + " beside the size " +
                                     shape[axis].number()->text,
                                 "expected equal numbers, since a line holds one call",
                                 "write summaries as lines with \"summary\": true",
                                 placeOf(entry, file),
                                 {}};
                }
            }
        }
    }
    return {};
}

Result<std::int64_t> readBatchSize(const JsonValue& line, const std::string& file) {
    Result<const JsonValue*> value = requiredMember(line, "batch_size", file);
    if (!value) {
        value.error().remedy = "write \"batch_size\": null where it is not known";
        return std::move(value.error());
    }
    if ((*value)->isNull()) {
        return capture::kUnknownBatch;
    }
    const base::JsonNumber* number = (*value)->number();
    const std::optional<std::int64_t> size = number != nullptr ? number->asInt64() : std::nullopt;
    if (!size || *size <= 0) {
        return Error{number != nullptr ? ErrorCode::badSize : ErrorCode::wrongType,
                     "found " + describeValue(**value) + " as the batch size",
                     "expected a whole number from 1 to 9223372036854775807, or null where it is not known",
                     "correct the line",
                     placeOf(**value, file, "/batch_size"),
                     {}};
    }
    return *size;
}

Result<void> checkCallNumber(const JsonValue& line, const std::string& file) {
    const JsonValue* value = line.find("call");
    if (value == nullptr || value->isNull() ||
        (value->number() != nullptr && value->number()->asInt64().has_value())) {
        return {};
    }
    return Error{
        ErrorCode::wrongType,           "found " + describeValue(*value) + " as the number of the call",
        "expected a whole number",      "correct the line",
        placeOf(*value, file, "/call"), {}};
}

Result<NativeRecord> readCall(const JsonValue& line, capture::CallLayout layout, const std::string& file) {
    NativeCall call;
    call.layout = std::move(layout);
    Result<std::int64_t> batchSize = readBatchSize(line, file);
    if (!batchSize) {
        return std::move(batchSize.error());
    }
    call.batchSize = *batchSize;
    if (Result<void> checked = checkCallNumber(line, file); !checked) {
        return std::move(checked.error());
    }
    for (const auto& [key, target] : {std::pair{"time", &call.time}, std::pair{"label", &call.label}}) {
        Result<std::string> text = optionalText(line, key, file);
        if (!text) {
            return std::move(text.error());
        }
        *target = std::move(*text);
    }
    for (const char* side : {"inputs", "outputs"}) {
        if (Result<void> appended = appendSizes(*line.find(side), file, call.sizes); !appended) {
            return std::move(appended.error());
        }
    }
    return NativeRecord(std::move(call));
}

Result<bool> isSummary(const JsonValue& line, const std::string& file) {
    const JsonValue* value = line.find("summary");
    if (value == nullptr) {
        return false;
    }
    if (const bool* truth = value->boolean()) {
        return *truth;
    }
    return Error{ErrorCode::wrongType,
                 "found " + describeValue(*value) + " under \"summary\"",
                 "expected true or false",
                 "correct the line",
                 placeOf(*value, file, "/summary"),
                 {}};
}

}  // namespace

Result<NativeRecord> readNativeRecord(const JsonValue& line, const std::string& file) {
    if (line.object() == nullptr) {
        return Error{ErrorCode::wrongType,
                     "found " + describeValue(line),
                     "expected an object, one on each line",
                     "check that this is a capture (JSON Lines)",
                     placeOf(line, file),
                     {}};
    }
    if (line.find("format") != nullptr && line.find("inputs") == nullptr) {
        Result<NativeHeader> header = readHeader(line, file);
        if (!header) {
            return std::move(header.error());
        }
        return NativeRecord(std::move(*header));
    }
    Result<std::string> module = requiredText(line, "module", file);
    if (!module) {
        return std::move(module.error());
    }
    Result<module::SampleMetadata> inputs = readSide(line, module::Side::input, file);
    if (!inputs) {
        return std::move(inputs.error());
    }
    Result<module::SampleMetadata> outputs = readSide(line, module::Side::output, file);
    if (!outputs) {
        return std::move(outputs.error());
    }
    Result<bool> summary = isSummary(line, file);
    if (!summary) {
        return std::move(summary.error());
    }
    if (!*summary) {
        return readCall(line, {std::move(*module), std::move(*inputs), std::move(*outputs)}, file);
    }
    Result<std::string> graph = optionalText(line, "graph", file);
    if (!graph) {
        return std::move(graph.error());
    }
    return NativeRecord(capture::CaptureBuilder::Summary{
        std::move(*module), std::move(*graph), std::move(*inputs), std::move(*outputs), {}});
}

}  // namespace dimscope::readers
