// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/check.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/commands/command.h"
#include "core/base/counted.h"

namespace dimscope::app {

namespace {

using base::counted;
using overrides::Problem;

/// What overrides break, and what the inferred specs of the other tensors do.
std::vector<Problem> problemsOf(const OpenedAnalysis& input) {
    std::vector<Problem> problems = input.judgement.problems;
    std::vector<Problem> inferred =
        overrides::checkInferred(*input.opened.capture, input.analysis, input.judgement);
    std::move(inferred.begin(), inferred.end(), std::back_inserter(problems));
    return problems;
}

std::string jsonText(bool isOk, const std::vector<Problem>& problems) {
    base::JsonValue::Array list;
    for (const Problem& problem : problems) {
        list.push_back(problem.toJson());
    }
    return base::dumpJson(base::JsonValue::Object{{"ok", isOk}, {"problems", std::move(list)}},
                          base::JsonLayout::indented) +
           "\n";
}

std::string plainText(const OpenedAnalysis& input, const std::vector<Problem>& problems) {
    std::string out;
    for (const Problem& problem : problems) {
        out += printable(problem.text(), Lines::one) + "\n";
    }
    const capture::Capture& capture = *input.opened.capture;
    std::set<std::pair<std::string_view, std::string_view>> overridden;
    for (const overrides::GraphOverrides& graph : input.overrides.graphs) {
        overridden.emplace(graph.module, graph.graph);
    }
    for (const capture::Graph& graph : capture.graphs()) {
        const std::string coverage = input.judgement.graphCoverage[graph.id.value].text();
        if (overridden.contains({capture.module(graph.module).name, graph.name}) && !coverage.empty()) {
            out +=
                printable(capture.module(graph.module).name + " graph " + graph.name + ": covers " + coverage,
                          Lines::one) +
                "\n";
        }
    }
    const auto errors = overrides::count(problems, base::Severity::error);
    const auto warnings = overrides::count(problems, base::Severity::warning);
    return out +
           (problems.empty()
                ? std::string("ok")
                : counted(errors, "error", "errors") + ", " + counted(warnings, "warning", "warnings")) +
           "\n";
}

}  // namespace

Exit runCheck(const CommandLine& line, const base::CancelToken& cancel) {
    const auto input = openAndAnalyse(line, cancel);
    if (!input) {
        return endWith(input.error());
    }
    const std::vector<Problem> problems = problemsOf(*input);
    const bool isOk =
        overrides::count(problems, base::Severity::error) == 0 &&
        (line.strictness == Strictness::errors || overrides::count(problems, base::Severity::warning) == 0);
    const std::string text =
        line.answerFormat == AnswerFormat::json ? jsonText(isOk, problems) : plainText(*input, problems);
    const auto written =
        writeOutput("-", cancel, [&text](const files::TextSink& sink) { return sink(text); });
    if (!written) {
        return endWith(written.error());
    }
    return isOk ? Exit::done : Exit::findings;
}

}  // namespace dimscope::app
