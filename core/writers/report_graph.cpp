// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/dims_json.h"
#include "core/inference/effective_spec.h"
#include "core/inference/evolution.h"
#include "core/writers/report_sections.h"
#include "core/writers/report_values.h"

namespace dimscope::writers {

namespace {

using base::JsonValue;

template <class Value>
JsonValue orNull(const std::optional<Value>& value) {
    return value ? JsonValue(*value) : JsonValue();
}

JsonValue textOrNull(std::string_view text) {
    return text.empty() ? JsonValue() : JsonValue(text);
}

JsonValue numbers(const std::vector<std::int64_t>& values) {
    return JsonValue::Array(values.begin(), values.end());
}

/// size / batch size: a whole number where it is one, exactly; null where the batch size is unknown.
std::string multiplierText(std::int64_t size, std::int64_t batchSize) {
    if (batchSize == capture::kUnknownBatch) {
        return "null";
    }
    if (size % batchSize == 0) {
        return std::to_string(size / batchSize);
    }
    return base::dumpJson(inference::multiplierOf(size, batchSize));
}

/// A row per call: [sample, batch size, size, multiplier, verdict so far].
void writeEvolution(JsonStream& out, const ReportInput& input, const capture::Graph& graph,
                    const capture::Tensor& tensor, std::size_t axis) {
    out.key("evolution");
    out.beginArray();
    if (!graph.isSummary()) {
        inference::foldAxis(tensor.column(axis), *graph.batchSizes, excludedSamples(input, graph.id),
                            [&out](const inference::EvolutionPoint& point) {
                                if (out.failed()) {
                                    return;
                                }
                                const bool known = point.batchSize != capture::kUnknownBatch;
                                out.raw("[" + std::to_string(point.sample.value) + ", " +
                                        (known ? std::to_string(point.batchSize) : "null") + ", " +
                                        std::to_string(point.size) + ", " +
                                        multiplierText(point.size, point.batchSize) + ", \"" +
                                        std::string(module::name(point.soFar)) + "\"]");
                            });
    }
    out.endArray();
}

/// The findings of one graph by what they speak of.
class GraphFindings {
 public:
    explicit GraphFindings(const inference::GraphAnalysis& graph) {
        for (const inference::Finding& finding : graph.findings) {
            const std::int64_t tensor = finding.tensor ? std::int64_t{finding.tensor->value} : -1;
            m_byPlace[{tensor, finding.axis.value_or(-1)}].push_back(findingJson(finding));
        }
    }

    [[nodiscard]] JsonValue ofGraph() { return take({-1, -1}); }
    [[nodiscard]] JsonValue ofTensor(base::TensorId tensor) { return take({tensor.value, -1}); }
    [[nodiscard]] JsonValue ofAxis(base::TensorId tensor, std::size_t axis) {
        return take({tensor.value, static_cast<int>(axis)});
    }

 private:
    [[nodiscard]] JsonValue take(std::pair<std::int64_t, int> place) {
        const auto found = m_byPlace.find(place);
        return found == m_byPlace.end() ? JsonValue::Array{} : std::move(found->second);
    }

    std::map<std::pair<std::int64_t, int>, JsonValue::Array> m_byPlace;
};

JsonValue auditJson(const std::optional<inference::AxisAudit>& audit) {
    if (!audit) {
        return {};
    }
    return JsonValue::Object{{"verdict", module::name(audit->verdict)},
                             {"multiplier", orNull(audit->multiplier)},
                             {"strength", inference::name(audit->strength)}};
}

JsonValue axisList(const capture::Capture& capture, const std::vector<inference::AxisRef>& axes) {
    JsonValue::Array out;
    for (const inference::AxisRef& axis : axes) {
        out.emplace_back(capture.tensor(axis.tensor).accessPath + ":" + std::to_string(axis.axis));
    }
    return out;
}

JsonValue adviceJson(const capture::Capture& capture, const std::vector<inference::Advice>& advice) {
    JsonValue::Array out;
    for (const inference::Advice& entry : advice) {
        out.emplace_back(
            JsonValue::Object{{"batch_sizes", numbers(entry.batchSizes)},
                              {"vary", axisList(capture, entry.vary)},
                              {"hold", axisList(capture, entry.hold)},
                              {"settles", JsonValue::Array(entry.settles.begin(), entry.settles.end())},
                              {"reason", entry.reason}});
    }
    return out;
}

JsonValue::Object axisMembers(const inference::AxisAnalysis& axis, std::size_t index, JsonValue findings) {
    return {{"axis", static_cast<std::uint64_t>(index)},
            {"verdict", module::name(axis.verdict)},
            {"multiplier", orNull(axis.multiplier)},
            {"symbol", textOrNull(axis.symbol)},
            {"min", axis.min},
            {"max", axis.max},
            {"distinct", orNull(axis.distinct)},
            {"audit", auditJson(axis.audit)},
            {"findings", std::move(findings)}};
}

void writeAxes(JsonStream& out, const ReportInput& input, const capture::Graph& graph,
               const capture::Tensor& tensor, GraphFindings& findings) {
    const inference::TensorAnalysis& analysis = input.analysis.tensor(tensor.id);
    out.beginArray();
    for (std::size_t axis = 0; axis < analysis.axes.size() && !out.failed(); ++axis) {
        JsonValue::Object members = axisMembers(analysis.axes[axis], axis, findings.ofAxis(tensor.id, axis));
        if (input.evolution == Evolution::leftOut) {
            out.value(std::move(members));
            continue;
        }
        out.beginObject();
        for (const auto& [name, value] : members) {
            out.member(name, value);
        }
        writeEvolution(out, input, graph, tensor, axis);
        out.endObject();
    }
    out.endArray();
}

JsonValue effective(const ReportInput& input, const capture::Tensor& tensor) {
    const inference::EffectiveSpec spec = effectiveSpec(input, tensor.id);
    return JsonValue::Object{{"shape", base::dimsJson(spec.shape)},
                             {"min", numbers(spec.min)},
                             {"opt", numbers(spec.opt)},
                             {"max", numbers(spec.max)},
                             {"batch_axis", orNull(spec.batchAxis)},
                             {"batch_multiplier", orNull(spec.batchMultiplier)}};
}

/// As stated, whatever it is; null where the tensor has none.
JsonValue overrideJson(const overrides::TensorOverride* stated) {
    if (stated == nullptr) {
        return {};
    }
    return JsonValue::Object{{"name", orNull(stated->name)},
                             {"dtype", orNull(stated->dtype)},
                             {"shape", base::dimsJson(stated->shape)},
                             {"min_shape", numbers(stated->min)},
                             {"opt_shape", numbers(stated->opt)},
                             {"max_shape", numbers(stated->max)},
                             {"batch_axis", orNull(stated->batchAxis)},
                             {"batch_multiplier", orNull(stated->batchMultiplier)},
                             {"note", stated->note}};
}

/// Whose sizes are counted: one tensor's, so that the first one outside needs no path, or a whole graph's.
enum class CoverageOf : std::uint8_t { tensor, graph };

JsonValue coverageJson(const capture::Capture& capture, const overrides::Coverage* coverage,
                       CoverageOf whose) {
    if (coverage == nullptr) {
        return {};
    }
    JsonValue outside;
    if (const auto& first = coverage->firstOutside) {
        outside = JsonValue::Object{{"sample", std::uint64_t{first->sample.value}}};
        if (whose == CoverageOf::graph) {
            const capture::Tensor& tensor = capture.tensor(first->tensor);
            outside.set("side", module::name(tensor.side()));
            outside.set("semantic_path", tensor.locator.semanticPath());
        }
        outside.set("axis", first->axis);
        outside.set("size", first->size);
    }
    return JsonValue::Object{
        {"samples", coverage->samples}, {"covered", coverage->covered}, {"first_outside", outside}};
}

JsonValue relabelledJson(const std::vector<capture::RelabelledSample>& samples) {
    JsonValue::Array out;
    for (const capture::RelabelledSample& sample : samples) {
        const bool wasKnown = sample.recorded != capture::kUnknownBatch;
        out.push_back(JsonValue::Object{{"sample", std::int64_t{sample.sample.value}},
                                        {"recorded", wasKnown ? JsonValue(sample.recorded) : JsonValue()},
                                        {"batch_size", sample.batchSize}});
    }
    return out;
}

JsonValue excludedJson(const ReportInput& input, base::GraphId graph) {
    JsonValue::Array out;
    for (const std::uint32_t sample : excludedSamples(input, graph)) {
        out.emplace_back(std::uint64_t{sample});
    }
    return out;
}

void writeTensor(JsonStream& out, const ReportInput& input, const capture::Graph& graph,
                 const capture::Tensor& tensor, const overrides::TensorOverride* stated,
                 GraphFindings& findings) {
    const module::TensorSpec& spec = input.analysis.tensor(tensor.id).spec;
    out.beginObject();
    out.member("side", module::name(tensor.side()));
    out.member("access_path", tensor.accessPath);
    out.member("semantic_path", tensor.locator.semanticPath());
    out.member("dtype", textOrNull(tensor.dtype));
    out.member("shape", base::dimsJson(spec.shape()));
    out.member("min_shape", numbers(spec.minShape()));
    out.member("max_shape", numbers(spec.maxShape()));
    out.key("axes");
    writeAxes(out, input, graph, tensor, findings);
    out.member("findings", findings.ofTensor(tensor.id));
    out.member("override", overrideJson(stated));
    out.member("effective", effective(input, tensor));
    out.member("coverage", coverageJson(input.capture, coverageOf(input, tensor.id), CoverageOf::tensor));
    out.endObject();
}

/// A row per call: [index of the file, line or null].
void writeCalls(JsonStream& out, const capture::Graph& graph) {
    out.key("calls");
    out.beginArray();
    for (std::uint32_t sample = 0; sample < graph.samples && !out.failed(); ++sample) {
        const capture::CallOrigin origin = graph.originOf(capture::SampleId{sample});
        out.raw("[" + std::to_string(origin.source.value) + ", " +
                (origin.line == 0 ? "null" : std::to_string(origin.line)) + "]");
    }
    out.endArray();
}

void writeOthers(JsonStream& out, const capture::Graph& graph) {
    out.beginArray();
    for (const auto* others : {&graph.otherInputs, &graph.otherOutputs}) {
        for (const auto& [locator, value] : *others) {
            out.value(JsonValue::Object{{"access_path", locator.accessPath()},
                                        {"semantic_path", locator.semanticPath()},
                                        {"value", value.toJson()}});
        }
    }
    out.endArray();
}

}  // namespace

void writeGraph(JsonStream& out, const ReportInput& input, const capture::Graph& graph) {
    const inference::GraphAnalysis& analysis = input.analysis.graph(graph.id);
    out.beginObject();
    out.member("module", input.capture.module(graph.module).name);
    out.member("graph", graph.name);
    out.member("llm_phase", textOrNull(module::name(graph.phase)));
    out.member("strict", graph.strictness == module::Strictness::strict);
    out.member("samples", std::uint64_t{graph.samples});
    out.member("excluded_samples", excludedJson(input, graph.id));
    if (const auto relabelled = relabelledOf(input, graph.id); !relabelled.empty()) {
        out.member("relabelled_samples", relabelledJson(relabelled));
    }
    out.member("batch_sizes", numbers(analysis.batchSizes));
    out.member("unknown_batch_samples", analysis.unknownBatchSamples);
    out.member("min_batch_size", orNull(analysis.minBatchSize));
    out.member("max_batch_size", orNull(analysis.maxBatchSize));
    out.member("raw_min_batch_size", orNull(analysis.rawMinBatchSize));
    out.member("raw_max_batch_size", analysis.rawMaxBatchSize);
    out.member("has_batch_axis", analysis.hasBatchAxis);
    out.member("detected_dynamic_axis", analysis.detectedDynamicAxis);
    out.member("coverage", coverageJson(input.capture, coverageOf(input, graph.id), CoverageOf::graph));
    out.key("tensors");
    out.beginArray();
    const overrides::GraphOverrides* stated = overridesOf(input, graph);
    GraphFindings findings(analysis);
    for (const capture::TensorId id : graph.tensors) {
        if (out.failed()) {
            break;
        }
        writeTensor(out, input, graph, input.capture.tensor(id), overrideOf(input, stated, id), findings);
    }
    out.endArray();
    out.key("other_data");
    writeOthers(out, graph);
    out.member("findings", findings.ofGraph());
    out.member("advice", adviceJson(input.capture, analysis.advice));
    if (input.evolution == Evolution::included) {
        writeCalls(out, graph);
    }
    out.endObject();
}

}  // namespace dimscope::writers
