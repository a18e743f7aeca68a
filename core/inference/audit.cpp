// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/audit.h"

#include <algorithm>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace dimscope::inference {

namespace {

/// Size / batch size where that is a whole number >= 1.
std::optional<std::int64_t> wholeRatio(const BatchAndSize& pair) {
    if (pair.batchSize == capture::kUnknownBatch || pair.size < pair.batchSize ||
        pair.size % pair.batchSize != 0) {
        return std::nullopt;
    }
    return pair.size / pair.batchSize;
}

/// What all sizes are multiples of, where it is a grid that tells something.
std::optional<std::int64_t> stepOf(const PairTable& pairs) {
    constexpr std::int64_t kSmallestStep = 8;
    constexpr std::size_t kFewestSizes = 3;
    std::int64_t step = 0;
    std::unordered_set<std::int64_t> sizes;
    for (const auto& entry : pairs.entries()) {
        step = std::gcd(step, entry.key.size);
        if (sizes.size() < kFewestSizes) {
            sizes.insert(entry.key.size);
        }
    }
    return step >= kSmallestStep && sizes.size() == kFewestSizes ? std::optional(step) : std::nullopt;
}

}  // namespace

std::string_view name(Strength strength) {
    switch (strength) {
        case Strength::proven: return "proven";
        case Strength::weak: return "weak";
        case Strength::undetermined: break;
    }
    return "undetermined";
}

AxisAudit auditAxis(const PairTable& pairs) {
    const auto& entries = pairs.entries();
    const std::int64_t firstSize = entries.front().key.size;
    const std::optional<std::int64_t> ratio = wholeRatio(entries.front().key);
    bool allEqual = true;
    bool allInRatio = ratio.has_value();
    bool differsAtOneBatchSize = false;
    std::unordered_map<std::int64_t, std::int64_t> sizeAt;  // by known batch size
    for (const auto& entry : entries) {
        allEqual = allEqual && entry.key.size == firstSize;
        allInRatio = allInRatio && wholeRatio(entry.key) == ratio;
        if (entry.key.batchSize != capture::kUnknownBatch) {
            const auto [known, isNew] = sizeAt.try_emplace(entry.key.batchSize, entry.key.size);
            differsAtOneBatchSize = differsAtOneBatchSize || (!isNew && known->second != entry.key.size);
        }
    }
    AxisAudit audit;
    audit.batchSizes = sizeAt.size();
    if (allEqual) {
        audit.verdict = Verdict::fixed;
        audit.strength = sizeAt.size() >= 2 ? Strength::proven : Strength::undetermined;
    } else if (allInRatio) {  // sizes differ, so batch sizes do
        audit.verdict = Verdict::batch;
        audit.multiplier = ratio;
        audit.strength = sizeAt.size() >= 3 ? Strength::proven : Strength::weak;
    } else {
        audit.verdict = Verdict::dynamic;
        audit.strength = differsAtOneBatchSize ? Strength::proven
                         : sizeAt.empty()      ? Strength::undetermined
                                               : Strength::weak;
        audit.step = stepOf(pairs);
    }
    return audit;
}

}  // namespace dimscope::inference
