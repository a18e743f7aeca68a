// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/capture/batch_size_source.h"
#include "core/module/info_level.h"
#include "core/module/sample_metadata.h"
#include "core/writers/report_format.h"

namespace dimscope::app {

/// Exit codes of the program; scripts depend on them.
enum class Exit : int {
    done = 0,
    findings = 1,  ///< of verbs that judge
    usage = 2,     ///< the command line, or no display for the window
    input = 3,     ///< a file cannot be read
    output = 4,    ///< a file cannot be written
    interrupted = 5,
};

enum class Verb : std::uint8_t {
    window,
    describe,
    report,
    exportSpecs,
    check,
    diff,
    merge,
    batch,
    probe,
    screenshot
};
/// "describe" and so on; "" for the window.
[[nodiscard]] std::string_view name(Verb verb);

enum class Request : std::uint8_t { run, help, version };
enum class Messages : std::uint8_t { all, errorsOnly };
/// What `check` fails on.
enum class Strictness : std::uint8_t { errors, errorsAndWarnings };
/// How verbs that judge answer.
enum class AnswerFormat : std::uint8_t { text, json };

/// Width and height in pixels.
struct PixelSize {
    int width = 1400;
    int height = 875;
    friend bool operator==(const PixelSize&, const PixelSize&) = default;
};

/// What another process may take.
struct TrialLimits {
    std::optional<std::int64_t> memory;  ///< bytes; none: three quarters of the machine's
    std::optional<std::int64_t> time;    ///< seconds; none: ten minutes

    friend bool operator==(const TrialLimits&, const TrialLimits&) = default;
};

/// A command line that has been understood. Options that a verb does not have keep their defaults.
struct CommandLine {
    Verb verb = Verb::window;
    Request request = Request::run;
    std::vector<std::string> files;
    std::string format;  ///< of --as: id of a reader's format; empty: found by content
    module::Strictness savedSamples = module::Strictness::lenient;  ///< of --strict-samples
    capture::BatchSizeSource batchSizes;
    Messages messages = Messages::all;
    module::InfoLevel level = module::InfoLevel::medium;
    std::string output = "-";  ///< of probe: empty: no capture is written
    std::string overrides;     ///< file of overrides; empty: none
    std::string exportTarget;  ///< id of an export's target
    std::string graph;         ///< "MODULE:NAME"; empty: the only one
    Strictness strictness = Strictness::errors;
    AnswerFormat answerFormat = AnswerFormat::text;
    std::optional<writers::ReportFormat>
        reportFormat;  ///< none: by the name of the output, see formatOfReport
    writers::Evolution evolution = writers::Evolution::leftOut;
    std::string view;   ///< empty: the whole window
    std::string theme;  ///< "light", "dark" or empty
    PixelSize size;
    std::string like;  ///< capture that says which axes follow the batch size; empty: none
    std::optional<std::int64_t> newBatchSize;   ///< that `batch` makes; at least 1
    std::string sample;                         ///< of probe: arguments of a call
    std::vector<std::int64_t> trialBatchSizes;  ///< of probe: each at least 1
    TrialLimits limits;                         ///< of the process that works with tensors
};

/// The form that was asked for, else the one that the output's name ends with, else JSON.
[[nodiscard]] writers::ReportFormat formatOfReport(const CommandLine& line);

/// What the parser asks the world about.
struct CommandLineContext {
    std::vector<std::string> formats;                         ///< what --as takes
    std::vector<std::string> exportTargets;                   ///< what `export` takes
    std::function<bool(const std::string& path)> fileExists;  ///< to tell a mistyped verb from a file
};

/// Understands the arguments after the program's name. The first argument that is no option is the verb if it
/// is the name of one; `--` ends the options. Errors: usage.
[[nodiscard]] base::Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments,
                                                         const CommandLineContext& context);

}  // namespace dimscope::app
