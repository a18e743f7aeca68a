// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/import_placement.h"

#include <algorithm>
#include <set>
#include <utility>

#include "core/inference/effective_spec.h"
#include "core/module/graph_spec.h"
#include "core/overrides/edits.h"
#include "core/overrides/matching.h"

namespace dimscope::overrides {

namespace {

using base::GraphId;
using base::Severity;
using base::TensorId;

std::string quoted(const std::string& name) {
    return base::quoteJson(name);
}

/// Key of a name or of a semantic path on one side.
std::string keyOf(module::Side side, const std::string& text) {
    return (side == module::Side::input ? "i" : "o") + text;
}

std::string keyOf(const module::Locator& locator) {
    return keyOf(locator.side(), base::dumpJson(locator.semanticPath()));
}

std::string pathText(const std::vector<module::Accessor>& path) {
    std::vector<module::Step> steps;
    for (const module::Accessor& accessor : path) {
        steps.push_back({accessor, module::Container::mapping});
    }
    return base::dumpJson(module::Locator(std::move(steps), module::Side::input).semanticPath());
}

std::string axesText(std::size_t rank) {
    return std::to_string(rank) + (rank == 1 ? " axis" : " axes");
}

/// What an override without dims has on an axis: a fixed size, else the inferred symbol.
Dim dimFor(const Dim& inferred, const AxisRange& range) {
    if (range.min == range.max) {
        return range.max;
    }
    return std::holds_alternative<std::string>(inferred) ? inferred : Dim();
}

/// How many axes have the batch size itself as their size.
std::size_t unitBatchAxes(const inference::EffectiveSpec& spec) {
    return static_cast<std::size_t>(std::count(spec.multipliers.begin(), spec.multipliers.end(), 1));
}

}  // namespace

Placement::Names& Placement::namesOf(GraphId id) {
    const auto [entry, isNew] = m_names.try_emplace(id);
    Names& names = entry->second;
    if (!isNew) {
        return names;
    }
    const capture::Graph& graph = m_target.capture.graph(id);
    names.overrides.module = m_target.capture.module(graph.module).name;
    names.overrides.graph = graph.name;
    const GraphOverrides* current = m_target.current.find(names.overrides.module, graph.name);
    std::unordered_map<std::string, std::string> ownNames;
    if (current != nullptr) {
        for (const TensorOverride& tensor : current->tensors) {
            ownNames.emplace(keyOf(tensor.locator), tensor.targetName());
        }
    }
    for (const TensorId tensorId : graph.tensors) {
        const capture::Tensor& tensor = m_target.capture.tensor(tensorId);
        const std::string path = keyOf(tensor.locator);
        names.byPath.emplace(path, tensorId);
        std::set<std::string> all = {tensor.accessPath,
                                     module::engineTensorName(tensor.locator, tensor.side())};
        if (const auto own = ownNames.find(path); own != ownNames.end()) {
            all.insert(own->second);
        }
        for (const std::string& name : all) {
            names.byName.emplace(keyOf(tensor.side(), name), tensorId);
        }
    }
    return names;
}

std::vector<TensorId> Placement::candidates(const StatedTensor& stated, GraphId graph) {
    const Names& names = namesOf(graph);
    for (const module::Side side : stated.sides) {
        const auto [begin, end] = stated.path ? names.byPath.equal_range(keyOf(side, pathText(*stated.path)))
                                              : names.byName.equal_range(keyOf(side, stated.name));
        std::vector<TensorId> found;
        std::transform(begin, end, std::back_inserter(found), [](const auto& entry) { return entry.second; });
        if (!found.empty()) {
            std::sort(found.begin(), found.end());
            return found;
        }
    }
    return {};
}

bool Placement::fits(const StatedTensor& stated, GraphId graph) {
    const std::vector<TensorId> found = candidates(stated, graph);
    return std::any_of(found.begin(), found.end(),
                       [&](TensorId id) { return m_target.capture.tensor(id).rank == stated.max.size(); });
}

std::vector<GraphId> Placement::graphsFor(const std::vector<StatedTensor>& tensors) {
    std::vector<GraphId> all;
    std::vector<GraphId> whole;
    for (const capture::Module& module : m_target.capture.modules()) {
        const bool hasAll = std::all_of(tensors.begin(), tensors.end(), [&](const StatedTensor& stated) {
            return std::any_of(module.graphs.begin(), module.graphs.end(),
                               [&](GraphId graph) { return fits(stated, graph); });
        });
        all.insert(all.end(), module.graphs.begin(), module.graphs.end());
        if (hasAll) {
            whole.insert(whole.end(), module.graphs.begin(), module.graphs.end());
        }
    }
    return whole.empty() ? all : whole;
}

Problem& Placement::addProblem(const char* code, Severity severity, std::string message) {
    Problem& problem = m_imported.problems.emplace_back();
    problem.code = code;
    problem.severity = severity;
    problem.message = std::move(message);
    return problem;
}

Problem& Placement::addProblem(const char* code, Severity severity, GraphId graph, std::string message) {
    Problem& problem = addProblem(code, severity, std::move(message));
    problem.module = namesOf(graph).overrides.module;
    problem.graph = namesOf(graph).overrides.graph;
    problem.graphId = graph;
    return problem;
}

TensorOverride Placement::overrideFor(const StatedTensor& stated, TensorId id) const {
    const capture::Tensor& tensor = m_target.capture.tensor(id);
    const inference::EffectiveSpec inferred = inference::inferredSpec(m_target.analysis.tensor(id));
    const Judgement unused;  // the inferred override does not look at it
    TensorOverride out = inferredOverride({m_target.capture, m_target.analysis, unused}, id);
    out.min = stated.min;
    out.opt = stated.opt;
    out.max = stated.max;
    for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
        out.shape[axis] =
            stated.shape ? (*stated.shape)[axis]
                         : dimFor(out.shape[axis], {stated.min[axis], stated.opt[axis], stated.max[axis]});
    }
    using Batch = StatedTensor::Batch;
    const bool isStated =
        stated.batch == Batch::stated || (stated.batch == Batch::statedIfOne && unitBatchAxes(inferred) == 1);
    if (isStated) {
        out.batchAxis = stated.batchAxis;
        const auto axis = static_cast<std::size_t>(stated.batchAxis.value_or(0));
        const bool isBatch = stated.batchAxis && axis < inferred.multipliers.size();
        out.batchMultiplier = isBatch ? inferred.multipliers[axis].value_or(1) : 1;
    }
    // A range that follows the batch size by an unknown factor is no range of batch sizes.
    if (!isStated && !inferred.batchMultiplier) {
        out.batchAxis.reset();
    }
    out.dtype = stated.dtype;
    return out;
}

void Placement::placeIn(GraphId graph, const StatedTensor& stated) {
    Names& names = namesOf(graph);
    const std::vector<TensorId> found = candidates(stated, graph);
    if (found.empty()) {
        const std::string what(stated.sides.size() > 1 ? "tensor" : module::name(stated.sides.front()));
        addProblem("unmatched", Severity::warning, graph, "no " + what + " is called " + quoted(stated.name));
        return;
    }
    if (found.size() > 1) {
        std::string paths;
        for (const TensorId id : found) {
            paths += (paths.empty() ? "" : id == found.back() ? " and " : ", ");
            paths += m_target.capture.tensor(id).accessPath;
        }
        addProblem("unmatched", Severity::warning, graph,
                   quoted(stated.name) + " fits " + paths + " and was left out");
        return;
    }
    const capture::Tensor& tensor = m_target.capture.tensor(found.front());
    const auto aboutTensor = [&](Problem& problem) {
        problem.tensor = tensor.locator;
        problem.tensorId = tensor.id;
    };
    if (tensor.rank != stated.max.size()) {
        aboutTensor(addProblem("rank-mismatch", Severity::error, graph,
                               quoted(stated.name) + " is stated with " + axesText(stated.max.size()) +
                                   ", the tensor has " + std::to_string(tensor.rank) + "; it was left out"));
        return;
    }
    const auto [before, isNew] = names.taken.try_emplace(keyOf(tensor.locator), stated.name);
    if (!isNew) {
        aboutTensor(addProblem("stated-twice", Severity::warning, graph,
                               quoted(stated.name) + " means the tensor that " + quoted(before->second) +
                                   " has stated; it was left out"));
        return;
    }
    names.overrides.tensors.push_back(overrideFor(stated, tensor.id));
}

void Placement::placeAnywhere(const std::vector<StatedTensor>& tensors) {
    const std::vector<GraphId> graphs = graphsFor(tensors);
    for (const StatedTensor& stated : tensors) {
        std::vector<GraphId> fitting;
        std::optional<GraphId> otherRank;
        for (const GraphId graph : graphs) {
            if (fits(stated, graph)) {
                fitting.push_back(graph);
            } else if (!otherRank && !candidates(stated, graph).empty()) {
                otherRank = graph;
            }
        }
        if (fitting.empty() && otherRank) {
            fitting.push_back(*otherRank);
        }
        if (fitting.empty()) {
            addProblem("unmatched", Severity::warning, "no graph has a tensor called " + quoted(stated.name));
        }
        for (const GraphId graph : fitting) {
            placeIn(graph, stated);
        }
    }
    for (const GraphId graph : graphs) {
        finish(graph);
    }
}

void Placement::finish(GraphId graph) {
    GraphOverrides& made = namesOf(graph).overrides;
    if (!made.tensors.empty()) {
        m_imported.overrides.put(made);
    }
}

void Placement::place(const StatedShapes& shapes) {
    std::optional<GraphId> graph = m_target.graph;
    if (shapes.graph) {
        const capture::Graph* found = m_graphs.find(shapes.graph->module, shapes.graph->graph);
        if (found == nullptr) {
            const std::size_t count = shapes.tensors.size();
            Problem& problem =
                addProblem("unmatched", Severity::warning,
                           "the capture has no such graph; shapes of " + std::to_string(count) +
                               (count == 1 ? " tensor" : " tensors") + " were left out");
            problem.module = shapes.graph->module;
            problem.graph = shapes.graph->graph;
            return;
        }
        graph = found->id;
    }
    if (!graph) {
        placeAnywhere(shapes.tensors);
        return;
    }
    for (const StatedTensor& stated : shapes.tensors) {
        placeIn(*graph, stated);
    }
    finish(*graph);
}

}  // namespace dimscope::overrides
