// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/tensor_matching.h"

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <span>
#include <unordered_map>

#include "core/overrides/matching.h"

namespace dimscope::compare {

namespace {

using capture::Graph;
using capture::Tensor;
using Tensors = std::vector<const Tensor*>;

Tensors tensorsOf(const Counted& counted, const Graph& graph) {
    Tensors out;
    for (const base::TensorId id : graph.tensors) {
        out.push_back(&counted.subject.capture.tensor(id));
    }
    return out;
}

/// Pairs tensors with equal side, accessors and, in the first of two rounds, container kinds; takes them out
/// of the lists.
void pairByPath(Tensors& before, Tensors& after, TensorMatching& matching) {
    for (const bool exact : {true, false}) {
        std::unordered_multimap<std::string, std::size_t> byKey;
        for (std::size_t i = 0; i < before.size(); ++i) {
            byKey.emplace(overrides::tensorKey(before[i]->locator), i);
        }
        Tensors rest;
        for (const Tensor* tensor : after) {
            const auto [begin, end] = byKey.equal_range(overrides::tensorKey(tensor->locator));
            const auto found = std::find_if(begin, end, [&](const auto& entry) {
                return !exact || before[entry.second]->locator == tensor->locator;
            });
            if (found == end) {
                rest.push_back(tensor);
                continue;
            }
            matching.pairs.emplace_back(before[found->second], tensor);
            before[found->second] = nullptr;
            byKey.erase(found);
        }
        after = std::move(rest);
        before.erase(std::remove(before.begin(), before.end(), nullptr), before.end());
    }
}

void append(std::string& key, std::int64_t number) {
    key += std::to_string(number) + ",";
}

std::string kindText(const Counted& counted, const Tensor& tensor) {
    std::string key = std::string(module::name(tensor.side())) + " " + std::to_string(tensor.rank);
    for (const std::string& dtype : dtypesOf(counted, tensor)) {
        key += " " + dtype;
    }
    return key + "|";
}

/// Equal for tensors with the same rows (batch size and sizes), whatever their order; none for summaries and
/// for scalars, which have nothing to compare.
std::optional<std::string> columnsKey(const Counted& counted, const Tensor& tensor) {
    if (tensor.summary || tensor.rank == 0) {
        return std::nullopt;
    }
    const Graph& graph = counted.subject.capture.graph(tensor.graph);
    const inference::RemainingColumns columns(counted.subject.capture, graph,
                                              inference::excludedOf(counted.exclusions, graph.id));
    const auto batchSizes = columns.batchSizes();
    std::vector<std::span<const std::int64_t>> sizes;
    for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
        sizes.push_back(columns.column(tensor, axis));
    }
    std::vector<std::uint32_t> order(batchSizes.size());
    std::iota(order.begin(), order.end(), std::uint32_t{0});
    const auto less = [&](std::uint32_t left, std::uint32_t right) {
        if (batchSizes[left] != batchSizes[right]) {
            return batchSizes[left] < batchSizes[right];
        }
        for (const auto column : sizes) {
            if (column[left] != column[right]) {
                return column[left] < column[right];
            }
        }
        return false;
    };
    std::sort(order.begin(), order.end(), less);
    std::string key = kindText(counted, tensor);
    for (std::size_t i = 0; i < order.size(); ++i) {  // equal rows are written once, with their number
        std::size_t last = i;
        while (last + 1 < order.size() && !less(order[i], order[last + 1])) {
            ++last;
        }
        append(key, batchSizes[order[i]]);
        for (const auto column : sizes) {
            append(key, column[order[i]]);
        }
        append(key, static_cast<std::int64_t>(last - i + 1));
        i = last;
    }
    return key;
}

std::optional<std::string> specKey(const Counted& counted, const Tensor& tensor) {
    if (tensor.rank == 0) {
        return std::nullopt;
    }
    std::string key = kindText(counted, tensor);
    for (const inference::AxisAnalysis& axis : counted.subject.analysis.tensor(tensor.id).axes) {
        key += module::name(axis.contractVerdict());
        append(key, axis.contractMultiplier().value_or(0));
        append(key, axis.min);
        append(key, axis.max);
    }
    return key;
}

using KeyOf = std::function<std::optional<std::string>(const Counted&, const Tensor&)>;

/// Pairs what exactly one tensor of either list has; takes it out of the lists.
void pairByLikeness(const Counted& before, Tensors& left, const Counted& after, Tensors& right,
                    Likeness likeness, TensorMatching& matching) {
    const KeyOf keyOf = likeness == Likeness::columns ? KeyOf(columnsKey) : KeyOf(specKey);
    std::map<std::string, std::pair<Tensors, Tensors>> byKey;
    for (const Tensor* tensor : left) {
        if (const auto key = keyOf(before, *tensor)) {
            byKey[*key].first.push_back(tensor);
        }
    }
    for (const Tensor* tensor : right) {
        if (const auto key = keyOf(after, *tensor)) {
            byKey[*key].second.push_back(tensor);
        }
    }
    std::set<const Tensor*> taken;
    for (const auto& [key, tensors] : byKey) {
        if (tensors.first.size() == 1 && tensors.second.size() == 1) {
            matching.renamed.push_back({{tensors.first.front(), tensors.second.front()}, likeness});
            taken.insert({tensors.first.front(), tensors.second.front()});
        }
    }
    for (Tensors* list : {&left, &right}) {
        list->erase(std::remove_if(list->begin(), list->end(),
                                   [&](const Tensor* tensor) { return taken.count(tensor) != 0; }),
                    list->end());
    }
}

}  // namespace

std::vector<std::string> dtypesOf(const Counted& counted, const Tensor& tensor) {
    std::set<std::string> dtypes;
    const Graph& graph = counted.subject.capture.graph(tensor.graph);
    const auto excluded = inference::excludedOf(counted.exclusions, graph.id);
    const auto counts = [&](base::SampleId sample) {
        return !std::binary_search(excluded.begin(), excluded.end(), sample.value);
    };
    std::size_t others = 0;  // samples that count and have another dtype than the first
    for (const auto& [sample, dtype] : tensor.otherDtypes) {
        if (counts(sample)) {
            ++others;
            dtypes.insert(dtype);
        }
    }
    if (graph.isSummary() || graph.samples > excluded.size() + others) {
        dtypes.insert(tensor.dtype);
    }
    dtypes.erase(std::string());
    return {dtypes.begin(), dtypes.end()};
}

TensorMatching matchTensors(const Counted& before, const Graph& graphBefore, const Counted& after,
                            const Graph& graphAfter) {
    TensorMatching matching;
    matching.removed = tensorsOf(before, graphBefore);
    matching.added = tensorsOf(after, graphAfter);
    pairByPath(matching.removed, matching.added, matching);
    if (!matching.removed.empty() && !matching.added.empty()) {
        pairByLikeness(before, matching.removed, after, matching.added, Likeness::columns, matching);
        pairByLikeness(before, matching.removed, after, matching.added, Likeness::spec, matching);
    }
    std::sort(matching.pairs.begin(), matching.pairs.end(),
              [](const auto& left, const auto& right) { return left.second->id < right.second->id; });
    std::sort(matching.renamed.begin(), matching.renamed.end(), [](const auto& left, const auto& right) {
        return left.pair.second->id < right.pair.second->id;
    });
    return matching;
}

}  // namespace dimscope::compare
