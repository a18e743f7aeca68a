// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/markdown_report.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "core/writers/markdown_text.h"
#include "core/writers/report_findings.h"
#include "core/writers/report_text.h"
#include "core/writers/report_values.h"

namespace dimscope::writers {

namespace {

/// A row of a table; the cells are Markdown already.
void row(TextStream& out, std::initializer_list<std::string_view> cells) {
    for (const std::string_view cell : cells) {
        out << "| " << cell << (cell.empty() ? "" : " ");
    }
    out << "|\n";
}

/// Names of columns; those that end with ":" hold numbers and stand right.
void head(TextStream& out, std::initializer_list<std::string_view> columns) {
    std::string rule;
    for (std::string_view column : columns) {
        const bool right = column.ends_with(':');
        column.remove_suffix(right ? 1 : 0);
        out << "| " << column << " ";
        rule += right ? "| ---: " : "| --- ";
    }
    out << "|\n" << rule << "|\n";
}

void writeSources(TextStream& out, const capture::Capture& capture) {
    if (capture.sources().empty()) {
        return;
    }
    head(out, {"File", "Format", "Bytes:", "XXH3-128", "Complete"});
    for (const capture::Source& source : capture.sources()) {
        row(out, {markdownCode(source.name), markdownText(source.format), std::to_string(source.bytes),
                  source.xxh3.empty() ? std::string("read in part") : markdownCode(source.xxh3),
                  source.complete ? "yes" : "**no, cut off**"});
    }
    out << "\n";
}

void writeTotals(TextStream& out, const ReportInput& input) {
    const capture::Capture& capture = input.capture;
    const inference::VerdictCounts& verdicts = input.analysis.verdicts;
    const std::uint64_t excluded = excludedCount(input);
    head(out,
         {"Modules:", "Graphs:", "Samples:", "Tensors:", "Axes:", "■ static:", "▲ batch:", "\\~ dynamic:"});
    row(out,
        {std::to_string(capture.modules().size()), std::to_string(capture.graphs().size()),
         std::to_string(capture.sampleCount()) +
             (excluded == 0 ? "" : " (" + std::to_string(excluded) + " excluded)"),
         std::to_string(capture.tensors().size()), std::to_string(capture.axisCount()),
         std::to_string(verdicts.fixed), std::to_string(verdicts.batch), std::to_string(verdicts.dynamic)});
    out << "\n■ static: one size in every sample. ▲ batch xk: whenever the size changed, it was k times the "
           "batch size. \\~ dynamic: it changed in some other way. Dynamic axes with one symbol (d0, d1, "
           "...) "
           "of a graph have equal sizes in every sample.\n\n";
}

std::string samplesCell(const ReportInput& input, const capture::Graph& graph) {
    if (graph.isSummary()) {
        return "summary";
    }
    const std::size_t excluded = excludedSamples(input, graph.id).size();
    return std::to_string(graph.samples) +
           (excluded == 0 ? "" : " (" + std::to_string(excluded) + " excluded)");
}

void writeOverview(TextStream& out, const ReportInput& input) {
    if (input.capture.graphs().empty()) {
        return;
    }
    head(out, {"Module", "Graph", "Samples:", "Tensors:", "■:", "▲:", "\\~:", "Covered:"});
    for (const capture::Graph& graph : input.capture.graphs()) {
        const inference::VerdictCounts& verdicts = input.analysis.graph(graph.id).verdicts;
        const overrides::Coverage* coverage =
            overridesOf(input, graph) ? coverageOf(input, graph.id) : nullptr;
        row(out,
            {markdownCode(input.capture.module(graph.module).name), markdownCode(graph.name),
             samplesCell(input, graph), std::to_string(graph.tensors.size()), std::to_string(verdicts.fixed),
             std::to_string(verdicts.batch), std::to_string(verdicts.dynamic),
             coverage ? std::to_string(coverage->covered) + " of " + std::to_string(coverage->samples) : ""});
    }
    out << "\n";
}

std::string severityText(base::Severity severity) {
    const std::string name(base::name(severity));
    return severity == base::Severity::error ? "**" + name + "**" : name;
}

void writeProblemTable(TextStream& out, const ReportInput& input) {
    out << "## Problems\n\n";
    const std::vector<ReportProblem> problems = reportProblems(input);
    if (problems.empty()) {
        out << "None.\n\n";
        return;
    }
    head(out, {"Severity", "Code", "Where", "Message"});
    for (const ReportProblem& problem : problems) {
        row(out, {severityText(problem.severity), markdownCode(problem.code), markdownCode(problem.place()),
                  markdownText(problem.message)});
    }
    out << "\n";
}

/// "▲ batch x2, ■ 4, ~ d0".
std::string observed(const inference::TensorAnalysis& tensor) {
    std::string out;
    for (const inference::AxisAnalysis& axis : tensor.axes) {
        out += (out.empty() ? "" : ", ") + std::string(sign(axis.verdict)) + " " + axisText(axis);
    }
    return tensor.axes.empty() ? "scalar" : markdownText(out);
}

std::string coveredText(const overrides::Coverage* coverage) {
    if (coverage == nullptr) {
        return {};
    }
    const std::string text = coverage->text();
    return coverage->firstOutside ? "**" + text + "**" : text;
}

void writeTensors(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    const overrides::GraphOverrides* stated = overridesOf(input, graph);
    if (stated != nullptr) {
        head(out, {"Side", "Tensor", "Dtype", "Seen", "Seen min", "Seen max", "Effective shape", "Min", "Opt",
                   "Max", "From", "Covers"});
    } else {
        head(out, {"Side", "Tensor", "Dtype", "Seen", "Seen min", "Seen max"});
    }
    for (const capture::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = input.capture.tensor(id);
        const inference::TensorAnalysis& analysis = input.analysis.tensor(id);
        const std::string dtype = tensor.dtype.empty() ? "" : markdownCode(tensor.dtype);
        const auto cells = [&](auto... more) {
            row(out, {module::name(tensor.side()), markdownCode(tensor.accessPath), dtype, observed(analysis),
                      sizesText(analysis.spec.minShape()), sizesText(analysis.spec.maxShape()),
                      std::string_view(more)...});
        };
        if (stated == nullptr) {
            cells();
            continue;
        }
        const inference::EffectiveSpec spec = effectiveSpec(input, id);
        const overrides::SpecOrigin origin = originOf(input, id);
        const std::string shape = markdownCode(shapeText(spec.shape));
        const std::string min = sizesText(spec.min);
        const std::string opt = sizesText(spec.opt);
        const std::string max = sizesText(spec.max);
        const std::string covers = coveredText(coverageOf(input, id));
        cells(shape.c_str(), min.c_str(), opt.c_str(), max.c_str(),
              origin == overrides::SpecOrigin::overridden ? "**override**"
              : origin == overrides::SpecOrigin::follows  ? "symbol of an override"
                                                          : "inferred",
              covers.c_str());
    }
    out << "\n";
}

void writeOverrides(TextStream& out, const std::vector<const overrides::TensorOverride*>& overrides) {
    if (overrides.empty()) {
        return;
    }
    out << "Overrides as stated:\n\n";
    head(out, {"Side", "Tensor", "Name", "Dtype", "Shape", "Min", "Opt", "Max", "Batch axis", "Note"});
    for (const overrides::TensorOverride* stated : overrides) {
        const std::string times =
            stated->batchMultiplier ? std::to_string(*stated->batchMultiplier) : std::string("?");
        const std::string batch =
            stated->batchAxis ? "axis " + std::to_string(*stated->batchAxis) + ", x" + times : "none";
        row(out, {module::name(stated->locator.side()), markdownCode(stated->locator.accessPath()),
                  markdownCode(stated->name.value_or("")), markdownCode(stated->dtype.value_or("")),
                  markdownCode(shapeText(stated->shape)), sizesText(stated->min), sizesText(stated->opt),
                  sizesText(stated->max), batch, markdownText(stated->note)});
    }
    out << "\n";
}

std::string placesText(const ReportFinding& finding) {
    const std::size_t shown = std::min(finding.places.size(), kShownPlaces);
    std::string out(finding.places.empty() ? kAsAWhole : "");
    for (std::size_t i = 0; i < shown; ++i) {
        out += (i == 0 ? "" : ", ") + markdownCode(finding.places[i]);
    }
    return shown < finding.places.size()
               ? out + " and " + std::to_string(finding.places.size() - shown) + " more"
               : out;
}

void writeFindings(TextStream& out, const std::vector<ReportFinding>& findings) {
    constexpr std::size_t kShownSamples = 8;
    head(out, {"Severity", "Code", "Where", "Message", "Samples"});
    for (std::size_t i = 0; i < std::min(findings.size(), kShownFindings); ++i) {
        const ReportFinding& finding = findings[i];
        const std::vector<std::int64_t> samples(finding.samples.begin(), finding.samples.end());
        row(out, {severityText(finding.severity), markdownCode(finding.code), placesText(finding),
                  markdownText(finding.message), listText(samples, kShownSamples)});
    }
    out << "\n";
    if (findings.size() > kShownFindings) {
        out << findings.size() - kShownFindings << " more are left out here; the JSON report has all.\n\n";
    }
}

void writeModuleFindings(TextStream& out, const ReportInput& input) {
    bool isFirst = true;
    for (const capture::Module& module : input.capture.modules()) {
        const auto findings = findingsOf(input, module);
        if (!findings.empty()) {
            out << (isFirst ? "## Findings across graphs\n\n" : "") << "### " << markdownCode(module.name)
                << "\n\n";
            writeFindings(out, findings);
            isFirst = false;
        }
    }
}

void writeGraphFindings(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    if (const auto findings = findingsOf(input, graph); !findings.empty()) {
        out << "Findings:\n\n";
        writeFindings(out, findings);
    }
    if (const auto advice = adviceOf(input, graph); !advice.empty()) {
        out << "What to record next:\n\n";
        for (const std::string& line : advice) {
            out << "- " << markdownText(line) << "\n";
        }
        out << "\n";
    }
}

void writeGraphSection(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    out << "## " << markdownCode(input.capture.module(graph.module).name) << ", graph "
        << markdownCode(graph.name) << "\n\n";
    for (const Fact& fact : graphFacts(input, graph)) {
        out << "- " << fact.label << ": " << markdownText(fact.value) << "\n";
    }
    out << "\n";
    if (!graph.tensors.empty()) {
        writeTensors(out, input, graph);
    }
    writeOverrides(out, statedOverrides(input, graph));
    writeGraphFindings(out, input, graph);
}

}  // namespace

base::Result<void> writeMarkdownReport(const ReportInput& input, const files::TextSink& sink) {
    TextStream out(sink);
    out << "# Shape report\n\n";
    writeSources(out, input.capture);
    out << "Batch sizes: " << markdownText(batchSizeOrigin(input)) << ".\n\n## Summary\n\n";
    writeTotals(out, input);
    writeOverview(out, input);
    writeProblemTable(out, input);
    writeModuleFindings(out, input);
    for (const capture::Graph& graph : input.capture.graphs()) {
        if (out.failed()) {
            break;
        }
        writeGraphSection(out, input, graph);
    }
    out << "Written by dimscope " DIMSCOPE_VERSION ".\n";
    return out.finish();
}

}  // namespace dimscope::writers
