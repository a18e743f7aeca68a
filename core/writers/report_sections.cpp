// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_sections.h"

#include <array>

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/writers/report_values.h"

namespace dimscope::writers {

namespace {

using base::JsonValue;
using capture::Capture;

/// Values by key in the order of the file; a key that comes more than once holds the list of its values.
JsonValue detailsObject(const std::vector<capture::Detail>& details) {
    JsonValue::Object out;
    std::map<std::string_view, std::size_t> seen;
    for (const capture::Detail& detail : details) {
        ++seen[detail.key];
    }
    for (const capture::Detail& detail : details) {
        if (seen[detail.key] == 1) {
            out.emplace_back(detail.key, detail.value);
            continue;
        }
        const auto known = std::find_if(out.begin(), out.end(),
                                        [&](const auto& member) { return member.first == detail.key; });
        if (known == out.end()) {
            out.emplace_back(detail.key, JsonValue::Array{detail.value});
        } else {
            known->second.push(detail.value);
        }
    }
    return out;
}

JsonValue otherOf(const Capture& capture, const capture::Module& module) {
    JsonValue other = detailsObject(module.details);
    JsonValue graphs = JsonValue::Object{};
    for (const capture::GraphId id : module.graphs) {
        const capture::Graph& graph = capture.graph(id);
        if (!graph.details.empty()) {
            graphs.set(graph.name, detailsObject(graph.details));
        }
    }
    if (!graphs.object()->empty()) {
        other.set("graphs", graphs);
    }
    return other;
}

JsonValue numberOrNull(const std::optional<std::uint64_t>& number) {
    return number ? JsonValue(*number) : JsonValue();
}

JsonValue textOrNull(std::string_view text) {
    return text.empty() ? JsonValue() : JsonValue(text);
}

JsonValue problemJson(const ReportProblem& problem) {
    return JsonValue::Object{
        {"code", problem.code},
        {"severity", base::name(problem.severity)},
        {"module", textOrNull(problem.module)},
        {"graph", textOrNull(problem.graph)},
        {"side", problem.tensor ? JsonValue(module::name(problem.tensor->side())) : JsonValue()},
        {"semantic_path", problem.tensor ? problem.tensor->semanticPath() : JsonValue()},
        {"axis", problem.axis ? JsonValue(*problem.axis) : JsonValue()},
        {"samples", JsonValue::Array(problem.samples.begin(), problem.samples.end())},
        {"message", problem.message},
        {"file", textOrNull(problem.file)},
        {"line", numberOrNull(problem.line)},
        {"column", numberOrNull(problem.column)},
    };
}

/// How many findings of each severity there are in the whole capture.
JsonValue findingCounts(const inference::Analysis& analysis) {
    std::array<std::uint64_t, 3> counts{};
    const auto add = [&counts](const std::vector<inference::Finding>& findings) {
        for (const inference::Finding& finding : findings) {
            ++counts[static_cast<std::size_t>(finding.severity)];
        }
    };
    for (const inference::GraphAnalysis& graph : analysis.graphs) {
        add(graph.findings);
    }
    for (const auto& findings : analysis.moduleFindings) {
        add(findings);
    }
    const auto of = [&counts](base::Severity severity) { return counts[static_cast<std::size_t>(severity)]; };
    return JsonValue::Object{{"error", of(base::Severity::error)},
                             {"warning", of(base::Severity::warning)},
                             {"note", of(base::Severity::note)}};
}

}  // namespace

JsonValue findingJson(const inference::Finding& finding) {
    JsonValue::Array samples;
    for (const std::uint32_t sample : finding.samples) {
        samples.emplace_back(std::uint64_t{sample});
    }
    return JsonValue::Object{{"code", finding.code},
                             {"severity", base::name(finding.severity)},
                             {"message", finding.message},
                             {"samples", std::move(samples)}};
}

void writeSummary(JsonStream& out, const ReportInput& input) {
    const Capture& capture = input.capture;
    const inference::VerdictCounts& verdicts = input.analysis.verdicts;
    out.beginObject();
    out.member("modules", std::uint64_t{capture.modules().size()});
    out.member("graphs", std::uint64_t{capture.graphs().size()});
    out.member("samples", capture.sampleCount());
    out.member("tensors", std::uint64_t{capture.tensors().size()});
    out.member("axes", capture.axisCount());
    out.member("verdicts",
               JsonValue::Object{
                   {"static", verdicts.fixed}, {"batch", verdicts.batch}, {"dynamic", verdicts.dynamic}});
    out.member("findings", findingCounts(input.analysis));
    out.endObject();
}

void writeModules(JsonStream& out, const ReportInput& input) {
    out.beginArray();
    for (const capture::Module& module : input.capture.modules()) {
        JsonValue::Array findings;
        for (const inference::Finding& finding : input.analysis.moduleFindings[module.id.value]) {
            findings.push_back(findingJson(finding));
        }
        out.value(JsonValue::Object{{"module", module.name},
                                    {"findings", std::move(findings)},
                                    {"other", otherOf(input.capture, module)}});
    }
    out.endArray();
}

void writeProblems(JsonStream& out, const ReportInput& input) {
    out.beginArray();
    for (const ReportProblem& problem : reportProblems(input)) {
        out.value(problemJson(problem));
    }
    out.endArray();
}

}  // namespace dimscope::writers
