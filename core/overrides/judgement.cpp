// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/judgement.h"

#include <algorithm>

#include "core/overrides/coverage.h"
#include "core/overrides/effective_specs.h"
#include "core/overrides/matching.h"
#include "core/overrides/relation_rules.h"
#include "core/overrides/rules.h"

namespace dimscope::overrides {

namespace {

base::Error cancelledError() {
    base::Error error;
    error.code = base::ErrorCode::cancelled;
    error.found = "the check of overrides was cancelled";
    return error;
}

/// The excluded samples of one graph that are in the capture; none where no sample would be left.
std::vector<std::uint32_t> excludedIn(const GraphOverrides& overrides, const capture::Graph& graph) {
    std::vector<std::uint32_t> samples;
    for (const std::int64_t sample : overrides.excludedSamples) {
        if (sample >= 0 && static_cast<std::uint64_t>(sample) < graph.samples) {
            samples.push_back(static_cast<std::uint32_t>(sample));
        }
    }
    std::sort(samples.begin(), samples.end());
    samples.erase(std::unique(samples.begin(), samples.end()), samples.end());
    if (samples.size() >= graph.samples) {
        samples.clear();
    }
    return samples;
}

std::uint64_t remaining(const capture::Graph& graph, const inference::Exclusions& exclusions) {
    return graph.samples - inference::excludedOf(exclusions, graph.id).size();
}

/// What was inferred, as if nobody overrode anything.
Judgement inferredJudgement(const capture::Capture& capture, const inference::Analysis& analysis,
                            const inference::Exclusions& exclusions) {
    Judgement judgement;
    const std::size_t count = capture.tensors().size();
    judgement.effective.reserve(count);
    judgement.names.reserve(count);
    judgement.dtypes.reserve(count);
    judgement.tensorCoverage.reserve(count);
    judgement.origins.resize(count, SpecOrigin::inferred);
    judgement.overrideOf.resize(count);
    for (const capture::Graph& graph : capture.graphs()) {
        const std::uint64_t samples = remaining(graph, exclusions);
        judgement.graphCoverage.push_back({samples, samples, {}});
    }
    for (const capture::Tensor& tensor : capture.tensors()) {
        judgement.effective.push_back(inference::inferredSpec(analysis.tensor(tensor.id)));
        judgement.names.push_back(tensor.accessPath);
        judgement.dtypes.push_back(bareDtype(tensor.dtype));
        judgement.tensorCoverage.push_back(judgement.graphCoverage[tensor.graph.value]);
    }
    return judgement;
}

/// Judges the overrides of one graph.
class GraphJudge {
 public:
    GraphJudge(const capture::Capture& capture, const inference::Analysis& analysis,
               const MatchedGraph& matched, std::span<const std::uint32_t> excluded, Judgement& judgement)
        : m_capture(capture),
          m_analysis(analysis),
          m_matched(matched),
          m_excluded(excluded),
          m_judgement(judgement) {}

    base::Result<void> run(const base::CancelToken& cancel) {
        applyOverrides(m_capture, m_analysis, m_matched, m_judgement);
        std::vector<Problem> shared;
        checkNames(m_capture, m_matched, m_judgement, shared);
        checkSymbols(m_capture, m_matched, shared);
        for (const SpecOrigin origin : {SpecOrigin::overridden, SpecOrigin::follows}) {
            for (const base::TensorId id : m_matched.graph->tensors) {
                if (cancel.cancelled()) {
                    return cancelledError();
                }
                if (m_judgement.origins[id.value] == origin) {
                    cover(m_capture.tensor(id), origin);
                }
            }
        }
        for (std::size_t i = 0; i < m_matched.tensors.size(); ++i) {
            if (const auto id = m_matched.tensors[i]) {
                checkTensor(m_capture,
                            {m_matched.overrides->tensors[i], *m_matched.graph, m_capture.tensor(*id),
                             m_analysis.tensor(*id)},
                            m_found);
            }
        }
        m_found.insert(m_found.end(), shared.begin(), shared.end());
        checkSteps(m_capture, m_analysis, *m_matched.overrides, *m_matched.graph, m_judgement, m_found);
        checkRelations(m_capture, m_analysis, *m_matched.graph, m_judgement, Related::stated, m_found);
        sortInto(m_judgement.problems);
        sumUp();
        return {};
    }

 private:
    void cover(const capture::Tensor& tensor, SpecOrigin origin) {
        const inference::EffectiveSpec& spec = m_judgement.effective[tensor.id.value];
        const TensorOutside found =
            outside(*m_matched.graph, tensor, m_analysis.tensor(tensor.id), spec, m_excluded);
        m_judgement.tensorCoverage[tensor.id.value] =
            coverageOf(tensor, found, spec, m_judgement.graphCoverage[tensor.graph.value].samples);
        // What follows misses the same samples as what it follows; only more is news.
        if (origin == SpecOrigin::overridden || missesMore(found)) {
            reportOutside(m_capture, tensor, spec, found, m_found);
        }
        m_missed.resize(std::max(m_missed.size(), found.samples.size()));
        for (std::size_t i = 0; i < found.samples.size(); ++i) {
            m_missed[i] = m_missed[i] || found.samples[i];
        }
    }

    [[nodiscard]] bool missesMore(const TensorOutside& found) const {
        if (found.samples.empty()) {
            return false;
        }
        for (std::size_t i = 0; i < found.samples.size(); ++i) {
            if (found.samples[i] && (i >= m_missed.size() || !m_missed[i])) {
                return true;
            }
        }
        return false;
    }

    /// In the capture's order; of one tensor: the tensor as a whole, then its axes.
    void sortInto(std::vector<Problem>& problems) {
        std::stable_sort(m_found.begin(), m_found.end(), [](const Problem& left, const Problem& right) {
            const auto key = [](const Problem& problem) {
                return std::pair(problem.tensorId->value, problem.axis.value_or(-1));
            };
            return key(left) < key(right);
        });
        problems.insert(problems.end(), std::make_move_iterator(m_found.begin()),
                        std::make_move_iterator(m_found.end()));
    }

    void sumUp() {
        Coverage& coverage = m_judgement.graphCoverage[m_matched.graph->id.value];
        coverage.covered =
            coverage.samples - static_cast<std::uint64_t>(std::count(m_missed.begin(), m_missed.end(), true));
        for (const base::TensorId id : m_matched.graph->tensors) {
            const auto& first = m_judgement.tensorCoverage[id.value].firstOutside;
            if (first && (!coverage.firstOutside || first->sample < coverage.firstOutside->sample)) {
                coverage.firstOutside = first;
            }
        }
    }

    const capture::Capture& m_capture;
    const inference::Analysis& m_analysis;
    const MatchedGraph& m_matched;
    std::span<const std::uint32_t> m_excluded;
    Judgement& m_judgement;
    std::vector<Problem> m_found;
    std::vector<bool> m_missed;  // by sample: outside of some tensor's spec
};

Problem problemOf(const capture::Capture& capture, const inference::Finding& finding) {
    Problem problem;
    problem.code = finding.code;
    problem.severity = finding.severity;
    problem.message = finding.message;
    problem.samples = finding.samples;
    problem.axis = finding.axis;
    problem.graphId = finding.graph;
    problem.tensorId = finding.tensor;
    if (finding.graph) {
        problem.graph = capture.graph(*finding.graph).name;
        problem.module = capture.module(capture.graph(*finding.graph).module).name;
    }
    if (finding.tensor) {
        problem.tensor = capture.tensor(*finding.tensor).locator;
    }
    return problem;
}

}  // namespace

base::Result<Judgement> judge(const capture::Capture& capture, const inference::Analysis& analysis,
                              const OverrideSet& overrides, const base::CancelToken& cancel) {
    const inference::Exclusions exclusions = exclusionsOf(overrides, capture);
    Judgement judgement = inferredJudgement(capture, analysis, exclusions);
    std::vector<MatchedGraph> matched = match(overrides, capture);
    std::stable_sort(matched.begin(), matched.end(), [](const MatchedGraph& left, const MatchedGraph& right) {
        const auto key = [](const MatchedGraph& graph) {
            return graph.graph == nullptr ? std::uint64_t{1} << 32 : std::uint64_t{graph.graph->id.value};
        };
        return key(left) < key(right);
    });
    for (const MatchedGraph& graph : matched) {
        if (graph.graph == nullptr) {
            continue;
        }
        GraphJudge judge(capture, analysis, graph, inference::excludedOf(exclusions, graph.graph->id),
                         judgement);
        if (auto done = judge.run(cancel); !done) {
            return std::move(done).error();
        }
    }
    for (const MatchedGraph& graph : matched) {
        checkMatches(graph, judgement.problems);
    }
    return judgement;
}

std::vector<Problem> checkInferred(const capture::Capture& capture, const inference::Analysis& analysis,
                                   const Judgement& judgement) {
    std::vector<Problem> problems;
    for (const capture::Graph& graph : capture.graphs()) {
        for (const inference::Finding& finding : analysis.graph(graph.id).findings) {
            const bool overridden =
                finding.tensor && judgement.origins[finding.tensor->value] == SpecOrigin::overridden;
            if (finding.severity != base::Severity::note && !overridden) {
                problems.push_back(problemOf(capture, finding));
            }
        }
        checkRelations(capture, analysis, graph, judgement, Related::inferred, problems);
    }
    return problems;
}

inference::Exclusions exclusionsOf(const OverrideSet& overrides, const capture::Capture& capture) {
    inference::Exclusions exclusions;
    const GraphsByName graphs(capture);
    for (const GraphOverrides& entry : overrides.graphs) {
        const capture::Graph* graph = graphs.find(entry.module, entry.graph);
        if (graph == nullptr || entry.excludedSamples.empty()) {
            continue;
        }
        if (auto samples = excludedIn(entry, *graph); !samples.empty()) {
            exclusions[graph->id] = std::move(samples);
        }
    }
    return exclusions;
}

}  // namespace dimscope::overrides
