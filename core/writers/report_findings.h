// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/writers/report_writer.h"

/// Findings and advice in the forms of the report that people read.
namespace dimscope::writers {

/// What one or several axes show in the same words.
struct ReportFinding {
    std::string code;
    base::Severity severity = base::Severity::note;
    std::vector<std::string> places;  ///< "sample:0", "timestep", all axes of a class; none: the graph or
                                      ///< module as a whole
    std::string message;
    std::vector<std::uint32_t> samples;
};

/// Findings of a graph, the severe ones first; those that say the same of several axes are one.
[[nodiscard]] std::vector<ReportFinding> findingsOf(const ReportInput& input, const capture::Graph& graph);
/// Findings of a module as a whole, the severe ones first.
[[nodiscard]] std::vector<ReportFinding> findingsOf(const ReportInput& input, const capture::Module& module);
/// What to record next for a graph: a sentence each, with the findings that it would settle. May hold names
/// of the capture.
[[nodiscard]] std::vector<std::string> adviceOf(const ReportInput& input, const capture::Graph& graph);

/// Rows of findings that a graph or a module gets; further ones are only counted.
constexpr std::size_t kShownFindings = 200;
/// In the place of places that there are none of.
constexpr const char* kAsAWhole = "as a whole";
/// Places that a row names; further ones are only counted.
constexpr std::size_t kShownPlaces = 4;

}  // namespace dimscope::writers
