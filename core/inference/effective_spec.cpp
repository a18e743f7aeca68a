// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/effective_spec.h"

namespace dimscope::inference {

EffectiveSpec inferredSpec(const TensorAnalysis& tensor) {
    EffectiveSpec spec;
    for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
        const AxisAnalysis& axis = tensor.axes[i];
        if (axis.contractVerdict() == Verdict::fixed) {
            spec.shape.emplace_back(axis.max);
        } else {
            spec.shape.emplace_back(axis.symbol);
        }
        spec.min.push_back(axis.min);
        spec.max.push_back(axis.max);
        spec.multipliers.push_back(axis.contractMultiplier());
        if (axis.contractVerdict() == Verdict::batch && !spec.batchAxis) {
            spec.batchAxis = static_cast<int>(i);
            spec.batchMultiplier = axis.contractMultiplier();
        }
    }
    spec.opt = spec.max;
    return spec;
}

}  // namespace dimscope::inference
