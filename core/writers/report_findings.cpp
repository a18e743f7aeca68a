// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_findings.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace dimscope::writers {

namespace {

/// Of a tensor or an axis; empty for the whole graph or module.
std::string placeOf(const capture::Capture& capture, const inference::Finding& finding) {
    if (!finding.tensor) {
        return {};
    }
    const std::string& path = capture.tensor(*finding.tensor).accessPath;
    return finding.axis ? path + ":" + std::to_string(*finding.axis) : path;
}

std::vector<ReportFinding> grouped(const capture::Capture& capture,
                                   const std::vector<inference::Finding>& findings) {
    using Words = std::tuple<std::string, base::Severity, std::string, std::vector<std::uint32_t>>;
    std::map<Words, std::size_t> known;
    std::vector<ReportFinding> out;
    for (const inference::Finding& finding : findings) {
        const auto [entry, isNew] = known.emplace(
            Words(finding.code, finding.severity, finding.message, finding.samples), out.size());
        if (isNew) {
            out.push_back({finding.code, finding.severity, {}, finding.message, finding.samples});
        }
        if (std::string place = placeOf(capture, finding); !place.empty()) {
            out[entry->second].places.push_back(std::move(place));
        }
    }
    const auto rank = [](base::Severity severity) {
        return severity == base::Severity::error ? 0 : severity == base::Severity::warning ? 1 : 2;
    };
    std::stable_sort(out.begin(), out.end(), [rank](const ReportFinding& left, const ReportFinding& right) {
        return rank(left.severity) < rank(right.severity);
    });
    return out;
}

}  // namespace

std::vector<ReportFinding> findingsOf(const ReportInput& input, const capture::Graph& graph) {
    return grouped(input.capture, input.analysis.graph(graph.id).findings);
}

std::vector<ReportFinding> findingsOf(const ReportInput& input, const capture::Module& module) {
    return grouped(input.capture, input.analysis.moduleFindings[module.id.value]);
}

std::vector<std::string> adviceOf(const ReportInput& input, const capture::Graph& graph) {
    std::vector<std::string> out;
    for (const inference::Advice& advice : input.analysis.graph(graph.id).advice) {
        std::string codes;
        for (const std::string& code : advice.settles) {
            codes += (codes.empty() ? "" : ", ") + code;
        }
        out.push_back(advice.reason + (codes.empty() ? "" : " (settles " + codes + ")"));
    }
    return out;
}

}  // namespace dimscope::writers
