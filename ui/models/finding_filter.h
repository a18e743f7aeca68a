// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/inference/finding.h"
#include "ui/models/filter_words.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// A finding with the module and graph that it stands in. Points into an analysis.
struct FindingRow {
    const inference::Finding* finding = nullptr;
    base::ModuleId module{};
    std::optional<base::GraphId> graph;  ///< none for findings of a module as a whole
    base::Severity severity = base::Severity::note;
};

/// All findings of a capture: errors first, then warnings, then notes; each in the capture's order.
[[nodiscard]] std::vector<FindingRow> findingRows(const Snapshot& snapshot);
/// Tensor that a finding speaks of: its own, or the first of its axes.
[[nodiscard]] std::optional<base::TensorId> firstTensor(const inference::Finding& finding);

/// Which findings are shown: severities that are on, and words that all must fit. `code:two` the code starts
/// so; `severity:err`, `module:`, `graph:` (the name holds the text), `tensor:` (of any tensor that it speaks
/// of). A word without one of these keys is text of the code, the sentence, the module or the tensor.
class FindingFilter {
 public:
    FindingFilter() = default;
    [[nodiscard]] static FindingFilter parse(const QString& text);

    void show(base::Severity severity) { m_shown[static_cast<std::size_t>(severity)] = true; }
    void hide(base::Severity severity) { m_shown[static_cast<std::size_t>(severity)] = false; }
    [[nodiscard]] bool shows(base::Severity severity) const {
        return m_shown[static_cast<std::size_t>(severity)];
    }
    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] bool accepts(const capture::Capture& capture, const FindingRow& row) const;

    friend bool operator==(const FindingFilter&, const FindingFilter&) = default;

 private:
    std::array<bool, 3> m_shown{true, true, true};  // index: base::Severity
    QList<FilterWord> m_words;
};

}  // namespace dimscope::models
