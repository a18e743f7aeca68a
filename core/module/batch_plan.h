// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/module/tensor_spec.h"
#include "core/module/value.h"

namespace dimscope::module {

/// How one axis of a tensor gets another size: from `source` to `target` slices.
struct AxisResize {
    enum class Way : std::uint8_t {
        keep,         ///< slice i is slice i; target = source
        cut,          ///< slice i is slice i; target < source
        repeatFirst,  ///< every slice is slice 0; target > source, or 0 where there is no slice to repeat
    };

    int axis = 0;
    std::int64_t source = 0;
    std::int64_t target = 0;
    Way way = Way::keep;

    /// Index of the slice that becomes slice `index` of the result (0 <= index < target).
    [[nodiscard]] std::int64_t sourceIndex(std::int64_t index) const {
        return way == Way::repeatFirst ? 0 : index;
    }

    friend bool operator==(const AxisResize&, const AxisResize&) = default;
};

/// Resizes of the batch axes of a tensor, ascending by axis; other axes stay as they are.
using BatchPlan = std::vector<AxisResize>;

/// What makes a tensor of these sizes one of another batch size: each batch axis of the spec gets multiplier
/// x batch size slices. An axis that is too long is cut (a negative target cuts from the end, as in Python),
/// one that is too short becomes its first slice repeated; size 0 stays 0. Errors: valueError where a batch
/// axis has no multiplier, indexError where the tensor lacks a batch axis, overflow. Mirrors batch_tensor.
[[nodiscard]] base::Result<BatchPlan> planBatch(const TensorSpec& spec, std::span<const std::int64_t> sizes,
                                                std::int64_t batchSize);

/// Carries out a plan made for this tensor: its shape, and its values where they are known. Errors: tooLarge
/// where known values would become more than kMostValues.
[[nodiscard]] base::Result<TensorInfo> applyPlan(TensorInfo tensor, const BatchPlan& plan);

inline constexpr std::int64_t kMostValues = 100000000;

}  // namespace dimscope::module
