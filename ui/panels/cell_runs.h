// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <optional>

#include "core/base/diagnostic.h"
#include "core/module/axis_rule.h"
#include "ui/models/snapshot.h"
#include "ui/session/document.h"
#include "ui/widgets/text_runs.h"
#include "ui/widgets/theme_colors.h"

/// How cells of the item models are drawn: faces and colours from the shared roles.
namespace dimscope::panels {

[[nodiscard]] QColor verdictColor(const widgets::ThemeColors& colors, module::Verdict verdict);
[[nodiscard]] QColor severityColor(const widgets::ThemeColors& colors, base::Severity severity);

/// The text of a cell in the face and colour that its roles ask for.
[[nodiscard]] widgets::TextRuns plainRuns(const QModelIndex& index, const widgets::ThemeColors& colors);
/// `[batch×2, 4, d0]` with each entry in the colour of its axis' verdict.
[[nodiscard]] widgets::TextRuns shapeRuns(const QModelIndex& index, const widgets::ThemeColors& colors);
/// `▲ batch ~ dynamic`: each verdict of a tensor's axes but static, with sign and colour; `■ static` where
/// all are.
[[nodiscard]] widgets::TextRuns verdictsRuns(const QModelIndex& index, const widgets::ThemeColors& colors);
/// Sign and text of one axis' verdict, in its colour.
[[nodiscard]] widgets::TextRuns verdictRuns(const QModelIndex& index, const widgets::ThemeColors& colors);
/// `≠ ▲ batch ×2, ~ dynamic · weak`: an audit with the sign of each verdict; the first where it differs from
/// AITune's verdict.
[[nodiscard]] widgets::TextRuns auditRuns(const QModelIndex& index, const widgets::ThemeColors& colors);
/// Sign and word of where a tensor's contract comes from; what nobody stated steps back.
[[nodiscard]] widgets::TextRuns originRuns(const QModelIndex& index, const widgets::ThemeColors& colors);
/// Sign and word of a severity.
[[nodiscard]] widgets::TextRuns severityRuns(const QModelIndex& index, const widgets::ThemeColors& colors);

[[nodiscard]] models::Snapshot snapshotOf(const session::DocumentPtr& document);

}  // namespace dimscope::panels
