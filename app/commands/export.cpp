// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/export.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "app/commands/command.h"
#include "core/capture/graph_name.h"
#include "core/writers/export.h"

namespace dimscope::app {

namespace {

constexpr std::size_t kMostNotes = 50;

/// The graph that the command names, or the only one. Errors: usage, with all graphs.
base::Result<base::GraphId> chosenGraph(const CommandLine& line, const capture::Capture& capture) {
    if (line.graph.empty() && capture.graphs().size() == 1) {
        return capture.graphs().front().id;
    }
    if (const auto found = capture::graphNamed(capture, line.graph)) {
        return *found;
    }
    std::string names;
    for (const capture::Graph& graph : capture.graphs()) {
        names += "\n  " + printable(capture::fullName(capture, graph), Lines::one);
    }
    return base::Error{base::ErrorCode::usage,
                       line.graph.empty() ? "found several graphs" : "found no graph " + line.graph,
                       "expected --graph with one of:" + names,
                       {},
                       {},
                       {}};
}

/// Lines that say where the file of overrides does not reach the graph.
std::vector<std::string> overrideNotes(const OpenedAnalysis& input, base::GraphId id) {
    if (input.overridesName.empty()) {
        return {};
    }
    const capture::Graph& graph = input.opened.capture->graph(id);
    std::vector<std::string> notes;
    std::size_t elsewhere = 0;
    for (const overrides::Problem& problem : input.judgement.problems) {
        if (problem.severity != base::Severity::warning) {
            continue;
        }
        if (problem.graphId == id || problem.module.empty()) {
            notes.push_back(input.overridesName + ": " + problem.text());
        } else if (!problem.graphId) {
            ++elsewhere;
        }
    }
    if (elsewhere > 0) {
        notes.push_back(input.overridesName + ": warning: " + std::to_string(elsewhere) +
                        (elsewhere == 1 ? " override is" : " overrides are") +
                        " of graphs that the capture does not have [unmatched]");
    }
    const auto& overrideOf = input.judgement.overrideOf;
    if (std::none_of(graph.tensors.begin(), graph.tensors.end(),
                     [&](base::TensorId tensor) { return overrideOf[tensor.value].has_value(); })) {
        notes.push_back(input.overridesName +
                        ": note: no override is of a tensor of this graph; its inferred shapes are exported");
    }
    return notes;
}

void printNotes(const std::vector<std::string>& notes) {
    const std::size_t shown = std::min(notes.size(), kMostNotes);
    for (std::size_t i = 0; i < shown; ++i) {
        printLine(notes[i]);
    }
    if (shown < notes.size()) {
        std::fprintf(stderr, "%zu more notes are not printed\n", notes.size() - shown);
    }
}

}  // namespace

Exit runExport(const CommandLine& line, const base::CancelToken& cancel) {
    const auto input = openAndAnalyse(line, cancel);
    if (!input) {
        return endWith(input.error());
    }
    const auto graph = chosenGraph(line, *input->opened.capture);
    if (!graph) {
        return endWith(graph.error());
    }
    const auto exported =
        writers::exportText(*writers::findExportTarget(line.exportTarget),
                            writers::exportGraph(*input->opened.capture, input->judgement, *graph));
    if (!exported) {
        return endWith(exported.error());
    }
    if (line.messages == Messages::all) {
        std::vector<std::string> notes = overrideNotes(*input, *graph);
        for (const writers::ExportNote& note : exported->notes) {
            notes.push_back("note: " + note.text());
        }
        printNotes(notes);
    }
    const auto written = writeOutput(
        line.output, cancel, [&exported](const files::TextSink& sink) { return sink(exported->text); });
    return written ? Exit::done : endWith(written.error());
}

}  // namespace dimscope::app
