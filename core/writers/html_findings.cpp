// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>

#include "core/writers/html_sections.h"
#include "core/writers/html_text.h"
#include "core/writers/report_findings.h"

namespace dimscope::writers {

namespace {

void writePlaces(TextStream& out, const ReportFinding& finding) {
    if (finding.places.empty()) {
        out << kAsAWhole;
    }
    const std::size_t shown = std::min(finding.places.size(), kShownPlaces);
    for (std::size_t i = 0; i < shown; ++i) {
        out << (i == 0 ? "" : ", ") << htmlCode(finding.places[i]);
    }
    if (shown < finding.places.size()) {
        out << " and " << finding.places.size() - shown << " more";
    }
}

void writeRows(TextStream& out, const std::vector<ReportFinding>& findings) {
    constexpr std::size_t kShownSamples = 8;
    const std::size_t shown = std::min(findings.size(), kShownFindings);
    for (std::size_t i = 0; i < shown; ++i) {
        const ReportFinding& finding = findings[i];
        const std::vector<std::int64_t> samples(finding.samples.begin(), finding.samples.end());
        out << "<tr><td class=\"w\">";
        writeHtmlSeverity(out, finding.severity);
        out << "</td><td class=\"w\">" << htmlCode(finding.code) << "</td><td>";
        writePlaces(out, finding);
        out << "</td><td>" << htmlText(finding.message) << "</td><td>" << listText(samples, kShownSamples)
            << "</td></tr>\n";
    }
}

void writeTable(TextStream& out, const std::vector<ReportFinding>& findings) {
    htmlTableHead(out, {"Severity", "Code", "Where", "Message", "Samples that show it"});
    writeRows(out, findings);
    htmlTableEnd(out);
    if (findings.size() > kShownFindings) {
        out << "<p>" << findings.size() - kShownFindings
            << " more are left out here; the JSON report has all.</p>\n";
    }
}

}  // namespace

void writeHtmlFindings(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    if (const auto findings = findingsOf(input, graph); !findings.empty()) {
        out << "<h3>Findings</h3>\n<p>What all samples show together, whatever their order.</p>\n";
        writeTable(out, findings);
    }
    if (const auto advice = adviceOf(input, graph); !advice.empty()) {
        out << "<h3>What to record next</h3>\n<ul>";
        for (const std::string& line : advice) {
            out << "<li>" << htmlText(line) << "</li>\n";
        }
        out << "</ul>\n";
    }
}

void writeHtmlModuleFindings(TextStream& out, const ReportInput& input) {
    bool isFirst = true;
    for (const capture::Module& module : input.capture.modules()) {
        const auto findings = findingsOf(input, module);
        if (findings.empty()) {
            continue;
        }
        if (isFirst) {
            out << "<h2>Findings across graphs</h2>\n";
            isFirst = false;
        }
        out << "<h3>" << htmlCode(module.name) << "</h3>\n";
        writeTable(out, findings);
    }
}

}  // namespace dimscope::writers
