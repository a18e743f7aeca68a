// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/batch_plan.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace dimscope::module {

using base::Error;
using base::ErrorCode;
using base::Result;

namespace {

/// Product, or none beyond 64 bits.
std::optional<std::int64_t> product(std::int64_t left, std::int64_t right) {
    std::int64_t out = 0;
    return __builtin_mul_overflow(left, right, &out) ? std::nullopt : std::optional(out);
}

/// Number of values of a shape, or none beyond 64 bits. A size 0 makes it 0 whatever the others are.
std::optional<std::int64_t> volume(std::span<const std::int64_t> sizes) {
    if (std::find(sizes.begin(), sizes.end(), 0) != sizes.end()) {
        return 0;
    }
    std::optional<std::int64_t> out = 1;
    for (const std::int64_t size : sizes) {
        out = out ? product(*out, size) : std::nullopt;
    }
    return out;
}

AxisResize resize(int axis, std::int64_t source, std::int64_t wanted) {
    if (wanted == source) {
        return {axis, source, source, AxisResize::Way::keep};
    }
    if (wanted < source) {
        const std::int64_t target = wanted < 0 ? std::max<std::int64_t>(0, source + wanted) : wanted;
        return {axis, source, target, AxisResize::Way::cut};
    }
    return {axis, source, source == 0 ? 0 : wanted, AxisResize::Way::repeatFirst};
}

/// Row-major values with one axis resized; `shape` is the shape before.
std::vector<double> resizedValues(const std::vector<double>& values, std::span<const std::int64_t> shape,
                                  const AxisResize& step) {
    const auto axis = static_cast<std::size_t>(step.axis);
    const auto outer = volume(shape.first(axis)).value_or(0);
    const auto inner = volume(shape.subspan(axis + 1)).value_or(0);
    std::vector<double> out;
    out.reserve(static_cast<std::size_t>(outer * step.target * inner));
    for (std::int64_t block = 0; block < outer; ++block) {
        for (std::int64_t i = 0; i < step.target; ++i) {
            const auto first = values.begin() + (block * step.source + step.sourceIndex(i)) * inner;
            out.insert(out.end(), first, first + inner);
        }
    }
    return out;
}

}  // namespace

Result<BatchPlan> planBatch(const TensorSpec& spec, std::span<const std::int64_t> sizes,
                            std::int64_t batchSize) {
    const auto axes = spec.batchAxisMultipliers();
    if (!axes) {
        return axes.error();
    }
    BatchPlan out;
    for (const auto& [axis, multiplier] : *axes) {
        if (static_cast<std::size_t>(axis) >= sizes.size()) {
            return Error{ErrorCode::indexError, "found a tensor of rank " + std::to_string(sizes.size()),
                         "expected the batch axis " + std::to_string(axis)};
        }
        const auto wanted = product(multiplier, batchSize);
        if (!wanted) {
            return Error{ErrorCode::overflow, "found a size beyond 64 bits",
                         "expected a smaller batch size than " + std::to_string(batchSize)};
        }
        out.push_back(resize(axis, sizes[static_cast<std::size_t>(axis)], *wanted));
    }
    return out;
}

Result<TensorInfo> applyPlan(TensorInfo tensor, const BatchPlan& plan) {
    const bool known =
        !tensor.values.empty() && volume(tensor.shape) == static_cast<std::int64_t>(tensor.values.size());
    for (const AxisResize& step : plan) {
        Sizes shape = tensor.shape;
        shape[static_cast<std::size_t>(step.axis)] = step.target;
        if (known) {
            const auto count = volume(shape);
            if (!count || *count > kMostValues) {
                return Error{ErrorCode::tooLarge, "found a tensor of shape " + sizesText(shape),
                             "expected at most " + std::to_string(kMostValues) + " values"};
            }
            tensor.values = resizedValues(tensor.values, tensor.shape, step);
        }
        tensor.shape = std::move(shape);
    }
    return tensor;
}

}  // namespace dimscope::module
