// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <span>

#include "core/inference/evidence.h"
#include "ui/widgets/theme_colors.h"

/// Words and links of which pages of evidence are made. Functions that begin with `rich` give rich text, and
/// take texts as they are.
namespace dimscope::panels {

/// Where a link leads. Written `kind:number` or `axis:tensor:axis`.
struct EvidenceLink {
    enum class Kind : std::uint8_t {
        sample,    ///< number: a sample of the graph
        axis,      ///< an axis of a tensor
        tensor,    ///< a tensor
        graph,     ///< a graph
        module,    ///< a module
        findings,  ///< the view of all findings
        replay,    ///< the verdict sample by sample
        relabel    ///< number: index of a short-batch finding of the graph
    };
    Kind kind = Kind::sample;
    std::uint32_t number = 0;
    int axis = 0;

    [[nodiscard]] QString text() const;
    /// None where the text is no link of these.
    [[nodiscard]] static std::optional<EvidenceLink> parse(const QString& text);
};

/// Why the audit of an axis is another than AITune's verdict, or that they agree: one or two sentences.
/// `evidence` is null where the samples are not counted.
[[nodiscard]] QString whyTheyDiffer(const inference::AxisAnalysis& axis,
                                    const inference::AxisEvidence* evidence);
/// `size = 2 × batch size`.
[[nodiscard]] QString claimText(const inference::Claim& claim);

[[nodiscard]] QString richLink(const EvidenceLink& to, const QString& text);
[[nodiscard]] QString richText(const QString& text, const QColor& color);
/// `▲ batch ×2` in the verdict's colour.
[[nodiscard]] QString richVerdict(inference::Verdict verdict, const std::optional<std::int64_t>& multiplier,
                                  const widgets::ThemeColors& colors);
/// `≠ ▲ batch ×2 · proven`.
[[nodiscard]] QString richAudit(const inference::AxisAnalysis& axis, const widgets::ThemeColors& colors);
/// `0, 4, 6 and 12 more` with a link per sample; `count` is how many there are in all.
[[nodiscard]] QString richSamples(std::span<const base::SampleId> samples, std::uint64_t count);

}  // namespace dimscope::panels
