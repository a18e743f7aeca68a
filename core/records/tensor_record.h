// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/records/dtype.h"

/// What AITune hands to a deployment: its `aitune.records`, form 1 (TensorSpec, TunedTensorSpec, artifact).
namespace dimscope::records {

/// A fixed size, a symbol, or neither: an unnamed dynamic dimension.
using Dim = std::variant<std::monostate, std::int64_t, std::string>;
using Sizes = std::vector<std::int64_t>;

/// Name, dtype and declared shape of a tensor. Always valid: the name is not empty, sizes are >= 1, symbols
/// are not empty (any other text is a symbol, "3" and " " too). Mirrors aitune.records TensorSpec.
class TensorSpec {
 public:
    /// Errors: badValue (empty name or symbol), badSize (size below 1).
    [[nodiscard]] static base::Result<TensorSpec> create(std::string name, DType dtype,
                                                         std::vector<Dim> shape);

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] DType dtype() const { return m_dtype; }
    [[nodiscard]] const std::vector<Dim>& shape() const { return m_shape; }
    [[nodiscard]] std::size_t rank() const { return m_shape.size(); }

    friend bool operator==(const TensorSpec&, const TensorSpec&) = default;

 private:
    std::string m_name;
    DType m_dtype = DType::float32;
    std::vector<Dim> m_shape;
};

/// A TensorSpec with the sizes that it was tuned for. Always valid: bounds have the spec's rank, 1 <= min <=
/// max, fixed dimensions are their own bounds, and the batch axis, if there is one, is an axis. Equal symbols
/// are not compared, and the batch axis may be a fixed one. Mirrors aitune.records TunedTensorSpec.
class TunedTensorSpec {
 public:
    /// Adds bounds. Errors: rankMismatch, badSize (below 1, min above max, or off a fixed size), indexError
    /// (batch axis). Mirrors from_spec.
    [[nodiscard]] static base::Result<TunedTensorSpec> fromSpec(TensorSpec spec, Sizes minShape,
                                                                Sizes maxShape, std::optional<int> batchAxis);
    /// `{"name", "dtype", "shape", "min_shape", "max_shape", "batch_axis"}`; shape entries are sizes, symbols
    /// or null. Errors: as above, and missingKey and wrongType with the place of the value (`where` gives the
    /// file).
    [[nodiscard]] static base::Result<TunedTensorSpec> fromJson(const base::JsonValue& json,
                                                                const base::SourceLocation& where = {});
    [[nodiscard]] base::JsonValue toJson() const;

    [[nodiscard]] const TensorSpec& spec() const { return m_spec; }
    [[nodiscard]] const Sizes& minShape() const { return m_minShape; }
    [[nodiscard]] const Sizes& maxShape() const { return m_maxShape; }
    [[nodiscard]] std::optional<int> batchAxis() const { return m_batchAxis; }
    /// Bounds at the batch axis; none without one. Mirror min_batch_size and max_batch_size.
    [[nodiscard]] std::optional<std::int64_t> minBatchSize() const;
    [[nodiscard]] std::optional<std::int64_t> maxBatchSize() const;

    friend bool operator==(const TunedTensorSpec&, const TunedTensorSpec&) = default;

 private:
    TensorSpec m_spec;
    Sizes m_minShape;
    Sizes m_maxShape;
    std::optional<int> m_batchAxis;
};

/// Tuned specs of everything that goes into and comes out of one deployed model. Always valid: names are
/// unique per side.
class ArtifactSpec {
 public:
    /// Errors: badValue where one side has a name twice.
    [[nodiscard]] static base::Result<ArtifactSpec> create(std::vector<TunedTensorSpec> inputs,
                                                           std::vector<TunedTensorSpec> outputs);

    [[nodiscard]] const std::vector<TunedTensorSpec>& inputs() const { return m_inputs; }
    [[nodiscard]] const std::vector<TunedTensorSpec>& outputs() const { return m_outputs; }
    /// The smallest maximum over the batch axes; none unless every input and output has a batch axis that
    /// starts at exactly 1, and none without tensors. Mirrors max_batch_size.
    [[nodiscard]] std::optional<std::int64_t> maxBatchSize() const;

 private:
    std::vector<TunedTensorSpec> m_inputs;
    std::vector<TunedTensorSpec> m_outputs;
};

}  // namespace dimscope::records
