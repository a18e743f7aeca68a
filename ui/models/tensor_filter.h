// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>

#include "ui/models/filter_words.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// Words of the filter box, all of which must fit a tensor. Case does not matter.
///
/// `verdict:dynamic` an axis with this verdict; `audit:weak` an axis whose audit is this: a verdict, a
/// strength, or `differs` (from AITune's verdict); `finding:two-point`, `finding:error` a finding of this
/// code or severity that speaks of the tensor; `override:follows` where its contract comes from (inferred,
/// follows, overridden); `dtype:float16` a dtype that starts so; `side:input`; `path:`,
/// `module:` contain the text; `graph:` the graph's number, or text that its name contains. A word without
/// one of these keys is text of the access path, semantic path, dtype or module. `-` in front turns a word
/// round. Words with blanks stand in quotes: `module:"text encoder"`. A key without a value does not filter
/// yet.
class TensorFilter {
 public:
    TensorFilter() = default;
    [[nodiscard]] static TensorFilter parse(const QString& text);

    [[nodiscard]] bool isEmpty() const { return m_words.isEmpty(); }
    /// Whether some word asks for what overrides mean.
    [[nodiscard]] bool asksForOrigins() const;
    /// Whether a tensor of the snapshot fits every word. Looks through the findings once, then each call
    /// takes the same time whatever their number. Keeps the snapshot alive; may be called from any thread.
    using Test = std::function<bool(base::TensorId tensor)>;
    [[nodiscard]] Test testFor(const Snapshot& snapshot) const;

    friend bool operator==(const TensorFilter&, const TensorFilter&) = default;

 private:
    /// Of words that need nothing but the tensor: all but findings.
    [[nodiscard]] static bool fits(const FilterWord& word, const Snapshot& snapshot, base::TensorId id);

    QList<FilterWord> m_words;
};

}  // namespace dimscope::models
