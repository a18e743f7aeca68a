// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/tensor_spec.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

#include "core/module/json_cursor.h"

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::JsonValue;
using base::Result;

namespace {

constexpr std::string_view kBatchPrefix = "batch";
constexpr std::string_view kDynamicPrefix = "dim";
constexpr double kUnknownMultiplier = std::numeric_limits<double>::quiet_NaN();

std::string dimText(const Dim& dim) {
    const auto* symbol = std::get_if<std::string>(&dim);
    return symbol ? *symbol : std::to_string(std::get<std::int64_t>(dim));
}

bool hasPrefix(const Dim& dim, std::string_view prefix) {
    const auto* symbol = std::get_if<std::string>(&dim);
    return symbol && symbol->starts_with(prefix);
}

template <class Items, class Text>
std::string bracketed(const Items& items, Text text) {
    std::string out = "[";
    for (const auto& item : items) {
        out += out.size() > 1 ? ", " : "";
        out += text(item);
    }
    return out + "]";
}

Error ranksDiffer(std::size_t left, std::size_t right) {
    return {ErrorCode::valueError,
            "found a tensor of rank " + std::to_string(right),
            "expected rank " + std::to_string(left) + " as in the calls before",
            "",
            {},
            {}};
}

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

Result<std::string> readDtype(const JsonCursor& json) {
    const auto dtype = json.member("dtype");
    if (!dtype) {
        return dtype.error();
    }
    return dtype->value().isNull() ? Result<std::string>(std::string()) : dtype->text();
}

}  // namespace

Result<bool> isInt(double value) {
    if (std::isinf(value)) {
        return Error{ErrorCode::overflow, "found an infinite number", "expected a finite one", "", {}, {}};
    }
    return isWhole(value);
}

std::optional<Verdict> verdictOf(const Dim& dim) {
    if (std::holds_alternative<std::int64_t>(dim)) {
        return Verdict::fixed;
    }
    if (hasPrefix(dim, kBatchPrefix)) {
        return Verdict::batch;
    }
    return hasPrefix(dim, kDynamicPrefix) ? std::optional(Verdict::dynamic) : std::nullopt;
}

Result<TensorSpec> TensorSpec::fromSizes(std::span<const std::int64_t> sizes, std::string dtype,
                                         BatchSize batchSize) {
    if (batchSize == 0 && !sizes.empty()) {
        return Error{
            ErrorCode::zeroDivision, "found the batch size 0", "expected another or none", "", {}, {}};
    }
    TensorSpec out;
    out.m_shape.assign(sizes.begin(), sizes.end());
    out.m_minShape.assign(sizes.begin(), sizes.end());
    out.m_maxShape = out.m_minShape;
    out.m_dtype = std::move(dtype);
    for (const std::int64_t size : sizes) {
        out.m_multipliers.push_back(batchSize ? static_cast<double>(size) / static_cast<double>(*batchSize)
                                              : kUnknownMultiplier);
    }
    return out;
}

Result<TensorSpec> TensorSpec::fromParts(std::vector<Dim> shape, Sizes minShape, Sizes maxShape,
                                         std::string dtype, std::vector<double> multipliers) {
    const std::size_t rank = shape.size();
    if (multipliers.empty()) {
        multipliers.assign(rank, kUnknownMultiplier);
    }
    for (const std::size_t length : {minShape.size(), maxShape.size(), multipliers.size()}) {
        if (length != rank) {
            return Error{ErrorCode::rankMismatch,
                         "found " + std::to_string(length) + " bounds or multipliers",
                         "expected " + std::to_string(rank) + ", one for each axis",
                         "",
                         {},
                         {}};
        }
    }
    TensorSpec out;
    out.m_shape = std::move(shape);
    out.m_minShape = std::move(minShape);
    out.m_maxShape = std::move(maxShape);
    out.m_dtype = std::move(dtype);
    out.m_multipliers = std::move(multipliers);
    return out;
}

Result<void> TensorSpec::updateShapesSeen(const TensorSpec& other) {
    if (rank() != other.rank()) {
        return ranksDiffer(rank(), other.rank());
    }
    for (std::size_t i = 0; i < rank(); ++i) {
        if (m_shape[i] == other.m_shape[i]) {
            continue;
        }
        AxisState axis{m_minShape[i], m_maxShape[i], m_multipliers[i]};
        updateAxis(axis, {other.m_minShape[i], other.m_maxShape[i], other.m_multipliers[i]});
        m_minShape[i] = axis.min;
        m_maxShape[i] = axis.max;
        m_multipliers[i] = axis.multiplier;
        const std::string_view prefix = axis.verdict == Verdict::batch ? kBatchPrefix : kDynamicPrefix;
        m_shape[i] = std::string(prefix) + std::to_string(i);
    }
    return {};
}

bool TensorSpec::matches(const TensorSpec& other) const {
    return std::equal(m_shape.begin(), m_shape.end(), other.m_shape.begin(), other.m_shape.end(),
                      [](const Dim& left, const Dim& right) {
                          const bool sizes = std::holds_alternative<std::int64_t>(left) &&
                                             std::holds_alternative<std::int64_t>(right);
                          return !sizes || left == right;
                      });
}

bool TensorSpec::hasBatchAxis() const {
    return std::any_of(m_shape.begin(), m_shape.end(),
                       [](const Dim& dim) { return hasPrefix(dim, kBatchPrefix); });
}

bool TensorSpec::hasDynamicAxis() const {
    return std::any_of(m_shape.begin(), m_shape.end(),
                       [](const Dim& dim) { return hasPrefix(dim, kDynamicPrefix); });
}

Result<std::vector<std::pair<int, std::int64_t>>> TensorSpec::batchAxisMultipliers() const {
    constexpr double kTwoTo63 = 9223372036854775808.0;
    std::vector<std::pair<int, std::int64_t>> out;
    for (std::size_t i = 0; i < rank(); ++i) {
        if (!hasPrefix(m_shape[i], kBatchPrefix)) {
            continue;
        }
        const double multiplier = m_multipliers[i];
        if (!(std::abs(multiplier) < kTwoTo63)) {
            return Error{std::isnan(multiplier) ? ErrorCode::valueError : ErrorCode::overflow,
                         "found no multiplier for the batch axis " + std::to_string(i),
                         "expected calls with known batch sizes",
                         "",
                         {},
                         {}};
        }
        out.emplace_back(static_cast<int>(i), static_cast<std::int64_t>(multiplier));
    }
    return out;
}

std::optional<std::int64_t> TensorSpec::minBatchSize() const {
    std::optional<std::int64_t> out;
    for (std::size_t i = 0; i < rank(); ++i) {
        if (hasPrefix(m_shape[i], kBatchPrefix)) {
            out = std::min(out.value_or(m_minShape[i]), m_minShape[i]);
        }
    }
    return out;
}

std::int64_t TensorSpec::maxBatchSize() const {
    std::int64_t out = 1;
    for (std::size_t i = 0; i < rank(); ++i) {
        if (hasPrefix(m_shape[i], kBatchPrefix)) {
            out = std::max(out, m_maxShape[i]);
        }
    }
    return out;
}

std::string TensorSpec::describe(InfoLevel level) const {
    std::string out = "shape=" + shapeText(m_shape);
    if (level == InfoLevel::full) {
        out += " min_shape=" + sizesText(m_minShape) + " max_shape=" + sizesText(m_maxShape);
    }
    if (level != InfoLevel::shortForm) {
        out += " dtype=" + (m_dtype.empty() ? "None" : m_dtype);
    }
    return out;
}

std::string TensorSpec::str() const {
    return describe(InfoLevel::shortForm);
}

std::string TensorSpec::repr() const {
    return describe(InfoLevel::medium);
}

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

std::size_t TensorSpec::hash() const {
    return std::hash<std::size_t>{}(rank());
}

std::string shapeText(std::span<const Dim> shape) {
    return bracketed(shape, dimText);
}

std::string sizesText(std::span<const std::int64_t> sizes) {
    return bracketed(sizes, [](std::int64_t size) { return std::to_string(size); });
}

}  // namespace dimscope::module
