// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/progress_sink.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/inference/advice.h"
#include "core/inference/axis_audit.h"
#include "core/inference/exclusions.h"
#include "core/inference/finding.h"
#include "core/inference/relation.h"
#include "core/module/tensor_spec.h"

namespace dimscope::inference {

using module::Verdict;

/// A sample at which the verdict of an axis changed.
struct Flip {
    base::SampleId sample;  ///< the call that changed it
    Verdict before = Verdict::fixed;
    Verdict after = Verdict::fixed;
    /// Why: which multipliers or sizes disagreed, e.g. "6 / 4 = 1.5, was x2"; one short phrase.
    std::string reason;
};

/// What is known of one axis of one tensor. `verdict` is AITune's, in the recorded order.
struct AxisAnalysis {
    Verdict verdict = Verdict::fixed;
    std::optional<std::int64_t>
        multiplier;  ///< of a batch axis; none where a summary does not say it, and for other verdicts
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::optional<std::uint64_t> distinct;  ///< number of different sizes; none for summaries
    std::optional<std::int64_t> last;       ///< size at the last sample
    std::optional<std::int64_t> mode;       ///< most frequent size (the smallest of equally frequent ones)
    /// Name shared by axes that move together in a graph: "batch", "d0", ...; empty on static axes.
    std::string symbol;
    /// What all samples together prove; none for summaries.
    std::optional<AxisAudit> audit;
    /// Changes of the verdict, in call order. At most two: static -> batch -> dynamic, or static -> dynamic.
    std::vector<Flip> flips;

    /// What a contract says of the axis: the audit, or AITune's verdict where there are no samples.
    [[nodiscard]] Verdict contractVerdict() const { return audit ? audit->verdict : verdict; }
    /// Size / batch size of a batch axis of the contract; none where not known.
    [[nodiscard]] std::optional<std::int64_t> contractMultiplier() const {
        return audit ? audit->multiplier : multiplier;
    }
};

struct TensorAnalysis {
    /// What AITune's TensorSpec would hold after all calls: symbols, min, max, dtype, multipliers.
    module::TensorSpec spec;
    std::vector<AxisAnalysis> axes;
};

/// Counts of axes by verdict.
struct VerdictCounts {
    std::uint64_t fixed = 0;
    std::uint64_t batch = 0;
    std::uint64_t dynamic = 0;

    void add(Verdict verdict);
    VerdictCounts& operator+=(const VerdictCounts& other);
    friend bool operator==(const VerdictCounts&, const VerdictCounts&) = default;
};

struct GraphAnalysis {
    std::vector<std::int64_t> batchSizes;  ///< known ones, distinct, ascending
    std::uint64_t unknownBatchSamples = 0;
    /// Over the batch axes of both sides, divided by their multipliers (rounded down); none without one, and
    /// none for a summary, whose multipliers are not known.
    std::optional<std::int64_t> minBatchSize;
    std::optional<std::int64_t> maxBatchSize;
    /// AITune's: over the batch axes of the inputs, not divided; none without one.
    std::optional<std::int64_t> rawMinBatchSize;
    std::int64_t rawMaxBatchSize = 1;  ///< AITune's, as the minimum, but 1 without one
    bool hasBatchAxis = false;         ///< AITune: every input and output tensor has one
    bool detectedDynamicAxis = false;  ///< AITune: some tensor has a batch or dynamic axis
    VerdictCounts verdicts;
    std::vector<Finding> findings;  ///< by tensor and axis; those of the graph as a whole behind
    std::vector<Advice> advice;     ///< what to record next
    AxisRelations relations;        ///< what the findings on relations say, as data
    bool relationsCapped = false;   ///< more axes may be related than the findings list
};

/// What the rules say of a whole capture. Immutable; indexes are ids of the capture it was made from.
struct Analysis {
    std::vector<GraphAnalysis> graphs;
    std::vector<TensorAnalysis> tensors;
    std::vector<std::vector<Finding>> moduleFindings;  ///< by module
    VerdictCounts verdicts;

    [[nodiscard]] const GraphAnalysis& graph(base::GraphId id) const { return graphs[id.value]; }
    [[nodiscard]] const TensorAnalysis& tensor(base::TensorId id) const { return tensors[id.value]; }
};

/// Runs the rules over every graph. A pure function of the capture. Errors: cancelled.
[[nodiscard]] base::Result<Analysis> analyse(const capture::Capture& capture,
                                             const base::CancelToken& cancel = {},
                                             base::ProgressSink* progress = nullptr);
/// The same without some of the samples: the verdict is that of the others in their order. Samples in the
/// result are numbered as in the capture.
[[nodiscard]] base::Result<Analysis> analyse(const capture::Capture& capture, const Exclusions& exclusions,
                                             const base::CancelToken& cancel = {},
                                             base::ProgressSink* progress = nullptr);
/// The analysis with the graphs that `graphs` names analysed anew under the exclusions; the others are taken
/// over. Errors: cancelled.
[[nodiscard]] base::Result<Analysis> analyseAgain(const capture::Capture& capture, const Analysis& before,
                                                  const std::vector<base::GraphId>& graphs,
                                                  const Exclusions& exclusions,
                                                  const base::CancelToken& cancel = {});

/// What the analysis left undone: `relations-capped` for a graph with more varying axes than are searched for
/// relations.
void addDiagnostics(const capture::Capture& capture, const Analysis& analysis,
                    base::Diagnostics& diagnostics);

}  // namespace dimscope::inference
