// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/export.h"

#include <cstdio>
#include <string>

#include "app/commands/command.h"
#include "core/writers/export.h"

namespace dimscope::app {

namespace {

std::string fullName(const capture::Capture& capture, const capture::Graph& graph) {
    return capture.module(graph.module).name + ":" + graph.name;
}

/// The graph that the command names, or the only one. Errors: usage, with all graphs.
base::Result<base::GraphId> chosenGraph(const CommandLine& line, const capture::Capture& capture) {
    if (line.graph.empty() && capture.graphs().size() == 1) {
        return capture.graphs().front().id;
    }
    std::string names;
    for (const capture::Graph& graph : capture.graphs()) {
        if (!line.graph.empty() && fullName(capture, graph) == line.graph) {
            return graph.id;
        }
        names += "\n  " + fullName(capture, graph);
    }
    return base::Error{base::ErrorCode::usage,
                       line.graph.empty() ? "found several graphs" : "found no graph " + line.graph,
                       "expected --graph with one of:" + names,
                       {},
                       {},
                       {}};
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
        for (const writers::ExportNote& note : exported->notes) {
            std::fprintf(stderr, "note: %s\n", note.text().c_str());
        }
    }
    const auto written = writeOutput(
        line.output, cancel, [&exported](const files::TextSink& sink) { return sink(exported->text); });
    return written ? Exit::done : endWith(written.error());
}

}  // namespace dimscope::app
