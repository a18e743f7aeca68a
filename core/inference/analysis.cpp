// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/analysis.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/inference/axis_analysis.h"
#include "core/inference/count_table.h"
#include "core/inference/graph_audit.h"
#include "core/inference/symbols.h"

namespace dimscope::inference {

namespace {

base::Error cancelledError() {
    base::Error error;
    error.code = base::ErrorCode::cancelled;
    error.found = "the inference of shapes was cancelled";
    return error;
}

module::Dim dimOf(const module::AxisState& state, std::size_t axis) {
    switch (state.verdict) {
        case Verdict::batch: return "batch" + std::to_string(axis);
        case Verdict::dynamic: return "dim" + std::to_string(axis);
        case Verdict::fixed: break;
    }
    return state.min;
}

TensorAnalysis analyseSummary(const module::TensorSpec& spec) {
    TensorAnalysis analysis{spec, {}};
    for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
        analysis.axes.push_back(summaryAxis(spec.shape()[axis], spec.minShape()[axis], spec.maxShape()[axis],
                                            spec.multipliers()[axis]));
    }
    return analysis;
}

base::Result<TensorAnalysis> analyseTensor(const capture::Tensor& tensor, const RemainingColumns& columns,
                                           const base::CancelToken& cancel) {
    TensorAnalysis analysis;
    std::vector<module::Dim> shape;
    module::Sizes min;
    module::Sizes max;
    std::vector<double> multipliers;
    for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
        if (cancel.cancelled()) {
            return cancelledError();
        }
        FoldedAxis folded = analyseAxis(columns.column(tensor, axis), columns.batchSizes());
        for (Flip& flip : folded.analysis.flips) {
            flip.sample = columns.sampleAt(flip.sample);
        }
        shape.push_back(dimOf(folded.state, axis));
        min.push_back(folded.state.min);
        max.push_back(folded.state.max);
        multipliers.push_back(folded.state.multiplier);
        analysis.axes.push_back(std::move(folded.analysis));
    }
    auto spec = module::TensorSpec::fromParts(std::move(shape), std::move(min), std::move(max), tensor.dtype,
                                              std::move(multipliers));
    if (!spec) {
        return std::move(spec).error();
    }
    analysis.spec = std::move(*spec);
    return analysis;
}

template <class Better>
void keep(std::optional<std::int64_t>& kept, std::int64_t value, Better better) {
    kept = kept ? better(*kept, value) : value;
}

void addBatchRange(GraphAnalysis& graph, const capture::Tensor& tensor, const TensorAnalysis& analysis) {
    const auto least = [](std::int64_t a, std::int64_t b) { return std::min(a, b); };
    const auto most = [](std::int64_t a, std::int64_t b) { return std::max(a, b); };
    for (const AxisAnalysis& axis : analysis.axes) {
        if (axis.multiplier && *axis.multiplier > 0) {
            keep(graph.minBatchSize, axis.min / *axis.multiplier, least);
            keep(graph.maxBatchSize, axis.max / *axis.multiplier, most);
        }
    }
    if (tensor.side() == module::Side::input) {
        if (const auto raw = analysis.spec.minBatchSize()) {
            keep(graph.rawMinBatchSize, *raw, least);
        }
        graph.rawMaxBatchSize = std::max(graph.rawMaxBatchSize, analysis.spec.maxBatchSize());
    }
}

void addBatchSizes(GraphAnalysis& analysis, std::span<const std::int64_t> batchSizes) {
    SizeCounts counts;
    for (std::size_t i = 0; i < batchSizes.size(); ++i) {
        counts.add(batchSizes[i], static_cast<std::uint32_t>(i));
    }
    for (const auto& entry : counts.entries()) {
        if (entry.key == capture::kUnknownBatch) {
            analysis.unknownBatchSamples = entry.count;
        } else {
            analysis.batchSizes.push_back(entry.key);
        }
    }
    std::sort(analysis.batchSizes.begin(), analysis.batchSizes.end());
}

GraphAnalysis sumUp(const capture::Capture& capture, const capture::Graph& graph,
                    const std::optional<RemainingColumns>& columns,
                    const std::vector<TensorAnalysis>& tensors) {
    GraphAnalysis analysis;
    analysis.hasBatchAxis = true;
    for (const base::TensorId id : graph.tensors) {
        const TensorAnalysis& tensor = tensors[id.value];
        addBatchRange(analysis, capture.tensor(id), tensor);
        analysis.hasBatchAxis = analysis.hasBatchAxis && tensor.spec.hasBatchAxis();
        analysis.detectedDynamicAxis =
            analysis.detectedDynamicAxis || tensor.spec.hasBatchAxis() || tensor.spec.hasDynamicAxis();
        for (const AxisAnalysis& axis : tensor.axes) {
            analysis.verdicts.add(axis.verdict);
        }
    }
    if (columns) {
        addBatchSizes(analysis, columns->batchSizes());
    }
    return analysis;
}

/// Writes the tensors and the graph of `graph` into the analysis, whose vectors have their places.
base::Result<void> analyseGraph(const capture::Capture& capture, const capture::Graph& graph,
                                const Exclusions& exclusions, const base::CancelToken& cancel,
                                base::ProgressSink* progress, Analysis& analysis) {
    std::optional<RemainingColumns> columns;
    if (!graph.isSummary()) {
        columns.emplace(capture, graph, excludedOf(exclusions, graph.id));
    }
    for (const base::TensorId id : graph.tensors) {
        if (cancel.cancelled()) {
            return cancelledError();
        }
        if (progress != nullptr) {
            progress->progress(static_cast<double>(id.value) / static_cast<double>(capture.tensors().size()),
                               "inferring shapes");
        }
        const capture::Tensor& tensor = capture.tensor(id);
        auto tensorAnalysis = tensor.summary ? base::Result(analyseSummary(*tensor.summary))
                                             : analyseTensor(tensor, *columns, cancel);
        if (!tensorAnalysis) {
            return std::move(tensorAnalysis).error();
        }
        analysis.tensors[id.value] = std::move(*tensorAnalysis);
    }
    GraphAnalysis& graphAnalysis = analysis.graphs[graph.id.value];
    graphAnalysis = sumUp(capture, graph, columns, analysis.tensors);
    auditGraph(capture, graph, columns, analysis.tensors, graphAnalysis);
    nameAxes(capture, graph, columns, analysis.tensors);
    return {};
}

void countVerdicts(Analysis& analysis) {
    analysis.verdicts = {};
    for (const GraphAnalysis& graph : analysis.graphs) {
        analysis.verdicts += graph.verdicts;
    }
}

}  // namespace

void VerdictCounts::add(Verdict verdict) {
    switch (verdict) {
        case Verdict::fixed: ++fixed; break;
        case Verdict::batch: ++batch; break;
        case Verdict::dynamic: ++dynamic; break;
    }
}

VerdictCounts& VerdictCounts::operator+=(const VerdictCounts& other) {
    fixed += other.fixed;
    batch += other.batch;
    dynamic += other.dynamic;
    return *this;
}

base::Result<Analysis> analyse(const capture::Capture& capture, const base::CancelToken& cancel,
                               base::ProgressSink* progress) {
    return analyse(capture, Exclusions(), cancel, progress);
}

base::Result<Analysis> analyse(const capture::Capture& capture, const Exclusions& exclusions,
                               const base::CancelToken& cancel, base::ProgressSink* progress) {
    Analysis analysis;
    analysis.tensors.resize(capture.tensors().size());
    analysis.graphs.resize(capture.graphs().size());
    for (const capture::Graph& graph : capture.graphs()) {
        if (auto done = analyseGraph(capture, graph, exclusions, cancel, progress, analysis); !done) {
            return std::move(done).error();
        }
    }
    for (const capture::Module& module : capture.modules()) {
        analysis.moduleFindings.push_back(moduleFindings(capture, module));
    }
    countVerdicts(analysis);
    return analysis;
}

base::Result<Analysis> analyseAgain(const capture::Capture& capture, const Analysis& before,
                                    const std::vector<base::GraphId>& graphs, const Exclusions& exclusions,
                                    const base::CancelToken& cancel) {
    Analysis analysis = before;
    for (const base::GraphId id : graphs) {
        if (auto done = analyseGraph(capture, capture.graph(id), exclusions, cancel, nullptr, analysis);
            !done) {
            return std::move(done).error();
        }
    }
    countVerdicts(analysis);
    return analysis;
}

void addDiagnostics(const capture::Capture& capture, const Analysis& analysis,
                    base::Diagnostics& diagnostics) {
    for (const capture::Graph& graph : capture.graphs()) {
        if (!analysis.graph(graph.id).relationsCapped) {
            continue;
        }
        base::Diagnostic diagnostic{base::Severity::note,
                                    "relations-capped",
                                    "graph \"" + graph.name + "\" of " + capture.module(graph.module).name +
                                        " has more axes that vary than are searched for relations; there "
                                        "may be sums and products that are not listed",
                                    {}};
        diagnostic.where.module = capture.module(graph.module).name;
        diagnostic.where.graph = graph.name;
        diagnostics.add(std::move(diagnostic));
    }
}

}  // namespace dimscope::inference
