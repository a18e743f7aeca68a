// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/tensor_spec.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string_view>

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
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
    return {ErrorCode::valueError, "found a tensor of rank " + std::to_string(right),
            "expected rank " + std::to_string(left) + " as in the calls before"};
}

}  // namespace

Result<bool> isInt(double value) {
    if (std::isinf(value)) {
        return Error{ErrorCode::overflow, "found an infinite number", "expected a finite one"};
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
        return Error{ErrorCode::zeroDivision, "found the batch size 0", "expected another or none"};
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
                         "expected " + std::to_string(rank) + ", one for each axis"};
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
                         "expected calls with known batch sizes"};
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
