// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/effective_specs.h"

#include <algorithm>
#include <map>
#include <string>

#include "core/overrides/axis_range.h"

namespace dimscope::overrides {

namespace {

using inference::AxisAnalysis;
using inference::EffectiveSpec;
using inference::Verdict;

/// An overridden axis that others may follow.
struct Source {
    Dim dim;
    AxisRange range;
    std::int64_t multiplier = 1;
    const AxisAnalysis* inferred = nullptr;
    bool isBatch = false;  // stated as the batch axis, with this multiplier
};

/// By symbol; the first override of the graph that has it counts.
struct Sources {
    std::map<std::string, Source, std::less<>> byInferred;
    std::map<std::string, Source, std::less<>> byStated;

    [[nodiscard]] const Source* find(const std::string& symbol) const {
        if (const auto found = byInferred.find(symbol); found != byInferred.end()) {
            return &found->second;
        }
        const auto found = byStated.find(symbol);
        return found == byStated.end() ? nullptr : &found->second;
    }
};

EffectiveSpec specOf(const TensorOverride& override) {
    EffectiveSpec spec;
    spec.shape = override.shape;
    spec.min = override.min;
    spec.opt = override.opt;
    spec.max = override.max;
    spec.multipliers.resize(spec.rank());
    if (override.batchAxis && *override.batchAxis >= 0 &&
        static_cast<std::size_t>(*override.batchAxis) < spec.rank()) {
        spec.batchAxis = static_cast<int>(*override.batchAxis);
        spec.batchMultiplier = override.batchMultiplier;
        spec.multipliers[static_cast<std::size_t>(*override.batchAxis)] = override.batchMultiplier;
    }
    return spec;
}

void addSources(const TensorOverride& override, const inference::TensorAnalysis& analysis, Sources& sources) {
    for (std::size_t axis = 0; axis < override.shape.size(); ++axis) {
        const AxisAnalysis& inferred = analysis.axes[axis];
        Source source{override.shape[axis], rangeOf(override, axis),
                      std::max<std::int64_t>(1, override.multiplierOf(axis).value_or(1)), &inferred};
        if (const auto* symbol = std::get_if<std::string>(&override.shape[axis])) {
            sources.byStated.emplace(*symbol, source);
        }
        if (!inferred.symbol.empty()) {
            source.isBatch = override.batchAxis == std::optional(static_cast<std::int64_t>(axis)) &&
                             override.batchMultiplier.value_or(0) >= 1;
            // An override that does not call it the batch axis says nothing of its multiplier.
            if (!source.isBatch) {
                source.multiplier = std::max<std::int64_t>(1, inferred.contractMultiplier().value_or(1));
            }
            sources.byInferred.emplace(inferred.symbol, std::move(source));
        }
    }
}

/// The source's range on the following axis; none where a batch multiplier that is needed is not known.
std::optional<AxisRange> followedRange(const Source& source, const AxisAnalysis& axis) {
    if (axis.contractVerdict() != Verdict::batch) {
        return source.range;
    }
    if (axis.contractMultiplier()) {
        return *axis.contractMultiplier() < 1
                   ? std::nullopt
                   : std::optional(scaled(source.range, source.multiplier, *axis.contractMultiplier()));
    }
    const bool sameRange = source.inferred->min == axis.min && source.inferred->max == axis.max;
    return sameRange ? std::optional(source.range) : std::nullopt;
}

/// Whether the axis changed.
bool follow(const Source& source, const AxisAnalysis& inferred, EffectiveSpec& spec, std::size_t axis) {
    const std::optional<AxisRange> range = followedRange(source, inferred);
    if (!range) {
        return false;
    }
    spec.min[axis] = range->min;
    spec.opt[axis] = range->opt;
    spec.max[axis] = range->max;
    if (const auto* symbol = std::get_if<std::string>(&source.dim)) {
        spec.shape[axis] = *symbol;
    } else if (std::holds_alternative<std::int64_t>(source.dim) && range->min == range->max) {
        spec.shape[axis] = range->max;
    }
    // What is the batch axis of one tensor is that of the others whose sizes are the same in every sample.
    const bool movesAlong =
        source.inferred->symbol == inferred.symbol && inferred.contractVerdict() == Verdict::dynamic;
    if (movesAlong && source.isBatch) {
        spec.multipliers.resize(spec.rank());
        spec.multipliers[axis] = source.multiplier;
        if (!spec.batchAxis) {
            spec.batchAxis = static_cast<int>(axis);
            spec.batchMultiplier = source.multiplier;
        }
    }
    return true;
}

}  // namespace

bool hasRank(const TensorOverride& override, std::size_t rank) {
    return override.shape.size() == rank && override.min.size() == rank && override.opt.size() == rank &&
           override.max.size() == rank;
}

AxisRange rangeOf(const TensorOverride& override, std::size_t axis) {
    return {override.min[axis], override.opt[axis], override.max[axis]};
}

void applyOverrides(const capture::Capture& capture, const inference::Analysis& analysis,
                    const MatchedGraph& matched, Judgement& judgement) {
    Sources sources;
    for (std::size_t i = 0; i < matched.tensors.size(); ++i) {
        const std::optional<base::TensorId> id = matched.tensors[i];
        const TensorOverride& override = matched.overrides->tensors[i];
        if (!id) {
            continue;
        }
        judgement.overrideOf[id->value] = static_cast<std::uint32_t>(i);
        judgement.names[id->value] = override.targetName();
        if (override.dtype) {
            judgement.dtypes[id->value] = bareDtype(*override.dtype);
        }
        if (hasRank(override, capture.tensor(*id).rank)) {
            judgement.effective[id->value] = specOf(override);
            judgement.origins[id->value] = SpecOrigin::overridden;
            addSources(override, analysis.tensor(*id), sources);
        }
    }
    for (const base::TensorId id : matched.graph->tensors) {
        if (judgement.origins[id.value] == SpecOrigin::overridden) {
            continue;
        }
        const auto& axes = analysis.tensor(id).axes;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const Source* source = axes[axis].symbol.empty() ? nullptr : sources.find(axes[axis].symbol);
            if (source != nullptr && follow(*source, axes[axis], judgement.effective[id.value], axis)) {
                judgement.origins[id.value] = SpecOrigin::follows;
            }
        }
    }
}

}  // namespace dimscope::overrides
