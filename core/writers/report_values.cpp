// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_values.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>
#include <variant>

namespace dimscope::writers {

namespace {

using capture::Capture;

/// Name of a file without its folders.
std::string_view fileName(std::string_view path) {
    const std::size_t slash = path.find_last_of('/');
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// The tensor of that access path in the graph that a place names, if there is one.
const capture::Tensor* tensorAt(const Capture& capture, const base::SourceLocation& where) {
    for (const capture::Graph& graph : capture.graphs()) {
        if (graph.name != where.graph || capture.module(graph.module).name != where.module) {
            continue;
        }
        for (const capture::TensorId id : graph.tensors) {
            if (capture.tensor(id).accessPath == where.tensor) {
                return &capture.tensor(id);
            }
        }
    }
    return nullptr;
}

ReportProblem fromDiagnostic(const Capture& capture, const base::Diagnostic& diagnostic) {
    const base::SourceLocation& where = diagnostic.where;
    ReportProblem out;
    out.code = diagnostic.code;
    out.severity = diagnostic.severity;
    out.module = where.module;
    out.graph = where.graph;
    out.accessPath = where.tensor;
    const capture::Tensor* tensor = where.tensor.empty() ? nullptr : tensorAt(capture, where);
    if (tensor != nullptr) {
        out.tensor = tensor->locator;
    }
    out.axis = where.axis;
    if (where.sample) {
        out.samples.push_back(*where.sample);
    }
    out.message = diagnostic.message;
    out.file = fileName(where.file);
    out.line = where.line;
    out.column = where.column;
    return out;
}

ReportProblem fromProblem(const overrides::Problem& problem) {
    ReportProblem out;
    out.code = problem.code;
    out.severity = problem.severity;
    out.module = problem.module;
    out.graph = problem.graph;
    out.tensor = problem.tensor;
    out.accessPath = problem.tensor ? problem.tensor->accessPath() : std::string();
    out.axis = problem.axis;
    out.samples.assign(problem.samples.begin(), problem.samples.end());
    out.message = problem.message;
    return out;
}

std::string joined(std::span<const std::int64_t> numbers) {
    std::string out;
    for (const std::int64_t number : numbers) {
        out += (out.empty() ? "" : ", ") + std::to_string(number);
    }
    return out;
}

std::string rangeText(std::int64_t min, std::int64_t max) {
    return min == max ? std::to_string(min) : std::to_string(min) + " to " + std::to_string(max);
}

std::string batchRange(const inference::GraphAnalysis& graph) {
    if (!graph.minBatchSize || !graph.maxBatchSize) {
        return {};
    }
    std::string out = rangeText(*graph.minBatchSize, *graph.maxBatchSize);
    if (graph.rawMinBatchSize) {
        const std::string raw = rangeText(*graph.rawMinBatchSize, graph.rawMaxBatchSize);
        out += raw == out ? "" : "; not divided by multipliers: " + raw;
    }
    return out;
}

std::string batchSizesText(const inference::GraphAnalysis& graph) {
    constexpr std::size_t kShown = 16;
    std::string out = listText(graph.batchSizes, kShown);
    if (graph.unknownBatchSamples > 0) {
        out += (out.empty() ? "" : "; ") + std::string("not known for ") +
               counted(graph.unknownBatchSamples, "sample");
    }
    return out;
}

/// "sample 3 as 2 (recorded: 4), sample 5 as 1 (not recorded)".
std::string relabelledText(const std::vector<capture::RelabelledSample>& samples) {
    constexpr std::size_t kShown = 8;
    std::string out;
    for (std::size_t i = 0; i < std::min(samples.size(), kShown); ++i) {
        const capture::RelabelledSample& sample = samples[i];
        out += (i == 0 ? "sample " : ", sample ") + std::to_string(sample.sample.value) + " as " +
               std::to_string(sample.batchSize) +
               (sample.recorded == capture::kUnknownBatch
                    ? " (not recorded)"
                    : " (recorded: " + std::to_string(sample.recorded) + ")");
    }
    return samples.size() > kShown ? out + " and " + std::to_string(samples.size() - kShown) + " more" : out;
}

std::string coverageText(const ReportInput& input, const capture::Graph& graph) {
    const overrides::Coverage* coverage = coverageOf(input, graph.id);
    if (coverage == nullptr || overridesOf(input, graph) == nullptr) {
        return {};
    }
    if (!coverage->firstOutside) {
        return coverage->text();
    }
    const overrides::Coverage::Outside& first = *coverage->firstOutside;
    return std::to_string(coverage->covered) + " of " + counted(coverage->samples, "sample") +
           "; the first outside is sample " + std::to_string(first.sample.value) + ", where " +
           input.capture.tensor(first.tensor).accessPath + ":" + std::to_string(first.axis) + " is " +
           std::to_string(first.size);
}

}  // namespace

inference::EffectiveSpec effectiveSpec(const ReportInput& input, base::TensorId tensor) {
    return input.judgement ? input.judgement->spec(tensor)
                           : inference::inferredSpec(input.analysis.tensor(tensor));
}

const overrides::GraphOverrides* overridesOf(const ReportInput& input, const capture::Graph& graph) {
    return input.overrides && input.judgement
               ? input.overrides->find(input.capture.module(graph.module).name, graph.name)
               : nullptr;
}

const overrides::TensorOverride* overrideOf(const ReportInput& input, const overrides::GraphOverrides* graph,
                                            base::TensorId tensor) {
    if (graph == nullptr || !input.judgement) {
        return nullptr;
    }
    const std::optional<std::uint32_t> index = input.judgement->overrideOf[tensor.value];
    return index && *index < graph->tensors.size() ? &graph->tensors[*index] : nullptr;
}

std::vector<const overrides::TensorOverride*> statedOverrides(const ReportInput& input,
                                                              const capture::Graph& graph) {
    const overrides::GraphOverrides* stated = overridesOf(input, graph);
    std::vector<const overrides::TensorOverride*> out;
    for (const capture::TensorId id : graph.tensors) {
        if (const overrides::TensorOverride* found = overrideOf(input, stated, id)) {
            out.push_back(found);
        }
    }
    const std::set<const overrides::TensorOverride*> matched(out.begin(), out.end());
    std::map<std::pair<module::Side, std::string>, const overrides::TensorOverride*> others;
    for (std::size_t i = 0; stated != nullptr && i < stated->tensors.size(); ++i) {
        const overrides::TensorOverride& tensor = stated->tensors[i];
        if (!matched.contains(&tensor)) {
            others.emplace(std::pair(tensor.locator.side(), base::dumpJson(tensor.locator.semanticPath())),
                           &tensor);
        }
    }
    for (const auto& [path, tensor] : others) {
        out.push_back(tensor);
    }
    return out;
}

overrides::SpecOrigin originOf(const ReportInput& input, base::TensorId tensor) {
    return input.judgement ? input.judgement->origins[tensor.value] : overrides::SpecOrigin::inferred;
}

const overrides::Coverage* coverageOf(const ReportInput& input, base::TensorId tensor) {
    const overrides::Coverage* coverage =
        input.judgement ? &input.judgement->tensorCoverage[tensor.value] : nullptr;
    return coverage && coverage->samples > 0 ? coverage : nullptr;
}

const overrides::Coverage* coverageOf(const ReportInput& input, base::GraphId graph) {
    const overrides::Coverage* coverage =
        input.judgement ? &input.judgement->graphCoverage[graph.value] : nullptr;
    return coverage && coverage->samples > 0 ? coverage : nullptr;
}

std::vector<capture::RelabelledSample> relabelledOf(const ReportInput& input, base::GraphId graph) {
    return input.recorded && input.labelling
               ? capture::relabelledSamples(*input.recorded, graph, *input.labelling)
               : std::vector<capture::RelabelledSample>();
}

std::span<const std::uint32_t> excludedSamples(const ReportInput& input, base::GraphId graph) {
    return input.exclusions ? inference::excludedOf(*input.exclusions, graph)
                            : std::span<const std::uint32_t>();
}

std::uint64_t excludedCount(const ReportInput& input) {
    return input.exclusions ? inference::excludedCount(*input.exclusions) : 0;
}

std::string targetName(const ReportInput& input, base::TensorId tensor) {
    return input.judgement ? input.judgement->names[tensor.value] : input.capture.tensor(tensor).accessPath;
}

std::string_view sign(module::Verdict verdict) {
    switch (verdict) {
        case module::Verdict::batch: return "▲";
        case module::Verdict::dynamic: return "~";
        case module::Verdict::fixed: break;
    }
    return "■";
}

std::string sizesText(std::span<const std::int64_t> sizes) {
    return "[" + joined(sizes) + "]";
}

std::string dimText(const records::Dim& dim) {
    if (const auto* size = std::get_if<std::int64_t>(&dim)) {
        return std::to_string(*size);
    }
    const auto* symbol = std::get_if<std::string>(&dim);
    return symbol ? *symbol : "?";
}

std::string shapeText(const std::vector<records::Dim>& shape) {
    std::string out;
    for (const records::Dim& dim : shape) {
        out += (out.empty() ? "" : ", ") + dimText(dim);
    }
    return "[" + out + "]";
}

std::string listText(std::span<const std::int64_t> numbers, std::size_t limit) {
    if (numbers.size() <= limit || limit < 2) {
        return joined(numbers);
    }
    return joined(numbers.first(limit - 1)) + ", ... " + std::to_string(numbers.back()) + " (" +
           std::to_string(numbers.size()) + " in all)";
}

std::string counted(std::uint64_t number, std::string_view noun) {
    std::string out = std::to_string(number) + " " + std::string(noun);
    if (number == 1) {
        return out;
    }
    if (out.ends_with("axis")) {
        return out.replace(out.size() - 2, 2, "es");
    }
    return out + "s";
}

std::string axisText(const inference::AxisAnalysis& axis) {
    if (axis.verdict == module::Verdict::fixed) {
        return std::to_string(axis.max);
    }
    return axis.multiplier ? axis.symbol + " x" + std::to_string(*axis.multiplier) : axis.symbol;
}

std::string samplesText(std::span<const std::uint32_t> samples, std::size_t limit) {
    const std::vector<std::int64_t> numbers(samples.begin(), samples.end());
    return (samples.size() == 1 ? "sample " : "samples ") + listText(numbers, limit);
}

std::vector<Fact> graphFacts(const ReportInput& input, const capture::Graph& graph) {
    constexpr std::size_t kShown = 24;
    const inference::GraphAnalysis& analysis = input.analysis.graph(graph.id);
    std::vector<Fact> facts;
    const auto add = [&facts](const char* label, std::string value) {
        if (!value.empty()) {
            facts.push_back({label, std::move(value)});
        }
    };
    add("LLM phase", std::string(module::name(graph.phase)));
    add("Samples", graph.isSummary() ? "none: the file holds a summary" : std::to_string(graph.samples));
    const auto excluded = excludedSamples(input, graph.id);
    add("Excluded", excluded.empty() ? std::string() : samplesText(excluded, kShown));
    add("Relabelled", relabelledText(relabelledOf(input, graph.id)));
    add("Batch sizes", batchSizesText(analysis));
    add("Batch range", batchRange(analysis));
    add("Covered by the effective shapes", coverageText(input, graph));
    return facts;
}

std::string batchSizeOrigin(const ReportInput& input) {
    const auto& from = input.batchSizes.from;
    if (std::holds_alternative<capture::BatchSizeSource::Recorded>(from)) {
        return "as recorded";
    }
    const bool constant = std::holds_alternative<capture::BatchSizeSource::Constant>(from);
    return std::string("as recorded; where they were not, ") + (constant ? "" : "from ") +
           input.batchSizes.text();
}

bool hasOverrides(const ReportInput& input) {
    return input.judgement && input.overrides && !input.overrides->empty();
}

std::string graphTitle(const ReportInput& input, const capture::Graph& graph) {
    return input.capture.module(graph.module).name + ", graph " + graph.name;
}

std::string ReportProblem::place() const {
    base::SourceLocation where;
    where.file = file;
    where.line = line;
    where.column = column;
    where.module = module;
    where.graph = graph;
    where.tensor = accessPath;
    where.axis = axis;
    return where.text();
}

std::vector<ReportProblem> reportProblems(const ReportInput& input) {
    std::vector<ReportProblem> out;
    const std::vector<base::Diagnostic>& items = input.diagnostics.items();
    for (const base::Diagnostic& diagnostic : items) {
        out.push_back(fromDiagnostic(input.capture, diagnostic));
    }
    for (const auto& [code, count] : input.diagnostics.dropped()) {
        const auto like = std::find_if(items.begin(), items.end(),
                                       [&](const base::Diagnostic& item) { return item.code == code; });
        ReportProblem more;
        more.code = code;
        more.severity = like == items.end() ? base::Severity::note : like->severity;
        more.message = std::to_string(count) + " more of these were counted and are not listed";
        out.push_back(std::move(more));
    }
    if (input.judgement) {
        for (const overrides::Problem& problem : input.judgement->problems) {
            out.push_back(fromProblem(problem));
        }
    }
    return out;
}

}  // namespace dimscope::writers
