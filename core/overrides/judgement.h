// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/inference/effective_spec.h"
#include "core/overrides/override_set.h"
#include "core/overrides/problem.h"

namespace dimscope::overrides {

/// How many of the samples a spec covers: every size within min..max. Excluded samples do not count.
struct Coverage {
    struct Outside {
        base::SampleId sample;
        base::TensorId tensor;
        int axis = 0;
        std::int64_t size = 0;
        friend bool operator==(const Outside&, const Outside&) = default;
    };
    std::uint64_t samples = 0;  ///< of the graph, without the excluded ones; 0: a summary
    std::uint64_t covered = 0;
    std::optional<Outside> firstOutside;

    /// "9 of 12 samples; first outside: sample 3, axis 0, size 16"; "all 12 samples"; "" for a summary.
    [[nodiscard]] std::string text() const;
    friend bool operator==(const Coverage&, const Coverage&) = default;
};

/// Where the effective spec of a tensor comes from.
enum class SpecOrigin : std::uint8_t {
    inferred,
    follows,  ///< no override of its own, but an axis shares a symbol with an overridden one
    overridden
};

/// What overrides mean for a capture. Indexes are ids of the capture.
struct Judgement {
    std::vector<inference::EffectiveSpec> effective;  ///< by tensor
    std::vector<SpecOrigin> origins;                  ///< by tensor
    /// By tensor: index into the overrides of its graph, where it has one.
    std::vector<std::optional<std::uint32_t>> overrideOf;
    std::vector<Coverage> tensorCoverage;  ///< by tensor
    std::vector<Coverage> graphCoverage;   ///< by graph: samples that every tensor covers
    std::vector<std::string> names;        ///< by tensor: name in the target
    std::vector<std::string> dtypes;       ///< by tensor: bare dtype of the effective spec; empty: not known
    std::vector<Problem> problems;  ///< by graph and tensor in the capture's order, unmatched ones last

    [[nodiscard]] const inference::EffectiveSpec& spec(base::TensorId id) const {
        return effective[id.value];
    }
};

/// Matches overrides to the capture by module, graph, side and semantic path, derives the effective specs,
/// counts coverage and applies every rule. `analysis` is that of the capture without the excluded samples.
/// A pure function. Errors: cancelled.
[[nodiscard]] base::Result<Judgement> judge(const capture::Capture& capture,
                                            const inference::Analysis& analysis, const OverrideSet& overrides,
                                            const base::CancelToken& cancel = {});

/// What `check` says of the inferred specs of tensors that nobody overrides: the findings of severity error
/// and warning (AITune's batch axes that a sample contradicts, calls that AITune could not merge, ...) and
/// relations between such tensors that do not hold at the bounds, in the capture's order.
[[nodiscard]] std::vector<Problem> checkInferred(const capture::Capture& capture,
                                                 const inference::Analysis& analysis,
                                                 const Judgement& judgement);

/// The samples that the overrides take out, where the capture has them. A graph never loses its last sample:
/// such an exclusion counts for nothing.
[[nodiscard]] inference::Exclusions exclusionsOf(const OverrideSet& overrides,
                                                 const capture::Capture& capture);

}  // namespace dimscope::overrides
