// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/module/axis_rule.h"
#include "core/module/info_level.h"

namespace dimscope::module {

/// Entry of a symbolic shape: a size, or a symbol such as "batch0", "dim1" or a user's name.
using Dim = std::variant<std::int64_t, std::string>;
using Sizes = std::vector<std::int64_t>;
/// Batch size of a call; none where it is not known (AITune's NaN).
using BatchSize = std::optional<std::int64_t>;

/// Whether a number is whole. NaN is not; an infinity is ErrorCode::overflow. Mirrors AITune's is_int.
[[nodiscard]] base::Result<bool> isInt(double value);

/// What a symbol says by its prefix: "batch..." batch, "dim..." dynamic, a size static. A user's other name:
/// dynamic is not claimed by AITune for it, so none.
[[nodiscard]] std::optional<Verdict> verdictOf(const Dim& dim);

/// Symbolic shape, range and multipliers of one tensor over the calls seen. Mirrors AITune's torch.module
/// TensorSpec. Equality and hash: rank only.
class TensorSpec {
 public:
    TensorSpec() = default;

    /// Spec of one observation: shape = min = max = sizes, multiplier = size / batch size per axis.
    /// `dtype` as torch writes it ("torch.float32"), or empty where unknown.
    /// Errors: zeroDivision where the batch size is 0 and the tensor is no scalar.
    [[nodiscard]] static base::Result<TensorSpec> fromSizes(std::span<const std::int64_t> sizes,
                                                            std::string dtype, BatchSize batchSize);
    /// From parts, as a summary file or to_dict gives them. `multipliers` may be empty: then NaN on every
    /// axis. Errors: rankMismatch where lengths differ.
    [[nodiscard]] static base::Result<TensorSpec> fromParts(std::vector<Dim> shape, Sizes minShape,
                                                            Sizes maxShape, std::string dtype,
                                                            std::vector<double> multipliers = {});

    [[nodiscard]] std::size_t rank() const { return m_shape.size(); }
    [[nodiscard]] const std::vector<Dim>& shape() const { return m_shape; }
    [[nodiscard]] const Sizes& minShape() const { return m_minShape; }
    [[nodiscard]] const Sizes& maxShape() const { return m_maxShape; }
    [[nodiscard]] const std::string& dtype() const { return m_dtype; }
    /// Axis size / batch size of the first observation, per axis; NaN where unknown or dynamic.
    [[nodiscard]] const std::vector<double>& multipliers() const { return m_multipliers; }
    /// The multipliers as JSON, null where not known; null as a whole where none is.
    [[nodiscard]] base::JsonValue multipliersJson() const;

    /// Widens this spec by another. Errors: valueError where the ranks differ; nothing has changed then.
    /// Mirrors update_shapes_seen.
    base::Result<void> updateShapesSeen(const TensorSpec& other);

    /// Same rank, and integers at the same axis equal. Symmetric, not transitive. Mirrors matches.
    [[nodiscard]] bool matches(const TensorSpec& other) const;
    [[nodiscard]] bool hasBatchAxis() const;
    [[nodiscard]] bool hasDynamicAxis() const;
    /// (axis, multiplier) of every batch axis. Errors: valueError where a multiplier is NaN.
    [[nodiscard]] base::Result<std::vector<std::pair<int, std::int64_t>>> batchAxisMultipliers() const;
    /// Smallest min over batch axes, raw (not divided by the multiplier); none without one.
    [[nodiscard]] std::optional<std::int64_t> minBatchSize() const;
    /// Max of 1 and the largest max over batch axes, raw.
    [[nodiscard]] std::int64_t maxBatchSize() const;

    /// `shape=[batch0, 3] dtype=torch.float32` and so on. Mirrors describe.
    [[nodiscard]] std::string describe(InfoLevel level) const;
    [[nodiscard]] std::string str() const;
    [[nodiscard]] std::string repr() const;

    /// {"shape", "min_shape", "max_shape", "dtype"}, as AITune's JSON export writes them.
    [[nodiscard]] base::JsonValue toJson() const;
    /// The same read back. `min_shape` and `max_shape` may be absent beside a shape without symbols; a null
    /// dtype is an unknown one. `batch_axis_multipliers`, which AITune does not export, may be there:
    /// numbers, null where not known. Errors, with the place: missingKey, wrongType, badSize, rankMismatch,
    /// and badValue for an empty symbol or a minimum above its maximum.
    [[nodiscard]] static base::Result<TensorSpec> fromJson(const base::JsonValue& json,
                                                           const base::SourceLocation& where = {});
    /// As toJson plus "batch_axis_multipliers" (NaN as the word NaN). Mirrors to_dict / from_dict.
    [[nodiscard]] base::JsonValue toDict() const;
    [[nodiscard]] static base::Result<TensorSpec> fromDict(const base::JsonValue& dict,
                                                           const base::SourceLocation& where = {});

    [[nodiscard]] std::size_t hash() const;
    friend bool operator==(const TensorSpec& left, const TensorSpec& right) {
        return left.rank() == right.rank();
    }

 private:
    std::vector<Dim> m_shape;
    Sizes m_minShape;
    Sizes m_maxShape;
    std::string m_dtype;
    std::vector<double> m_multipliers;
};

/// `[batch0, 3, dim2]`: a symbolic shape as AITune prints it.
[[nodiscard]] std::string shapeText(std::span<const Dim> shape);
/// `[1, 3, 224]`.
[[nodiscard]] std::string sizesText(std::span<const std::int64_t> sizes);

}  // namespace dimscope::module
