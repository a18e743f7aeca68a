// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/change.h"

#include <algorithm>

namespace dimscope::compare {

namespace {

using base::JsonValue;
using base::Severity;

struct CodeInfo {
    Code code;
    std::string_view name;
    Code mirrored;
    Severity severity;
};

/// One row per code, in the order of the codes.
const std::vector<CodeInfo>& table() {
    static const std::vector<CodeInfo> kTable = {
        {Code::moduleNew, "module-new", Code::moduleRemoved, Severity::warning},
        {Code::moduleRemoved, "module-removed", Code::moduleNew, Severity::warning},
        {Code::graphNew, "graph-new", Code::graphRemoved, Severity::warning},
        {Code::graphRemoved, "graph-removed", Code::graphNew, Severity::warning},
        {Code::graphSplit, "graph-split", Code::graphJoined, Severity::warning},
        {Code::graphJoined, "graph-joined", Code::graphSplit, Severity::warning},
        {Code::graphRenamed, "graph-renamed", Code::graphRenamed, Severity::note},
        {Code::phaseChanged, "phase-changed", Code::phaseChanged, Severity::warning},
        {Code::otherValuesChanged, "other-values-changed", Code::otherValuesChanged, Severity::note},
        {Code::samplesGained, "samples-gained", Code::samplesLost, Severity::note},
        {Code::samplesLost, "samples-lost", Code::samplesGained, Severity::note},
        {Code::batchSizesChanged, "batch-sizes-changed", Code::batchSizesChanged, Severity::note},
        {Code::tensorNew, "tensor-new", Code::tensorRemoved, Severity::warning},
        {Code::tensorRemoved, "tensor-removed", Code::tensorNew, Severity::warning},
        {Code::tensorRenamed, "tensor-renamed", Code::tensorRenamed, Severity::warning},
        {Code::rankChanged, "rank-changed", Code::rankChanged, Severity::warning},
        {Code::dtypeChanged, "dtype-changed", Code::dtypeChanged, Severity::warning},
        {Code::verdictChanged, "verdict-changed", Code::verdictChanged, Severity::warning},
        {Code::auditChanged, "audit-changed", Code::auditChanged, Severity::warning},
        {Code::strengthChanged, "strength-changed", Code::strengthChanged, Severity::note},
        {Code::multiplierChanged, "multiplier-changed", Code::multiplierChanged, Severity::warning},
        {Code::sizeChanged, "size-changed", Code::sizeChanged, Severity::warning},
        {Code::rangeGrown, "range-grown", Code::rangeShrunk, Severity::warning},
        {Code::rangeShrunk, "range-shrunk", Code::rangeGrown, Severity::note},
        {Code::findingNew, "finding-new", Code::findingGone, Severity::note},
        {Code::findingGone, "finding-gone", Code::findingNew, Severity::note},
        {Code::coverageLost, "coverage-lost", Code::coverageGained, Severity::error},
        {Code::coverageGained, "coverage-gained", Code::coverageLost, Severity::note},
        {Code::overrideUnmatched, "override-unmatched", Code::overrideMatched, Severity::warning},
        {Code::overrideMatched, "override-matched", Code::overrideUnmatched, Severity::note},
    };
    return kTable;
}

const CodeInfo& infoOf(Code code) {
    return table()[static_cast<std::size_t>(code)];
}

std::string scalarText(const JsonValue& value) {
    const std::string* text = value.string();
    return text != nullptr ? *text : value.isNull() ? std::string() : base::dumpJson(value);
}

std::string listText(const JsonValue::Array& items) {
    constexpr std::size_t kShown = 12;
    if (items.empty()) {
        return "none";
    }
    std::string out;
    for (std::size_t i = 0; i < items.size() && i < kShown; ++i) {
        out += (i == 0 ? "" : ", ") + scalarText(items[i]);
    }
    return items.size() > kShown ? out + ", ... (" + std::to_string(items.size()) + " in all)" : out;
}

std::string objectText(const JsonValue& value) {
    if (const JsonValue* min = value.find("min")) {
        const std::string low = scalarText(*min);
        const std::string high = scalarText(*value.find("max"));
        return low == high ? low : low + ".." + high;
    }
    const JsonValue* verdict = value.find("verdict");
    if (verdict == nullptr) {
        return base::dumpJson(value);
    }
    std::string out = scalarText(*verdict);
    if (const JsonValue* multiplier = value.find("multiplier");
        multiplier != nullptr && !multiplier->isNull()) {
        out += " x" + scalarText(*multiplier);
    }
    if (const JsonValue* strength = value.find("strength")) {
        out += ", " + scalarText(*strength);
    }
    return out;
}

void setGraph(Change& change, const capture::Capture& capture, const capture::Graph& graph, Place& place) {
    place.module = graph.module;
    place.graph = graph.id;
    change.module = capture.module(graph.module).name;
    change.graph = graph.name;
}

Change changeOf(Code code) {
    Change change;
    change.code = code;
    change.severity = severityOf(code);
    return change;
}

}  // namespace

std::string_view name(Code code) {
    return infoOf(code).name;
}

const std::vector<Code>& codes() {
    static const std::vector<Code> kCodes = [] {
        std::vector<Code> all;
        std::transform(table().begin(), table().end(), std::back_inserter(all),
                       [](const CodeInfo& info) { return info.code; });
        return all;
    }();
    return kCodes;
}

Code mirrored(Code code) {
    return infoOf(code).mirrored;
}

base::Severity severityOf(Code code) {
    return infoOf(code).severity;
}

std::string valueText(const JsonValue& value) {
    if (const JsonValue::Array* items = value.array()) {
        return listText(*items);
    }
    return value.object() != nullptr ? objectText(value) : scalarText(value);
}

Change moduleChange(Code code, const capture::Module* before, const capture::Module* after) {
    Change change = changeOf(code);
    if (before != nullptr) {
        change.placeBefore.module = before->id;
        change.module = before->name;
    }
    if (after != nullptr) {
        change.placeAfter.module = after->id;
        change.module = after->name;
    }
    return change;
}

Change graphChange(Code code, const capture::Capture& captureBefore, const capture::Graph* before,
                   const capture::Capture& captureAfter, const capture::Graph* after) {
    Change change = changeOf(code);
    if (before != nullptr) {
        setGraph(change, captureBefore, *before, change.placeBefore);
    }
    if (after != nullptr) {
        setGraph(change, captureAfter, *after, change.placeAfter);
    }
    return change;
}

Change tensorChange(Code code, const capture::Capture& captureBefore, const capture::Tensor* before,
                    const capture::Capture& captureAfter, const capture::Tensor* after,
                    std::optional<int> axis) {
    Change change =
        graphChange(code, captureBefore, before == nullptr ? nullptr : &captureBefore.graph(before->graph),
                    captureAfter, after == nullptr ? nullptr : &captureAfter.graph(after->graph));
    change.axis = axis;
    if (before != nullptr) {
        change.placeBefore.tensor = before->id;
        change.tensor = before->locator;
    }
    if (after != nullptr) {
        change.placeAfter.tensor = after->id;
        change.tensor = after->locator;
    }
    return change;
}

}  // namespace dimscope::compare
