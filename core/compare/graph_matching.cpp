// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/graph_matching.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "core/overrides/matching.h"

namespace dimscope::compare {

namespace {

using capture::Capture;
using capture::Graph;

/// A graph with the texts that it is matched by.
struct Keyed {
    const Graph* graph = nullptr;
    std::string inputs;               ///< paths and ranks of the inputs
    std::string tensors;              ///< of both sides
    std::string others;               ///< values that are no tensors, both sides
    std::vector<std::string> values;  ///< the same of the inputs, sorted
    std::string phase;
    bool isPaired = false;
};

using OtherEntry = module::SampleMetadata::OtherEntry;

void addOthers(const std::vector<OtherEntry>& entries, std::vector<std::string>& texts) {
    for (const OtherEntry& entry : entries) {
        texts.push_back(overrides::tensorKey(entry.locator) + "=" + base::dumpJson(entry.value.toJson()));
    }
}

std::string joined(std::vector<std::string> texts) {
    std::sort(texts.begin(), texts.end());
    std::string out;
    for (const std::string& text : texts) {
        out += std::to_string(text.size()) + ":" + text;
    }
    return out;
}

Keyed keyed(const Capture& capture, const Graph& graph) {
    Keyed out;
    out.graph = &graph;
    out.phase = module::name(graph.phase);
    std::vector<std::string> inputs;
    std::vector<std::string> outputs;
    for (const base::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        auto& side = tensor.side() == module::Side::input ? inputs : outputs;
        side.push_back(overrides::tensorKey(tensor.locator) + " rank " + std::to_string(tensor.rank));
    }
    out.inputs = joined(std::move(inputs));
    out.tensors = out.inputs + "|" + joined(std::move(outputs));
    addOthers(graph.otherInputs, out.values);
    std::sort(out.values.begin(), out.values.end());
    std::vector<std::string> others = out.values;
    addOthers(graph.otherOutputs, others);
    out.others = joined(std::move(others));
    return out;
}

std::vector<Keyed> keyedGraphs(const Capture& capture, const capture::Module& module) {
    std::vector<Keyed> out;
    for (const base::GraphId id : module.graphs) {
        out.push_back(keyed(capture, capture.graph(id)));
    }
    std::stable_sort(out.begin(), out.end(), [](const Keyed& left, const Keyed& right) {
        return nameLess(left.graph->name, right.graph->name);
    });
    return out;
}

using KeyOf = std::function<std::optional<std::string>(const Keyed&)>;

std::map<std::string, std::vector<Keyed*>> unpairedBy(std::vector<Keyed>& graphs, const KeyOf& keyOf) {
    std::map<std::string, std::vector<Keyed*>> out;
    for (Keyed& graph : graphs) {
        if (graph.isPaired) {
            continue;
        }
        if (auto key = keyOf(graph)) {
            out[*key].push_back(&graph);
        }
    }
    return out;
}

/// Pairs what is not paired yet and has an equal key, in order of names.
void pairBy(std::vector<Keyed>& before, std::vector<Keyed>& after, const KeyOf& keyOf,
            GraphMatching& matching) {
    auto left = unpairedBy(before, keyOf);
    const auto right = unpairedBy(after, keyOf);
    for (auto& [key, graphs] : left) {
        const auto found = right.find(key);
        const std::size_t count = found == right.end() ? 0 : std::min(graphs.size(), found->second.size());
        for (std::size_t i = 0; i < count; ++i) {
            graphs[i]->isPaired = found->second[i]->isPaired = true;
            matching.pairs.emplace_back(graphs[i]->graph, found->second[i]->graph);
        }
    }
}

void pairAll(std::vector<Keyed>& before, std::vector<Keyed>& after, GraphMatching& matching) {
    const auto all = [](const Keyed& graph) { return graph.tensors + graph.others + graph.phase; };
    const auto shape = [](const Keyed& graph) { return graph.tensors + graph.phase; };
    const std::vector<KeyOf> passes = {
        [&](const Keyed& graph) { return all(graph) + "@" + graph.graph->name; },
        all,
        [&](const Keyed& graph) { return shape(graph) + "@" + graph.graph->name; },
        shape,
        [](const Keyed& graph) { return graph.inputs + graph.phase; },
        [](const Keyed& graph) { return graph.tensors; },
        [](const Keyed& graph) { return graph.inputs; },
        [](const Keyed& graph) { return graph.phase.empty() ? std::nullopt : std::optional(graph.phase); },
        [](const Keyed& graph) { return graph.graph->name; },
    };
    for (const KeyOf& keyOf : passes) {
        pairBy(before, after, keyOf, matching);
    }
}

/// "0" of "0/2".
std::string_view familyOf(const Graph& graph) {
    const std::string_view name = graph.name;
    const std::size_t slash = name.rfind('/');
    const bool isNumbered = slash != std::string_view::npos && slash + 1 < name.size() &&
                            std::all_of(name.begin() + static_cast<std::ptrdiff_t>(slash) + 1, name.end(),
                                        [](unsigned char c) { return std::isdigit(c) != 0; });
    return isNumbered && graph.cannotMerge ? name.substr(0, slash) : name;
}

/// Whether the calls of `part` would have been recorded into `whole`, had they been recorded as its calls
/// were: the same tensors, and every other value that `whole` knows of. Or whether AITune could merge all
/// calls then, and cannot now. `partner` is what `whole` is paired with.
bool isPartOf(const Keyed& part, const Keyed& whole, const Graph& partner) {
    const bool isOfFamily = !whole.graph->cannotMerge && part.graph->cannotMerge && partner.cannotMerge &&
                            familyOf(*part.graph) == familyOf(partner);
    const bool phaseFits = whole.phase.empty() || whole.phase == part.phase;
    return isOfFamily ||
           (part.tensors == whole.tensors && phaseFits &&
            std::includes(part.values.begin(), part.values.end(), whole.values.begin(), whole.values.end()));
}

/// Takes the unpaired graphs of `several` that are parts of a graph of `single`; the rest is returned.
std::vector<const Graph*> takeParts(const std::vector<Keyed>& single, const std::vector<Keyed>& several,
                                    const std::map<const Graph*, const Graph*>& partners,
                                    std::vector<GraphParts>& found) {
    std::vector<const Graph*> rest;
    std::map<const Graph*, std::vector<const Graph*>> parts;
    for (const Keyed& part : several) {
        if (part.isPaired) {
            continue;
        }
        const auto whole = std::find_if(single.begin(), single.end(), [&](const Keyed& candidate) {
            const auto partner = partners.find(candidate.graph);
            return partner != partners.end() && isPartOf(part, candidate, *partner->second);
        });
        if (whole == single.end()) {
            rest.push_back(part.graph);
        } else {
            parts[whole->graph].push_back(part.graph);
        }
    }
    for (const Keyed& whole : single) {
        const auto entry = parts.find(whole.graph);
        if (entry != parts.end()) {
            GraphParts split{whole.graph, {partners.at(whole.graph)}};
            split.parts.insert(split.parts.end(), entry->second.begin(), entry->second.end());
            found.push_back(std::move(split));
        }
    }
    return rest;
}

}  // namespace

bool nameLess(std::string_view left, std::string_view right) {
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0;
    std::size_t j = 0;
    while (i < left.size() && j < right.size()) {
        if (!isDigit(left[i]) || !isDigit(right[j])) {
            if (left[i] != right[j]) {
                return left[i] < right[j];
            }
            ++i;
            ++j;
            continue;
        }
        const auto numberAt = [&](std::string_view text, std::size_t& at) {
            while (at + 1 < text.size() && text[at] == '0' && isDigit(text[at + 1])) {
                ++at;
            }
            const std::size_t begin = at;
            while (at < text.size() && isDigit(text[at])) {
                ++at;
            }
            return text.substr(begin, at - begin);
        };
        const std::string_view a = numberAt(left, i);
        const std::string_view b = numberAt(right, j);
        if (a != b) {
            return a.size() != b.size() ? a.size() < b.size() : a < b;
        }
    }
    return left.size() - i != right.size() - j ? left.size() - i < right.size() - j : left < right;
}

std::vector<std::string> otherValues(const Graph& graph) {
    std::vector<std::string> out;
    for (const auto* side : {&graph.otherInputs, &graph.otherOutputs}) {
        for (const OtherEntry& entry : *side) {
            out.push_back(entry.locator.accessPath() + "=" + base::dumpJson(entry.value.toJson()));
        }
    }
    std::sort(out.begin(), out.end());
    return out;
}

GraphMatching matchGraphs(const Capture& before, const capture::Module& moduleBefore, const Capture& after,
                          const capture::Module& moduleAfter) {
    std::vector<Keyed> left = keyedGraphs(before, moduleBefore);
    std::vector<Keyed> right = keyedGraphs(after, moduleAfter);
    GraphMatching matching;
    pairAll(left, right, matching);
    std::map<const Graph*, const Graph*> ofLeft;
    std::map<const Graph*, const Graph*> ofRight;
    for (const auto& [graphBefore, graphAfter] : matching.pairs) {
        ofLeft.emplace(graphBefore, graphAfter);
        ofRight.emplace(graphAfter, graphBefore);
    }
    matching.added = takeParts(left, right, ofLeft, matching.splits);
    matching.removed = takeParts(right, left, ofRight, matching.joins);
    std::sort(matching.pairs.begin(), matching.pairs.end(),
              [](const auto& a, const auto& b) { return a.second->id < b.second->id; });
    return matching;
}

}  // namespace dimscope::compare
