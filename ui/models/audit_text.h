// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <compare>
#include <optional>

#include "core/inference/analysis.h"

/// The one place where audits become text.
namespace dimscope::models {

/// What the audits of all axes of a tensor come to.
struct TensorAudit {
    inference::VerdictCounts counts;
    std::optional<std::int64_t> multiplier;  ///< of the batch axes, where they have one and the same
    inference::Strength weakest = inference::Strength::proven;
    bool differs = false;  ///< from AITune's verdict, on some axis

    /// Verdicts in the order in which text names them: batch and dynamic; static where all are.
    [[nodiscard]] QList<int> verdicts() const;
};
/// None for summaries and scalars.
[[nodiscard]] std::optional<TensorAudit> auditOf(const inference::TensorAnalysis& tensor);
/// Those that need a look last: without an audit, then by difference, strength, and the number of dynamic and
/// batch axes.
[[nodiscard]] std::weak_ordering orderAudits(const inference::TensorAnalysis& left,
                                             const inference::TensorAnalysis& right);

/// Whether the audit of an axis is another than AITune's verdict, in verdict or multiplier.
[[nodiscard]] bool auditDiffers(const inference::AxisAnalysis& axis);
[[nodiscard]] QString strengthWord(inference::Strength strength);
/// One sentence on why the audit is as sure as it is.
[[nodiscard]] QString strengthMeaning(const inference::AxisAudit& audit);
/// `batch ×2`: a verdict with its multiplier.
[[nodiscard]] QString verdictWithMultiplier(inference::Verdict verdict,
                                            const std::optional<std::int64_t>& multiplier);
/// `batch ×2 · proven`; noValue() for a summary.
[[nodiscard]] QString auditText(const inference::AxisAnalysis& axis);
/// `batch ×2, dynamic · weak`: of a tensor, with the strength of its weakest axis.
[[nodiscard]] QString auditText(const std::optional<TensorAudit>& audit);
/// What the audit of an axis is, why it is as sure as it is, and whether AITune says otherwise.
[[nodiscard]] QString auditToolTip(const inference::AxisAnalysis& axis);
/// The same of a tensor, a line per axis (at most 16).
[[nodiscard]] QString auditToolTip(const inference::TensorAnalysis& tensor);
/// `axis 0 batch ×2 proven, differs from the verdict`, for screen readers.
[[nodiscard]] QString auditSpoken(const inference::AxisAnalysis& axis);

}  // namespace dimscope::models
