// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/range_batch_axes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "core/inference/batch_source_candidates.h"
#include "core/inference/count_table.h"

namespace dimscope::inference {

namespace {

using TensorAxis = capture::BatchSizeSource::TensorAxis;

struct Range {
    std::int64_t min = 0;
    std::int64_t max = 0;
};

Range rangeAt(const module::TensorSpec& spec, std::size_t axis) {
    return {spec.minShape()[axis], spec.maxShape()[axis]};
}

bool isOpen(const capture::Capture& capture, const capture::Graph& graph) {
    return graph.isSummary() &&
           std::none_of(graph.tensors.begin(), graph.tensors.end(), [&](base::TensorId id) {
               const auto& summary = capture.tensor(id).summary;
               return summary && summary->hasBatchAxis();
           });
}

/// Batch sizes that an axis gives.
std::optional<Range> batchSizes(const module::TensorSpec& spec, const TensorAxis& source) {
    const auto axis = static_cast<std::size_t>(source.axis);
    if (axis >= spec.rank()) {
        return std::nullopt;
    }
    const Range range = rangeAt(spec, axis);
    const bool divides = range.min % source.divisor == 0 && range.max % source.divisor == 0;
    if (range.min < 1 || range.min >= range.max || !divides) {
        return std::nullopt;
    }
    return Range{range.min / source.divisor, range.max / source.divisor};
}

/// The first axis that is a whole multiple of the batch size at both ends.
std::optional<std::pair<int, std::int64_t>> followerOf(const module::TensorSpec& spec, const Range& batch) {
    for (std::size_t axis = 0; axis < spec.rank(); ++axis) {
        const Range range = rangeAt(spec, axis);
        if (range.min < range.max && range.min % batch.min == 0 && range.max % batch.max == 0 &&
            range.min > 0 && range.min / batch.min == range.max / batch.max) {
            return std::pair(static_cast<int>(axis), range.min / batch.min);
        }
    }
    return std::nullopt;
}

const capture::Tensor* sourceTensor(const capture::Capture& capture, const capture::Graph& graph,
                                    const std::string& accessPath) {
    for (const base::TensorId id : graph.tensors) {
        if (capture.tensor(id).accessPath == accessPath) {
            return &capture.tensor(id);
        }
    }
    return nullptr;
}

struct Effect {
    std::vector<RangeBatchAxis> axes;
    Range batch;
};

Effect effectOn(const capture::Capture& capture, const capture::Graph& graph, const TensorAxis& source) {
    const capture::Tensor* from = sourceTensor(capture, graph, source.accessPath);
    if (from == nullptr || !from->summary || !isOpen(capture, graph)) {
        return {};
    }
    const std::optional<Range> batch = batchSizes(*from->summary, source);
    if (!batch) {
        return {};
    }
    Effect effect{{}, *batch};
    for (const base::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        if (tensor.id == from->id) {
            effect.axes.push_back({id, source.axis, source.divisor});
        } else if (const auto follower =
                       tensor.summary ? followerOf(*tensor.summary, *batch) : std::nullopt) {
            effect.axes.push_back({id, follower->first, follower->second});
        }
    }
    return effect;
}

/// A candidate, and a number that is equal for equal effects.
std::pair<RangeBatchCandidate, std::uint64_t> effectOf(const capture::Capture& capture,
                                                       const TensorAxis& source) {
    RangeBatchCandidate found{source, 0, 0, 0};
    std::uint64_t mark = 0;
    for (const capture::Graph& graph : capture.graphs()) {
        const Effect effect = effectOn(capture, graph, source);
        if (effect.axes.empty()) {
            continue;
        }
        found.least = found.tensors == 0 ? effect.batch.min : std::min(found.least, effect.batch.min);
        found.most = std::max(found.most, effect.batch.max);
        found.tensors += effect.axes.size();
        for (const RangeBatchAxis& axis : effect.axes) {
            for (const auto part :
                 {static_cast<std::uint64_t>(axis.tensor.value), static_cast<std::uint64_t>(axis.axis),
                  static_cast<std::uint64_t>(axis.multiplier)}) {
                mark = spreadBits(mark + part + 1);
            }
        }
    }
    return {found, mark};
}

/// Axes of inputs that vary, axis 0 before others, each once.
std::vector<TensorAxis> varyingAxes(const capture::Capture& capture) {
    std::vector<TensorAxis> axes;
    std::set<std::pair<std::string, int>> seen;
    for (const bool first : {true, false}) {
        for (const capture::Tensor& tensor : capture.tensors()) {
            if (tensor.side() != module::Side::input || !tensor.summary ||
                !isOpen(capture, capture.graph(tensor.graph))) {
                continue;
            }
            const std::size_t end = first ? std::min<std::size_t>(1, tensor.rank) : tensor.rank;
            for (std::size_t axis = first ? 0 : 1; axis < end; ++axis) {
                const Range range = rangeAt(*tensor.summary, axis);
                const int at = static_cast<int>(axis);
                if (range.min < range.max && seen.emplace(tensor.accessPath, at).second) {
                    axes.push_back({tensor.accessPath, at, 1});
                    if (axes.size() == kMostTried) {
                        return axes;
                    }
                }
            }
        }
    }
    return axes;
}

}  // namespace

std::vector<RangeBatchAxis> rangeBatchAxes(const capture::Capture& capture, base::GraphId graph,
                                           const TensorAxis& source) {
    return effectOn(capture, capture.graph(graph), source).axes;
}

RangeBatchCandidate rangeBatchOf(const capture::Capture& capture, const TensorAxis& source) {
    return effectOf(capture, source).first;
}

base::Result<std::vector<RangeBatchCandidate>> rangeBatchCandidates(const capture::Capture& capture,
                                                                    const base::CancelToken& cancel) {
    std::vector<RangeBatchCandidate> found;
    if (capture.sampleCount() > 0) {
        return found;
    }
    std::unordered_set<std::uint64_t> effects;
    for (const TensorAxis& source : varyingAxes(capture)) {
        if (cancel.cancelled()) {
            return base::Error{base::ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
        }
        const auto [candidate, effect] = effectOf(capture, source);
        if (candidate.tensors > 0 && effects.insert(effect).second) {
            found.push_back(candidate);
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& left, const auto& right) {
        return std::tuple(right.tensors, left.source.axis) < std::tuple(left.tensors, right.source.axis);
    });
    found.resize(std::min(found.size(), kMostCandidates));
    return found;
}

}  // namespace dimscope::inference
