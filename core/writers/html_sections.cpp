// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/html_sections.h"

#include <algorithm>
#include <string>
#include <vector>

#include "core/writers/html_text.h"
#include "core/writers/svg_scale.h"

namespace dimscope::writers {

namespace {

constexpr std::size_t kDetails = 300;
constexpr std::size_t kDetailLength = 400;

void writeSources(TextStream& out, const capture::Capture& capture) {
    if (capture.sources().empty()) {
        return;
    }
    htmlTableHead(out, {"File", "Format", "Bytes:", "XXH3-128", "Complete"});
    for (const capture::Source& source : capture.sources()) {
        out << "<tr><td>" << htmlCode(source.name) << "</td><td>" << htmlText(source.format)
            << "</td><td class=\"r\">" << source.bytes << "</td><td>"
            << (source.xxh3.empty() ? std::string("read in part") : htmlCode(source.xxh3)) << "</td><td>"
            << (source.complete ? "yes" : "<span class=\"warning\">▲ no, cut off</span>") << "</td></tr>\n";
    }
    htmlTableEnd(out);
}

/// "1,000,000".
std::string grouped(std::uint64_t number) {
    std::string out = std::to_string(number);
    for (std::size_t end = out.size(); end > 3; end -= 3) {
        out.insert(end - 3, ",");
    }
    return out;
}

void card(TextStream& out, std::string_view kind, std::string_view label, std::uint64_t number) {
    out << "<div class=\"" << kind << "\"><strong>" << grouped(number) << "</strong><span>" << label
        << "</span></div>";
}

void writeCards(TextStream& out, const ReportInput& input) {
    const inference::VerdictCounts& verdicts = input.analysis.verdicts;
    out << "<div class=\"cards\">";
    card(out, "n", "modules", input.capture.modules().size());
    card(out, "n", "graphs", input.capture.graphs().size());
    const std::uint64_t excluded = excludedCount(input);
    const std::string samples =
        excluded == 0 ? std::string("samples") : "samples, " + grouped(excluded) + " excluded";
    card(out, "n", samples, input.capture.sampleCount());
    card(out, "n", "tensors", input.capture.tensors().size());
    card(out, "ts", "■ static axes", verdicts.fixed);
    card(out, "tb", "▲ batch axes", verdicts.batch);
    card(out, "td", "~ dynamic axes", verdicts.dynamic);
    out << "</div>\n";
}

void writeLegend(TextStream& out) {
    out << "<ul><li><b class=\"ts\">■ static</b>: one size in every sample.</li><li><b class=\"tb\">▲ batch "
           "xk</b>: whenever the size changed, it was k times the batch size.</li><li><b class=\"td\">~ "
           "dynamic</b>: it changed in some other way. Axes of a graph with one symbol (d0, d1, ...) have "
           "equal "
           "sizes in every sample.</li></ul>\n<p>A sample is one recorded call of a module; a graph is all "
           "calls with the same tensors and ranks.</p>\n";
}

void writeVerdictBar(TextStream& out, const inference::VerdictCounts& verdicts) {
    out << "<div class=\"bar\">";
    for (const auto& [kind, count] : {std::pair("fs", verdicts.fixed), std::pair("fb", verdicts.batch),
                                      std::pair("fd", verdicts.dynamic)}) {
        if (count > 0) {
            out << "<i class=\"" << kind << "\" style=\"flex:" << count << "\"></i>";
        }
    }
    out << "</div>";
}

void writeGraphRow(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    constexpr std::size_t kShown = 8;
    const inference::GraphAnalysis& analysis = input.analysis.graph(graph.id);
    out << "<tr><td>" << htmlCode(input.capture.module(graph.module).name) << "</td><td>"
        << htmlCode(graph.name) << "</td><td class=\"r\">";
    if (graph.isSummary()) {
        out << "summary";
    } else {
        out << graph.samples;
        if (const auto excluded = excludedSamples(input, graph.id).size(); excluded > 0) {
            out << " (" << excluded << " excluded)";
        }
    }
    out << "</td><td>" << listText(analysis.batchSizes, kShown) << "</td><td class=\"r\">"
        << graph.tensors.size() << "</td><td class=\"r\">" << analysis.verdicts.fixed
        << "</td><td class=\"r\">" << analysis.verdicts.batch << "</td><td class=\"r\">"
        << analysis.verdicts.dynamic << "</td><td>";
    writeVerdictBar(out, analysis.verdicts);
    out << "</td>";
    if (hasOverrides(input)) {
        const overrides::Coverage* coverage =
            overridesOf(input, graph) ? coverageOf(input, graph.id) : nullptr;
        const bool all = !coverage || coverage->covered == coverage->samples;
        out << "<td class=\"r\">";
        if (coverage != nullptr) {
            out << (all ? "<span>" : "<span class=\"error\">■ ") << coverage->covered << " of "
                << coverage->samples << "</span>";
        }
        out << "</td>";
    }
    out << "</tr>\n";
}

std::string_view severitySign(base::Severity severity) {
    switch (severity) {
        case base::Severity::error: return "■ ";
        case base::Severity::warning: return "▲ ";
        case base::Severity::note: break;
    }
    return "";
}

/// Writes rows of details as long as there is room for them.
class DetailRows {
 public:
    explicit DetailRows(TextStream& out) : m_out(out) {}

    void add(const std::string& where, const std::vector<capture::Detail>& details) {
        for (const capture::Detail& detail : details) {
            if (m_rows++ >= kDetails) {
                continue;
            }
            if (m_rows == 1) {
                m_out << "<h2>What the files say beside shapes</h2>\n";
                htmlTableHead(m_out, {"Of", "What", "Value"});
            }
            const auto* text = detail.value.string();
            const std::string value = text ? *text : base::dumpJson(detail.value, base::JsonLayout::spaced);
            m_out << "<tr><td>" << htmlText(where) << "</td><td>";
            if (detail.severity != base::Severity::note) {
                writeHtmlSeverity(m_out, detail.severity);
                m_out << " ";
            }
            m_out << htmlCode(detail.key) << "</td><td>" << htmlCode(shortened(value, kDetailLength))
                  << "</td></tr>\n";
        }
    }
    void end() {
        if (m_rows == 0) {
            return;
        }
        htmlTableEnd(m_out);
        if (m_rows > kDetails) {
            m_out << "<p>" << m_rows - kDetails << " more are left out.</p>\n";
        }
    }

 private:
    TextStream& m_out;
    std::size_t m_rows = 0;
};

}  // namespace

void writeHtmlSeverity(TextStream& out, base::Severity severity) {
    out << "<span class=\"" << base::name(severity) << "\">" << severitySign(severity) << base::name(severity)
        << "</span>";
}

void htmlTableHead(TextStream& out, std::initializer_list<std::string_view> columns) {
    out << "<div class=\"wide\"><table><thead><tr>";
    for (std::string_view column : columns) {
        const bool right = column.ends_with(':');
        column.remove_suffix(right ? 1 : 0);
        out << (right ? "<th class=\"r\">" : "<th>") << column << "</th>";
    }
    out << "</tr></thead><tbody>\n";
}

void htmlTableEnd(TextStream& out) {
    out << "</tbody></table></div>\n";
}

void writeHtmlOverview(TextStream& out, const ReportInput& input) {
    out << "<h1>Shape report</h1>\n<p>Batch sizes: " << htmlText(batchSizeOrigin(input)) << ".</p>\n";
    writeSources(out, input.capture);
    writeCards(out, input);
    writeLegend(out);
    if (input.capture.graphs().empty()) {
        return;
    }
    if (hasOverrides(input)) {
        htmlTableHead(out, {"Module", "Graph", "Samples:", "Batch sizes",
                            "Tensors:", "■:", "▲:", "~:", "Axes", "Covered:"});
    } else {
        htmlTableHead(out,
                      {"Module", "Graph", "Samples:", "Batch sizes", "Tensors:", "■:", "▲:", "~:", "Axes"});
    }
    for (const capture::Graph& graph : input.capture.graphs()) {
        writeGraphRow(out, input, graph);
    }
    htmlTableEnd(out);
}

void writeHtmlProblems(TextStream& out, const ReportInput& input) {
    out << "<h2>Problems</h2>\n";
    const std::vector<ReportProblem> problems = reportProblems(input);
    if (problems.empty()) {
        out << "<p>None.</p>\n";
        return;
    }
    htmlTableHead(out, {"Severity", "Code", "Where", "Message"});
    for (const ReportProblem& problem : problems) {
        out << "<tr><td class=\"w\">";
        writeHtmlSeverity(out, problem.severity);
        out << "</td><td class=\"w\">" << htmlCode(problem.code) << "</td><td>" << htmlCode(problem.place())
            << "</td><td>" << htmlText(problem.message) << "</td></tr>\n";
    }
    htmlTableEnd(out);
}

void writeHtmlDetails(TextStream& out, const ReportInput& input) {
    DetailRows rows(out);
    rows.add("the run", input.capture.details());
    for (const capture::Module& module : input.capture.modules()) {
        rows.add(module.name, module.details);
        for (const capture::GraphId id : module.graphs) {
            const capture::Graph& graph = input.capture.graph(id);
            rows.add(graphTitle(input, graph), graph.details);
        }
    }
    rows.end();
}

}  // namespace dimscope::writers
