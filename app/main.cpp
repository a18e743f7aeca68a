// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

#include "app/command_line.h"
#include "app/commands/batch.h"
#include "app/commands/check.h"
#include "app/commands/command.h"
#include "app/commands/describe.h"
#include "app/commands/diff.h"
#include "app/commands/export.h"
#include "app/commands/merge.h"
#include "app/commands/probe.h"
#include "app/commands/report.h"
#include "app/commands/screenshot.h"
#include "app/commands/window.h"
#include "app/help_text.h"
#include "app/interrupt.h"
#include "core/readers/reader.h"
#include "core/writers/export.h"

namespace dimscope::app {

namespace {

CommandLineContext surroundings() {
    CommandLineContext context;
    for (const readers::Format& format : readers::formats()) {
        context.formats.emplace_back(format.id);
    }
    for (const writers::ExportTarget& target : writers::exportTargets()) {
        context.exportTargets.emplace_back(target.id);
    }
    context.fileExists = [](const std::string& path) {
        std::error_code failure;
        return std::filesystem::exists(path, failure);
    };
    return context;
}

Exit print(const std::string& text) {
    const auto written = writeOutput("-", {}, [&text](const files::TextSink& sink) { return sink(text); });
    return written ? Exit::done : endWith(written.error());
}

Exit printHelp(Verb verb) {
    if (verb == Verb::exportSpecs) {
        std::vector<FormatLine> targets;
        for (const writers::ExportTarget& target : writers::exportTargets()) {
            targets.push_back({std::string(target.id), std::string(target.description)});
        }
        return print(exportHelpText(targets));
    }
    std::vector<FormatLine> formats;
    for (const readers::Format& format : readers::formats()) {
        formats.push_back({std::string(format.id), std::string(format.description)});
    }
    return print(helpText(verb, formats, screenshotViews()));
}

Exit run(const std::vector<std::string>& arguments, char* program) {
    const auto line = parseCommandLine(arguments, surroundings());
    if (!line) {
        std::fprintf(stderr, "dimscope: %s\n", line.error().text().c_str());
        return Exit::usage;
    }
    const base::CancelToken cancel;
    if (line->verb != Verb::window || line->request != Request::run) {
        handleSignals(cancel);
    }
    switch (line->request) {
        case Request::help: return printHelp(line->verb);
        case Request::version: return print("dimscope " DIMSCOPE_VERSION "\n");
        case Request::run: break;
    }
    switch (line->verb) {
        case Verb::describe: return runDescribe(*line, cancel);
        case Verb::report: return runReport(*line, cancel);
        case Verb::exportSpecs: return runExport(*line, cancel);
        case Verb::check: return runCheck(*line, cancel);
        case Verb::diff: return runDiff(*line, cancel);
        case Verb::merge: return runMerge(*line, cancel);
        case Verb::batch: return runBatch(*line, program, cancel);
        case Verb::probe: return runProbe(*line, program, cancel);
        case Verb::window: return runWindow(*line, program);
        case Verb::screenshot: return runScreenshot(*line, program, cancel);
    }
    return Exit::usage;
}

}  // namespace

}  // namespace dimscope::app

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + (argc > 0 ? 1 : 0), argv + argc);
    return static_cast<int>(dimscope::app::run(arguments, argc > 0 ? argv[0] : nullptr));
}
