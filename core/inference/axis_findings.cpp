// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>

#include "core/base/counted.h"
#include "core/inference/audit.h"
#include "core/inference/evolution.h"

namespace dimscope::inference {

namespace {

using base::counted;
using base::Severity;
using Entry = PairTable::Entry;
__extension__ using Wide = __int128;  // products of two sizes

constexpr std::size_t kShownSamples = 100;

std::string text(std::int64_t number) {
    return std::to_string(number);
}

std::string samplesText(std::uint64_t count) {
    return counted(count, "sample", "samples");
}

/// "1, 2 and 4", at most eight of them.
template <class Numbers>
std::string listText(const Numbers& numbers) {
    constexpr std::size_t kShown = 8;
    std::string out;
    std::size_t i = 0;
    for (const std::int64_t number : numbers) {
        if (i == kShown) {
            return out + ", ...";
        }
        ++i;
        out += (i == 1 ? "" : i == numbers.size() ? " and " : ", ") + text(number);
    }
    return out;
}

std::string pairText(const BatchAndSize& pair) {
    return "size " + text(pair.size) + " at " +
           (pair.batchSize == capture::kUnknownBatch ? "an unknown batch size"
                                                     : "batch size " + text(pair.batchSize));
}

std::string verdictText(Verdict verdict, std::optional<std::int64_t> multiplier) {
    return std::string(module::name(verdict)) + (multiplier ? " x" + text(*multiplier) : "");
}

bool isKnown(const BatchAndSize& pair) {
    return pair.batchSize != capture::kUnknownBatch;
}

bool isGood(const BatchAndSize& pair, std::int64_t multiplier) {
    return isKnown(pair) && Wide{multiplier} * pair.batchSize == pair.size;
}

/// The rules of one axis, over its distinct pairs in an order that does not depend on that of the samples.
class AxisRules {
 public:
    explicit AxisRules(const AxisSamples& axis) : m_axis(axis), m_pairs(axis.pairs.entries()) {
        std::sort(m_pairs.begin(), m_pairs.end(), [](const Entry& left, const Entry& right) {
            return std::pair(left.key.batchSize, left.key.size) <
                   std::pair(right.key.batchSize, right.key.size);
        });
        for (const Entry& entry : m_pairs) {
            m_samples += entry.count;
            if (isKnown(entry.key)) {
                m_known += entry.count;
                m_batchSizes.insert(entry.key.batchSize);
            }
            m_sizes.insert(entry.key.size);
        }
    }

    std::vector<Finding> run() {
        contradicted();
        orderDependent();
        unknownBatch();
        knownSamplesAgree();
        shortBatch();
        if (m_known == m_samples) {
            regimes();
            proportional();
            affine();
        }
        step();
        zeroSize();
        monotonic();
        return std::move(m_found);
    }

    std::optional<Finding> twoPoint() const {
        const bool rests =
            m_axis.audit.verdict == Verdict::batch ||
            (m_axis.audit.verdict == Verdict::dynamic && m_axis.audit.strength == Strength::weak);
        if (!rests || m_axis.audit.batchSizes != 2) {
            return std::nullopt;
        }
        return Finding{"two-point",
                       Severity::note,
                       verdictText(m_axis.audit.verdict, m_axis.audit.multiplier) + " rests on batch sizes " +
                           listText(m_batchSizes) + " only, which other rules fit as well",
                       firstOf([](const BatchAndSize& pair) { return isKnown(pair); }),
                       {},
                       {},
                       {},
                       {},
                       {}};
    }

 private:
    void add(const char* code, Severity severity, std::string message, std::vector<std::uint32_t> samples) {
        std::sort(samples.begin(), samples.end());
        m_found.push_back({code, severity, std::move(message), std::move(samples), {}, {}, {}, {}, {}});
    }

    /// The first sample of every distinct pair that a test picks.
    template <class Picks>
    std::vector<std::uint32_t> firstOf(Picks picks) const {
        std::vector<std::uint32_t> samples;
        for (const Entry& entry : m_pairs) {
            if (picks(entry.key) && samples.size() < kShownSamples) {
                samples.push_back(entry.first);
            }
        }
        std::sort(samples.begin(), samples.end());
        return samples;
    }

    /// Every sample that a test picks, as far as they are shown.
    template <class Picks>
    std::vector<std::uint32_t> allOf(Picks picks) const {
        std::vector<std::uint32_t> samples;
        for (std::size_t i = 0; i < m_axis.sizes.size() && samples.size() < kShownSamples; ++i) {
            if (picks(BatchAndSize{m_axis.batchSizes[i], m_axis.sizes[i]})) {
                samples.push_back(static_cast<std::uint32_t>(i));
            }
        }
        return samples;
    }

    template <class Picks>
    std::uint64_t countOf(Picks picks) const {
        std::uint64_t count = 0;
        for (const Entry& entry : m_pairs) {
            count += picks(entry.key) ? entry.count : 0;
        }
        return count;
    }

    void contradicted() {
        if (m_axis.verdict.verdict != Verdict::batch || !m_axis.verdict.multiplier) {
            return;
        }
        const std::int64_t multiplier = *m_axis.verdict.multiplier;
        const auto breaks = [&](const BatchAndSize& pair) {
            return isKnown(pair) && !isGood(pair, multiplier);
        };
        const std::uint64_t count = countOf(breaks);
        if (count == 0) {
            return;
        }
        const auto first = std::find_if(m_pairs.begin(), m_pairs.end(),
                                        [&](const Entry& entry) { return breaks(entry.key); });
        add("contradicted", Severity::error,
            "AITune says batch x" + text(multiplier) + ", but " + samplesText(count) +
                (count == 1 ? " breaks it: " : " break it, such as ") + pairText(first->key),
            allOf(breaks));
    }

    /// Samples that give AITune "batch xm" in one order and "dynamic" in another.
    struct TwoVerdicts {
        std::int64_t multiplier = 0;
        const Entry* bad = nullptr;        ///< not good, of size s*
        const Entry* goodSame = nullptr;   ///< good, of size s*
        const Entry* goodOther = nullptr;  ///< good, of another size
    };

    std::optional<TwoVerdicts> twoVerdictsFor(std::int64_t multiplier) const {
        TwoVerdicts found{multiplier, nullptr, nullptr, nullptr};
        for (const Entry& entry : m_pairs) {
            if (isGood(entry.key, multiplier)) {
                continue;
            }
            if (found.bad != nullptr && found.bad->key.size != entry.key.size) {
                return std::nullopt;
            }
            found.bad = found.bad == nullptr ? &entry : found.bad;
        }
        if (found.bad == nullptr) {
            return std::nullopt;
        }
        for (const Entry& entry : m_pairs) {
            if (isGood(entry.key, multiplier)) {
                const Entry*& slot = entry.key.size == found.bad->key.size ? found.goodSame : found.goodOther;
                slot = slot == nullptr ? &entry : slot;
            }
        }
        return found.goodSame != nullptr && found.goodOther != nullptr ? std::optional(found) : std::nullopt;
    }

    /// Multipliers that the rule can hold for: of two different sizes, one is not s*, so that every sample of
    /// it is good, at one batch size.
    std::set<std::int64_t> candidates() const {
        std::set<std::int64_t> out;
        for (const std::int64_t size : {*m_sizes.begin(), *m_sizes.rbegin()}) {
            const Entry* only = nullptr;
            bool isOnly = true;
            for (const Entry& entry : m_pairs) {
                if (entry.key.size == size) {
                    isOnly = isOnly && only == nullptr;
                    only = &entry;
                }
            }
            if (isOnly && isKnown(only->key) && size >= only->key.batchSize &&
                size % only->key.batchSize == 0) {
                out.insert(size / only->key.batchSize);
            }
        }
        return out;
    }

    void orderDependent() {
        if (m_sizes.size() < 2) {
            return;
        }
        for (const std::int64_t multiplier : candidates()) {
            const auto found = twoVerdictsFor(multiplier);
            if (!found) {
                continue;
            }
            add("order-dependent", Severity::warning,
                "AITune says " + verdictText(m_axis.verdict.verdict, m_axis.verdict.multiplier) +
                    "; another order of the same samples gives " +
                    (m_axis.verdict.verdict == Verdict::batch ? std::string("dynamic")
                                                              : "batch x" + text(multiplier)) +
                    ", since " + pairText(found->bad->key) +
                    " counts only where it is not the size of the first sample",
                {found->bad->first, found->goodSame->first, found->goodOther->first});
            return;
        }
    }

    void unknownBatch() {
        if (m_known == 0 || m_known == m_samples) {
            return;
        }
        std::vector<std::int64_t> batchSizes;
        std::vector<std::int64_t> sizes;
        for (std::size_t i = 0; i < m_axis.sizes.size(); ++i) {
            if (m_axis.batchSizes[i] != capture::kUnknownBatch) {
                batchSizes.push_back(m_axis.batchSizes[i]);
                sizes.push_back(m_axis.sizes[i]);
            }
        }
        const module::AxisState state = foldAxis(sizes, batchSizes, [](const EvolutionPoint&) {});
        const std::optional<std::int64_t> multiplier =
            state.verdict == Verdict::batch ? std::optional(static_cast<std::int64_t>(state.multiplier))
                                            : std::nullopt;
        if (state.verdict == m_axis.verdict.verdict && multiplier == m_axis.verdict.multiplier) {
            return;
        }
        add("unknown-batch", Severity::warning,
            "AITune says " + verdictText(m_axis.verdict.verdict, m_axis.verdict.multiplier) +
                "; without the " + samplesText(m_samples - m_known) + " of unknown batch size it would say " +
                verdictText(state.verdict, multiplier),
            allOf([](const BatchAndSize& pair) { return !isKnown(pair); }));
    }

    void knownSamplesAgree() {
        if (m_known == m_samples || m_batchSizes.size() < 2) {
            return;
        }
        std::optional<std::int64_t> multiplier;
        for (const Entry& entry : m_pairs) {
            if (!isKnown(entry.key)) {
                continue;
            }
            if (!multiplier) {
                if (entry.key.size < entry.key.batchSize || entry.key.size % entry.key.batchSize != 0) {
                    return;
                }
                multiplier = entry.key.size / entry.key.batchSize;
            }
            if (!isGood(entry.key, *multiplier)) {
                return;
            }
        }
        add("known-samples-agree", Severity::note,
            "the " + samplesText(m_known) + " of known batch size alone are batch x" + text(*multiplier) +
                " at batch sizes " + listText(m_batchSizes) + "; " + samplesText(m_samples - m_known) +
                (m_samples - m_known == 1 ? " has" : " have") + " no batch size",
            firstOf([](const BatchAndSize& pair) { return isKnown(pair); }));
    }

    void shortBatch() {
        const Entry* largest = nullptr;  // by size / batch size
        for (const Entry& entry : m_pairs) {
            if (isKnown(entry.key) &&
                (largest == nullptr || Wide{entry.key.size} * largest->key.batchSize >
                                           Wide{largest->key.size} * entry.key.batchSize)) {
                largest = &entry;
            }
        }
        if (largest == nullptr || largest->key.size < largest->key.batchSize ||
            largest->key.size % largest->key.batchSize != 0) {
            return;
        }
        const std::int64_t multiplier = largest->key.size / largest->key.batchSize;
        const auto isShort = [&](const BatchAndSize& pair) {
            return isKnown(pair) && !isGood(pair, multiplier);
        };
        std::set<std::int64_t> goodBatchSizes;
        std::set<std::pair<std::int64_t, std::int64_t>> shortPairs;
        for (const Entry& entry : m_pairs) {
            if (isShort(entry.key)) {
                shortPairs.insert({entry.key.batchSize, entry.key.size});
            } else if (isKnown(entry.key)) {
                goodBatchSizes.insert(entry.key.batchSize);
            }
        }
        const std::uint64_t count = countOf(isShort);
        if (count == 0 || count > std::max<std::uint64_t>(1, m_known / 10) || goodBatchSizes.size() < 2) {
            return;
        }
        std::string which;
        for (const auto& [batchSize, size] : shortPairs) {
            if (which.size() > 200) {
                which += ", ...";
                break;
            }
            which += (which.empty() ? "" : ", ") + pairText({batchSize, size}) +
                     (size % multiplier == 0 && size > 0
                          ? ", as batch size " + text(size / multiplier) + " would have"
                          : ", which no batch size would have");
        }
        add("short-batch", Severity::warning,
            counted(count, "sample is", "samples are") + " shorter than " + text(multiplier) +
                " x batch size, which all others are: " + which,
            allOf(isShort));
    }

    void regimes() {
        std::map<std::int64_t, std::set<std::int64_t>> batchSizesOf;  // by ratio
        for (const Entry& entry : m_pairs) {
            if (entry.key.size < entry.key.batchSize || entry.key.size % entry.key.batchSize != 0) {
                return;
            }
            batchSizesOf[entry.key.size / entry.key.batchSize].insert(entry.key.batchSize);
            if (batchSizesOf.size() > 3) {
                return;
            }
        }
        if (batchSizesOf.size() < 2) {
            return;
        }
        std::string which;
        for (const auto& [ratio, batchSizes] : batchSizesOf) {
            if (batchSizes.size() < 2) {
                return;
            }
            which += (which.empty() ? "x" : "; x") + text(ratio) + " at batch sizes " + listText(batchSizes);
        }
        std::vector<std::uint32_t> samples;
        std::map<std::int64_t, int> shown;
        for (const Entry& entry : m_pairs) {
            if (shown[entry.key.size / entry.key.batchSize]++ < 2) {
                samples.push_back(entry.first);
            }
        }
        add("regimes", Severity::warning,
            "the axis follows the batch size with " + std::to_string(batchSizesOf.size()) +
                " multipliers, as with guidance on and off: " + which,
            std::move(samples));
    }

    void proportional() {
        const BatchAndSize& first = m_pairs.front().key;
        if (m_batchSizes.size() < 2 || first.size == 0 || first.size % first.batchSize == 0) {
            return;
        }
        for (const Entry& entry : m_pairs) {
            if (Wide{entry.key.size} * first.batchSize != Wide{first.size} * entry.key.batchSize) {
                return;
            }
        }
        const std::int64_t divisor = std::gcd(first.size, first.batchSize);
        add("proportional", Severity::note,
            "size is exactly " + text(first.size / divisor) + "/" + text(first.batchSize / divisor) +
                " of the batch size at batch sizes " + listText(m_batchSizes) +
                "; AITune knows whole multipliers only",
            firstOf([](const BatchAndSize&) { return true; }));
    }

    void affine() {
        if (m_batchSizes.size() < 3 || m_pairs.size() != m_batchSizes.size()) {
            return;  // some batch size has two sizes
        }
        const BatchAndSize& first = m_pairs[0].key;
        const BatchAndSize& second = m_pairs[1].key;
        const Wide rise = Wide{second.size} - first.size;
        const Wide run = Wide{second.batchSize} - first.batchSize;
        if (rise <= 0 || rise % run != 0) {
            return;
        }
        const Wide slope = rise / run;
        const Wide offset = first.size - slope * first.batchSize;
        const bool fits = std::all_of(m_pairs.begin(), m_pairs.end(), [&](const Entry& entry) {
            return slope * entry.key.batchSize + offset == entry.key.size;
        });
        if (!fits || offset == 0) {
            return;
        }
        const auto number = static_cast<std::int64_t>(offset < 0 ? -offset : offset);
        add("affine", Severity::note,
            "size is exactly " +
                (slope == 1 ? std::string() : text(static_cast<std::int64_t>(slope)) + " x ") +
                "batch size " + (offset < 0 ? "- " : "+ ") + text(number) + " at batch sizes " +
                listText(m_batchSizes),
            firstOf([](const BatchAndSize&) { return true; }));
    }

    void step() {
        if (m_axis.audit.step) {
            add("step", Severity::note,
                "all " + std::to_string(m_sizes.size()) + " sizes from " + text(*m_sizes.begin()) + " to " +
                    text(*m_sizes.rbegin()) + " are multiples of " + text(*m_axis.audit.step) +
                    ", a grid that the model may require",
                firstOfSizes());
        }
    }

    /// A sample of each of the smallest sizes: the one of the smallest batch size.
    std::vector<std::uint32_t> firstOfSizes() const {
        std::map<std::int64_t, std::uint32_t> first;
        for (const Entry& entry : m_pairs) {
            first.try_emplace(entry.key.size, entry.first);
        }
        std::vector<std::uint32_t> samples;
        for (const auto& [size, sample] : first) {
            if (samples.size() < kShownSamples) {
                samples.push_back(sample);
            }
        }
        return samples;
    }

    void zeroSize() {
        const auto isZero = [](const BatchAndSize& pair) { return pair.size == 0; };
        if (const std::uint64_t count = countOf(isZero); count > 0) {
            add("zero-size", Severity::warning,
                samplesText(count) + (count == 1 ? " has" : " have") + " size 0, which compilers do not take",
                allOf(isZero));
        }
    }

    void monotonic() {
        if (m_axis.audit.verdict != Verdict::dynamic) {
            return;
        }
        struct Run {
            std::int64_t last = 0;
            std::int64_t step = 0;
            std::vector<std::uint32_t> samples;
        };
        constexpr std::size_t kCalls = 4;
        std::map<std::int64_t, Run> runs;  // by batch size
        for (std::size_t i = 0; i < m_axis.sizes.size(); ++i) {
            const std::int64_t batchSize = m_axis.batchSizes[i];
            if (batchSize == capture::kUnknownBatch) {
                continue;
            }
            Run& run = runs[batchSize];
            const std::int64_t size = m_axis.sizes[i];
            const auto sample = static_cast<std::uint32_t>(i);
            if (!run.samples.empty() && size > run.last &&
                (run.samples.size() == 1 || size - run.last == run.step)) {
                run.step = size - run.last;
                run.samples.push_back(sample);
            } else if (!run.samples.empty() && size > run.last) {
                run.step = size - run.last;
                run.samples = {run.samples.back(), sample};
            } else {
                run.samples = {sample};
            }
            run.last = size;
            if (run.samples.size() == kCalls) {
                add("monotonic", Severity::note,
                    "the size grows by " + text(run.step) + " from call to call at batch size " +
                        text(batchSize) + ", as a cache of past keys and values does",
                    run.samples);
                return;
            }
        }
    }

    const AxisSamples& m_axis;
    std::vector<Entry> m_pairs;  // by batch size, then size
    std::set<std::int64_t> m_batchSizes;
    std::set<std::int64_t> m_sizes;
    std::uint64_t m_samples = 0;
    std::uint64_t m_known = 0;
    std::vector<Finding> m_found;
};

}  // namespace

std::vector<Finding> axisFindings(const AxisSamples& axis) {
    return AxisRules(axis).run();
}

std::optional<Finding> twoPoint(const AxisSamples& axis) {
    return AxisRules(axis).twoPoint();
}

}  // namespace dimscope::inference
