// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/judgement.h"

namespace dimscope::overrides {

/// Samples of one axis outside its range.
struct AxisOutside {
    int axis = 0;
    std::uint64_t count = 0;             ///< samples; 0 for a summary
    std::vector<std::uint32_t> samples;  ///< the first few
    std::int64_t smallest = 0;           ///< of the sizes outside
    std::int64_t largest = 0;
};

/// What a spec does not cover of a tensor.
struct TensorOutside {
    std::vector<AxisOutside> axes;
    std::vector<bool> samples;  ///< by sample; empty where every one is covered
};

/// Scans the columns of a tensor against its effective spec; excluded samples do not count. Axes whose range
/// holds all that was seen are not scanned. For a summary: the bounds that lie outside.
[[nodiscard]] TensorOutside outside(const capture::Graph& graph, const capture::Tensor& tensor,
                                    const inference::TensorAnalysis& analysis,
                                    const inference::EffectiveSpec& spec,
                                    std::span<const std::uint32_t> excluded);

/// Coverage of a tensor from its outside. `samples` are those that are not excluded.
[[nodiscard]] Coverage coverageOf(const capture::Tensor& tensor, const TensorOutside& outside,
                                  const inference::EffectiveSpec& spec, std::uint64_t samples);

}  // namespace dimscope::overrides
