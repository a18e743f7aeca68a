// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/command_line.h"
#include "core/base/cancel_token.h"
#include "core/base/printable.h"
#include "core/files/atomic_file.h"
#include "core/inference/analysis.h"
#include "core/inference/exclusions.h"
#include "core/overrides/judgement.h"
#include "core/overrides/override_set.h"
#include "core/readers/open_capture.h"

/// What the verbs share.
namespace dimscope::app {

[[nodiscard]] readers::OpenOptions openOptions(const CommandLine& line);

/// Opens the files of the command, or those of its session, as one capture with their labels, and prints the
/// diagnostics unless the command is quiet. Errors: of the readers; usage where the output is one of the
/// files or the overrides.
[[nodiscard]] base::Result<readers::OpenedCapture> openFiles(const CommandLine& line,
                                                             const base::CancelToken& cancel);

/// The files of a command as one capture with its overrides, and what the rules say of it.
struct OpenedAnalysis {
    readers::OpenedCapture opened;
    capture::Labelling labelling;  ///< of the command, or of its session
    /// Where the overrides were stated: their file, or the session that holds them; empty: none were.
    std::string overridesName;
    overrides::OverrideSet overrides;
    inference::Exclusions exclusions;
    inference::Analysis analysis;  ///< without the excluded samples
    /// Its problems start with what was left out of the file of overrides.
    overrides::Judgement judgement;
};
/// Opens, analyses and judges the files (or the session) and the overrides of the command, and prints the
/// diagnostics unless the command is quiet. Overrides of another capture are a message. Errors: of the
/// readers; usage where the output is an input; cancelled.
[[nodiscard]] base::Result<OpenedAnalysis> openAndAnalyse(const CommandLine& line,
                                                          const base::CancelToken& cancel);

/// Errors: usage where the output of the command is one of the files it reads.
[[nodiscard]] base::Result<void> checkOutput(const CommandLine& line,
                                             const std::vector<std::filesystem::path>& inputs);

/// Writes a file whole or not at all ("-": the standard output), and stops when the token is cancelled.
[[nodiscard]] base::Result<void> writeOutput(
    const std::string& path, const base::CancelToken& cancel,
    const std::function<base::Result<void>(const files::TextSink&)>& write);

using base::Lines;
using base::printable;
/// Prints one line on the standard error.
void printLine(std::string_view text);

/// Prints the error on the standard error and returns the exit code that belongs to it. A standard output
/// whose reader has gone is no news: that is not printed.
[[nodiscard]] Exit endWith(const base::Error& error);

}  // namespace dimscope::app
