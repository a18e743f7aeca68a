// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/evolution.h"

namespace dimscope::inference {

Verdict verdictAt(const AxisAnalysis& axis, base::SampleId sample) {
    Verdict verdict = axis.flips.empty() ? axis.verdict : axis.flips.front().before;
    for (const Flip& flip : axis.flips) {
        if (flip.sample > sample) {
            break;
        }
        verdict = flip.after;
    }
    return verdict;
}

}  // namespace dimscope::inference
