// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "core/inference/evidence.h"
#include "ui/session/document.h"
#include "ui/widgets/theme_colors.h"

/// The evidence of an axis, a tensor, a graph or a module as a page of rich text with links.
namespace dimscope::panels {

/// What a page speaks of: the smallest part that is set.
struct EvidenceSubject {
    std::optional<base::ModuleId> module;
    std::optional<base::GraphId> graph;
    std::optional<base::TensorId> tensor;
    std::optional<int> axis;

    friend bool operator==(const EvidenceSubject&, const EvidenceSubject&) = default;
};

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

/// What a page shows beside the document.
struct EvidenceParts {
    std::shared_ptr<const inference::AxisEvidence> axis;  ///< null: still being counted
    bool canRelabel = false;                              ///< offers to correct the labels of short batches
};

/// Rich text in the colours of a theme. Numbers and lists are capped, saying so.
[[nodiscard]] QString evidencePage(const session::Document& document, const EvidenceSubject& subject,
                                   const EvidenceParts& parts, const widgets::ThemeColors& colors);

/// Why the audit of an axis is another than AITune's verdict, or that they agree: one sentence.
[[nodiscard]] QString whyTheyDiffer(const inference::AxisAnalysis& axis,
                                    const inference::AxisEvidence* evidence);

}  // namespace dimscope::panels
