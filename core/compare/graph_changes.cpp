// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/graph_changes.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <utility>

#include "core/base/counted.h"

namespace dimscope::compare {

namespace {

using base::counted;
using base::JsonValue;
using capture::Graph;

std::uint64_t callsOf(const Counted& side, const Graph& graph) {
    return graph.samples - inference::excludedOf(side.exclusions, graph.id).size();
}

std::string callsText(const Counted& side, const Graph& graph) {
    return graph.isSummary() ? "a summary" : counted(callsOf(side, graph), "call", "calls");
}

JsonValue textsValue(const std::vector<std::string>& texts) {
    return JsonValue::Array(texts.begin(), texts.end());
}

std::string listed(const std::vector<std::string>& texts) {
    return texts.empty() ? "none" : valueText(textsValue(texts));
}

JsonValue batchSizesValue(const inference::GraphAnalysis& graph) {
    JsonValue::Array out(graph.batchSizes.begin(), graph.batchSizes.end());
    if (graph.unknownBatchSamples > 0) {
        out.emplace_back("unknown");
    }
    return out;
}

/// Elements of the first list that the second has not, as texts.
JsonValue without(const JsonValue& list, const JsonValue& other) {
    JsonValue::Array out;
    std::set<std::string> others;
    for (const JsonValue& item : *other.array()) {
        others.insert(valueText(item));
    }
    std::copy_if(list.array()->begin(), list.array()->end(), std::back_inserter(out),
                 [&](const JsonValue& item) { return others.count(valueText(item)) == 0; });
    return out;
}

/// One of a pair of graphs in both captures.
class GraphComparison {
 public:
    GraphComparison(const Counted& before, const Graph& graphBefore, const Counted& after,
                    const Graph& graphAfter, std::vector<Change>& changes)
        : m_before(before),
          m_graphBefore(graphBefore),
          m_after(after),
          m_graphAfter(graphAfter),
          m_changes(changes) {}

    void compare() {
        if (m_graphBefore.name != m_graphAfter.name) {
            add(Code::graphRenamed, m_graphBefore.name, m_graphAfter.name,
                "the graph is called " + m_graphAfter.name + ", before it was " + m_graphBefore.name +
                    "; overrides find it by its name");
        }
        if (m_graphBefore.phase != m_graphAfter.phase) {
            add(Code::phaseChanged, phaseValue(m_graphBefore), phaseValue(m_graphAfter),
                "the graph has " + phaseText(m_graphAfter) + ", before it had " + phaseText(m_graphBefore));
        }
        const auto othersBefore = otherValues(m_graphBefore);
        const auto othersAfter = otherValues(m_graphAfter);
        if (othersBefore != othersAfter) {
            addOtherValues(othersBefore, othersAfter);
        }
        if (m_graphBefore.isSummary() != m_graphAfter.isSummary()) {
            add(m_graphAfter.isSummary() ? Code::samplesLost : Code::samplesGained,
                form(m_before, m_graphBefore), form(m_after, m_graphAfter),
                "there is " + form(m_after, m_graphAfter) + ", before there was " +
                    form(m_before, m_graphBefore));
        } else if (!m_graphAfter.isSummary()) {
            compareBatchSizes();
        }
    }

 private:
    static std::string form(const Counted& side, const Graph& graph) {
        return graph.isSummary() ? "a summary" : "a history of " + callsText(side, graph);
    }
    static JsonValue phaseValue(const Graph& graph) {
        const auto phase = module::name(graph.phase);
        return phase.empty() ? JsonValue() : JsonValue(phase);
    }
    static std::string phaseText(const Graph& graph) {
        const auto phase = module::name(graph.phase);
        return phase.empty() ? "no LLM phase" : "the LLM phase " + std::string(phase);
    }

    void add(Code code, JsonValue before, JsonValue after, std::string message) {
        Change change = graphChange(code, m_before.subject.capture, &m_graphBefore, m_after.subject.capture,
                                    &m_graphAfter);
        change.before = std::move(before);
        change.after = std::move(after);
        change.message = std::move(message);
        m_changes.push_back(std::move(change));
    }

    void addOtherValues(const std::vector<std::string>& before, const std::vector<std::string>& after) {
        std::vector<std::string> come;
        std::vector<std::string> gone;
        std::set_difference(after.begin(), after.end(), before.begin(), before.end(),
                            std::back_inserter(come));
        std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                            std::back_inserter(gone));
        add(Code::otherValuesChanged, textsValue(before), textsValue(after),
            "values that are no tensors: new " + listed(come) + "; gone " + listed(gone));
    }

    void compareBatchSizes() {
        JsonValue before = batchSizesValue(m_before.subject.analysis.graph(m_graphBefore.id));
        JsonValue after = batchSizesValue(m_after.subject.analysis.graph(m_graphAfter.id));
        if (before == after) {
            return;
        }
        std::string message = "batch sizes: new " + valueText(without(after, before)) + "; gone " +
                              valueText(without(before, after));
        add(Code::batchSizesChanged, std::move(before), std::move(after), std::move(message));
    }

    const Counted& m_before;
    const Graph& m_graphBefore;
    const Counted& m_after;
    const Graph& m_graphAfter;
    std::vector<Change>& m_changes;
};

std::string tensorsText(const capture::Capture& capture, const Graph& graph) {
    const auto inputs = static_cast<std::uint64_t>(
        std::count_if(graph.tensors.begin(), graph.tensors.end(),
                      [&](base::TensorId id) { return capture.tensor(id).side() == module::Side::input; }));
    return counted(inputs, "input", "inputs") + " and " +
           counted(graph.tensors.size() - inputs, "output", "outputs");
}

/// "0 (8 calls), 0/2 (4 calls)".
std::string partsText(const Counted& side, const std::vector<const Graph*>& parts) {
    std::string out;
    for (const Graph* part : parts) {
        out += (out.empty() ? "" : ", ") + part->name + " with " + callsText(side, *part);
    }
    return out;
}

JsonValue namesOf(const std::vector<const Graph*>& graphs) {
    JsonValue::Array out;
    std::transform(graphs.begin(), graphs.end(), std::back_inserter(out),
                   [](const Graph* graph) { return JsonValue(graph->name); });
    return out;
}

}  // namespace

void addOneSidedModule(const Counted& before, const capture::Module* gone, const Counted& after,
                       const capture::Module* come, std::vector<Change>& changes) {
    const bool isNew = come != nullptr;
    Change change = moduleChange(isNew ? Code::moduleNew : Code::moduleRemoved, gone, come);
    const Counted& side = isNew ? after : before;
    const capture::Module& module = isNew ? *come : *gone;
    std::uint64_t calls = 0;
    for (const base::GraphId id : module.graphs) {
        calls += callsOf(side, side.subject.capture.graph(id));
    }
    const std::string what =
        counted(module.graphs.size(), "graph", "graphs") + ", " + counted(calls, "call", "calls");
    (isNew ? change.after : change.before) = what;
    change.message = (isNew ? "the module is new: " : "the module is gone; it had ") + what;
    changes.push_back(std::move(change));
}

void addOneSidedGraph(const Counted& before, const Graph* gone, const Counted& after, const Graph* come,
                      std::vector<Change>& changes) {
    const bool isNew = come != nullptr;
    const Counted& side = isNew ? after : before;
    const Graph& graph = isNew ? *come : *gone;
    Change change = graphChange(isNew ? Code::graphNew : Code::graphRemoved, before.subject.capture, gone,
                                after.subject.capture, come);
    const std::string what = callsText(side, graph) + ", " + tensorsText(side.subject.capture, graph);
    (isNew ? change.after : change.before) = what;
    change.message = (isNew ? "the graph is new: " : "the graph is gone; it had ") + what;
    changes.push_back(std::move(change));
}

void addSplit(const Counted& before, const Counted& after, const GraphParts& split,
              std::vector<Change>& changes) {
    Change change = graphChange(Code::graphSplit, before.subject.capture, split.whole, after.subject.capture,
                                split.parts.front());
    change.before = namesOf({split.whole});
    change.after = namesOf(split.parts);
    change.message = "calls as those of graph " + split.whole->name + " (" + callsText(before, *split.whole) +
                     ") now fall into " + std::to_string(split.parts.size()) +
                     " graphs: " + partsText(after, split.parts);
    changes.push_back(std::move(change));
}

void addJoin(const Counted& before, const Counted& after, const GraphParts& join,
             std::vector<Change>& changes) {
    Change change = graphChange(Code::graphJoined, before.subject.capture, join.parts.front(),
                                after.subject.capture, join.whole);
    change.before = namesOf(join.parts);
    change.after = namesOf({join.whole});
    change.message = "calls that fell into " + std::to_string(join.parts.size()) + " graphs (" +
                     partsText(before, join.parts) + ") now fall into graph " + join.whole->name + " with " +
                     callsText(after, *join.whole);
    changes.push_back(std::move(change));
}

void addGraphChanges(const Counted& before, const Graph& graphBefore, const Counted& after,
                     const Graph& graphAfter, std::vector<Change>& changes) {
    GraphComparison(before, graphBefore, after, graphAfter, changes).compare();
}

}  // namespace dimscope::compare
