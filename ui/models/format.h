// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "core/base/diagnostic.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"

/// The one place where shapes, numbers and verdicts become text. Independent of the locale: digits without
/// separators, a point before fractions, so that what is copied can be read back.
namespace dimscope::models {

/// Stands where there is nothing to show.
[[nodiscard]] QString noValue();

[[nodiscard]] QString numberText(std::int64_t number);
[[nodiscard]] QString numberText(std::uint64_t number);
[[nodiscard]] QString numberText(const std::optional<std::int64_t>& number);
/// Shortest text that reads back as the same double, at most `digits` significant ones; NaN as noValue().
[[nodiscard]] QString numberText(double number, int digits = 6);

/// `2×4×64×64`; `scalar` at rank 0.
[[nodiscard]] QString sizesText(std::span<const std::int64_t> sizes);
/// `[batch×2, 4, d0, d1]`: the symbolic shape with the symbols of the graph instead of AITune's numbered
/// ones, batch axes with their multiplier where that is known and not 1; `scalar` at rank 0.
[[nodiscard]] QString symbolicShape(const inference::TensorAnalysis& tensor);
/// One entry of symbolicShape.
[[nodiscard]] QString symbolicDim(const inference::TensorAnalysis& tensor, std::size_t axis);
/// `batch`, `d0`, or the size of a static axis.
[[nodiscard]] QString symbolText(const inference::AxisAnalysis& axis);
/// Smallest and largest size of every axis.
[[nodiscard]] QString minText(const inference::TensorAnalysis& tensor);
[[nodiscard]] QString maxText(const inference::TensorAnalysis& tensor);
/// Without `torch.`; noValue() where unknown.
[[nodiscard]] QString dtypeText(const std::string& dtype);
/// `sample:0`.
[[nodiscard]] QString axisPath(const capture::Tensor& tensor, int axis);
/// noValue() for an unknown batch size.
[[nodiscard]] QString batchSizeText(std::int64_t batchSize);

[[nodiscard]] QString verdictWord(inference::Verdict verdict);
/// ■ static, ▲ batch, ~ dynamic.
[[nodiscard]] QString verdictSign(inference::Verdict verdict);
/// One sentence that says what the word means.
[[nodiscard]] QString verdictMeaning(inference::Verdict verdict);
/// `dynamic (was batch until 6)`: the verdict and the one it had before the last flip.
[[nodiscard]] QString verdictText(const inference::AxisAnalysis& axis);
/// `batch, dynamic`: the verdicts of a tensor's axes that are not static; `static` where all are.
[[nodiscard]] QString verdictsText(const inference::TensorAnalysis& tensor);
/// `axis 0 batch times 2, axis 1 static`, for screen readers.
[[nodiscard]] QString verdictsSpoken(const inference::TensorAnalysis& tensor);

[[nodiscard]] QString sideWord(module::Side side);
[[nodiscard]] QString severityWord(base::Severity severity);
/// Number of a graph and its phase: `1 · prefill`; other names as they are.
[[nodiscard]] QString graphText(const capture::Graph& graph);
/// `1, 2, 4, … 64`: at most six of them.
[[nodiscard]] QString batchSizesText(std::span<const std::int64_t> batchSizes);
/// `file.jsonl:12:3`, or `unet graph 0 sample:1`, or noValue().
[[nodiscard]] QString placeText(const base::SourceLocation& where);

}  // namespace dimscope::models
