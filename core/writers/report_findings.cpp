// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_findings.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>

namespace dimscope::writers {

namespace {

std::string axisPlace(const capture::Capture& capture, const inference::AxisRef& axis) {
    return capture.tensor(axis.tensor).accessPath + ":" + std::to_string(axis.axis);
}

/// A tensor, an axis or the axes of a class; none for the whole graph or module.
std::vector<std::string> placesOf(const capture::Capture& capture, const inference::Finding& finding) {
    std::vector<std::string> places;
    if (finding.tensor) {
        places.push_back(finding.axis ? axisPlace(capture, {*finding.tensor, *finding.axis})
                                      : capture.tensor(*finding.tensor).accessPath);
        return places;
    }
    for (const inference::AxisRef& axis : finding.axes) {
        places.push_back(axisPlace(capture, axis));
    }
    return places;
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
        std::vector<std::string> places = placesOf(capture, finding);
        auto& all = out[entry->second].places;
        all.insert(all.end(), std::make_move_iterator(places.begin()), std::make_move_iterator(places.end()));
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
