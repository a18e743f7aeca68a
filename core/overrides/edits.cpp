// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/edits.h"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/inference/effective_spec.h"
#include "core/overrides/matching.h"

namespace dimscope::overrides {

namespace {

TensorOverride fromSpec(const capture::Tensor& tensor, const inference::EffectiveSpec& spec) {
    TensorOverride override;
    override.locator = tensor.locator;
    if (!tensor.dtype.empty()) {
        override.dtype = bareDtype(tensor.dtype);
    }
    override.shape = spec.shape;
    override.min = spec.min;
    override.opt = spec.opt;
    override.max = spec.max;
    if (spec.batchAxis) {
        override.batchAxis = *spec.batchAxis;
        override.batchMultiplier = spec.batchMultiplier;
    }
    // One symbol has one base range: a batch axis of another multiplier needs a name of its own.
    for (std::size_t axis = 0; axis < spec.multipliers.size(); ++axis) {
        const std::optional<std::int64_t> multiplier = spec.multipliers[axis];
        const auto* symbol = std::get_if<std::string>(&override.shape[axis]);
        if (symbol != nullptr && multiplier && override.multiplierOf(axis) != multiplier) {
            override.shape[axis] = *symbol + std::to_string(*multiplier);
        }
    }
    return override;
}

/// The override of a tensor, made from its effective spec where there is none or where it has another rank.
TensorOverride editable(const EditContext& context, const TensorOverride* existing, base::TensorId tensor) {
    const capture::Tensor& of = context.capture.tensor(tensor);
    if (existing == nullptr) {
        return effectiveOverride(context, tensor);
    }
    TensorOverride override = *existing;
    const inference::EffectiveSpec& spec = context.judgement.spec(tensor);
    override.shape.resize(of.rank);
    override.min.resize(of.rank);
    override.opt.resize(of.rank);
    override.max.resize(of.rank);
    for (std::size_t axis = 0; axis < of.rank; ++axis) {
        if (axis >= std::min({existing->shape.size(), existing->min.size(), existing->opt.size(),
                              existing->max.size()})) {
            override.shape[axis] = spec.shape[axis];
            override.min[axis] = spec.min[axis];
            override.opt[axis] = spec.opt[axis];
            override.max[axis] = spec.max[axis];
        }
    }
    return override;
}

TensorOverride editable(const EditContext& context, const GraphOverrides& graph, base::TensorId tensor) {
    return editable(context, graph.find(context.capture.tensor(tensor).locator), tensor);
}

/// The overrides of a graph by tensor, for edits of many: a graph may have tens of thousands.
class OverridesByTensor {
 public:
    explicit OverridesByTensor(GraphOverrides& graph) : m_graph(graph) {
        for (std::size_t i = 0; i < graph.tensors.size(); ++i) {
            m_places.try_emplace(tensorKey(graph.tensors[i].locator), i);
        }
    }

    [[nodiscard]] const TensorOverride* find(const module::Locator& locator) const {
        const auto place = m_places.find(tensorKey(locator));
        return place == m_places.end() ? nullptr : &m_graph.tensors[place->second];
    }

    /// As GraphOverrides::put.
    void put(TensorOverride override) {
        const auto [place, isNew] = m_places.try_emplace(tensorKey(override.locator), m_graph.tensors.size());
        if (isNew) {
            m_graph.tensors.push_back(std::move(override));
        } else {
            m_graph.tensors[place->second] = std::move(override);
        }
    }

 private:
    GraphOverrides& m_graph;
    std::unordered_map<std::string, std::size_t> m_places;
};

void putRange(TensorOverride& override, std::size_t axis, const AxisRange& range) {
    override.min[axis] = range.min;
    override.opt[axis] = range.opt;
    override.max[axis] = range.max;
}

std::int64_t multiplierAt(const TensorOverride& override, std::size_t axis) {
    return std::max<std::int64_t>(1, override.multiplierOf(axis).value_or(1));
}

/// Axes that can hold a range: those with a dim and all three bounds.
std::size_t statedAxes(const TensorOverride& override) {
    return std::min({override.shape.size(), override.min.size(), override.opt.size(), override.max.size()});
}

/// Gives a symbol its range wherever it stands. `multiplier` belongs to the axis that `range` speaks of.
void spread(GraphOverrides& graph, const std::string& symbol, const AxisRange& range,
            std::int64_t multiplier) {
    const Dim wanted(symbol);
    for (TensorOverride& override : graph.tensors) {
        for (std::size_t axis = 0; axis < statedAxes(override); ++axis) {
            if (override.shape[axis] == wanted) {
                putRange(override, axis, scaled(range, multiplier, multiplierAt(override, axis)));
            }
        }
    }
}

/// The range that a symbol has on another axis of the overrides, as an axis of `multiplier` has it.
std::optional<AxisRange> rangeElsewhere(const GraphOverrides& graph, const std::string& symbol,
                                        const module::Locator& butNot, std::size_t butNotAxis,
                                        std::int64_t multiplier) {
    const Dim wanted(symbol);
    for (const TensorOverride& override : graph.tensors) {
        for (std::size_t axis = 0; axis < statedAxes(override); ++axis) {
            const bool isSame = axis == butNotAxis && sameTensor(override.locator, butNot);
            if (!isSame && override.shape[axis] == wanted) {
                return scaled({override.min[axis], override.opt[axis], override.max[axis]},
                              multiplierAt(override, axis), multiplier);
            }
        }
    }
    return std::nullopt;
}

/// Symbols by which an axis is known: that of its effective spec, and the inferred one.
std::set<std::string> symbolsAt(const EditContext& context, base::TensorId tensor, std::size_t axis) {
    std::set<std::string> symbols;
    if (const auto* symbol = std::get_if<std::string>(&context.judgement.spec(tensor).shape[axis])) {
        symbols.insert(*symbol);
    }
    if (const std::string& inferred = context.analysis.tensor(tensor).axes[axis].symbol; !inferred.empty()) {
        symbols.insert(inferred);
    }
    return symbols;
}

bool hasSymbolOf(const EditContext& context, base::TensorId tensor, std::size_t axis,
                 const std::set<std::string>& symbols) {
    const auto* symbol = std::get_if<std::string>(&context.judgement.spec(tensor).shape[axis]);
    return (symbol != nullptr && symbols.contains(*symbol)) ||
           symbols.contains(context.analysis.tensor(tensor).axes[axis].symbol);
}

}  // namespace

GraphOverrides overridesOf(const OverrideSet& set, const capture::Capture& capture, base::GraphId graph) {
    const capture::Graph& of = capture.graph(graph);
    const std::string& module = capture.module(of.module).name;
    const GraphOverrides* existing = set.find(module, of.name);
    return existing != nullptr ? *existing : GraphOverrides{module, of.name, {}, {}, {}};
}

TensorOverride inferredOverride(const EditContext& context, base::TensorId tensor) {
    return fromSpec(context.capture.tensor(tensor), inference::inferredSpec(context.analysis.tensor(tensor)));
}

TensorOverride effectiveOverride(const EditContext& context, base::TensorId tensor) {
    return fromSpec(context.capture.tensor(tensor), context.judgement.spec(tensor));
}

GraphOverrides acceptInferred(const EditContext& context, GraphOverrides graph, const AcceptScope& scope) {
    OverridesByTensor byTensor(graph);
    for (const base::TensorId tensor : scope.tensors) {
        const TensorOverride inferred = inferredOverride(context, tensor);
        const auto axis = static_cast<std::size_t>(scope.axis.value_or(0));
        if (scope.axis && axis >= inferred.shape.size()) {
            continue;
        }
        TensorOverride override =
            editable(context, byTensor.find(context.capture.tensor(tensor).locator), tensor);
        if (scope.axis) {
            override.shape[axis] = inferred.shape[axis];
            putRange(override, axis, {inferred.min[axis], inferred.opt[axis], inferred.max[axis]});
            if (inferred.batchAxis == std::optional<std::int64_t>(*scope.axis)) {
                override.batchAxis = inferred.batchAxis;
                override.batchMultiplier = inferred.batchMultiplier;
            } else if (override.batchAxis == std::optional<std::int64_t>(*scope.axis)) {
                override.batchAxis.reset();
            }
        } else {
            override.shape = inferred.shape;
            override.min = inferred.min;
            override.opt = inferred.opt;
            override.max = inferred.max;
            override.batchAxis = inferred.batchAxis;
            override.batchMultiplier = inferred.batchMultiplier;
        }
        byTensor.put(std::move(override));
    }
    return graph;
}

GraphOverrides reset(const EditContext& context, GraphOverrides graph,
                     const std::vector<base::TensorId>& tensors) {
    std::unordered_set<std::string> gone;
    for (const base::TensorId tensor : tensors) {
        gone.insert(tensorKey(context.capture.tensor(tensor).locator));
    }
    std::erase_if(graph.tensors, [&gone](const TensorOverride& override) {
        return gone.contains(tensorKey(override.locator));
    });
    return graph;
}

GraphOverrides setDim(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                      std::size_t axis, const Dim& dim) {
    TensorOverride override = editable(context, graph, tensor);
    override.shape[axis] = dim;
    if (const auto* fixed = std::get_if<std::int64_t>(&dim)) {
        putRange(override, axis, {*fixed, *fixed, *fixed});
    } else if (const auto* symbol = std::get_if<std::string>(&dim)) {
        if (const auto range =
                rangeElsewhere(graph, *symbol, override.locator, axis, multiplierAt(override, axis))) {
            putRange(override, axis, *range);
        }
    }
    graph.put(std::move(override));
    return graph;
}

GraphOverrides setRange(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                        std::size_t axis, const AxisRange& range) {
    TensorOverride override = editable(context, graph, tensor);
    const Dim dim = override.shape[axis];
    const std::int64_t multiplier = multiplierAt(override, axis);
    putRange(override, axis, range);
    const module::Locator locator = override.locator;
    graph.put(std::move(override));
    if (const auto* symbol = std::get_if<std::string>(&dim)) {
        spread(graph, *symbol, range, multiplier);
    }
    return graph;
}

GraphOverrides setBatchAxis(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                            std::optional<std::int64_t> axis, std::optional<std::int64_t> multiplier) {
    TensorOverride override = editable(context, graph, tensor);
    override.batchAxis = axis;
    override.batchMultiplier = multiplier;
    graph.put(std::move(override));
    return graph;
}

GraphOverrides stateBatchAxes(const EditContext& context, GraphOverrides graph,
                              const std::vector<inference::RangeBatchAxis>& axes) {
    OverridesByTensor byTensor(graph);
    for (const inference::RangeBatchAxis& batch : axes) {
        TensorOverride override =
            editable(context, byTensor.find(context.capture.tensor(batch.tensor).locator), batch.tensor);
        override.batchAxis = batch.axis;
        override.batchMultiplier = batch.multiplier;
        override.shape[static_cast<std::size_t>(batch.axis)] = "batch";
        byTensor.put(std::move(override));
    }
    return graph;
}

GraphOverrides setName(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                       std::optional<std::string> name) {
    TensorOverride override = editable(context, graph, tensor);
    override.name = std::move(name);
    graph.put(std::move(override));
    return graph;
}

GraphOverrides setNote(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                       std::string note) {
    TensorOverride override = editable(context, graph, tensor);
    override.note = std::move(note);
    graph.put(std::move(override));
    return graph;
}

GraphOverrides copyToSymbol(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                            std::size_t axis) {
    const TensorOverride from = editable(context, graph, tensor);
    const AxisRange range{from.min[axis], from.opt[axis], from.max[axis]};
    const std::set<std::string> symbols = symbolsAt(context, tensor, axis);
    const base::GraphId graphId = context.capture.tensor(tensor).graph;
    OverridesByTensor byTensor(graph);
    for (const base::TensorId id : context.capture.graph(graphId).tensors) {
        const std::size_t rank = context.judgement.spec(id).rank();
        for (std::size_t i = 0; i < rank; ++i) {
            if (!hasSymbolOf(context, id, i, symbols) && !(id == tensor && i == axis)) {
                continue;
            }
            TensorOverride override =
                editable(context, byTensor.find(context.capture.tensor(id).locator), id);
            const bool isBatchAxis = override.batchAxis == std::optional(static_cast<std::int64_t>(i));
            // A second batch axis keeps its own symbol, see inferredOverride.
            const std::int64_t inferred =
                context.analysis.tensor(id).axes[i].contractMultiplier().value_or(1);
            const std::int64_t multiplier =
                isBatchAxis ? multiplierAt(override, i) : std::max<std::int64_t>(1, inferred);
            const AxisRange own = scaled(range, multiplierAt(from, axis), multiplier);
            if (std::holds_alternative<std::int64_t>(from.shape[axis])) {
                override.shape[i] = own.max;
            } else if (isBatchAxis || multiplier == 1) {
                override.shape[i] = from.shape[axis];
            }
            putRange(override, i, own);
            byTensor.put(std::move(override));
        }
    }
    return graph;
}

GraphOverrides renameSymbol(GraphOverrides graph, std::string_view from, const std::string& to) {
    for (TensorOverride& override : graph.tensors) {
        for (Dim& dim : override.shape) {
            if (const auto* symbol = std::get_if<std::string>(&dim); symbol != nullptr && *symbol == from) {
                dim = to;
            }
        }
    }
    return graph;
}

GraphOverrides renameSymbol(const EditContext& context, GraphOverrides graph, base::TensorId tensor,
                            std::size_t axis, const std::string& to) {
    const TensorOverride shown = editable(context, graph, tensor);
    const auto* from = axis < shown.shape.size() ? std::get_if<std::string>(&shown.shape[axis]) : nullptr;
    if (from == nullptr || *from == to) {
        return graph;
    }
    GraphOverrides renamed = renameSymbol(graph, *from, to);
    return renamed == graph ? setDim(context, std::move(graph), tensor, axis, Dim(to)) : renamed;
}

GraphOverrides setSamples(GraphOverrides graph, const std::vector<std::uint32_t>& samples, SampleUse use) {
    std::set<std::int64_t> excluded(graph.excludedSamples.begin(), graph.excludedSamples.end());
    for (const std::uint32_t sample : samples) {
        if (use == SampleUse::excluded) {
            excluded.insert(sample);
        } else {
            excluded.erase(sample);
        }
    }
    graph.excludedSamples.assign(excluded.begin(), excluded.end());
    return graph;
}

std::vector<std::string> symbolsOf(const EditContext& context, base::GraphId graph) {
    std::vector<std::string> batch;
    std::vector<std::string> others;
    std::set<std::string> seen;
    for (const base::TensorId id : context.capture.graph(graph).tensors) {
        const inference::EffectiveSpec& spec = context.judgement.spec(id);
        for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
            const auto* symbol = std::get_if<std::string>(&spec.shape[axis]);
            if (symbol != nullptr && seen.insert(*symbol).second) {
                const bool isBatch = spec.batchAxis == std::optional<int>(static_cast<int>(axis));
                (isBatch ? batch : others).push_back(*symbol);
            }
        }
    }
    batch.insert(batch.end(), others.begin(), others.end());
    return batch;
}

}  // namespace dimscope::overrides
