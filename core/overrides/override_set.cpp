// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/override_set.h"

#include <algorithm>
#include <tuple>

namespace dimscope::overrides {

namespace {

template <class Range, class Match>
auto* findIn(Range& range, Match match) {
    const auto found = std::find_if(range.begin(), range.end(), match);
    return found == range.end() ? nullptr : &*found;
}

auto isTensor(const module::Locator& locator) {
    return [&locator](const TensorOverride& tensor) { return sameTensor(tensor.locator, locator); };
}

}  // namespace

std::optional<std::int64_t> TensorOverride::multiplierOf(std::size_t axis) const {
    const bool isBatchAxis = batchAxis && *batchAxis >= 0 && static_cast<std::size_t>(*batchAxis) == axis;
    return isBatchAxis ? batchMultiplier : std::optional<std::int64_t>(1);
}

bool operator==(const TensorOverride& left, const TensorOverride& right) {
    const auto parts = [](const TensorOverride& tensor) {
        return std::tie(tensor.locator, tensor.name, tensor.dtype, tensor.shape, tensor.min, tensor.opt,
                        tensor.max, tensor.batchAxis, tensor.batchMultiplier, tensor.note, tensor.extra);
    };
    return parts(left) == parts(right) && left.locator.side() == right.locator.side() &&
           left.locator.accessPath() == right.locator.accessPath();
}

const TensorOverride* GraphOverrides::find(const module::Locator& locator) const {
    return findIn(tensors, isTensor(locator));
}

void GraphOverrides::put(TensorOverride tensor) {
    if (TensorOverride* old = findIn(tensors, isTensor(tensor.locator))) {
        *old = std::move(tensor);
    } else {
        tensors.push_back(std::move(tensor));
    }
}

bool GraphOverrides::remove(const module::Locator& locator) {
    return std::erase_if(tensors, isTensor(locator)) > 0;
}

const GraphOverrides* OverrideSet::find(std::string_view module, std::string_view graph) const {
    return findIn(
        graphs, [&](const GraphOverrides& entry) { return entry.module == module && entry.graph == graph; });
}

void OverrideSet::put(GraphOverrides overrides) {
    const auto isGraph = [&](const GraphOverrides& entry) {
        return entry.module == overrides.module && entry.graph == overrides.graph;
    };
    GraphOverrides* old = findIn(graphs, isGraph);
    if (overrides.empty()) {
        std::erase_if(graphs, isGraph);
    } else if (old != nullptr) {
        *old = std::move(overrides);
    } else {
        graphs.push_back(std::move(overrides));
    }
}

bool OverrideSet::empty() const {
    return extra.empty() && std::all_of(graphs.begin(), graphs.end(),
                                        [](const GraphOverrides& graph) { return graph.empty(); });
}

bool sameTensor(const module::Locator& left, const module::Locator& right) {
    return left.side() == right.side() &&
           std::equal(left.steps().begin(), left.steps().end(), right.steps().begin(), right.steps().end(),
                      [](const module::Step& a, const module::Step& b) { return a.accessor == b.accessor; });
}

std::string bareDtype(std::string_view dtype) {
    constexpr std::string_view kTorch = "torch.";
    return std::string(dtype.starts_with(kTorch) ? dtype.substr(kTorch.size()) : dtype);
}

}  // namespace dimscope::overrides
