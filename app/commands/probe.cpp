// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/probe.h"

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/commands/trial.h"
#include "core/base/counted.h"
#include "core/capture/graph_name.h"
#include "core/files/gzip.h"
#include "core/trial/prediction.h"
#include "core/writers/native_writer.h"

namespace dimscope::app {

namespace {

using base::counted;

/// What was found, and how much of it is bad news.
struct Findings {
    std::string text;
    std::size_t ran = 0;  ///< batch sizes
    std::size_t failed = 0;
    std::size_t differing = 0;  ///< outputs that are not as predicted

    [[nodiscard]] bool any() const { return failed + differing > 0; }
};

std::string indented(const std::string& text) {
    std::string out;
    for (const char letter : text) {
        out += letter;
        out += letter == '\n' ? "    " : "";
    }
    return out;
}

std::string checkText(const trial::OutputCheck& check) {
    std::string out = check.accessPath;
    if (check.real) {
        out += " " + check.dtype + " " + module::sizesText(*check.real);
    }
    if (check.predicted) {
        out += ", predicted " + check.predicted->text(check.batchSize);
    }
    return out + ": " + check.text();
}

/// " (12.3 ms)" behind a batch size that ran.
std::string timeText(const trial::Outcome& outcome, std::int64_t batchSize) {
    for (const trial::RunTime& time : outcome.times) {
        if (time.batchSize == batchSize) {
            char text[32];
            const bool isLong = time.seconds >= 1;
            std::snprintf(text, sizeof text, isLong ? " (%.2f s)" : " (%.3g ms)",
                          isLong ? time.seconds : time.seconds * 1000);
            return text;
        }
    }
    return {};
}

Findings findingsOf(const CommandLine& line, const TrialInput& input, const trial::Outcome& outcome) {
    std::optional<trial::Prediction> prediction;
    if (input.like) {
        prediction = trial::predictOutputs(*input.like->opened.capture, input.like->analysis, input.graph);
    }
    std::vector<trial::OutputCheck> checks;
    if (outcome.capture) {
        checks = trial::checkOutputs(prediction, *outcome.capture);
    }
    Findings out;
    std::set<std::int64_t> told;
    for (const std::int64_t batchSize : line.trialBatchSizes) {
        if (!told.insert(batchSize).second) {
            continue;
        }
        out.text += "batch size " + std::to_string(batchSize) + timeText(outcome, batchSize) + "\n";
        for (const trial::Failure& failure : outcome.failures) {
            if (failure.batchSize == batchSize) {
                out.text += "  failed: " + printable(indented(failure.message), Lines::several) + "\n";
            }
        }
        for (const trial::OutputCheck& check : checks) {
            if (check.batchSize == batchSize) {
                out.text += "  " + printable(checkText(check), Lines::one) + "\n";
                out.differing += check.isFinding() ? 1 : 0;
            }
        }
    }
    out.failed = outcome.failures.size();
    out.ran = line.trialBatchSizes.size() - out.failed;
    out.text += counted(out.ran, "batch size", "batch sizes") + " ran, " + std::to_string(out.failed) +
                " failed" +
                (prediction ? ", " + counted(out.differing, "output is", "outputs are") + " not as predicted"
                            : std::string()) +
                "\n";
    return out;
}

void printNotes(const CommandLine& line, const TrialInput& input) {
    if (line.messages != Messages::all) {
        return;
    }
    if (!input.like) {
        printLine(line.sample +
                  ": note: without --like nothing is predicted, and axis 0 of what is a multiple of "
                  "the batch size follows it: " +
                  trial::describe(input.plan));
        return;
    }
    const capture::Capture& like = *input.like->opened.capture;
    printLine(line.sample + ": note: resized as " + capture::fullName(like, like.graph(input.graph)) +
              " of " + line.like + ": " + trial::describe(input.plan));
}

/// Writes the calls that ran as a native capture, where one was asked for.
base::Result<void> writeCalls(const CommandLine& line, const trial::Outcome& outcome,
                              const base::CancelToken& cancel) {
    if (line.output.empty()) {
        return {};
    }
    if (!outcome.capture) {
        printLine(line.output + ": note: no batch size ran, so nothing is written");
        return {};
    }
    const auto write = [&](const files::TextSink& sink) {
        return writers::writeNativeCapture(*outcome.capture, sink);
    };
    return writeOutput(line.output, cancel, [&](const files::TextSink& sink) {
        return line.output.ends_with(".gz") ? files::writeGzipped(sink, write) : write(sink);
    });
}

/// Everything that the command names, opened and checked.
base::Result<TrialInput> openProbe(const CommandLine& line, const base::CancelToken& cancel) {
    const std::string& model = line.files.front();
    if (auto checked = checkName(model); !checked) {
        return std::move(checked).error();
    }
    if (auto checked = checkOutput(line, {model, line.sample}); !checked) {
        return std::move(checked).error();
    }
    // A run may take minutes: where its result cannot be written is better known before.
    const std::filesystem::path folder = std::filesystem::path(line.output).parent_path();
    std::error_code ignored;
    if (!folder.empty() && !std::filesystem::is_directory(folder, ignored)) {
        return base::Error{base::ErrorCode::writeFailed,
                           "found no folder " + folder.string(),
                           "expected the folder of the output",
                           "make it first, or choose another one",
                           {.file = line.output},
                           {}};
    }
    return openTrial(line, line.sample, cancel);
}

}  // namespace

Exit runProbe(const CommandLine& line, char* program, const base::CancelToken& cancel) {
    const auto input = openProbe(line, cancel);
    if (!input) {
        return endWith(input.error());
    }
    printNotes(line, *input);
    const trial::ProbeTask task{line.files.front(), line.sample, line.trialBatchSizes,
                                trial::axesOf(input->plan), memoryLimit(line.limits)};
    const auto outcome = runTrial(task, input->plan, line.limits, program, cancel);
    if (!outcome) {
        return endWith(outcome.error());
    }
    const Findings findings = findingsOf(line, *input, **outcome);
    if (line.output == "-") {
        std::fputs(findings.text.c_str(), stderr);
    } else if (const auto told =
                   writeOutput("-", cancel, [&](const files::TextSink& sink) { return sink(findings.text); });
               !told) {
        return endWith(told.error());
    }
    if (const auto written = writeCalls(line, **outcome, cancel); !written) {
        return endWith(written.error());
    }
    return findings.any() ? Exit::findings : Exit::done;
}

}  // namespace dimscope::app
