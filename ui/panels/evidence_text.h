// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "core/inference/evidence.h"
#include "ui/panels/evidence_words.h"
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

/// What a page shows beside the document.
struct EvidenceParts {
    std::shared_ptr<const inference::AxisEvidence> axis;  ///< null: still being counted
    bool canRelabel = false;                              ///< offers to correct the labels of short batches
};

/// Rich text in the colours of a theme. Numbers and lists are capped, saying so.
[[nodiscard]] QString evidencePage(const session::Document& document, const EvidenceSubject& subject,
                                   const EvidenceParts& parts, const widgets::ThemeColors& colors);

}  // namespace dimscope::panels
