// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <string>
#include <vector>

#include "core/writers/html_sections.h"
#include "core/writers/html_text.h"
#include "core/writers/svg_evolution.h"
#include "core/writers/svg_ranges.h"
#include "core/writers/svg_scale.h"

namespace dimscope::writers {

namespace {

constexpr std::size_t kOtherValues = 60;
constexpr std::size_t kValueLength = 200;

void writeFacts(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    out << "<dl>";
    for (const Fact& fact : graphFacts(input, graph)) {
        out << "<dt>" << fact.label << "</dt><dd>" << htmlText(fact.value) << "</dd>\n";
    }
    out << "</dl>\n";
}

/// The axes of a tensor with the sign of each verdict.
void writeAxesCell(TextStream& out, const inference::TensorAnalysis& tensor) {
    out << "<td>";
    if (tensor.axes.empty()) {
        out << "<span class=\"soft\">scalar</span>";
    }
    for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
        const inference::AxisAnalysis& axis = tensor.axes[i];
        out << (i == 0 ? "" : ", ") << "<b class=\"t" << verdictClass(axis.verdict) << "\">"
            << sign(axis.verdict) << " " << htmlText(axisText(axis)) << "</b>";
    }
    out << "</td>";
}

void writeCoverageCell(TextStream& out, const overrides::Coverage* coverage) {
    out << "<td>";
    if (coverage != nullptr) {
        out << (coverage->firstOutside ? "<span class=\"error\">■ " : "<span>") << coverage->covered << " of "
            << coverage->samples << "</span>";
        if (const auto& first = coverage->firstOutside) {
            out << "; sample " << first->sample.value << " has " << first->size << " on axis " << first->axis;
        }
    }
    out << "</td>";
}

std::string_view originText(overrides::SpecOrigin origin) {
    switch (origin) {
        case overrides::SpecOrigin::overridden: return "<strong>override</strong>";
        case overrides::SpecOrigin::follows: return "symbol of an override";
        case overrides::SpecOrigin::inferred: break;
    }
    return "inferred";
}

void writeContractCells(TextStream& out, const ReportInput& input, base::TensorId tensor) {
    const inference::EffectiveSpec spec = effectiveSpec(input, tensor);
    out << "<td>" << htmlCode(shapeText(spec.shape)) << "</td>";
    for (const module::Sizes* sizes : {&spec.min, &spec.opt, &spec.max}) {
        out << "<td class=\"z\">" << sizesText(*sizes) << "</td>";
    }
    out << "<td>" << originText(originOf(input, tensor)) << "</td>";
    writeCoverageCell(out, coverageOf(input, tensor));
}

enum class Contracts : std::uint8_t { leftOut, shown };

void writeTensorRows(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                     module::Side side, Contracts contracts) {
    bool first = true;
    for (const capture::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = input.capture.tensor(id);
        if (tensor.side() != side) {
            continue;
        }
        if (first) {
            out << "<tr class=\"side\"><th colspan=\"" << (contracts == Contracts::shown ? 9 : 5) << "\">"
                << (side == module::Side::input ? "Inputs" : "Outputs") << "</th></tr>\n";
            first = false;
        }
        const inference::TensorAnalysis& analysis = input.analysis.tensor(id);
        const std::string min = sizesText(analysis.spec.minShape());
        const std::string max = sizesText(analysis.spec.maxShape());
        out << "<tr><td>" << htmlCode(tensor.accessPath);
        if (contracts == Contracts::shown) {
            out << "<span class=\"under\">" << htmlCode(tensor.dtype) << "</span></td>";
            writeAxesCell(out, analysis);
            out << "<td class=\"z\">" << min;
            if (min != max) {
                out << "<span class=\"under\">to " << max << "</span>";
            }
            out << "</td>";
            writeContractCells(out, input, id);
        } else {
            out << "</td><td>" << htmlCode(tensor.dtype) << "</td>";
            writeAxesCell(out, analysis);
            out << "<td class=\"z\">" << min << "</td><td class=\"z\">" << max << "</td>";
        }
        out << "</tr>\n";
    }
}

void writeTensors(TextStream& out, const ReportInput& input, const capture::Graph& graph) {
    const Contracts contracts = overridesOf(input, graph) ? Contracts::shown : Contracts::leftOut;
    out << "<h3>Tensors</h3>\n";
    if (contracts == Contracts::shown) {
        htmlTableHead(out, {"Tensor", "Axes", "Seen", "Effective shape", "Min", "Opt", "Max", "From",
                            "Samples covered"});
    } else {
        htmlTableHead(out, {"Tensor", "Dtype", "Axes", "Seen min", "Seen max"});
    }
    writeTensorRows(out, input, graph, module::Side::input, contracts);
    writeTensorRows(out, input, graph, module::Side::output, contracts);
    htmlTableEnd(out);
}

void writeOverrides(TextStream& out, const std::vector<const overrides::TensorOverride*>& overrides) {
    if (overrides.empty()) {
        return;
    }
    out << "<h3>Overrides as stated</h3>\n";
    htmlTableHead(out, {"Tensor", "Name", "Dtype", "Shape", "Min", "Opt", "Max", "Batch axis", "Note"});
    for (const overrides::TensorOverride* stated : overrides) {
        out << "<tr><td>" << htmlCode(stated->locator.accessPath()) << "</td><td>"
            << htmlCode(stated->name.value_or("")) << "</td><td>" << htmlCode(stated->dtype.value_or(""))
            << "</td><td>" << htmlCode(shapeText(stated->shape)) << "</td><td class=\"z\">"
            << sizesText(stated->min) << "</td><td class=\"z\">" << sizesText(stated->opt)
            << "</td><td class=\"z\">" << sizesText(stated->max) << "</td><td>";
        if (stated->batchAxis) {
            out << "axis " << *stated->batchAxis << ", x";
            stated->batchMultiplier ? out << *stated->batchMultiplier : out << "?";
        } else {
            out << "none";
        }
        out << "</td><td>" << htmlText(stated->note) << "</td></tr>\n";
    }
    htmlTableEnd(out);
}

void writeOthers(TextStream& out, const capture::Graph& graph) {
    const std::size_t all = graph.otherInputs.size() + graph.otherOutputs.size();
    if (all == 0) {
        return;
    }
    out << "<h3>Values that are no tensors</h3>\n";
    htmlTableHead(out, {"Side", "Path", "Value"});
    std::size_t rows = 0;
    for (const auto* others : {&graph.otherInputs, &graph.otherOutputs}) {
        for (const auto& [locator, value] : *others) {
            if (rows++ < kOtherValues) {
                out << "<tr><td>" << module::name(locator.side()) << "</td><td>"
                    << htmlCode(locator.accessPath()) << "</td><td>"
                    << htmlCode(
                           shortened(base::dumpJson(value.toJson(), base::JsonLayout::spaced), kValueLength))
                    << "</td></tr>\n";
            }
        }
    }
    htmlTableEnd(out);
    if (all > kOtherValues) {
        out << "<p>" << all - kOtherValues << " more are left out.</p>\n";
    }
}

}  // namespace

void writeHtmlGraph(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                    ChartBudget& budget) {
    out << "<h2>" << htmlCode(input.capture.module(graph.module).name) << ", graph " << htmlCode(graph.name)
        << "</h2>\n";
    writeFacts(out, input, graph);
    if (!graph.tensors.empty()) {
        writeTensors(out, input, graph);
    }
    writeOverrides(out, statedOverrides(input, graph));
    writeHtmlFindings(out, input, graph);
    if (budget.bars > 0 && budget.lanes > 0) {
        writeRangeChart(out, input, graph, budget.bars);
        writeEvolutionChart(out, input, graph, budget.lanes);
    } else {
        out << "<p>No charts here: the page has its fill of them with the graphs above. A report of fewer "
               "files "
               "has room.</p>\n";
    }
    writeOthers(out, graph);
}

}  // namespace dimscope::writers
