// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/coverage_changes.h"

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/overrides/judgement.h"
#include "core/overrides/matching.h"

namespace dimscope::compare {

namespace {

using overrides::Judgement;
using overrides::OverrideSet;
using overrides::Problem;

/// Module, graph, tensor and axis (-1: the tensor as a whole) by name.
using Spot = std::tuple<std::string, std::string, std::string, int>;

/// The tensors that overrides state, with the exclusions of the capture they are judged on.
OverrideSet onCapture(const OverrideSet& stated, const OverrideSet* own) {
    OverrideSet set = stated;
    for (overrides::GraphOverrides& graph : set.graphs) {
        graph.excludedSamples.clear();
    }
    for (const overrides::GraphOverrides& graph : own == nullptr ? OverrideSet().graphs : own->graphs) {
        const overrides::GraphOverrides* found = set.find(graph.module, graph.graph);
        overrides::GraphOverrides merged =
            found != nullptr ? *found : overrides::GraphOverrides{graph.module, graph.graph, {}, {}, {}};
        merged.excludedSamples = graph.excludedSamples;
        set.put(std::move(merged));
    }
    return set;
}

/// What the overrides of one capture leave out of either.
struct LeftOut {
    OverrideSet set;
    std::map<Spot, const Problem*> problems;
    Judgement judgement;
};

bool isAboutCoverage(const Problem& problem) {
    return problem.tensorId && (problem.code == "uncovered" || problem.code == "rank-mismatch");
}

base::Result<LeftOut> leftOut(const Subject& subject, const OverrideSet& stated,
                              const base::CancelToken& cancel) {
    LeftOut out{onCapture(stated, subject.overrides), {}, {}};
    auto judgement = overrides::judge(subject.capture, subject.analysis, out.set, cancel);
    if (!judgement) {
        return std::move(judgement).error();
    }
    out.judgement = std::move(*judgement);
    for (const Problem& problem : out.judgement.problems) {
        if (isAboutCoverage(problem)) {
            out.problems.emplace(Spot(problem.module, problem.graph, overrides::tensorKey(*problem.tensor),
                                      problem.axis.value_or(-1)),
                                 &problem);
        }
    }
    return out;
}

/// Which way a loss is told: from before to after, or mirrored.
enum class Direction : std::uint8_t { forward, backward };

/// Tensors of a capture by the names that overrides use.
class TensorsByName {
 public:
    explicit TensorsByName(const capture::Capture& capture) : m_capture(capture), m_graphs(capture) {}

    [[nodiscard]] const capture::Graph* graph(const std::string& module, const std::string& graph) const {
        return m_graphs.find(module, graph);
    }
    [[nodiscard]] const capture::Tensor* find(const Spot& spot) {
        const capture::Graph* graph = m_graphs.find(std::get<0>(spot), std::get<1>(spot));
        if (graph == nullptr) {
            return nullptr;
        }
        auto [entry, isNew] = m_tensors.try_emplace(graph->id);
        if (isNew) {
            for (const base::TensorId id : graph->tensors) {
                entry->second.try_emplace(overrides::tensorKey(m_capture.tensor(id).locator), id);
            }
        }
        const auto found = entry->second.find(std::get<2>(spot));
        return found == entry->second.end() ? nullptr : &m_capture.tensor(found->second);
    }

 private:
    const capture::Capture& m_capture;
    overrides::GraphsByName m_graphs;
    std::map<base::GraphId, std::map<std::string, base::TensorId>> m_tensors;
};

/// Tells what overrides of `from` lose on the way to `to`.
class LossTeller {
 public:
    LossTeller(const Subject& from, const Subject& to, Direction direction, std::vector<Change>& changes)
        : m_from(from), m_to(to), m_direction(direction), m_changes(changes), m_fromTensors(from.capture) {}

    base::Result<void> run(const base::CancelToken& cancel) {
        if (m_from.overrides == nullptr || m_from.overrides->empty()) {
            return {};
        }
        const auto atFrom = leftOut(m_from, *m_from.overrides, cancel);
        if (!atFrom) {
            return atFrom.error();
        }
        const auto atTo = leftOut(m_to, *m_from.overrides, cancel);
        if (!atTo) {
            return atTo.error();
        }
        for (const Problem& problem : atTo->judgement.problems) {
            if (isAboutCoverage(problem)) {
                tellCoverage(problem, *atFrom);
            }
        }
        tellUnmatched();
        return {};
    }

 private:
    void tellCoverage(const Problem& problem, const LeftOut& atFrom) {
        Spot spot(problem.module, problem.graph, overrides::tensorKey(*problem.tensor),
                  problem.axis.value_or(-1));
        const capture::Tensor* tensor = m_fromTensors.find(spot);
        Spot whole = spot;
        std::get<3>(whole) = -1;  // an override of another rank covered nothing
        if (tensor == nullptr || atFrom.problems.count(spot) != 0 || atFrom.problems.count(whole) != 0) {
            return;
        }
        const bool isForward = m_direction == Direction::forward;
        add(isForward ? Code::coverageLost : Code::coverageGained, tensor,
            &m_to.capture.tensor(*problem.tensorId), problem.axis,
            (isForward ? "the overrides covered every size before; now "
                       : "the overrides cover every size; before, ") +
                problem.message);
        const char* all = "covered";
        (isForward ? m_changes.back().before : m_changes.back().after) = all;
        (isForward ? m_changes.back().after : m_changes.back().before) = problem.message;
    }

    void tellUnmatched() {
        const auto inFrom = overrides::match(*m_from.overrides, m_from.capture);
        const auto inTo = overrides::match(*m_from.overrides, m_to.capture);
        for (std::size_t graph = 0; graph < inFrom.size(); ++graph) {
            for (std::size_t i = 0; i < inFrom[graph].tensors.size(); ++i) {
                const auto id = inFrom[graph].tensors[i];
                if (!id || inTo[graph].tensors[i]) {
                    continue;
                }
                const bool isForward = m_direction == Direction::forward;
                const std::string what =
                    inTo[graph].graph == nullptr
                        ? "there " + std::string(isForward ? "is" : "was") + " no graph of this name"
                        : "the graph " + std::string(isForward ? "has" : "had") + " no tensor of this path";
                add(isForward ? Code::overrideUnmatched : Code::overrideMatched, &m_from.capture.tensor(*id),
                    nullptr, {},
                    (isForward ? "an override speaks of it, but now "
                               : "an override speaks of it; before, ") +
                        what);
            }
        }
    }

    /// `from` and `to` are tensors of m_from and m_to.
    void add(Code code, const capture::Tensor* from, const capture::Tensor* to, std::optional<int> axis,
             std::string message) {
        const bool isForward = m_direction == Direction::forward;
        Change change = isForward ? tensorChange(code, m_from.capture, from, m_to.capture, to, axis)
                                  : tensorChange(code, m_to.capture, to, m_from.capture, from, axis);
        change.message = std::move(message);
        m_changes.push_back(std::move(change));
    }

    const Subject& m_from;
    const Subject& m_to;
    Direction m_direction;
    std::vector<Change>& m_changes;
    TensorsByName m_fromTensors;
};

}  // namespace

base::Result<void> addCoverageChanges(const Subject& before, const Subject& after,
                                      const base::CancelToken& cancel, std::vector<Change>& changes) {
    if (auto told = LossTeller(before, after, Direction::forward, changes).run(cancel); !told) {
        return told;
    }
    return LossTeller(after, before, Direction::backward, changes).run(cancel);
}

}  // namespace dimscope::compare
