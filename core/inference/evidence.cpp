// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/evidence.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/inference/pair_table.h"

namespace dimscope::inference {

namespace {

using Entry = PairTable::Entry;
__extension__ using Wide = __int128;  // products of two sizes

bool isKnown(const BatchAndSize& pair) {
    return pair.batchSize != capture::kUnknownBatch;
}

/// By batch size, unknown ones behind, then by size.
bool stands(const BatchAndSize& left, const BatchAndSize& right) {
    return std::tuple(!isKnown(left), left.batchSize, left.size) <
           std::tuple(!isKnown(right), right.batchSize, right.size);
}

bool holds(const Claim& claim, const BatchAndSize& pair) {
    if (claim.kind == Claim::Kind::sameSize) {
        return pair.size == claim.number;
    }
    return isKnown(pair) && Wide{claim.number} * pair.batchSize == pair.size;
}

/// Calls `visit(index)` for each sample that counts.
template <class Visit>
void forEachCounted(std::size_t samples, std::span<const std::uint32_t> excluded, Visit visit) {
    auto next = excluded.begin();
    for (std::size_t i = 0; i < samples; ++i) {
        if (next != excluded.end() && *next == i) {
            ++next;
        } else {
            visit(i);
        }
    }
}

/// The whole multiplier that at least half of the known samples have, at two or more batch sizes; the
/// smallest of equally frequent ones. Fewer have one by chance.
std::optional<std::int64_t> likeliestMultiplier(const std::vector<Entry>& entries) {
    struct Support {
        std::uint64_t samples = 0;
        std::set<std::int64_t> batchSizes;
    };
    std::map<std::int64_t, Support> supports;
    std::uint64_t known = 0;
    for (const Entry& entry : entries) {
        const auto& [batchSize, size] = entry.key;
        known += isKnown(entry.key) ? entry.count : 0;
        if (isKnown(entry.key) && size >= batchSize && size % batchSize == 0) {
            Support& support = supports[size / batchSize];
            support.samples += entry.count;
            if (support.batchSizes.size() < 2) {
                support.batchSizes.insert(batchSize);
            }
        }
    }
    std::optional<std::int64_t> best;
    std::uint64_t most = 0;
    for (const auto& [multiplier, support] : supports) {
        if (support.batchSizes.size() >= 2 && support.samples > most) {
            best = multiplier;
            most = support.samples;
        }
    }
    return most >= known - most ? best : std::nullopt;
}

std::int64_t mostFrequentSize(const std::vector<Entry>& entries) {
    std::map<std::int64_t, std::uint64_t> counts;
    for (const Entry& entry : entries) {
        counts[entry.key.size] += entry.count;
    }
    return std::max_element(counts.begin(), counts.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
}

Claim claimOf(const AxisAnalysis& axis, const std::vector<Entry>& entries) {
    std::optional<std::int64_t> multiplier = axis.multiplier;
    if (!multiplier && axis.audit) {
        multiplier = axis.audit->multiplier;
    }
    if (!multiplier && axis.min != axis.max) {
        multiplier = likeliestMultiplier(entries);
    }
    return multiplier ? Claim{Claim::Kind::multiple, *multiplier}
                      : Claim{Claim::Kind::sameSize, mostFrequentSize(entries)};
}

/// The smallest batch size that has two sizes; its two smallest ones. Entries in order.
std::optional<TwoSizes> twoSizesAmong(const std::vector<Entry>& entries) {
    for (std::size_t i = 1; i < entries.size(); ++i) {
        const BatchAndSize& pair = entries[i - 1].key;
        const BatchAndSize& next = entries[i].key;
        if (isKnown(pair) && pair.batchSize == next.batchSize) {
            return TwoSizes{pair.batchSize, pair.size, next.size, base::SampleId{entries[i - 1].first},
                            base::SampleId{entries[i].first}};
        }
    }
    return std::nullopt;
}

std::vector<PairCount> shownPairs(std::vector<Entry> entries, const Claim& claim) {
    if (entries.size() > AxisEvidence::kShownPairs) {
        std::stable_sort(entries.begin(), entries.end(),
                         [](const Entry& left, const Entry& right) { return left.count > right.count; });
        entries.resize(AxisEvidence::kShownPairs);
        std::sort(entries.begin(), entries.end(),
                  [](const Entry& left, const Entry& right) { return stands(left.key, right.key); });
    }
    std::vector<PairCount> pairs;
    pairs.reserve(entries.size());
    for (const Entry& entry : entries) {
        pairs.push_back({entry.key.batchSize, entry.key.size, entry.count, base::SampleId{entry.first},
                         holds(claim, entry.key)});
    }
    return pairs;
}

}  // namespace

AxisEvidence evidenceOf(std::span<const std::int64_t> batchSizes, std::span<const std::int64_t> sizes,
                        std::span<const std::uint32_t> excluded, const AxisAnalysis& axis) {
    PairTable table;
    forEachCounted(sizes.size(), excluded, [&](std::size_t i) {
        table.add({batchSizes[i], sizes[i]}, static_cast<std::uint32_t>(i));
    });
    std::vector<Entry> entries = std::move(table).takeEntries();
    std::sort(entries.begin(), entries.end(),
              [](const Entry& left, const Entry& right) { return stands(left.key, right.key); });

    AxisEvidence evidence;
    evidence.claim = claimOf(axis, entries);
    evidence.pairCount = entries.size();
    evidence.twoSizes = twoSizesAmong(entries);
    evidence.pairs = shownPairs(std::move(entries), evidence.claim);
    const bool needsBatchSize = evidence.claim.kind == Claim::Kind::multiple;
    forEachCounted(sizes.size(), excluded, [&](std::size_t i) {
        const BatchAndSize pair{batchSizes[i], sizes[i]};
        const auto add = [i](SampleList& list) {
            if (++list.count <= AxisEvidence::kShownSamples) {
                list.shown.push_back(base::SampleId{static_cast<std::uint32_t>(i)});
            }
        };
        ++evidence.samples;
        if (!isKnown(pair)) {
            add(evidence.unknown);
        }
        if (holds(evidence.claim, pair)) {
            add(evidence.holding);
        } else if (isKnown(pair) || !needsBatchSize) {
            add(evidence.breaking);
        }
    });
    return evidence;
}

}  // namespace dimscope::inference
