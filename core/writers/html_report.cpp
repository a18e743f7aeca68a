// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/html_report.h"

#include <string>

#include "core/writers/html_sections.h"
#include "core/writers/html_style.h"
#include "core/writers/html_text.h"

namespace dimscope::writers {

namespace {

std::string pageTitle(const capture::Capture& capture) {
    const auto& sources = capture.sources();
    if (sources.empty()) {
        return "Shape report";
    }
    const std::string more =
        sources.size() > 1 ? " and " + counted(sources.size() - 1, "more file") : std::string();
    return "Shape report: " + sources.front().name + more;
}

}  // namespace

base::Result<void> writeHtmlReport(const ReportInput& input, const files::TextSink& sink) {
    TextStream out(sink);
    out << "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
           "<meta name=\"generator\" content=\"dimscope " DIMSCOPE_VERSION "\"/>\n<title>"
        << htmlText(pageTitle(input.capture)) << "</title>\n<style>\n"
        << htmlStyle() << "</style>\n</head>\n<body>\n";
    writeHtmlOverview(out, input);
    writeHtmlProblems(out, input);
    writeHtmlModuleFindings(out, input);
    ChartBudget budget;
    for (const capture::Graph& graph : input.capture.graphs()) {
        if (out.failed()) {
            break;
        }
        writeHtmlGraph(out, input, graph, budget);
    }
    writeHtmlDetails(out, input);
    out << "<footer>Written by dimscope " DIMSCOPE_VERSION ".</footer>\n</body>\n</html>\n";
    return out.finish();
}

}  // namespace dimscope::writers
