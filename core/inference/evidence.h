// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/base/ids.h"
#include "core/inference/analysis.h"

namespace dimscope::inference {

/// What the samples of an axis are held against.
struct Claim {
    enum class Kind : std::uint8_t {
        sameSize,  ///< the size is always `number`
        multiple   ///< the size is `number` x batch size
    };
    Kind kind = Kind::sameSize;
    std::int64_t number = 0;

    friend bool operator==(const Claim&, const Claim&) = default;
};

/// A batch size (capture::kUnknownBatch: unknown) with a size that was seen at it.
struct PairCount {
    std::int64_t batchSize = 0;
    std::int64_t size = 0;
    std::uint64_t samples = 0;
    base::SampleId first;
    bool holds = false;  ///< as the claim says

    friend bool operator==(const PairCount&, const PairCount&) = default;
};

/// Samples of one kind: how many, and the first AxisEvidence::kShownSamples of them.
struct SampleList {
    std::vector<base::SampleId> shown;
    std::uint64_t count = 0;

    friend bool operator==(const SampleList&, const SampleList&) = default;
};

/// Two samples of one batch size with different sizes: no rule of the batch size can hold.
struct TwoSizes {
    std::int64_t batchSize = 0;
    std::int64_t size = 0;
    std::int64_t otherSize = 0;
    base::SampleId sample;
    base::SampleId other;

    friend bool operator==(const TwoSizes&, const TwoSizes&) = default;
};

/// What the samples of one axis say for and against its verdicts.
struct AxisEvidence {
    static constexpr std::size_t kShownSamples = 200;
    static constexpr std::size_t kShownPairs = 300;

    std::uint64_t samples = 0;  ///< that count
    Claim claim;
    /// By batch size, unknown ones behind, then by size; the most frequent ones where there are too many.
    std::vector<PairCount> pairs;
    std::uint64_t pairCount = 0;  ///< distinct pairs in all
    SampleList holding;           ///< samples for the claim
    SampleList breaking;          ///< samples against it
    SampleList unknown;           ///< of unknown batch size: they say nothing of a multiple
    std::optional<TwoSizes> twoSizes;
};

/// Holds the samples against the multiplier that is in question: AITune's, else the audit's, else (of an axis
/// that changes) the whole multiplier that most of the known samples have, at two or more batch sizes.
/// Without one, against one size: the most frequent. Columns have one entry per sample; `excluded` are
/// indexes of samples that do not count, ascending, never all. Two passes over the columns.
[[nodiscard]] AxisEvidence evidenceOf(std::span<const std::int64_t> batchSizes,
                                      std::span<const std::int64_t> sizes,
                                      std::span<const std::uint32_t> excluded, const AxisAnalysis& axis);

}  // namespace dimscope::inference
