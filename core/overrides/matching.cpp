// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/matching.h"

#include <string>
#include <unordered_map>

namespace dimscope::overrides {

namespace {

std::vector<std::optional<base::TensorId>> matchTensors(const GraphOverrides& overrides,
                                                        const capture::Graph& graph,
                                                        const capture::Capture& capture) {
    std::unordered_multimap<std::string, base::TensorId> byKey;
    for (const base::TensorId id : graph.tensors) {
        byKey.emplace(tensorKey(capture.tensor(id).locator), id);
    }
    std::vector<std::optional<base::TensorId>> tensors;
    for (const TensorOverride& override : overrides.tensors) {
        std::optional<base::TensorId> found;
        const auto [begin, end] = byKey.equal_range(tensorKey(override.locator));
        for (auto entry = begin; entry != end; ++entry) {
            const bool exact = capture.tensor(entry->second).locator == override.locator;
            if (!found || exact) {
                found = entry->second;
            }
            if (exact) {
                break;
            }
        }
        tensors.push_back(found);
    }
    return tensors;
}

}  // namespace

std::string tensorKey(const module::Locator& locator) {
    std::string key(module::name(locator.side()));
    for (const module::Step& step : locator.steps()) {
        if (const auto* index = std::get_if<std::int64_t>(&step.accessor)) {
            key += " i" + std::to_string(*index);
        } else {
            const auto& text = std::get<std::string>(step.accessor);
            key += " s" + std::to_string(text.size()) + ":" + text;
        }
    }
    return key;
}

GraphsByName::GraphsByName(const capture::Capture& capture) {
    for (const capture::Graph& graph : capture.graphs()) {
        m_graphs.try_emplace({capture.module(graph.module).name, graph.name}, &graph);
    }
}

const capture::Graph* GraphsByName::find(std::string_view module, std::string_view graph) const {
    const auto found = m_graphs.find({module, graph});
    return found == m_graphs.end() ? nullptr : found->second;
}

std::vector<MatchedGraph> match(const OverrideSet& overrides, const capture::Capture& capture) {
    std::vector<MatchedGraph> matched;
    matched.reserve(overrides.graphs.size());
    const GraphsByName graphs(capture);
    for (const GraphOverrides& entry : overrides.graphs) {
        MatchedGraph graph{&entry, graphs.find(entry.module, entry.graph), {}};
        if (graph.graph != nullptr) {
            graph.tensors = matchTensors(entry, *graph.graph, capture);
        } else {
            graph.tensors.resize(entry.tensors.size());
        }
        matched.push_back(std::move(graph));
    }
    return matched;
}

}  // namespace dimscope::overrides
