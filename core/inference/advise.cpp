// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/advise.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace dimscope::inference {

namespace {

__extension__ using Wide = __int128;

constexpr std::size_t kNamedAxes = 4;
constexpr std::size_t kNamedBatchSizes = 16;

/// The smallest batch size from 2 on that was not seen and has no divisor in common with those that were (1
/// aside).
std::int64_t newBatchSize(const std::vector<std::int64_t>& seen) {
    for (std::int64_t candidate = 2;; ++candidate) {
        const bool fits = std::all_of(seen.begin(), seen.end(), [&](std::int64_t known) {
            return known != candidate && std::gcd(known, candidate) == 1;
        });
        if (fits) {
            return candidate;
        }
    }
}

std::string placeOf(const capture::Capture& capture, const AxisRef& axis) {
    return capture.tensor(axis.tensor).accessPath + ":" + std::to_string(axis.axis);
}

/// "1, 2 and 4".
std::string listText(const std::vector<std::int64_t>& numbers) {
    std::string out;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        out += (i == 0 ? "" : i + 1 == numbers.size() ? " and " : ", ") + std::to_string(numbers[i]);
    }
    return out;
}

class Adviser {
 public:
    Adviser(const capture::Capture& capture, const OpenQuestions& questions)
        : m_capture(capture), m_questions(questions) {
        for (const Finding& finding : questions.findings) {
            if (finding.code == "single-batch-size" || finding.code == "two-point") {
                m_open.insert(finding.code);
            } else if (finding.code == "coincidence") {
                m_coincidences.push_back({*finding.tensor, *finding.axis});
            } else if (finding.code == "known-samples-agree") {
                m_unlabelled.insert(finding.code);
            } else if (finding.code == "likely-batch") {
                m_unlabelled.insert(finding.code);
                m_likely = m_likely ? m_likely : std::optional(smallest(finding.axes));
            }
        }
    }

    std::vector<Advice> run() const {
        std::vector<Advice> advice;
        if (!m_unlabelled.empty()) {
            advice.push_back(label());
        }
        // Without any batch size known, a new one could not be told from the old.
        const bool mustLabel = m_questions.batchSizes.empty() && !advice.empty();
        if (!mustLabel && (!m_open.empty() || !m_coincidences.empty())) {
            advice.push_back(record());
        }
        return advice;
    }

 private:
    Advice label() const {
        Advice advice;
        advice.settles.assign(m_unlabelled.begin(), m_unlabelled.end());
        advice.reason = "say the batch size of the samples that have none";
        const auto& missing = m_questions.missing;
        if (m_likely) {
            advice.reason += ", for instance by " + placeOf(m_capture, *m_likely);
        } else if (!missing.empty()) {
            advice.batchSizes.assign(
                missing.begin(),
                missing.begin() + static_cast<std::ptrdiff_t>(std::min(missing.size(), kNamedBatchSizes)));
            advice.reason += ": by their sizes " + listText(advice.batchSizes) +
                             (missing.size() > kNamedBatchSizes ? ", ..." : "");
        }
        return advice;
    }

    Advice record() const {
        Advice advice;
        std::set<std::string> settles = m_open;
        if (m_open.empty()) {
            advice.batchSizes = {m_questions.batchSizes.back()};
        } else {
            advice.batchSizes = {newBatchSize(m_questions.batchSizes)};
            if (m_questions.batchSizes.empty()) {
                advice.batchSizes.push_back(newBatchSize(advice.batchSizes));
            }
        }
        advice.reason = (advice.batchSizes.size() == 1 ? "record batch size " : "record batch sizes ") +
                        listText(advice.batchSizes) + (m_open.empty() ? " again" : "");
        if (!m_coincidences.empty()) {
            settles.insert("coincidence");
            advice.vary = m_coincidences;
            advice.reason += " with " + otherLengths(advice.batchSizes.front());
        }
        advice.settles.assign(settles.begin(), settles.end());
        return advice;
    }

    /// Whose sizes are the batch size itself, if any are.
    AxisRef smallest(const std::vector<AxisRef>& axes) const {
        return *std::min_element(axes.begin(), axes.end(), [this](const AxisRef& a, const AxisRef& b) {
            return analysisOf(a).max < analysisOf(b).max;
        });
    }

    const AxisAnalysis& analysisOf(const AxisRef& axis) const {
        return m_questions.tensors[axis.tensor.value].axes[static_cast<std::size_t>(axis.axis)];
    }

    /// "x:1 other than 231, y:2 other than 3": what the coincidence would foretell.
    std::string otherLengths(std::int64_t batchSize) const {
        std::string out;
        for (std::size_t i = 0; i < m_coincidences.size() && i < kNamedAxes; ++i) {
            const AxisRef& axis = m_coincidences[i];
            const auto& audit = analysisOf(axis).audit;
            const Wide foretold = Wide{audit ? audit->multiplier.value_or(1) : 1} * batchSize;
            out += (i == 0 ? "" : ", ") + placeOf(m_capture, axis);
            if (foretold <= INT64_MAX) {
                out += " other than " + std::to_string(static_cast<std::int64_t>(foretold));
            }
        }
        const std::size_t more = m_coincidences.size() - std::min(m_coincidences.size(), kNamedAxes);
        return more == 0 ? out : out + " and " + std::to_string(more) + " more";
    }

    const capture::Capture& m_capture;
    const OpenQuestions& m_questions;
    std::set<std::string> m_open;  // that need a new batch size
    std::vector<AxisRef> m_coincidences;
    std::set<std::string> m_unlabelled;
    std::optional<AxisRef> m_likely;
};

}  // namespace

std::vector<Advice> advise(const capture::Capture& capture, const OpenQuestions& questions) {
    return Adviser(capture, questions).run();
}

}  // namespace dimscope::inference
