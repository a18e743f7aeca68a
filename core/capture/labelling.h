// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"

namespace dimscope::capture {

/// A batch size that an engineer states for one call in the place of the recorded one.
struct Relabel {
    std::int64_t sample = 0;     ///< 0-based within the graph
    std::int64_t batchSize = 1;  ///< positive
    friend bool operator==(const Relabel&, const Relabel&) = default;
};

/// Relabelled calls of one graph, by the names of module and graph.
struct GraphRelabels {
    std::string module;
    std::string graph;             ///< full name, unique in its module
    std::vector<Relabel> samples;  ///< ascending by sample, each once

    /// The stated batch size of a sample.
    [[nodiscard]] std::optional<std::int64_t> find(std::int64_t sample) const;
    /// States batch sizes, in any order; a later one of a sample replaces an earlier one.
    void put(std::vector<Relabel> relabels);
    /// Takes the statements about samples away.
    void remove(const std::vector<std::int64_t>& samples);
    friend bool operator==(const GraphRelabels&, const GraphRelabels&) = default;
};

/// All that is stated about batch sizes beside the recording.
struct Labelling {
    BatchSizeSource source;               ///< of the calls whose batch size is not known
    std::vector<GraphRelabels> relabels;  ///< by module and graph, each once, none without samples

    [[nodiscard]] const GraphRelabels* find(std::string_view module, std::string_view graph) const;
    /// Replaces the relabels of the same graph, or adds them; empty ones are dropped.
    void put(GraphRelabels graph);
    friend bool operator==(const Labelling&, const Labelling&) = default;
};

/// The recorded capture as labelled: relabels replace batch sizes, recorded or not; then the source fills
/// those that are still unknown. Columns of sizes and all ids are the recorded ones. Beside the diagnostics
/// of the source: `relabel-unmatched` for a graph that the capture has no calls of, `relabel-out-of-range`
/// for samples that a graph does not have; the labelling itself keeps both.
[[nodiscard]] std::shared_ptr<const Capture> labelled(std::shared_ptr<const Capture> recorded,
                                                      const Labelling& labelling,
                                                      base::Diagnostics& diagnostics);

/// A call whose batch size an engineer changed.
struct RelabelledSample {
    base::SampleId sample;
    std::int64_t recorded = kUnknownBatch;
    std::int64_t batchSize = 1;
    friend bool operator==(const RelabelledSample&, const RelabelledSample&) = default;
};
/// The calls of a graph whose stated batch size is not the recorded one, ascending.
[[nodiscard]] std::vector<RelabelledSample> relabelledSamples(const Capture& recorded, base::GraphId graph,
                                                              const Labelling& labelling);

}  // namespace dimscope::capture
