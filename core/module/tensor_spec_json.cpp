// SPDX-License-Identifier: GPL-3.0-or-later
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/module/json_cursor.h"
#include "core/module/tensor_spec.h"

namespace dimscope::module {

using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

JsonValue sizesJson(const Sizes& sizes) {
    JsonValue::Array out;
    for (const std::int64_t size : sizes) {
        out.emplace_back(size);
    }
    return out;
}

Result<Dim> readDim(const JsonCursor& json) {
    if (const std::string* symbol = json.value().string()) {
        if (symbol->empty()) {
            return json.error(ErrorCode::badValue, "an empty symbol", "a size or the name of a symbol");
        }
        return Dim(*symbol);
    }
    if (!json.value().number()) {
        return json.wrongType("a size or the name of a symbol");
    }
    auto size = json.size();
    return size ? Result<Dim>(Dim(*size)) : Result<Dim>(std::move(size).error());
}

Result<std::vector<Dim>> readShape(const JsonCursor& json) {
    auto entries = json.items();
    if (!entries) {
        return std::move(entries).error();
    }
    std::vector<Dim> out;
    for (const JsonCursor& entry : *entries) {
        auto dim = readDim(entry);
        if (!dim) {
            return std::move(dim).error();
        }
        out.push_back(*std::move(dim));
    }
    return out;
}

/// The sizes of a shape without symbols; none with one.
std::optional<Sizes> plainSizes(const std::vector<Dim>& shape) {
    Sizes out;
    for (const Dim& dim : shape) {
        const auto* size = std::get_if<std::int64_t>(&dim);
        if (!size) {
            return std::nullopt;
        }
        out.push_back(*size);
    }
    return out;
}

/// min_shape or max_shape, which may be absent beside a shape without symbols.
Result<Sizes> readBound(const JsonCursor& json, std::string_view key, const std::vector<Dim>& shape) {
    const auto plain = plainSizes(shape);
    if (plain && !json.find(key)) {
        return *plain;
    }
    const auto bound = json.member(key);
    if (!bound) {
        return bound.error();
    }
    auto sizes = bound->sizes();
    if (sizes && sizes->size() != shape.size()) {
        return bound->error(ErrorCode::rankMismatch,
                            std::to_string(sizes->size()) + " entries in \"" + std::string(key) + "\"",
                            std::to_string(shape.size()) + ", as many as \"shape\" has");
    }
    return sizes;
}

/// Refuses a range that is empty, at its upper end.
Result<void> checkRange(const JsonCursor& json, const Sizes& minShape, const Sizes& maxShape) {
    for (std::size_t axis = 0; axis < minShape.size(); ++axis) {
        if (minShape[axis] <= maxShape[axis]) {
            continue;
        }
        const auto bound = json.find("max_shape");
        const auto entries =
            bound ? bound->items() : Result<std::vector<JsonCursor>>(std::vector<JsonCursor>());
        const JsonCursor& place = entries && axis < entries->size() ? (*entries)[axis] : json;
        return place.error(ErrorCode::badValue, "the maximum " + std::to_string(maxShape[axis]),
                           "at least the minimum, " + std::to_string(minShape[axis]));
    }
    return {};
}

Result<std::string> readDtype(const JsonCursor& json) {
    const auto dtype = json.member("dtype");
    if (!dtype) {
        return dtype.error();
    }
    return dtype->value().isNull() ? Result<std::string>(std::string()) : dtype->text();
}

}  // namespace

JsonValue TensorSpec::toJson() const {
    JsonValue::Array shape;
    for (const Dim& dim : m_shape) {
        std::visit([&shape](const auto& entry) { shape.emplace_back(entry); }, dim);
    }
    return JsonValue::Object{{"shape", std::move(shape)},
                             {"min_shape", sizesJson(m_minShape)},
                             {"max_shape", sizesJson(m_maxShape)},
                             {"dtype", m_dtype.empty() ? JsonValue() : JsonValue(m_dtype)}};
}

Result<TensorSpec> TensorSpec::fromJson(const JsonValue& value, const base::SourceLocation& where) {
    const JsonCursor json(value, where);
    const auto entry = json.member("shape");
    if (!entry) {
        return entry.error();
    }
    auto shape = readShape(*entry);
    if (!shape) {
        return std::move(shape).error();
    }
    auto minShape = readBound(json, "min_shape", *shape);
    if (!minShape) {
        return std::move(minShape).error();
    }
    auto maxShape = readBound(json, "max_shape", *shape);
    if (!maxShape) {
        return std::move(maxShape).error();
    }
    if (auto range = checkRange(json, *minShape, *maxShape); !range) {
        return std::move(range).error();
    }
    auto dtype = readDtype(json);
    if (!dtype) {
        return std::move(dtype).error();
    }
    return fromParts(*std::move(shape), *std::move(minShape), *std::move(maxShape), *std::move(dtype));
}

JsonValue TensorSpec::toDict() const {
    JsonValue::Array multipliers(m_multipliers.begin(), m_multipliers.end());
    JsonValue out = toJson();
    out.set("batch_axis_multipliers", std::move(multipliers));
    return out;
}

Result<TensorSpec> TensorSpec::fromDict(const JsonValue& dict, const base::SourceLocation& where) {
    auto out = fromJson(dict, where);
    if (!out) {
        return out;
    }
    const auto entry = JsonCursor(dict, where).member("batch_axis_multipliers");
    if (!entry) {
        return entry.error();
    }
    const auto items = entry->items();
    if (!items) {
        return items.error();
    }
    if (items->size() != out->rank()) {
        return entry->error(ErrorCode::rankMismatch, std::to_string(items->size()) + " multipliers",
                            std::to_string(out->rank()) + ", as many as \"shape\" has entries");
    }
    for (std::size_t i = 0; i < items->size(); ++i) {
        const auto multiplier = (*items)[i].number();
        if (!multiplier) {
            return multiplier.error();
        }
        out->m_multipliers[i] = *multiplier;
    }
    return out;
}

}  // namespace dimscope::module
