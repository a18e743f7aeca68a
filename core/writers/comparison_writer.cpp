// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/comparison_writer.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/counted.h"
#include "core/overrides/matching.h"
#include "core/writers/json_stream.h"

namespace dimscope::writers {

namespace {

using base::JsonValue;
using base::Severity;
using compare::Change;
using compare::Comparison;

constexpr Severity kSeverities[] = {Severity::error, Severity::warning, Severity::note};

JsonValue sourceJson(const ComparedSource& source) {
    JsonValue::Array files;
    for (const capture::Source& file : source.capture.sources()) {
        files.emplace_back(JsonValue::Object{{"name", file.name},
                                             {"format", file.format},
                                             {"bytes", file.bytes},
                                             {"xxh3", file.xxh3.empty() ? JsonValue() : JsonValue(file.xxh3)},
                                             {"complete", file.complete}});
    }
    return JsonValue::Object{{"sources", std::move(files)}, {"batch_size_source", source.batchSizes.text()}};
}

JsonValue textOrNull(std::string_view text) {
    return text.empty() ? JsonValue() : JsonValue(text);
}

JsonValue changeJson(const Change& change) {
    const auto& tensor = change.tensor;
    return JsonValue::Object{
        {"code", compare::name(change.code)},
        {"severity", base::name(change.severity)},
        {"module", change.module},
        {"graph", textOrNull(change.graph)},
        {"side", tensor ? JsonValue(module::name(tensor->side())) : JsonValue()},
        {"access_path", tensor ? JsonValue(tensor->accessPath()) : JsonValue()},
        {"semantic_path", tensor ? tensor->semanticPath() : JsonValue()},
        {"axis", change.axis ? JsonValue(*change.axis) : JsonValue()},
        {"before", change.before},
        {"after", change.after},
        {"finding", textOrNull(change.finding)},
        {"message", change.message},
    };
}

/// Changes of one module, graph or tensor.
struct Group {
    std::string key;
    std::vector<const Change*> changes;
};

/// Groups by a key, in order of first appearance.
template <class KeyOf>
std::vector<Group> grouped(const std::vector<const Change*>& changes, KeyOf keyOf) {
    std::vector<Group> groups;
    std::map<std::string, std::size_t> known;
    for (const Change* change : changes) {
        const auto [entry, isNew] = known.try_emplace(keyOf(*change), groups.size());
        if (isNew) {
            groups.push_back({entry->first, {}});
        }
        groups[entry->second].changes.push_back(change);
    }
    return groups;
}

std::string graphKey(const Change& change) {
    return base::quoteJson(change.module) + (change.graph.empty() ? "" : base::quoteJson(change.graph));
}

std::string tensorKey(const Change& change) {
    return change.tensor ? overrides::tensorKey(*change.tensor) : std::string();
}

std::string changeLine(const Change& change) {
    return (change.axis ? "axis " + std::to_string(*change.axis) + ": " : std::string()) +
           std::string(base::name(change.severity)) + ": " + change.message + " [" +
           std::string(compare::name(change.code)) + "]";
}

std::string countsLine(const Comparison& comparison) {
    std::string counts;
    for (const Severity severity : kSeverities) {
        const std::string word(base::name(severity));
        counts += (counts.empty() ? "" : ", ") + base::counted(comparison.count(severity), word, word + "s");
    }
    return base::counted(comparison.changes.size(), "difference", "differences") + ": " + counts;
}

}  // namespace

base::Result<void> writeJsonComparison(const Comparison& comparison, const ComparedSource& before,
                                       const ComparedSource& after, const files::TextSink& sink) {
    JsonStream out(sink);
    out.beginObject();
    out.member("format", "dimscope.comparison");
    out.member("version", 1);
    out.member("generator", "dimscope " DIMSCOPE_VERSION);
    out.member("equal", comparison.equal());
    out.member("before", sourceJson(before));
    out.member("after", sourceJson(after));
    JsonValue summary = JsonValue::Object{};
    for (const Severity severity : kSeverities) {
        summary.set(std::string(base::name(severity)), comparison.count(severity));
    }
    out.member("summary", summary);
    out.key("changes");
    out.beginArray();
    for (const Change& change : comparison.changes) {
        out.value(changeJson(change));
    }
    out.endArray();
    out.endObject();
    return out.finish();
}

std::vector<std::string> comparisonLines(const Comparison& comparison) {
    std::vector<std::string> lines;
    std::vector<const Change*> all;
    std::transform(comparison.changes.begin(), comparison.changes.end(), std::back_inserter(all),
                   [](const Change& change) { return &change; });
    for (const Group& graph : grouped(all, graphKey)) {
        const Change& first = *graph.changes.front();
        lines.push_back(first.graph.empty() ? "module " + first.module
                                            : first.module + " graph " + first.graph);
        std::vector<Group> tensors = grouped(graph.changes, tensorKey);
        std::stable_partition(tensors.begin(), tensors.end(),
                              [](const Group& group) { return group.key.empty(); });
        for (const Group& tensor : tensors) {
            const auto& locator = tensor.changes.front()->tensor;
            if (locator) {
                lines.push_back("  " + std::string(module::name(locator->side())) + " " +
                                locator->accessPath());
            }
            for (const Change* change : tensor.changes) {
                lines.push_back((locator ? "    " : "  ") + changeLine(*change));
            }
        }
    }
    lines.push_back(comparison.equal() ? "no differences" : countsLine(comparison));
    return lines;
}

}  // namespace dimscope::writers
