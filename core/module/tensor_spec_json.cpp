// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <limits>
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

constexpr std::string_view kMultipliers = "batch_axis_multipliers";

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

/// One per axis, null or NaN where it is not known; empty where the file does not say.
Result<std::vector<double>> readMultipliers(const JsonCursor& json, std::size_t rank) {
    std::vector<double> out;
    const auto entry = json.find(kMultipliers);
    if (!entry || entry->value().isNull()) {
        return out;
    }
    const auto items = entry->items();
    if (!items) {
        return items.error();
    }
    if (items->size() != rank) {
        return entry->error(ErrorCode::rankMismatch, std::to_string(items->size()) + " multipliers",
                            std::to_string(rank) + ", as many as \"shape\" has entries");
    }
    for (const JsonCursor& item : *items) {
        if (item.value().isNull()) {
            out.push_back(std::numeric_limits<double>::quiet_NaN());
            continue;
        }
        const auto multiplier = item.number();
        if (!multiplier) {
            return multiplier.error();
        }
        out.push_back(*multiplier);
    }
    return out;
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
    auto multipliers = readMultipliers(json, shape->size());
    if (!multipliers) {
        return std::move(multipliers).error();
    }
    return fromParts(*std::move(shape), *std::move(minShape), *std::move(maxShape), *std::move(dtype),
                     *std::move(multipliers));
}

JsonValue TensorSpec::multipliersJson() const {
    JsonValue::Array out;
    for (const double multiplier : m_multipliers) {
        out.push_back(std::isnan(multiplier) ? JsonValue() : JsonValue(multiplier));
    }
    const bool known =
        std::any_of(out.begin(), out.end(), [](const JsonValue& value) { return !value.isNull(); });
    return known ? JsonValue(std::move(out)) : JsonValue();
}

JsonValue TensorSpec::toDict() const {
    JsonValue::Array multipliers(m_multipliers.begin(), m_multipliers.end());
    JsonValue out = toJson();
    out.set(std::string(kMultipliers), std::move(multipliers));
    return out;
}

Result<TensorSpec> TensorSpec::fromDict(const JsonValue& dict, const base::SourceLocation& where) {
    const auto entry = JsonCursor(dict, where).member(kMultipliers);
    return entry ? fromJson(dict, where) : Result<TensorSpec>(entry.error());
}

}  // namespace dimscope::module
