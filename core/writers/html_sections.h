// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string_view>

#include "core/writers/report_text.h"
#include "core/writers/report_values.h"

/// The larger parts of the report page.
namespace dimscope::writers {

/// How much may still be drawn, over all graphs, so that the page of a large capture stays readable.
struct ChartBudget {
    std::size_t bars = 640;
    std::size_t lanes = 96;
};

/// The head of a table; columns that end with ":" hold numbers and stand right. Texts are ours.
void htmlTableHead(TextStream& out, std::initializer_list<std::string_view> columns);
void htmlTableEnd(TextStream& out);

/// Title, files, counts, how to read the signs, and a row per graph.
void writeHtmlOverview(TextStream& out, const ReportInput& input);
/// A row per problem, or that there is none.
void writeHtmlProblems(TextStream& out, const ReportInput& input);
/// "▲ warning" in its colour.
void writeHtmlSeverity(TextStream& out, base::Severity severity);
/// Findings that speak of several graphs of a module; nothing where there are none.
void writeHtmlModuleFindings(TextStream& out, const ReportInput& input);
/// Findings of a graph, and what to record next; nothing where there are none.
void writeHtmlFindings(TextStream& out, const ReportInput& input, const capture::Graph& graph);
/// What the files say beside shapes.
void writeHtmlDetails(TextStream& out, const ReportInput& input);
/// Facts, tensors, overrides, findings, charts and other values of a graph.
void writeHtmlGraph(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                    ChartBudget& budget);

}  // namespace dimscope::writers
