// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/command.h"

#include <poll.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <iterator>
#include <utility>
#include <vector>

#include "app/commands/session_input.h"
#include "core/overrides/importers.h"
#include "core/overrides/overrides_file.h"

namespace dimscope::app {

namespace {

using base::ErrorCode;

void printDiagnostics(const base::Diagnostics& diagnostics) {
    for (const base::Diagnostic& diagnostic : diagnostics.items()) {
        printLine(diagnostic.text());
    }
    for (const auto& [code, count] : diagnostics.dropped()) {
        std::fprintf(stderr, "%s: %llu more of these are not printed\n", code.c_str(),
                     static_cast<unsigned long long>(count));
    }
}

/// Says so where overrides were made for another capture. Errors: cancelled.
base::Result<void> compareFingerprints(const CommandLine& line, const OpenedAnalysis& opened,
                                       const base::CancelToken& cancel) {
    const overrides::OverrideSet& stated = opened.overrides;
    if (line.messages != Messages::all || stated.fingerprint.empty()) {
        return {};
    }
    const auto fingerprint = overrides::fingerprintOf(*opened.opened.recorded, cancel);
    if (!fingerprint) {
        return fingerprint.error();
    }
    if (*fingerprint != stated.fingerprint) {
        printLine(opened.overridesName + ": note: these overrides were made for another capture (" +
                  (stated.sourceName.empty() ? "its name is not known" : stated.sourceName) +
                  "); the coverage tells whether they fit");
    }
    return {};
}

/// Overrides of the command's file or of its session, and what they leave out.
base::Result<overrides::Imported> readOverrides(const SessionInput& input, const OpenedAnalysis& opened) {
    const CommandLine& line = input.line;
    if (input.overrides) {
        return overrides::Imported{*input.overrides, {}};
    }
    const auto text = overrides::readText(line.overrides);
    return text ? overrides::importOverrides(*text, line.overrides, *opened.opened.capture, opened.analysis)
                : text.error();
}

/// Reads the overrides of the command, analyses without the samples that they exclude, and judges.
base::Result<void> applyOverrides(const SessionInput& input, OpenedAnalysis& opened,
                                  const base::CancelToken& cancel) {
    const capture::Capture& capture = *opened.opened.capture;
    std::vector<overrides::Problem> leftOut;
    if (!opened.overridesName.empty()) {
        auto read = readOverrides(input, opened);
        if (!read) {
            return std::move(read).error();
        }
        opened.overrides = std::move(read->overrides);
        leftOut = std::move(read->problems);
        if (auto compared = compareFingerprints(input.line, opened, cancel); !compared) {
            return compared;
        }
        opened.exclusions = overrides::exclusionsOf(opened.overrides, capture);
    }
    if (!opened.exclusions.empty()) {
        auto analysis = inference::analyse(capture, opened.exclusions, cancel);
        if (!analysis) {
            return std::move(analysis).error();
        }
        opened.analysis = std::move(*analysis);
    }
    auto judgement = overrides::judge(capture, opened.analysis, opened.overrides, cancel);
    if (!judgement) {
        return std::move(judgement).error();
    }
    opened.judgement = std::move(*judgement);
    opened.judgement.problems.insert(opened.judgement.problems.begin(),
                                     std::make_move_iterator(leftOut.begin()),
                                     std::make_move_iterator(leftOut.end()));
    return {};
}

bool outputReaderHasGone() {
    struct pollfd output = {STDOUT_FILENO, POLLOUT, 0};
    return ::poll(&output, 1, 0) == 1 && (output.revents & POLLERR) != 0;
}

}  // namespace

readers::OpenOptions openOptions(const CommandLine& line) {
    return {line.format, line.batchSizes, {}, line.savedSamples, {}};
}

namespace {

/// Opens what a command, or its session, names.
base::Result<readers::OpenedCapture> openInput(const CommandLine& asked, const SessionInput& input,
                                               const base::CancelToken& cancel) {
    const CommandLine& line = input.line;
    const std::vector<std::filesystem::path> paths(line.files.begin(), line.files.end());
    readers::OpenOptions options = openOptions(line);
    options.relabels = input.relabels;
    options.formatPlace = input.formatPlace;
    auto opened = readers::openCapture(paths, options, cancel);
    if (!opened) {
        return opened;
    }
    std::vector<std::filesystem::path> inputs = opened->files;
    inputs.insert(inputs.end(), asked.files.begin(), asked.files.end());
    if (!line.overrides.empty()) {
        inputs.emplace_back(line.overrides);
    }
    if (auto checked = checkOutput(line, inputs); !checked) {
        return std::move(checked).error();
    }
    if (line.messages == Messages::all) {
        printDiagnostics(opened->diagnostics);
    }
    return opened;
}

}  // namespace

base::Result<readers::OpenedCapture> openFiles(const CommandLine& line, const base::CancelToken& cancel) {
    const auto input = sessionInput(line);
    return input ? openInput(line, *input, cancel) : base::Result<readers::OpenedCapture>(input.error());
}

base::Result<OpenedAnalysis> openAndAnalyse(const CommandLine& line, const base::CancelToken& cancel) {
    const auto input = sessionInput(line);
    if (!input) {
        return input.error();
    }
    auto opened = openInput(line, *input, cancel);
    if (!opened) {
        return std::move(opened).error();
    }
    auto analysis = inference::analyse(*opened->capture, cancel);
    if (!analysis) {
        return std::move(analysis).error();
    }
    base::Diagnostics undone;
    inference::addDiagnostics(*opened->capture, *analysis, undone);
    if (line.messages == Messages::all) {
        printDiagnostics(undone);
    }
    opened->diagnostics.append(undone);
    OpenedAnalysis result{.opened = std::move(opened).value(),
                          .labelling = {input->line.batchSizes, input->relabels},
                          .overridesName = input->overridesName,
                          .overrides = {},
                          .exclusions = {},
                          .analysis = std::move(analysis).value(),
                          .judgement = {}};
    if (auto applied = applyOverrides(*input, result, cancel); !applied) {
        return std::move(applied).error();
    }
    return result;
}

base::Result<void> checkOutput(const CommandLine& line, const std::vector<std::filesystem::path>& inputs) {
    if (!files::isOneOf(line.output, inputs)) {
        return {};
    }
    return base::Error{ErrorCode::usage,
                       "found one of the input files as the output",
                       "expected another name after -o",
                       "nothing has been written; choose a new file",
                       {.file = line.output},
                       {}};
}

base::Result<void> writeOutput(const std::string& path, const base::CancelToken& cancel,
                               const std::function<base::Result<void>(const files::TextSink&)>& write) {
    return files::writeAtomically(path, [&](const files::TextSink& sink) -> base::Result<void> {
        auto written = write([&](std::string_view text) -> base::Result<void> {
            if (cancel.cancelled()) {
                return base::Error{ErrorCode::cancelled, "interrupted", {}, {}, {.file = path}, {}};
            }
            return sink(text);
        });
        if (written && cancel.cancelled()) {
            return base::Error{ErrorCode::cancelled, "interrupted", {}, {}, {.file = path}, {}};
        }
        return written;
    });
}

void printLine(std::string_view text) {
    std::fprintf(stderr, "%s\n", printable(text, Lines::one).c_str());
}

Exit endWith(const base::Error& error) {
    const Exit code = error.code == ErrorCode::cancelled       ? Exit::interrupted
                      : error.code == ErrorCode::usage         ? Exit::usage
                      : error.code == ErrorCode::writeFailed   ? Exit::output
                      : error.code == ErrorCode::inexpressible ? Exit::output
                                                               : Exit::input;
    const bool toOutput = error.where.file.empty() || error.where.file == "-";
    if (code == Exit::output && toOutput && outputReaderHasGone()) {
        return code;
    }
    std::fprintf(stderr, "%s\n", printable(error.text(), Lines::several).c_str());
    return code;
}

}  // namespace dimscope::app
