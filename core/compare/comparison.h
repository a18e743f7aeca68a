// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/progress_sink.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/compare/change.h"
#include "core/inference/analysis.h"
#include "core/overrides/override_set.h"

namespace dimscope::compare {

/// One of the two captures that are compared, with what the rules say of it.
struct Subject {
    const capture::Capture& capture;
    const inference::Analysis& analysis;  ///< without the samples that the overrides exclude
    /// What an engineer states about it; none: nothing. Excluded samples do not count.
    const overrides::OverrideSet* overrides = nullptr;
};

/// How two captures differ.
struct Comparison {
    /// Modules and graphs in the order of the capture after, what is gone behind; of one graph: the graph,
    /// its tensors and axes, its findings, its overrides.
    std::vector<Change> changes;

    [[nodiscard]] bool equal() const { return changes.empty(); }
    [[nodiscard]] std::uint64_t count(base::Severity severity) const;

    friend bool operator==(const Comparison&, const Comparison&) = default;
};

/// What changed from `before` to `after`; a pure function of the two. The numbers of calls, and sizes within
/// an unchanged range, are no difference. It does not depend on the order of calls, but where AITune's
/// verdict and the names of graphs do. Compared the other way round, each change is its mirror:
/// `mirrored(code)`, with before and after swapped. Overrides of `before` are judged on both captures for
/// what they no longer cover, those of `after` for what they did not cover before. Errors: cancelled.
[[nodiscard]] base::Result<Comparison> compare(const Subject& before, const Subject& after,
                                               const base::CancelToken& cancel = {},
                                               base::ProgressSink* progress = nullptr);

}  // namespace dimscope::compare
