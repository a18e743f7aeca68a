// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/advise.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <string>
#include <utility>

namespace dimscope::inference {

namespace {

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

}  // namespace

std::vector<Advice> advise(const capture::Capture& capture, const OpenQuestions& questions) {
    static const std::set<std::string> kUnknown = {"known-samples-agree", "likely-batch"};
    Advice record;
    Advice label;
    std::set<std::string> recordSettles;
    std::set<std::string> labelSettles;
    for (const Finding& finding : questions.findings) {
        if (finding.code == "single-batch-size" || finding.code == "two-point") {
            recordSettles.insert(finding.code);
        } else if (finding.code == "coincidence") {
            recordSettles.insert(finding.code);
            record.vary.push_back({*finding.tensor, *finding.axis});
        } else if (kUnknown.contains(finding.code)) {
            labelSettles.insert(finding.code);
        }
    }
    std::vector<Advice> advice;
    if (!labelSettles.empty()) {
        label.settles.assign(labelSettles.begin(), labelSettles.end());
        label.batchSizes = questions.batchSizes;
        label.reason = "say the batch size of the samples that have none";
        advice.push_back(std::move(label));
    }
    // Without any batch size known, a new one could not be told from the old.
    if (!recordSettles.empty() && !(questions.batchSizes.empty() && !advice.empty())) {
        const std::int64_t batchSize = newBatchSize(questions.batchSizes);
        record.settles.assign(recordSettles.begin(), recordSettles.end());
        record.batchSizes = {batchSize};
        record.reason = "record batch size " + std::to_string(batchSize);
        for (std::size_t i = 0; i < record.vary.size() && i < 4; ++i) {
            record.reason += (i == 0 ? " with another length on " : ", ") + placeOf(capture, record.vary[i]);
        }
        advice.push_back(std::move(record));
    }
    return advice;
}

}  // namespace dimscope::inference
