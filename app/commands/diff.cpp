// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/diff.h"

#include <string>
#include <utility>

#include "app/commands/command.h"
#include "core/compare/comparison.h"
#include "core/overrides/overrides_file.h"
#include "core/writers/comparison_writer.h"

namespace dimscope::app {

namespace {

/// Indexes of excluded samples mean nothing in a capture that the overrides were not made for: there every
/// sample counts. Errors: cancelled.
base::Result<void> dropForeignExclusions(OpenedAnalysis& opened, const base::CancelToken& cancel) {
    overrides::OverrideSet& stated = opened.overrides;
    if (opened.exclusions.empty() || stated.fingerprint.empty()) {
        return {};
    }
    for (const auto& capture : {opened.opened.recorded, opened.opened.capture}) {
        const auto fingerprint = overrides::fingerprintOf(*capture, cancel);
        if (!fingerprint) {
            return fingerprint.error();
        }
        if (*fingerprint == stated.fingerprint) {
            return {};
        }
    }
    for (overrides::GraphOverrides& graph : stated.graphs) {
        graph.excludedSamples.clear();
    }
    opened.exclusions.clear();
    auto analysis = inference::analyse(*opened.opened.capture, cancel);
    if (!analysis) {
        return std::move(analysis).error();
    }
    opened.analysis = std::move(*analysis);
    return {};
}

/// One of the two captures, with the options that they share.
base::Result<OpenedAnalysis> openSide(const CommandLine& line, const std::string& file,
                                      const base::CancelToken& cancel) {
    CommandLine side = line;
    side.files = {file};
    auto opened = openAndAnalyse(side, cancel);
    if (!opened) {
        return opened;
    }
    if (auto dropped = dropForeignExclusions(*opened, cancel); !dropped) {
        return std::move(dropped).error();
    }
    return opened;
}

compare::Subject subjectOf(const OpenedAnalysis& opened) {
    return {*opened.opened.capture, opened.analysis, &opened.overrides};
}

std::string plainText(const compare::Comparison& comparison) {
    std::string out;
    for (const std::string& line : writers::comparisonLines(comparison)) {
        out += printable(line, Lines::one) + "\n";
    }
    return out;
}

}  // namespace

Exit runDiff(const CommandLine& line, const base::CancelToken& cancel) {
    const auto before = openSide(line, line.files[0], cancel);
    if (!before) {
        return endWith(before.error());
    }
    const auto after = openSide(line, line.files[1], cancel);
    if (!after) {
        return endWith(after.error());
    }
    const auto comparison = compare::compare(subjectOf(*before), subjectOf(*after), cancel);
    if (!comparison) {
        return endWith(comparison.error());
    }
    const auto written = writeOutput("-", cancel, [&](const files::TextSink& sink) {
        return line.answerFormat == AnswerFormat::json
                   ? writers::writeJsonComparison(*comparison,
                                                  {*before->opened.capture, before->labelling.source},
                                                  {*after->opened.capture, after->labelling.source}, sink)
                   : sink(plainText(*comparison));
    });
    if (!written) {
        return endWith(written.error());
    }
    return comparison->equal() ? Exit::done : Exit::findings;
}

}  // namespace dimscope::app
