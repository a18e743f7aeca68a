// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/rules.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/inference/volume.h"
#include "core/overrides/axis_range.h"
#include "core/overrides/effective_specs.h"

namespace dimscope::overrides {

namespace {

using base::counted;
using base::Severity;

std::string text(std::int64_t number) {
    return std::to_string(number);
}

std::string rangeText(const AxisRange& range) {
    return text(range.min) + ".." + text(range.max);
}

/// Names without blanks and in lower case (ASCII).
std::string folded(const std::string& name) {
    std::string out;
    for (const char letter : name) {
        if (letter != ' ' && letter != '\t') {
            out += letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
        }
    }
    return out;
}

/// Collects the problems of one axis of an override.
class AxisRules {
 public:
    AxisRules(const capture::Capture& capture, const RuleSubject& subject, std::size_t axis,
              std::vector<Problem>& problems)
        : m_capture(capture), m_subject(subject), m_axis(axis), m_problems(problems) {}

    void check() {
        const Dim& dim = m_subject.override.shape[m_axis];
        const auto* fixed = std::get_if<std::int64_t>(&dim);
        const AxisRange range = rangeOf(m_subject.override, m_axis);
        checkSizes(range, fixed);
        if (range.min > range.max) {
            add("min-above-max", Severity::error,
                "the minimum " + text(range.min) + " is above the maximum " + text(range.max));
        } else if (range.opt < range.min || range.opt > range.max) {
            add("opt-out-of-range", Severity::error,
                "opt " + text(range.opt) + " is outside " + rangeText(range));
        }
        if (fixed != nullptr) {
            if (range != AxisRange{*fixed, *fixed, *fixed}) {
                add("fixed-mismatch", Severity::error,
                    "the axis is fixed at " + text(*fixed) + ", but min, opt and max are " + text(range.min) +
                        ", " + text(range.opt) + " and " + text(range.max));
            }
        } else if (range.min == range.max) {
            add("degenerate-range", Severity::warning,
                "min and max are both " + text(range.max) + ": the range covers that size only");
        } else if (range.min < range.max) {
            checkVaried(range);
        }
    }

 private:
    void add(const char* code, Severity severity, std::string message) {
        m_problems.push_back(tensorProblem(m_capture, m_subject.tensor, code, severity, std::move(message),
                                           static_cast<int>(m_axis)));
    }

    void checkSizes(const AxisRange& range, const std::int64_t* fixed) {
        std::vector<std::pair<const char*, std::int64_t>> sizes{
            {"min", range.min}, {"opt", range.opt}, {"max", range.max}};
        if (fixed != nullptr) {
            sizes.insert(sizes.begin(), {"the fixed size", *fixed});
        }
        for (const auto& [what, size] : sizes) {
            if (size < 1) {
                add("size-below-one", Severity::error,
                    std::string(what) + " is " + text(size) + "; sizes are whole numbers from 1");
                return;
            }
        }
    }

    void checkVaried(const AxisRange& range) {
        const inference::AxisAnalysis& seen = m_subject.analysis.axes[m_axis];
        if (seen.verdict == inference::Verdict::fixed) {
            add("static-in-samples", Severity::warning,
                "the range " + rangeText(range) + " opens an axis that was " + text(seen.max) +
                    (m_subject.graph.samples == 1 ? " in the only sample" : " in every sample"));
        }
    }

    const capture::Capture& m_capture;
    const RuleSubject& m_subject;
    std::size_t m_axis;
    std::vector<Problem>& m_problems;
};

}  // namespace

Problem graphProblem(const capture::Capture& capture, const capture::Graph& graph, std::string code,
                     Severity severity, std::string message) {
    Problem problem;
    problem.code = std::move(code);
    problem.severity = severity;
    problem.module = capture.module(graph.module).name;
    problem.graph = graph.name;
    problem.message = std::move(message);
    problem.graphId = graph.id;
    return problem;
}

Problem tensorProblem(const capture::Capture& capture, const capture::Tensor& tensor, std::string code,
                      Severity severity, std::string message, std::optional<int> axis) {
    Problem problem =
        graphProblem(capture, capture.graph(tensor.graph), std::move(code), severity, std::move(message));
    problem.tensor = tensor.locator;
    problem.axis = axis;
    problem.tensorId = tensor.id;
    return problem;
}

void checkTensor(const capture::Capture& capture, const RuleSubject& subject,
                 std::vector<Problem>& problems) {
    const TensorOverride& override = subject.override;
    const std::size_t rank = subject.tensor.rank;
    const auto add = [&](const char* code, Severity severity, std::string message,
                         std::optional<int> axis = {}) {
        problems.push_back(tensorProblem(capture, subject.tensor, code, severity, std::move(message), axis));
    };
    if (override.targetName().empty()) {
        add("empty-name", Severity::error, "the name in the target is empty");
    }
    if (override.dtype && !subject.tensor.dtype.empty() &&
        bareDtype(*override.dtype) != bareDtype(subject.tensor.dtype)) {
        add("dtype-mismatch", Severity::warning,
            "the override says " + bareDtype(*override.dtype) + ", the samples have " +
                bareDtype(subject.tensor.dtype));
    }
    const auto batchAxis = override.batchAxis;
    if (batchAxis && (*batchAxis < 0 || static_cast<std::uint64_t>(*batchAxis) >= rank)) {
        add("batch-axis-out-of-range", Severity::error,
            "the batch axis is " + text(*batchAxis) + ", but the tensor has " +
                counted(rank, "axis", "axes"));
    } else if (batchAxis && override.batchMultiplier && *override.batchMultiplier < 1) {
        add("size-below-one", Severity::error,
            "the batch multiplier is " + text(*override.batchMultiplier) + "; it is a whole number from 1",
            static_cast<int>(*batchAxis));
    }
    if (!hasRank(override, rank)) {
        add("rank-mismatch", Severity::error,
            "the tensor has " + counted(rank, "axis", "axes") + ", but the override states " +
                std::to_string(override.shape.size()) + " dims, " + std::to_string(override.min.size()) +
                " min, " + std::to_string(override.opt.size()) + " opt and " +
                std::to_string(override.max.size()) + " max");
        return;
    }
    for (std::size_t axis = 0; axis < rank; ++axis) {
        AxisRules(capture, subject, axis, problems).check();
    }
    checkVolume(capture, subject.tensor, override.max, problems);
}

void checkVolume(const capture::Capture& capture, const capture::Tensor& tensor, const module::Sizes& max,
                 std::vector<Problem>& problems) {
    if (inference::isLargeVolume(max)) {
        problems.push_back(tensorProblem(capture, tensor, "large-volume", Severity::warning,
                                         inference::largeVolumeText(max)));
    }
}

void checkNames(const capture::Capture& capture, const MatchedGraph& matched, const Judgement& judgement,
                std::vector<Problem>& problems) {
    std::map<std::pair<module::Side, std::string>, std::vector<base::TensorId>> byName;
    for (const base::TensorId id : matched.graph->tensors) {
        byName[{capture.tensor(id).side(), judgement.names[id.value]}].push_back(id);
    }
    for (const std::optional<base::TensorId>& id : matched.tensors) {
        if (!id || judgement.names[id->value].empty()) {
            continue;
        }
        const auto& namesakes = byName[{capture.tensor(*id).side(), judgement.names[id->value]}];
        if (namesakes.size() > 1) {
            const base::TensorId other = namesakes[0] == *id ? namesakes[1] : namesakes[0];
            problems.push_back(tensorProblem(capture, capture.tensor(*id), "duplicate-name", Severity::error,
                                             "the name '" + judgement.names[id->value] + "' belongs to " +
                                                 capture.tensor(other).accessPath + " too"));
        }
    }
}

void checkSymbols(const capture::Capture& capture, const MatchedGraph& matched,
                  std::vector<Problem>& problems) {
    struct First {
        std::string place;
        AxisRange range;
        std::int64_t multiplier = 1;
    };
    std::map<std::string, First> bySymbol;
    std::map<std::string, std::string> byFolded;
    for (std::size_t i = 0; i < matched.tensors.size(); ++i) {
        const TensorOverride& override = matched.overrides->tensors[i];
        if (!matched.tensors[i] || !hasRank(override, capture.tensor(*matched.tensors[i]).rank)) {
            continue;
        }
        const capture::Tensor& tensor = capture.tensor(*matched.tensors[i]);
        for (std::size_t axis = 0; axis < override.shape.size(); ++axis) {
            const auto* symbol = std::get_if<std::string>(&override.shape[axis]);
            const std::optional<std::int64_t> multiplier = override.multiplierOf(axis);
            if (symbol == nullptr) {
                continue;
            }
            if (symbol->empty()) {
                problems.push_back(tensorProblem(capture, tensor, "empty-name", Severity::error,
                                                 "the symbol of the axis is empty", static_cast<int>(axis)));
                continue;
            }
            if (!multiplier || *multiplier < 1) {
                continue;  // what the symbol is on this axis is not known
            }
            const AxisRange range = rangeOf(override, axis);
            const auto [first, isNew] = bySymbol.try_emplace(
                *symbol, First{tensor.accessPath + ":" + std::to_string(axis), range, *multiplier});
            const First& other = first->second;
            if (!isNew && !sameBase(other.range, other.multiplier, range, *multiplier)) {
                const auto stated = [](const AxisRange& of, std::int64_t times) {
                    return rangeText(of) + " with opt " + text(of.opt) +
                           (times == 1 ? "" : " (batch x" + text(times) + ")");
                };
                problems.push_back(tensorProblem(capture, tensor, "symbol-conflict", Severity::error,
                                                 "'" + *symbol + "' is " + stated(range, *multiplier) +
                                                     " here, but " + stated(other.range, other.multiplier) +
                                                     " on " + other.place,
                                                 static_cast<int>(axis)));
            }
            const auto [alike, isFirst] = byFolded.try_emplace(folded(*symbol), *symbol);
            if (isNew && !isFirst && alike->second != *symbol) {
                problems.push_back(tensorProblem(
                    capture, tensor, "near-duplicate-symbol", Severity::warning,
                    "'" + *symbol + "' and '" + alike->second + "' differ only in case or blanks",
                    static_cast<int>(axis)));
            }
        }
    }
}

void reportOutside(const capture::Capture& capture, const capture::Tensor& tensor,
                   const inference::EffectiveSpec& spec, const TensorOutside& outside,
                   std::vector<Problem>& problems) {
    for (const AxisOutside& axis : outside.axes) {
        const auto index = static_cast<std::size_t>(axis.axis);
        const std::string sizes = axis.smallest == axis.largest
                                      ? "the size " + text(axis.largest)
                                      : "sizes from " + text(axis.smallest) + " to " + text(axis.largest);
        const std::string range = text(spec.min[index]) + ".." + text(spec.max[index]);
        Problem problem = tensorProblem(capture, tensor, "uncovered", Severity::error,
                                        axis.count == 0 ? sizes + " was recorded outside " + range
                                                        : counted(axis.count, "sample is", "samples are") +
                                                              " outside " + range + ", with " + sizes,
                                        axis.axis);
        problem.samples = axis.samples;
        problems.push_back(std::move(problem));
    }
}

void checkMatches(const MatchedGraph& matched, std::vector<Problem>& problems) {
    const auto add = [&](std::optional<module::Locator> tensor, std::string message) {
        Problem problem;
        problem.code = "unmatched";
        problem.severity = Severity::warning;
        problem.module = matched.overrides->module;
        problem.graph = matched.overrides->graph;
        problem.tensor = std::move(tensor);
        problem.message = std::move(message);
        if (matched.graph != nullptr) {
            problem.graphId = matched.graph->id;
        }
        problems.push_back(std::move(problem));
    };
    for (std::size_t i = 0; i < matched.tensors.size(); ++i) {
        if (!matched.tensors[i]) {
            const module::Locator& locator = matched.overrides->tensors[i].locator;
            add(locator, matched.graph == nullptr
                             ? "the capture has no such graph; the override is kept"
                             : "the graph has no " + std::string(module::name(locator.side())) +
                                   " of this path; the override is kept");
        }
    }
    const auto& excluded = matched.overrides->excludedSamples;
    const std::size_t samples = matched.graph == nullptr ? 0 : matched.graph->samples;
    const auto beyond =
        std::lower_bound(excluded.begin(), excluded.end(), static_cast<std::int64_t>(samples));
    if (beyond != excluded.end()) {
        add({}, "excluded sample " + text(*beyond) + " is not in the capture, which has " +
                    counted(samples, "sample", "samples") + " of this graph; it is kept");
    } else if (samples > 0 && excluded.size() >= samples) {
        add({}, "every sample is excluded; a graph keeps at least one, so all count");
    }
}

}  // namespace dimscope::overrides
