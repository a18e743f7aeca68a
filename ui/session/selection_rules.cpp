// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/selection_rules.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace dimscope::session {
namespace {

using capture::Capture;
using capture::Tensor;

/// Tensors that exist, of one graph (the first's), each once, in order.
void keepTensorsOfOneGraph(std::vector<base::TensorId>& tensors, const Capture& capture) {
    std::erase_if(tensors, [&](base::TensorId id) { return id.value >= capture.tensors().size(); });
    if (tensors.empty()) {
        return;
    }
    const base::GraphId graph = capture.tensor(tensors.front()).graph;
    std::unordered_set<base::TensorId> seen;
    std::erase_if(tensors, [&](base::TensorId id) {
        return capture.tensor(id).graph != graph || !seen.insert(id).second;
    });
}

std::optional<base::TensorId> firstTensor(const capture::Graph& graph, const Capture& capture,
                                          std::optional<module::Side> side) {
    for (const base::TensorId id : graph.tensors) {
        if (!side || capture.tensor(id).side() == *side) {
            return id;
        }
    }
    return std::nullopt;
}

void completeGraph(Selection& selection, const Capture& capture) {
    const capture::Graph& graph = capture.graph(*selection.graph);
    selection.module = graph.module;
    if (selection.tensors.empty()) {
        if (const auto first = firstTensor(graph, capture, selection.side)) {
            selection.tensors = {*first};
        }
    } else if (selection.side) {
        const bool allFit =
            std::all_of(selection.tensors.begin(), selection.tensors.end(),
                        [&](base::TensorId id) { return capture.tensor(id).side() == *selection.side; });
        if (!allFit) {
            selection.side.reset();
        }
    }
    const auto current = selection.tensor();
    const auto rank = current ? static_cast<int>(capture.tensor(*current).rank) : 0;
    if (selection.axis && (*selection.axis < 0 || *selection.axis >= rank)) {
        selection.axis.reset();
    }
    if (selection.sample && selection.sample->value >= graph.samples) {
        selection.sample.reset();
    }
}

template <class Items>
const auto* named(const Items& items, const std::string& name) {
    const auto found =
        std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
    return found == items.end() ? nullptr : &*found;
}

const capture::Graph* graphNamed(const Capture& capture, const capture::Module& module,
                                 const std::string& name) {
    for (const base::GraphId id : module.graphs) {
        if (capture.graph(id).name == name) {
            return &capture.graph(id);
        }
    }
    return nullptr;
}

void carryTensors(const Selection& selection, const Capture& from, const Capture& to,
                  const capture::Graph& graph, Selection& carried) {
    std::unordered_multimap<std::size_t, base::TensorId> byPath;
    for (const base::TensorId id : graph.tensors) {
        byPath.emplace(to.tensor(id).locator.hash(), id);
    }
    for (const base::TensorId id : selection.tensors) {
        const Tensor& tensor = from.tensor(id);
        const auto [first, last] = byPath.equal_range(tensor.locator.hash());
        const auto namesake = std::find_if(first, last, [&](const auto& entry) {
            const Tensor& candidate = to.tensor(entry.second);
            return candidate.side() == tensor.side() && candidate.locator == tensor.locator;
        });
        if (namesake != last) {
            carried.tensors.push_back(namesake->second);
            if (id == selection.tensors.front()) {
                carried.axis = selection.axis;
            }
        }
    }
}

}  // namespace

Selection completed(Selection selection, const Capture& capture) {
    keepTensorsOfOneGraph(selection.tensors, capture);
    if (!selection.tensors.empty()) {
        selection.graph = capture.tensor(selection.tensors.front()).graph;
    }
    if (selection.graph && selection.graph->value >= capture.graphs().size()) {
        selection.graph.reset();
    }
    if (selection.graph) {
        completeGraph(selection, capture);
        return selection;
    }
    Selection whole;
    if (selection.module && selection.module->value < capture.modules().size()) {
        whole.module = selection.module;
    }
    return whole;
}

Selection carriedOver(const Selection& selection, const Capture& from, const Capture& to) {
    Selection carried;
    if (!selection.module) {
        return carried;
    }
    const capture::Module* module = named(to.modules(), from.module(*selection.module).name);
    if (module == nullptr) {
        return carried;
    }
    carried.module = module->id;
    if (!selection.graph) {
        return carried;
    }
    const capture::Graph* graph = graphNamed(to, *module, from.graph(*selection.graph).name);
    if (graph == nullptr) {
        if (!module->graphs.empty()) {
            carried.graph = module->graphs.front();
        }
        return carried;
    }
    carried.graph = graph->id;
    carried.side = selection.side;
    carried.sample = selection.sample;
    carryTensors(selection, from, to, *graph, carried);
    return carried;
}

Selection firstSelection(const Capture& capture) {
    Selection selection;
    for (const capture::Module& module : capture.modules()) {
        if (!module.graphs.empty()) {
            selection.graph = module.graphs.front();
            return completed(std::move(selection), capture);
        }
    }
    if (!capture.modules().empty()) {
        selection.module = capture.modules().front().id;
    }
    return selection;
}

}  // namespace dimscope::session
