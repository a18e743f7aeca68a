// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/capture/labelling.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace dimscope::capture {

namespace {

bool standsBefore(const GraphRelabels& left, const GraphRelabels& right) {
    return std::tie(left.module, left.graph) < std::tie(right.module, right.graph);
}

bool hasSample(const Graph& graph, std::int64_t sample) {
    return sample >= 0 && static_cast<std::uint64_t>(sample) < graph.samples;
}

/// The graph with calls of that name; nullptr where there is none.
const Graph* findGraph(const Capture& capture, const GraphRelabels& wanted) {
    for (const Graph& graph : capture.graphs()) {
        if (!graph.isSummary() && graph.name == wanted.graph &&
            capture.module(graph.module).name == wanted.module) {
            return &graph;
        }
    }
    return nullptr;
}

std::string countText(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " sample" : " samples");
}

base::Diagnostic warning(const GraphRelabels& relabels, std::string code, std::string message) {
    base::Diagnostic diagnostic{base::Severity::warning, std::move(code), std::move(message), {}};
    diagnostic.where.module = relabels.module;
    diagnostic.where.graph = relabels.graph;
    return diagnostic;
}

void applyTo(Graph& graph, const GraphRelabels& relabels, base::Diagnostics& diagnostics) {
    auto column = std::make_shared<std::vector<std::int64_t>>(*graph.batchSizes);
    std::optional<std::int64_t> firstOutside;
    std::size_t outside = 0;
    for (const Relabel& relabel : relabels.samples) {
        if (hasSample(graph, relabel.sample)) {
            (*column)[static_cast<std::size_t>(relabel.sample)] = relabel.batchSize;
        } else {
            firstOutside = firstOutside.value_or(relabel.sample);
            ++outside;
        }
    }
    graph.batchSizes = std::move(column);
    if (firstOutside) {
        diagnostics.add(warning(
            relabels, "relabel-out-of-range",
            "graph \"" + relabels.graph + "\" of " + relabels.module + " has " + countText(graph.samples) +
                ", so the batch size stated for sample " + std::to_string(*firstOutside) +
                (outside == 1 ? "" : " and " + std::to_string(outside - 1) + " more") + " is not used"));
    }
}

std::shared_ptr<const Capture> relabelled(std::shared_ptr<const Capture> recorded, const Labelling& labelling,
                                          base::Diagnostics& diagnostics) {
    if (labelling.relabels.empty()) {
        return recorded;
    }
    Capture::Parts parts{recorded->sources(), recorded->modules(), recorded->graphs(), recorded->tensors(),
                         recorded->details()};
    for (const GraphRelabels& relabels : labelling.relabels) {
        if (const Graph* graph = findGraph(*recorded, relabels)) {
            applyTo(parts.graphs[graph->id.value], relabels, diagnostics);
        } else {
            diagnostics.add(warning(relabels, "relabel-unmatched",
                                    "the capture has no calls of graph \"" + relabels.graph + "\" of " +
                                        relabels.module + ", so the batch sizes stated for " +
                                        countText(relabels.samples.size()) + " are not used"));
        }
    }
    return std::make_shared<const Capture>(std::move(parts));
}

}  // namespace

std::optional<std::int64_t> GraphRelabels::find(std::int64_t sample) const {
    const auto found =
        std::lower_bound(samples.begin(), samples.end(), sample,
                         [](const Relabel& relabel, std::int64_t at) { return relabel.sample < at; });
    return found != samples.end() && found->sample == sample ? std::optional(found->batchSize) : std::nullopt;
}

void GraphRelabels::put(std::vector<Relabel> relabels) {
    samples.insert(samples.end(), relabels.begin(), relabels.end());
    std::stable_sort(samples.begin(), samples.end(),
                     [](const Relabel& left, const Relabel& right) { return left.sample < right.sample; });
    // Of equal samples the last one stays.
    std::vector<Relabel> kept;
    kept.reserve(samples.size());
    for (const Relabel& relabel : samples) {
        if (!kept.empty() && kept.back().sample == relabel.sample) {
            kept.back() = relabel;
        } else {
            kept.push_back(relabel);
        }
    }
    samples = std::move(kept);
}

void GraphRelabels::remove(const std::vector<std::int64_t>& gone) {
    std::vector<std::int64_t> sorted = gone;
    std::sort(sorted.begin(), sorted.end());
    std::erase_if(samples, [&sorted](const Relabel& relabel) {
        return std::binary_search(sorted.begin(), sorted.end(), relabel.sample);
    });
}

const GraphRelabels* Labelling::find(std::string_view module, std::string_view graph) const {
    const auto found = std::find_if(relabels.begin(), relabels.end(), [&](const GraphRelabels& candidate) {
        return candidate.module == module && candidate.graph == graph;
    });
    return found == relabels.end() ? nullptr : &*found;
}

void Labelling::put(GraphRelabels graph) {
    std::erase_if(relabels, [&graph](const GraphRelabels& present) {
        return present.module == graph.module && present.graph == graph.graph;
    });
    if (!graph.samples.empty()) {
        const auto at = std::upper_bound(relabels.begin(), relabels.end(), graph, standsBefore);
        relabels.insert(at, std::move(graph));
    }
}

std::shared_ptr<const Capture> labelled(std::shared_ptr<const Capture> recorded, const Labelling& labelling,
                                        base::Diagnostics& diagnostics) {
    if (recorded == nullptr) {
        return recorded;
    }
    return withBatchSizes(relabelled(std::move(recorded), labelling, diagnostics), labelling.source,
                          diagnostics);
}

std::vector<RelabelledSample> relabelledSamples(const Capture& recorded, base::GraphId id,
                                                const Labelling& labelling) {
    const Graph& graph = recorded.graph(id);
    const GraphRelabels* relabels = labelling.find(recorded.module(graph.module).name, graph.name);
    std::vector<RelabelledSample> out;
    if (relabels == nullptr || graph.isSummary()) {
        return out;
    }
    for (const Relabel& relabel : relabels->samples) {
        if (!hasSample(graph, relabel.sample)) {
            continue;
        }
        const auto sample = static_cast<std::uint32_t>(relabel.sample);
        const std::int64_t before = (*graph.batchSizes)[sample];
        if (before != relabel.batchSize) {
            out.push_back({base::SampleId{sample}, before, relabel.batchSize});
        }
    }
    return out;
}

}  // namespace dimscope::capture
