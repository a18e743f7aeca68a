// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_report_reader.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json_reader.h"
#include "core/readers/flat_names.h"
#include "core/readers/json_checks.h"
#include "core/readers/json_head.h"
#include "core/readers/report_progress.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::JsonPath;
using base::JsonStep;
using base::JsonValue;
using base::Result;
using capture::CaptureBuilder;

bool isFailedBuild(const JsonValue& build) {
    const JsonValue* success = build.find("success");
    const JsonValue* exception = build.find("exception");
    return (success != nullptr && success->boolean() != nullptr && !*success->boolean()) ||
           (exception != nullptr && !exception->isNull());
}

base::Severity severityOf(const std::string& key, const JsonValue& value) {
    const bool failed =
        key == "exception" || (key == "backend_builds" && value.array() != nullptr &&
                               std::any_of(value.array()->begin(), value.array()->end(), isFailedBuild));
    return failed ? base::Severity::error : base::Severity::note;
}

/// A module as one list of the report gives it; `graphs` are whole ones.
struct ReportedModule {
    JsonValue members{JsonValue::Object{}};                                 // all but the graphs
    std::vector<std::pair<CaptureBuilder::Summary, std::uint64_t>> graphs;  // with the line of each

    [[nodiscard]] std::string name(std::size_t index) const {
        for (const char* key : {"module_name", "module_class"}) {
            const JsonValue* text = members.find(key);
            if (text != nullptr && text->string() != nullptr && !text->string()->empty()) {
                return *text->string();
            }
        }
        return "module " + std::to_string(index);
    }
};

/// Levels of the report: `/list/module/key`, and below the key "graphs" `/graph/key`.
enum Level : std::size_t { kRoot = 0, kTop = 1, kModule = 2, kModuleKey = 3, kGraph = 4, kGraphKey = 5 };

class ReportVisitor final : public base::JsonVisitor {
 public:
    explicit ReportVisitor(const ReadContext& context) : m_context(context), m_file(context.input.name()) {}

    JsonStep enter(const JsonPath& path) override {
        switch (path.size()) {
            case kRoot: return JsonStep::descend;
            case kTop: return isModuleList(path[0]) ? JsonStep::descend : JsonStep::take;
            case kModule: m_module.emplace(); return JsonStep::descend;
            case kModuleKey: return path[2] == "graphs" ? JsonStep::descend : JsonStep::take;
            case kGraph: m_graph.emplace(JsonValue::Object{}); return JsonStep::descend;
            default: return JsonStep::take;
        }
    }

    Result<void> taken(const JsonPath& path, JsonValue value) override {
        switch (path.size()) {
            case kTop:
                if (!isModuleList(path[0])) {
                    addDetail(path[0], std::move(value));
                    return {};
                }
                return value.isNull() ? Result<void>() : wrongType(path, value, "expected a list of modules");
            case kModuleKey:
                if (path[2] != "graphs") {
                    m_module->members.set(path[2], std::move(value));
                    return {};
                }
                return value.isNull() ? Result<void>() : wrongType(path, value, "expected a list of graphs");
            case kGraphKey: m_graph->set(path[4], std::move(value)); return {};
            case kModule: return wrongType(path, value, "expected a module: an object");
            case kGraph: return wrongType(path, value, "expected a graph: an object");
            default: return wrongType(path, value, "expected a tuning report: an object");
        }
    }

    Result<void> left(const JsonPath& path) override {
        if (path.size() == kGraph) {
            return finishGraph(path);
        }
        if (path.size() == kModule) {
            finishModule(path[0], std::stoul("0" + path[1]));
        }
        m_hasModuleList = m_hasModuleList || (path.size() == kTop);
        return {};
    }

    /// After a cut: the graph and module that were open, as far as they are of use. `where` is the cut.
    Result<void> finishCut() {
        if (m_graph && m_graph->find("input_spec") != nullptr && m_graph->find("output_spec") != nullptr) {
            if (Result<void> finished = finishGraph({}); !finished) {
                return finished;
            }
        }
        if (m_module && (m_module->members.find("module_name") != nullptr || !m_module->graphs.empty())) {
            finishModule(m_openList, 0);
        }
        return {};
    }

    /// What inspection adds to the modules: graphs that they have not, and modules that were never tuned.
    void addInspected() {
        for (auto& [name, module] : m_inspected) {
            addModule(name, std::move(module));
        }
        m_inspected.clear();
    }

    [[nodiscard]] bool hasModules() const { return m_modules > 0; }
    [[nodiscard]] bool hasModuleList() const { return m_hasModuleList; }

 private:
    bool isModuleList(const std::string& key) {
        const bool isList = key == "modules" || key == "inspection_details";
        if (isList) {
            m_openList = key;
        }
        return isList;
    }

    Error wrongType(const JsonPath& path, const JsonValue& value, std::string expected) const {
        return {ErrorCode::wrongType,
                "found " + describeValue(value),
                std::move(expected),
                "write the report again",
                placeOf(value, m_file, base::jsonPointer(path)),
                {}};
    }

    void addDetail(const std::string& key, JsonValue value) {
        if (!value.isNull()) {
            const base::Severity severity = severityOf(key, value);
            m_context.builder.addDetail({key, std::move(value), severity});
        }
    }

    Result<module::SampleMetadata> readSpec(const JsonPath& path, const char* key, module::Side side) {
        const std::string pointer = base::jsonPointer(path);
        for (JsonValue::Member& member : *m_graph->object()) {
            if (member.first == key && member.second.isNull()) {
                return module::SampleMetadata();
            }
            if (member.first == key) {
                const JsonValue spec = withPaths(std::move(member.second), side);
                return module::SampleMetadata::fromJson(spec, side,
                                                        placeOf(spec, m_file, pointer + "/" + key));
            }
        }
        base::SourceLocation where{.file = m_file, .pointer = pointer};
        if (!m_graph->object()->empty()) {
            where = placeOf(m_graph->object()->front().second, m_file, pointer);
        }
        return Error{ErrorCode::missingKey,
                     "found no key \"" + std::string(key) + "\" in a graph",
                     "expected the specs of its inputs and outputs",
                     "write the report again",
                     std::move(where),
                     {}};
    }

    Result<void> finishGraph(const JsonPath& path) {
        CaptureBuilder::Summary summary;
        const std::uint64_t line =
            m_graph->object()->empty() ? 0 : m_graph->object()->front().second.place().line;
        Result<module::SampleMetadata> inputs = readSpec(path, "input_spec", module::Side::input);
        if (!inputs) {
            return std::move(inputs.error());
        }
        Result<module::SampleMetadata> outputs = readSpec(path, "output_spec", module::Side::output);
        if (!outputs) {
            return std::move(outputs.error());
        }
        Result<std::string> name = optionalText(*m_graph, "graph_name", m_file);
        if (!name) {
            return std::move(name.error());
        }
        summary.inputs = std::move(*inputs);
        summary.outputs = std::move(*outputs);
        summary.graph = std::move(*name);
        for (JsonValue::Member& member : *m_graph->object()) {
            const bool isSpec = member.first == "input_spec" || member.first == "output_spec";
            if (isSpec || member.first == "graph_name" || member.second.isNull()) {
                continue;
            }
            const base::Severity severity = severityOf(member.first, member.second);
            summary.details.push_back({member.first, std::move(member.second), severity});
        }
        m_module->graphs.emplace_back(std::move(summary), line);
        m_graph.reset();
        return {};
    }

    void finishModule(const std::string& list, std::size_t index) {
        ++m_modules;
        std::string name = m_module->name(index);
        if (list == "modules") {
            addModule(name, std::move(*m_module));
        } else {
            m_inspected.emplace_back(std::move(name), std::move(*m_module));
        }
        m_module.reset();
    }

    void addModule(const std::string& name, ReportedModule module) {
        const capture::ModuleId id = m_context.builder.module(name);
        std::set<std::string>& said = m_said[name];
        for (JsonValue::Member& member : *module.members.object()) {
            const bool isNew = member.first != "module_name" && !member.second.isNull();
            if (isNew && said.insert(member.first).second) {
                const base::Severity severity = severityOf(member.first, member.second);
                m_context.builder.addModuleDetail(id, {member.first, std::move(member.second), severity});
            }
        }
        for (auto& [summary, line] : module.graphs) {
            summary.module = name;
            m_context.builder.addSummary(std::move(summary), {m_context.source, line, {}, {}});
        }
    }

    const ReadContext& m_context;
    std::string m_file;
    std::string m_openList;
    std::optional<ReportedModule> m_module;
    std::optional<JsonValue> m_graph;
    std::vector<std::pair<std::string, ReportedModule>> m_inspected;
    std::map<std::string, std::set<std::string>> m_said;  // keys of details, by module
    std::size_t m_modules = 0;
    bool m_hasModuleList = false;
};

}  // namespace

bool probeAituneReport(std::string_view head) {
    const JsonHead json = readJsonHead(head);
    const bool isReport = json.has("aitune_config") || json.has("inspection_details") ||
                          json.has("modules") || json.has("mode") || json.has("aitune_version");
    return (json.has("schema_version") && isReport) || (json.has("aitune_config") && json.has("modules"));
}

Result<void> readAituneReport(const ReadContext& context) {
    const std::string& file = context.input.name();
    ReportVisitor visitor(context);
    const base::ByteReader bytes = [&context](std::span<char> into) -> Result<std::size_t> {
        if (Result<void> polled = pollAndReport(context); !polled) {
            return std::move(polled.error());
        }
        return context.input.read(into);
    };
    Result<void> visited = base::visitJson(bytes, visitor, {.file = file});
    const bool cut = !visited && visited.error().code == ErrorCode::truncated;
    if (!visited && !cut) {
        return visited;
    }
    if (cut) {
        if (Result<void> finished = visitor.finishCut(); !finished) {
            return finished;
        }
        if (!visitor.hasModules()) {
            return visited;
        }
        context.builder.source(context.source).complete = false;
        context.builder.diagnostics().add(
            {base::Severity::warning, "truncated",
             "the report is cut off; the modules and graphs that are whole are shown",
             visited.error().where});
    } else if (!visitor.hasModuleList()) {
        return Error{ErrorCode::missingKey,
                     "found no key \"modules\"",
                     "expected a tuning report",
                     "check that this is the right kind of file",
                     {.file = file, .byte = 0, .line = 1, .column = 1},
                     {}};
    }
    visitor.addInspected();
    if (!visitor.hasModules()) {
        context.builder.diagnostics().add(
            {base::Severity::warning, "no-shapes", "the report holds no module yet", {.file = file}});
    }
    return {};
}

}  // namespace dimscope::readers
