// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "core/capture/capture.h"
#include "core/capture/labelling.h"
#include "core/inference/analysis.h"
#include "core/inference/exclusions.h"

namespace dimscope::overrides {
struct Judgement;
}

namespace dimscope::models {

/// What a model shows: never changes, shared with workers. Null before the first load.
struct Snapshot {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const inference::Analysis> analysis;
    std::shared_ptr<const inference::Exclusions> exclusions{};  ///< null: every sample counts
    /// What the overrides mean for the capture; null until they have been judged.
    std::shared_ptr<const overrides::Judgement> judgement{};
    /// The capture with the batch sizes that the files hold, and what was stated beside them; null: nothing.
    std::shared_ptr<const capture::Capture> recorded{};
    std::shared_ptr<const capture::Labelling> labels{};

    /// Samples of the whole capture that count.
    [[nodiscard]] std::uint64_t countedSamples() const {
        std::uint64_t count = capture->sampleCount();
        if (exclusions) {
            for (const auto& [graph, left] : *exclusions) {
                count -= left.size();
            }
        }
        return count;
    }

    explicit operator bool() const { return capture && analysis; }
    /// Samples of a graph that are left out on purpose, ascending.
    [[nodiscard]] std::span<const std::uint32_t> excluded(base::GraphId graph) const {
        return exclusions ? inference::excludedOf(*exclusions, graph) : std::span<const std::uint32_t>();
    }
};

}  // namespace dimscope::models
