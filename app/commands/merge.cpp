// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/merge.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "app/commands/command.h"
#include "core/base/counted.h"
#include "core/files/gzip.h"
#include "core/session/session_file.h"
#include "core/writers/merged_writer.h"

namespace dimscope::app {

namespace {

/// What the result cannot keep of the files.
void printNotes(const std::string& output, const capture::Capture& capture,
                const inference::Exclusions& exclusions) {
    if (const std::size_t excluded = inference::excludedCount(exclusions); excluded > 0) {
        printLine(output + ": note: " + base::counted(excluded, "sample that is", "samples that are") +
                  " excluded in the session " + (excluded == 1 ? "is" : "are") + " left out");
    }
    if (capture.sampleCount() > 0) {
        printLine(output +
                  ": note: the calls stand in canonical order, not in that in which they were made; AITune's "
                  "verdict follows it");
    }
    const auto isEmpty = [](const capture::Module& module) { return module.graphs.empty(); };
    const auto empty =
        static_cast<std::size_t>(std::count_if(capture.modules().begin(), capture.modules().end(), isEmpty));
    if (empty > 0) {
        printLine(output + ": note: " + base::counted(empty, "module has", "modules have") +
                  " neither calls nor summaries and " + (empty == 1 ? "is" : "are") + " left out");
    }
    const auto hasDetails = [](const auto& each) { return !each.details.empty(); };
    if (std::any_of(capture.modules().begin(), capture.modules().end(), hasDetails) ||
        std::any_of(capture.graphs().begin(), capture.graphs().end(), hasDetails)) {
        printLine(output +
                  ": note: what the files say beside shapes (backends, builds, exceptions) is left out");
    }
}

struct MergeInput {
    std::shared_ptr<const capture::Capture> capture;
    inference::Exclusions exclusions;  ///< of a session
};

base::Result<MergeInput> openForMerge(const CommandLine& line, const base::CancelToken& cancel) {
    if (line.files.size() != 1 || !session::isSessionFile(line.files.front())) {
        auto opened = openFiles(line, cancel);
        return opened ? base::Result<MergeInput>({opened->capture, {}}) : std::move(opened).error();
    }
    auto opened = openAndAnalyse(line, cancel);
    return opened ? base::Result<MergeInput>({opened->opened.capture, std::move(opened->exclusions)})
                  : std::move(opened).error();
}

}  // namespace

Exit runMerge(const CommandLine& line, const base::CancelToken& cancel) {
    const auto opened = openForMerge(line, cancel);
    if (!opened) {
        return endWith(opened.error());
    }
    const capture::Capture& capture = *opened->capture;
    const auto write = [&](const files::TextSink& sink) {
        return writers::writeMergedCapture(capture, opened->exclusions, sink, cancel);
    };
    const auto written = writeOutput(line.output, cancel, [&](const files::TextSink& sink) {
        return line.output.ends_with(".gz") ? files::writeGzipped(sink, write) : write(sink);
    });
    if (!written) {
        return endWith(written.error());
    }
    if (line.messages == Messages::all) {
        printNotes(line.output, capture, opened->exclusions);
    }
    return Exit::done;
}

}  // namespace dimscope::app
