// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/inference/analysis.h"
#include "core/module/tensor_spec.h"

namespace dimscope::inference {

/// The shape contract of a tensor as a compiler gets it. `shape`, `min`, `opt` and `max` have one entry per
/// axis.
struct EffectiveSpec {
    std::vector<module::Dim> shape;  ///< sizes of static axes, symbols of the others ("batch", "d0", ...)
    module::Sizes min;
    module::Sizes opt;
    module::Sizes max;
    std::optional<int> batchAxis;                 ///< the first batch axis
    std::optional<std::int64_t> batchMultiplier;  ///< size / batch size of that axis; none where not known

    friend bool operator==(const EffectiveSpec&, const EffectiveSpec&) = default;
};

/// The effective spec of a tensor that nobody overrides: the inferred one, with opt = max.
[[nodiscard]] EffectiveSpec inferredSpec(const TensorAnalysis& tensor);

}  // namespace dimscope::inference
