// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/inference/relabel_proposals.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace dimscope::inference {

namespace {

__extension__ using Wide = __int128;  // products of two sizes

/// size / batch size where it is a whole number of at least 1, else 0.
std::int64_t wholeRatio(std::int64_t size, std::int64_t batchSize) {
    return batchSize > 0 && size >= batchSize && size % batchSize == 0 ? size / batchSize : 0;
}

bool isGood(std::int64_t size, std::int64_t batchSize, std::int64_t multiplier) {
    return Wide{multiplier} * batchSize == size;
}

std::int64_t fittingBatchSize(std::int64_t size, std::int64_t multiplier) {
    return size > 0 && size % multiplier == 0 ? size / multiplier : 0;
}

/// The ratio that more than half of the known samples have; 0 where there is none.
std::int64_t majorityRatio(std::span<const std::int64_t> batchSizes, std::span<const std::int64_t> sizes) {
    std::int64_t candidate = 0;
    std::uint64_t votes = 0;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (batchSizes[i] == capture::kUnknownBatch) {
            continue;
        }
        const std::int64_t ratio = wholeRatio(sizes[i], batchSizes[i]);
        if (votes == 0) {
            candidate = ratio;
        }
        votes = ratio == candidate ? votes + 1 : votes - 1;
    }
    return candidate;
}

/// An axis that nearly all samples follow: its multiplier and the indexes that do not.
struct Speaking {
    std::int64_t multiplier = 1;
    std::vector<std::uint32_t> exceptions;
};

enum class Says : std::uint8_t { nothing, labelsAreRight, exceptions };

Says listen(std::span<const std::int64_t> batchSizes, std::span<const std::int64_t> sizes, Speaking& out) {
    out.multiplier = majorityRatio(batchSizes, sizes);
    if (out.multiplier == 0) {
        return Says::nothing;
    }
    std::uint64_t known = 0;
    std::optional<std::int64_t> firstGood;
    bool hasTwo = false;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (batchSizes[i] == capture::kUnknownBatch) {
            continue;
        }
        ++known;
        if (isGood(sizes[i], batchSizes[i], out.multiplier)) {
            firstGood = firstGood.value_or(batchSizes[i]);
            hasTwo = hasTwo || *firstGood != batchSizes[i];
        } else {
            out.exceptions.push_back(static_cast<std::uint32_t>(i));
        }
    }
    if (!hasTwo || out.exceptions.size() > std::max<std::uint64_t>(1, known / 10)) {
        return Says::nothing;
    }
    return out.exceptions.empty() && known == sizes.size() ? Says::labelsAreRight
           : out.exceptions.empty()                        ? Says::nothing
                                                           : Says::exceptions;
}

/// What the axes of a graph say of one sample.
struct Ballot {
    std::size_t axes = 0;
    std::int64_t batchSize = 0;
    bool agree = true;
};

}  // namespace

std::vector<capture::Relabel> proposedRelabels(const capture::Capture& capture, const Finding& finding) {
    if (!finding.tensor || !finding.axis || finding.tensor->value >= capture.tensors().size()) {
        return {};
    }
    const capture::Tensor& tensor = capture.tensor(*finding.tensor);
    const auto sizes = tensor.column(static_cast<std::size_t>(*finding.axis));
    const auto& batchSizes = *capture.graph(tensor.graph).batchSizes;
    const std::int64_t multiplier = majorityRatio(batchSizes, sizes);
    std::vector<capture::Relabel> out;
    for (const std::uint32_t sample : finding.samples) {
        if (multiplier == 0 || sample >= sizes.size()) {
            continue;
        }
        const std::int64_t batchSize = fittingBatchSize(sizes[sample], multiplier);
        if (batchSize > 0 && batchSize != batchSizes[sample]) {
            out.push_back({sample, batchSize});
        }
    }
    return out;
}

std::vector<capture::Relabel> proposedRelabels(const capture::Capture& capture, base::GraphId id,
                                               std::span<const std::uint32_t> excluded) {
    const capture::Graph& graph = capture.graph(id);
    if (graph.isSummary()) {
        return {};
    }
    const RemainingColumns columns(capture, graph, excluded);
    std::map<std::uint32_t, Ballot> ballots;
    std::size_t speaking = 0;
    for (const base::TensorId tensorId : graph.tensors) {
        const capture::Tensor& tensor = capture.tensor(tensorId);
        for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
            const auto sizes = columns.column(tensor, axis);
            Speaking heard;
            const Says says = listen(columns.batchSizes(), sizes, heard);
            if (says == Says::labelsAreRight) {
                return {};
            }
            if (says != Says::exceptions) {
                continue;
            }
            ++speaking;
            for (const std::uint32_t index : heard.exceptions) {
                const std::int64_t batchSize = fittingBatchSize(sizes[index], heard.multiplier);
                Ballot& ballot = ballots[index];
                ballot.agree =
                    ballot.agree && batchSize > 0 && (ballot.axes == 0 || ballot.batchSize == batchSize);
                ballot.batchSize = batchSize;
                ++ballot.axes;
            }
        }
    }
    std::vector<capture::Relabel> out;
    for (const auto& [index, ballot] : ballots) {
        if (ballot.agree && ballot.axes == speaking) {
            out.push_back({columns.sampleAt(base::SampleId{index}).value, ballot.batchSize});
        }
    }
    return out;
}

}  // namespace dimscope::inference
