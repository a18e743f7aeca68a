// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/batch_source_candidates.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/inference/count_table.h"

namespace dimscope::inference {

namespace {

/// Axis 0 of a tensor at the samples without a batch size.
struct First {
    const capture::Tensor* tensor = nullptr;
    std::int64_t common = 0;                 ///< greatest common divisor of the sizes
    std::uint64_t pattern = 0;               ///< hash of the sizes over their common divisor
    std::optional<std::int64_t> multiplier;  ///< that the recorded batch sizes prove
    bool varies = false;
};

/// Multiplier against the recorded batch sizes: 0 where none fits, none where there are no recorded ones.
std::optional<std::int64_t> provenMultiplier(std::span<const std::int64_t> batchSizes,
                                             std::span<const std::int64_t> sizes) {
    std::optional<std::int64_t> multiplier;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (batchSizes[i] == capture::kUnknownBatch) {
            continue;
        }
        const bool divides = sizes[i] >= batchSizes[i] && sizes[i] % batchSizes[i] == 0;
        const std::int64_t ratio = divides ? sizes[i] / batchSizes[i] : 0;
        if (ratio == 0 || (multiplier && *multiplier != ratio)) {
            return 0;
        }
        multiplier = ratio;
    }
    return multiplier;
}

/// None where a size is 0 or the recorded batch sizes deny it.
std::optional<First> lookAt(const capture::Tensor& tensor, std::span<const std::int64_t> batchSizes) {
    const auto sizes = tensor.column(0);
    First first{&tensor, 0, 0, provenMultiplier(batchSizes, sizes), false};
    if (first.multiplier == 0) {
        return std::nullopt;
    }
    std::int64_t one = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (batchSizes[i] != capture::kUnknownBatch) {
            continue;
        }
        if (sizes[i] < 1) {
            return std::nullopt;
        }
        first.varies = first.varies || (one != 0 && one != sizes[i]);
        one = sizes[i];
        first.common = std::gcd(first.common, sizes[i]);
    }
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (batchSizes[i] == capture::kUnknownBatch) {
            first.pattern =
                spreadBits(first.pattern + static_cast<std::uint64_t>(sizes[i] / first.common) + 1);
        }
    }
    return first;
}

/// What names a candidate over all graphs.
struct Key {
    std::string path;
    std::int64_t divisor = 1;
    friend auto operator<=>(const Key&, const Key&) = default;
};

struct Found {
    BatchSourceCandidate candidate;
    bool isInput = false;
    std::size_t order = 0;    ///< of first appearance
    std::uint64_t gives = 0;  ///< hash of the batch sizes that it gives, graph by graph
};

class Search {
 public:
    explicit Search(const capture::Capture& capture) : m_capture(capture) {}

    base::Result<std::vector<BatchSourceCandidate>> run(const base::CancelToken& cancel) {
        for (const capture::Graph& graph : m_capture.graphs()) {
            if (graph.isSummary()) {
                continue;
            }
            const auto unknown = static_cast<std::uint64_t>(
                std::count(graph.batchSizes->begin(), graph.batchSizes->end(), capture::kUnknownBatch));
            if (unknown == 0) {
                continue;
            }
            m_unknown += unknown;
            std::vector<First> firsts;
            for (const base::TensorId id : graph.tensors) {
                if (cancel.cancelled()) {
                    return base::Error{base::ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
                }
                if (m_capture.tensor(id).rank > 0) {
                    if (const auto first = lookAt(m_capture.tensor(id), *graph.batchSizes)) {
                        firsts.push_back(*first);
                    }
                }
            }
            addGraph(graph, firsts, unknown);
        }
        return ranked();
    }

 private:
    /// Axes that grow together stand in one group.
    void addGraph(const capture::Graph& graph, const std::vector<First>& firsts, std::uint64_t samples) {
        std::map<std::uint64_t, std::vector<const First*>> groups;
        for (const First& first : firsts) {
            groups[first.pattern].push_back(&first);
        }
        for (const First& first : firsts) {
            const auto& group = groups[first.pattern];
            const First& least = **std::min_element(
                group.begin(), group.end(),
                [](const First* left, const First* right) { return left->common < right->common; });
            // Axes that never vary are in step with every other one: that says nothing.
            const std::int64_t evident = !first.varies                      ? 1
                                         : first.common % least.common == 0 ? first.common / least.common
                                                                            : 0;
            const std::int64_t divisor = first.multiplier.value_or(evident);
            if (divisor == 0 || first.common % divisor != 0) {
                continue;
            }
            const auto agreeing =
                static_cast<std::uint64_t>(std::count_if(group.begin(), group.end(), [&](const First* other) {
                    return other->common % (first.common / divisor) == 0;
                }));
            add(graph, first, divisor, first.varies ? agreeing : 1, samples);
        }
    }

    void add(const capture::Graph& graph, const First& first, std::int64_t divisor, std::uint64_t agreeing,
             std::uint64_t samples) {
        const capture::Tensor& tensor = *first.tensor;
        const Key key{tensor.accessPath, divisor};
        const auto [at, isNew] = m_found.try_emplace(key);
        Found& found = at->second;
        if (isNew) {
            found.candidate.source.from = capture::BatchSizeSource::TensorAxis{tensor.accessPath, 0, divisor};
            found.order = m_found.size();
            found.isInput = tensor.side() == module::Side::input;
        } else if (found.candidate.fills > 0 && m_lastGraph[key] == graph.id) {
            return;  // an output of the same path: the source takes the input
        }
        m_lastGraph[key] = graph.id;
        found.candidate.fills += samples;
        found.candidate.agreeing = std::max(found.candidate.agreeing, agreeing);
        found.candidate.varies = found.candidate.varies || first.varies;
        found.gives =
            spreadBits(found.gives + spreadBits(first.pattern) +
                       static_cast<std::uint64_t>(first.common / divisor) + spreadBits(graph.id.value));
    }

    std::vector<BatchSourceCandidate> ranked() const {
        std::vector<const Found*> order;
        for (const auto& [key, found] : m_found) {
            order.push_back(&found);
        }
        const auto rank = [](const Found* found) {
            const BatchSourceCandidate& candidate = found->candidate;
            const auto& axis = std::get<capture::BatchSizeSource::TensorAxis>(candidate.source.from);
            const bool isLikely = candidate.varies && candidate.agreeing > 1;
            return std::tuple(!isLikely, ~candidate.fills, !candidate.varies, ~candidate.agreeing,
                              !found->isInput, axis.divisor, found->order);
        };
        std::sort(order.begin(), order.end(),
                  [&rank](const Found* left, const Found* right) { return rank(left) < rank(right); });
        std::vector<BatchSourceCandidate> out;
        std::vector<std::uint64_t> given;
        for (const Found* found : order) {
            if (out.size() == kMostCandidates ||
                std::find(given.begin(), given.end(), found->gives) != given.end()) {
                continue;
            }
            given.push_back(found->gives);
            out.push_back(found->candidate);
            out.back().unknown = m_unknown;
        }
        return out;
    }

    const capture::Capture& m_capture;
    std::uint64_t m_unknown = 0;
    std::map<Key, Found> m_found;
    std::map<Key, base::GraphId> m_lastGraph;
};

}  // namespace

base::Result<std::vector<BatchSourceCandidate>> batchSourceCandidates(const capture::Capture& recorded,
                                                                      const base::CancelToken& cancel) {
    return Search(recorded).run(cancel);
}

}  // namespace dimscope::inference
