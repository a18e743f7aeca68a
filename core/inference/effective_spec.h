// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/inference/analysis.h"
#include "core/module/tensor_spec.h"
#include "core/records/tensor_record.h"

namespace dimscope::inference {

/// The shape contract of a tensor as a compiler gets it. `shape`, `min`, `opt`, `max` and `multipliers` have
/// one entry per axis.
struct EffectiveSpec {
    /// Sizes of fixed axes, symbols of the others ("batch", "d0", a user's word); neither: an unnamed dynamic
    /// axis, which only an override can state.
    std::vector<records::Dim> shape;
    module::Sizes min;
    module::Sizes opt;
    module::Sizes max;
    std::optional<int> batchAxis;                 ///< the first batch axis
    std::optional<std::int64_t> batchMultiplier;  ///< size / batch size of that axis; none where not known
    /// Size / batch size of every batch axis, where known; an axis of another kind is its symbol itself:
    /// none.
    std::vector<std::optional<std::int64_t>> multipliers;

    [[nodiscard]] std::size_t rank() const { return shape.size(); }
    friend bool operator==(const EffectiveSpec&, const EffectiveSpec&) = default;
};

/// The effective spec of a tensor that nobody overrides: the inferred one, with opt = max.
[[nodiscard]] EffectiveSpec inferredSpec(const TensorAnalysis& tensor);

}  // namespace dimscope::inference
