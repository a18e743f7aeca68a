// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_sections.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

JsonValue problem(const Capture& capture, const base::Diagnostic& diagnostic) {
    const base::SourceLocation& where = diagnostic.where;
    const capture::Tensor* tensor = where.tensor.empty() ? nullptr : tensorAt(capture, where);
    JsonValue samples = JsonValue::Array{};
    if (where.sample) {
        samples.push(*where.sample);
    }
    return JsonValue::Object{
        {"code", diagnostic.code},
        {"severity", base::name(diagnostic.severity)},
        {"module", textOrNull(where.module)},
        {"graph", textOrNull(where.graph)},
        {"side", tensor ? JsonValue(module::name(tensor->side())) : JsonValue()},
        {"semantic_path", tensor ? tensor->locator.semanticPath() : JsonValue()},
        {"axis", where.axis ? JsonValue(*where.axis) : JsonValue()},
        {"samples", samples},
        {"message", diagnostic.message},
        {"file", textOrNull(fileName(where.file))},
        {"line", numberOrNull(where.line)},
        {"column", numberOrNull(where.column)},
    };
}

}  // namespace

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
    out.member("findings", JsonValue::Object{{"error", 0}, {"warning", 0}, {"note", 0}});
    out.endObject();
}

void writeModules(JsonStream& out, const Capture& capture) {
    out.beginArray();
    for (const capture::Module& module : capture.modules()) {
        out.value(JsonValue::Object{
            {"module", module.name}, {"findings", JsonValue::Array{}}, {"other", otherOf(capture, module)}});
    }
    out.endArray();
}

void writeProblems(JsonStream& out, const ReportInput& input) {
    out.beginArray();
    for (const base::Diagnostic& diagnostic : input.diagnostics.items()) {
        out.value(problem(input.capture, diagnostic));
    }
    for (const auto& [code, count] : input.diagnostics.dropped()) {
        const auto& items = input.diagnostics.items();
        const auto like = std::find_if(items.begin(), items.end(),
                                       [&](const base::Diagnostic& item) { return item.code == code; });
        base::Diagnostic more;
        more.code = code;
        more.severity = like == items.end() ? base::Severity::note : like->severity;
        more.message = std::to_string(count) + " more of these were counted and are not listed";
        out.value(problem(input.capture, more));
    }
    out.endArray();
}

}  // namespace dimscope::writers
