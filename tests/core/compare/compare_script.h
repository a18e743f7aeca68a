// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include "core/capture/capture.h"
#include "core/compare/comparison.h"
#include "core/inference/analysis.h"
#include "core/overrides/override_set.h"

/// Captures written as short texts, and comparisons as text, for tests.
namespace dimscope::test_support {

/// A capture from lines "[@MODULE ]LAYOUT | CALLS": the layout as in layoutFrom, the calls parted by ";",
/// each "BATCH: SIZE SIZE ..." with batch size 0 for an unknown one. Instead of calls "summary", then per
/// tensor of the layout and axis "SYMBOL=MIN..MAX" or a size: a graph without calls. Without @: module "m".
[[nodiscard]] capture::Capture captureFrom(const QStringList& lines);

/// A capture with its analysis and overrides.
struct Compared {
    capture::Capture capture;
    overrides::OverrideSet overrides;
    inference::Analysis analysis;

    explicit Compared(capture::Capture given, overrides::OverrideSet stated = {});
    [[nodiscard]] compare::Subject subject() const { return {capture, analysis, &overrides}; }
};

/// "code@place before->after" of a change; the place is "path:axis", or "module.graph", or "module". Findings
/// have their code in place of a sentence.
[[nodiscard]] QString changeText(const compare::Change& change);
/// All of them in order.
[[nodiscard]] QStringList changeTexts(const compare::Comparison& comparison);

}  // namespace dimscope::test_support
