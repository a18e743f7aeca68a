// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/batch.h"

#include <string>
#include <vector>

#include "app/commands/trial.h"
#include "core/capture/graph_name.h"
#include "core/files/staged_file.h"

namespace dimscope::app {

namespace {

/// What became of each tensor.
void printShapes(const CommandLine& line, const TrialInput& input, const trial::Outcome& outcome) {
    const capture::Capture& like = *input.like->opened.capture;
    printLine(line.output + ": note: resized as " + capture::fullName(like, like.graph(input.graph)) +
              " of " + line.like);
    for (std::size_t i = 0; i < outcome.tensors.size(); ++i) {
        const trial::ResizedTensor& tensor = outcome.tensors[i];
        const module::Sizes& before = input.plan.tensors[i].tensor.sizes;
        printLine("  " + tensor.path + " " + tensor.dtype + " " + module::sizesText(before) +
                  (before == tensor.sizes ? "" : " -> " + module::sizesText(tensor.sizes)));
    }
}

}  // namespace

Exit runBatch(const CommandLine& line, char* program, const base::CancelToken& cancel) {
    const std::string& sample = line.files.front();
    const auto input = openTrial(line, sample, cancel);
    if (!input) {
        return endWith(input.error());
    }
    auto staged = files::StagedFile::forTarget(line.output);
    if (!staged) {
        return endWith(staged.error());
    }
    if (const auto checked = checkName(staged->path().string()); !checked) {
        return endWith(checked.error());
    }
    const trial::BatchTask task{sample, *line.newBatchSize, trial::axesOf(input->plan),
                                staged->path().string(), memoryLimit(line.limits)};
    auto outcome = runTrial(task, input->plan, line.limits, program, cancel);
    if (!outcome) {
        base::Error& error = outcome.error();
        if (error.code == base::ErrorCode::writeFailed) {
            error.where.file = line.output;  // nobody knows the staged file
        }
        return endWith(error);
    }
    if (const auto written = staged->commit(cancel); !written) {
        return endWith(written.error());
    }
    if (line.messages == Messages::all) {
        printShapes(line, *input, **outcome);
    }
    return Exit::done;
}

}  // namespace dimscope::app
