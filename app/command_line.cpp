// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/command_line.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <optional>
#include <utility>

#include "app/option_values.h"
#include "app/trial_options.h"

namespace dimscope::app {

namespace {

using base::Result;

constexpr int kLargestSide = 16384;  // pixels; larger pictures do not fit in a QImage's memory limit

std::string joined(const std::vector<std::string>& words) {
    std::string out;
    for (const std::string& word : words) {
        out += (out.empty() ? "" : ", ") + word;
    }
    return out;
}

std::optional<Verb> verbNamed(std::string_view word) {
    for (const Verb verb : {Verb::describe, Verb::report, Verb::exportSpecs, Verb::check, Verb::diff,
                            Verb::merge, Verb::batch, Verb::probe, Verb::screenshot}) {
        if (name(verb) == word) {
            return verb;
        }
    }
    return std::nullopt;
}

// One function per option that has a value, and one per flag.

Result<void> setFormat(CommandLine& line, const std::string& value, const CommandLineContext& context) {
    if (std::find(context.formats.begin(), context.formats.end(), value) == context.formats.end()) {
        return usage("found --as " + inQuotes(value), "expected one of " + joined(context.formats));
    }
    line.format = value;
    return {};
}

Result<void> setStrictSamples(CommandLine& line, const std::string&, const CommandLineContext&) {
    line.savedSamples = module::Strictness::strict;
    return {};
}

Result<void> setSource(CommandLine& line, capture::BatchSizeSource source) {
    if (line.batchSizes != capture::BatchSizeSource{}) {
        return usage("found two sources of batch sizes",
                     "expected one of --batch-size and --batch-size-from");
    }
    line.batchSizes = std::move(source);
    return {};
}

Result<void> setBatchSize(CommandLine& line, const std::string& value, const CommandLineContext&) {
    const auto number = numberIn<std::int64_t>(value);
    if (!number || *number < 1) {
        return usage("found --batch-size " + inQuotes(value), "expected a whole number of at least 1");
    }
    if (line.verb == Verb::batch) {
        line.newBatchSize = *number;
        return {};
    }
    return setSource(line, {capture::BatchSizeSource::Constant{*number}});
}

Result<void> setBatchSizeFrom(CommandLine& line, const std::string& value, const CommandLineContext&) {
    auto source = capture::BatchSizeSource::parseTensorAxis(value);
    if (!source) {
        return std::move(source).error();
    }
    return setSource(line, std::move(source).value());
}

Result<void> setLevel(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value == "short") {
        line.level = module::InfoLevel::shortForm;
    } else if (value == "medium") {
        line.level = module::InfoLevel::medium;
    } else if (value == "full") {
        line.level = module::InfoLevel::full;
    } else {
        return usage("found --level " + inQuotes(value), "expected short, medium or full");
    }
    return {};
}

Result<void> setOutput(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value.empty()) {
        return usage("found -o with an empty name", "expected a file, or - for the standard output");
    }
    line.output = value;
    return {};
}

Result<void> setFormatOfOutput(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (line.verb == Verb::check || line.verb == Verb::diff) {
        if (value != "text" && value != "json") {
            return usage("found --format " + inQuotes(value), "expected text or json");
        }
        line.answerFormat = value == "json" ? AnswerFormat::json : AnswerFormat::text;
        return {};
    }
    const writers::ReportFormatInfo* format = writers::findReportFormat(value);
    if (format == nullptr) {
        std::vector<std::string> known;
        for (const writers::ReportFormatInfo& each : writers::reportFormats()) {
            known.emplace_back(each.id);
        }
        return usage("found --format " + inQuotes(value), "expected one of " + joined(known));
    }
    line.reportFormat = format->format;
    return {};
}

Result<void> setOverrides(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value.empty()) {
        return usage("found --overrides with an empty name", "expected a file of overrides");
    }
    line.overrides = value;
    return {};
}

Result<void> setGraph(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value.find(':') == std::string::npos) {
        return usage("found --graph " + inQuotes(value),
                     "expected MODULE:NAME, such as unet:0 (the name stands behind the last colon)");
    }
    line.graph = value;
    return {};
}

Result<void> setStrict(CommandLine& line, const std::string&, const CommandLineContext&) {
    line.strictness = Strictness::errorsAndWarnings;
    return {};
}

Result<void> setEvolution(CommandLine& line, const std::string&, const CommandLineContext&) {
    line.evolution = writers::Evolution::included;
    return {};
}

Result<void> setView(CommandLine& line, const std::string& value, const CommandLineContext&) {
    line.view = value;
    return {};
}

Result<void> setTheme(CommandLine& line, const std::string& value, const CommandLineContext&) {
    if (value != "light" && value != "dark") {
        return usage("found --theme " + inQuotes(value), "expected light or dark");
    }
    line.theme = value;
    return {};
}

Result<void> setSize(CommandLine& line, const std::string& value, const CommandLineContext&) {
    const std::size_t cross = value.find('x');
    const auto width = numberIn<int>(std::string_view(value).substr(0, cross));
    const auto height =
        cross == std::string::npos ? std::nullopt : numberIn<int>(std::string_view(value).substr(cross + 1));
    const auto fits = [](std::optional<int> side) { return side && *side >= 1 && *side <= kLargestSide; };
    if (!fits(width) || !fits(height)) {
        return usage("found --size " + inQuotes(value),
                     "expected WIDTHxHEIGHT in pixels, each from 1 to " + std::to_string(kLargestSide));
    }
    line.size = {*width, *height};
    return {};
}

Result<void> setQuiet(CommandLine& line, const std::string&, const CommandLineContext&) {
    line.messages = Messages::errorsOnly;
    return {};
}

Result<void> setHelp(CommandLine& line, const std::string&, const CommandLineContext&) {
    line.request = Request::help;
    return {};
}

Result<void> setVersion(CommandLine& line, const std::string&, const CommandLineContext&) {
    if (line.request != Request::help) {
        line.request = Request::version;
    }
    return {};
}

enum class Takes : std::uint8_t { nothing, value };

struct Option {
    std::string_view spelling;
    Takes takes;
    Result<void> (*apply)(CommandLine&, const std::string&, const CommandLineContext&);
    std::vector<Verb> verbs = {};  ///< empty: all
};

const std::vector<Option>& options() {
    static const std::vector<Option> all = {
        {"--batch-size", Takes::value, setBatchSize},
        {"--batch-size-from", Takes::value, setBatchSizeFrom},
        {"--as", Takes::value, setFormat},
        {"--strict-samples", Takes::nothing, setStrictSamples},
        {"--quiet", Takes::nothing, setQuiet},
        {"--help", Takes::nothing, setHelp},
        {"-h", Takes::nothing, setHelp},
        {"--version", Takes::nothing, setVersion},
        {"--level", Takes::value, setLevel, {Verb::describe}},
        {"-o",
         Takes::value,
         setOutput,
         {Verb::report, Verb::exportSpecs, Verb::merge, Verb::batch, Verb::probe, Verb::screenshot}},
        {"--format", Takes::value, setFormatOfOutput, {Verb::report, Verb::check, Verb::diff}},
        {"--overrides",
         Takes::value,
         setOverrides,
         {Verb::report, Verb::exportSpecs, Verb::check, Verb::diff}},
        {"--graph", Takes::value, setGraph, {Verb::exportSpecs, Verb::batch, Verb::probe}},
        {"--strict", Takes::nothing, setStrict, {Verb::check}},
        {"--evolution", Takes::nothing, setEvolution, {Verb::report}},
        {"--like", Takes::value, setLike, {Verb::batch, Verb::probe}},
        {"--sample", Takes::value, setSample, {Verb::probe}},
        {"--batch-sizes", Takes::value, setBatchSizes, {Verb::probe}},
        {"--memory-limit", Takes::value, setMemoryLimit, {Verb::batch, Verb::probe}},
        {"--time-limit", Takes::value, setTimeLimit, {Verb::batch, Verb::probe}},
        {"--view", Takes::value, setView, {Verb::screenshot}},
        {"--theme", Takes::value, setTheme, {Verb::screenshot}},
        {"--size", Takes::value, setSize, {Verb::screenshot}},
    };
    return all;
}

/// Whether a PNG picture may have that name: "-", no extension at all, or .png.
bool isPictureName(const std::string& output) {
    std::string extension = std::filesystem::path(output).extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
    return extension.empty() || extension == ".png";
}

/// An argument of the command line: an option with its value, or a positional word.
struct Word {
    const Option* option = nullptr;
    std::string text;        ///< value of the option, or the word
    bool mayBeVerb = false;  ///< a word in front of "--"
};

/// Splits the arguments into options with their values and words. Options are known by name, whatever verb
/// they belong to.
Result<std::vector<Word>> split(const std::vector<std::string>& arguments) {
    std::vector<Word> words;
    bool optionsEnded = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const std::string& argument = arguments[i];
        if (optionsEnded || argument == "-" || !argument.starts_with('-')) {
            words.push_back({nullptr, argument, !optionsEnded});
            continue;
        }
        if (argument == "--") {
            optionsEnded = true;
            continue;
        }
        const std::size_t equals = argument.starts_with("--") ? argument.find('=') : std::string::npos;
        const std::string spelling = argument.substr(0, equals);
        const auto option = std::find_if(options().begin(), options().end(),
                                         [&](const Option& known) { return known.spelling == spelling; });
        if (option == options().end()) {
            return usage("found the option " + inQuotes(spelling), "expected one that the program has",
                         helpHint(Verb::window) + "; a file of that name is reached as ./" + spelling);
        }
        const bool inlineValue = equals != std::string::npos;
        if (option->takes == Takes::nothing) {
            if (inlineValue) {
                return usage("found a value behind " + spelling, "expected none");
            }
            words.push_back({&*option, {}});
        } else if (inlineValue) {
            words.push_back({&*option, argument.substr(equals + 1)});
        } else if (i + 1 < arguments.size()) {
            words.push_back({&*option, arguments[++i]});
        } else {
            return usage("found " + spelling + " at the end", "expected its value behind it");
        }
    }
    return words;
}

/// A word that looks like a verb but is none, where no file of that name exists.
bool looksLikeVerb(const std::string& word, const CommandLineContext& context) {
    const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || c == '-';
    });
    return plain && word != "-" && !(context.fileExists && context.fileExists(word));
}

/// The first word behind `export` is what to export for.
Result<void> takeExportTarget(CommandLine& line, const CommandLineContext& context) {
    const std::string found = line.files.empty() ? "no format" : inQuotes(line.files.front());
    const bool known =
        !line.files.empty() && std::find(context.exportTargets.begin(), context.exportTargets.end(),
                                         line.files.front()) != context.exportTargets.end();
    if (!known) {
        return usage("found " + found + " behind export",
                     "expected a format: " + joined(context.exportTargets), helpHint(line.verb));
    }
    line.exportTarget = line.files.front();
    line.files.erase(line.files.begin());
    return {};
}

Result<void> checkFiles(const CommandLine& line) {
    if (line.verb != Verb::window && line.files.empty()) {
        return usage("found no file", "expected at least one file, or - for the standard input",
                     helpHint(line.verb));
    }
    if (line.verb == Verb::diff && line.files.size() != 2) {
        return usage("found " + (line.files.size() == 1 ? std::string("one file")
                                                        : std::to_string(line.files.size()) + " files"),
                     "expected two: the capture before and the one after", helpHint(line.verb));
    }
    if (line.verb == Verb::diff && line.overrides == "-") {
        return usage("found --overrides -", "expected a file: both captures are compared with it");
    }
    if (std::count(line.files.begin(), line.files.end(), "-") + (line.overrides == "-" ? 1 : 0) > 1) {
        return usage("found - twice", "expected the standard input at most once");
    }
    return {};
}

enum class Output : std::uint8_t { none, stated };

/// Verbs that do not write to the standard output unless that is said.
Result<void> checkHasOutput(const CommandLine& line, Output output) {
    const char* file = line.verb == Verb::screenshot ? "FILE.png"
                       : line.verb == Verb::merge    ? "FILE"
                       : line.verb == Verb::batch    ? "FILE.pt"
                                                     : nullptr;
    if (file == nullptr || output == Output::stated) {
        return {};
    }
    return usage("found no -o", "expected -o " + std::string(file) + ", or -o - for the standard output",
                 helpHint(line.verb));
}

/// Calls one by one are in the JSON report only.
Result<void> checkReport(const CommandLine& line) {
    const writers::ReportFormat format = formatOfReport(line);
    if (line.verb != Verb::report || line.evolution == writers::Evolution::leftOut ||
        format == writers::ReportFormat::json) {
        return {};
    }
    return usage("found --evolution with a report in " + std::string(writers::info(format).id),
                 "expected --format json: the other forms do not list the calls", helpHint(line.verb));
}

}  // namespace

writers::ReportFormat formatOfReport(const CommandLine& line) {
    if (line.reportFormat) {
        return *line.reportFormat;
    }
    const writers::ReportFormatInfo* named = writers::reportFormatOfName(line.output);
    return named != nullptr ? named->format : writers::ReportFormat::json;
}

std::string_view name(Verb verb) {
    switch (verb) {
        case Verb::window: return "";
        case Verb::describe: return "describe";
        case Verb::report: return "report";
        case Verb::exportSpecs: return "export";
        case Verb::check: return "check";
        case Verb::diff: return "diff";
        case Verb::merge: return "merge";
        case Verb::batch: return "batch";
        case Verb::probe: return "probe";
        case Verb::screenshot: return "screenshot";
    }
    return "";
}

Result<CommandLine> parseCommandLine(const std::vector<std::string>& arguments,
                                     const CommandLineContext& context) {
    auto words = split(arguments);
    if (!words) {
        return std::move(words).error();
    }
    CommandLine line;
    const auto firstWord =
        std::find_if(words->begin(), words->end(), [](const Word& word) { return word.option == nullptr; });
    if (firstWord != words->end() && firstWord->mayBeVerb) {
        if (const auto verb = verbNamed(firstWord->text)) {
            line.verb = *verb;
            words->erase(firstWord);
        } else if (looksLikeVerb(firstWord->text, context)) {
            return usage(
                "found " + inQuotes(firstWord->text) + ", which is neither a verb nor a file",
                "expected describe, report, export, check, diff, merge, batch, probe, screenshot or a file",
                helpHint(line.verb));
        }
    }
    bool hasOutput = false;
    for (const Word& word : *words) {
        if (word.option == nullptr) {
            line.files.push_back(word.text);
            continue;
        }
        const auto& verbs = word.option->verbs;
        if (!verbs.empty() && std::find(verbs.begin(), verbs.end(), line.verb) == verbs.end()) {
            return usage("found the option " + std::string(word.option->spelling),
                         line.verb == Verb::window ? "expected a verb that has it in front of the files"
                                                   : "expected an option of " + std::string(name(line.verb)),
                         helpHint(line.verb));
        }
        if (auto applied = word.option->apply(line, word.text, context); !applied) {
            return std::move(applied).error();
        }
        hasOutput = hasOutput || word.option->spelling == "-o";
    }
    if (line.request != Request::run) {
        return line;
    }
    if (line.verb == Verb::exportSpecs) {
        if (auto taken = takeExportTarget(line, context); !taken) {
            return std::move(taken).error();
        }
    }
    if (line.verb == Verb::probe && !hasOutput) {
        line.output.clear();
    }
    if (auto checked = checkHasOutput(line, hasOutput ? Output::stated : Output::none); !checked) {
        return std::move(checked).error();
    }
    if (auto checked = checkFiles(line); !checked) {
        return std::move(checked).error();
    }
    if (auto checked = checkTrial(line); !checked) {
        return std::move(checked).error();
    }
    if (auto checked = checkReport(line); !checked) {
        return std::move(checked).error();
    }
    if (line.verb == Verb::screenshot && !isPictureName(line.output)) {
        return usage("found the name " + inQuotes(line.output) + " behind -o",
                     "expected one that ends in .png: a screenshot is a PNG picture", helpHint(line.verb));
    }
    return line;
}

}  // namespace dimscope::app
