// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/module/locator.h"
#include "core/module/tensor_spec.h"

namespace dimscope::trial {

/// What a recording says of one axis of an output. Static: min = max = the size. Batch: multiplier x batch
/// size; without a multiplier (summaries) any size. Dynamic: any of min..max.
struct PredictedAxis {
    inference::Verdict verdict = inference::Verdict::fixed;
    std::optional<std::int64_t> multiplier;
    std::int64_t min = 0;
    std::int64_t max = 0;

    /// The one size that it may have at a batch size; none where it may have several, or beyond 64 bits.
    [[nodiscard]] std::optional<std::int64_t> sizeAt(std::int64_t batchSize) const;
    [[nodiscard]] bool holds(std::int64_t size, std::int64_t batchSize) const;
    /// `8`, `16..64`, `any`.
    [[nodiscard]] std::string text(std::int64_t batchSize) const;

    friend bool operator==(const PredictedAxis&, const PredictedAxis&) = default;
};

struct PredictedTensor {
    module::Locator locator;
    std::string accessPath;
    std::vector<PredictedAxis> axes;

    /// `[8, 4, 16..64]`.
    [[nodiscard]] std::string text(std::int64_t batchSize) const;
};

/// Outputs of a graph, in its order.
struct Prediction {
    std::vector<PredictedTensor> outputs;
};

/// The contract of the graph's outputs.
[[nodiscard]] Prediction predictOutputs(const capture::Capture& capture, const inference::Analysis& analysis,
                                        base::GraphId graph);

/// How an output turned out at one batch size.
enum class Verdict : std::uint8_t {
    holds,
    sizeDiffers,   ///< some axis has another size
    rankDiffers,   ///< another number of axes
    missing,       ///< predicted, not there
    unexpected,    ///< there, not predicted
    notPredicted,  ///< nothing is predicted of any output
};
/// "ok", "other size", "other rank", "missing", "unexpected" or "not predicted".
[[nodiscard]] std::string_view name(Verdict verdict);

/// One output of one trial.
struct OutputCheck {
    std::int64_t batchSize = 0;
    std::string accessPath;
    std::string dtype;                         ///< real; empty where missing
    std::optional<PredictedTensor> predicted;  ///< none: not predicted
    std::optional<module::Sizes> real;         ///< none: missing
    Verdict verdict = Verdict::holds;
    std::vector<int> axes;  ///< that have another size, ascending

    [[nodiscard]] bool isFinding() const {
        return verdict != Verdict::holds && verdict != Verdict::notPredicted;
    }
    /// `axis 0: predicted 4, found 3`; the word of the verdict otherwise.
    [[nodiscard]] std::string text() const;
};

/// Compares every recorded call with what is predicted: trials in their order, predicted outputs first, each
/// with the batch size of its call. Without a prediction the outputs are listed as they are.
[[nodiscard]] std::vector<OutputCheck> checkOutputs(const std::optional<Prediction>& prediction,
                                                    const capture::Capture& trials);

}  // namespace dimscope::trial
