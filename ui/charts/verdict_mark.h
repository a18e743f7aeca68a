// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QCoreApplication>
#include <QPointF>
#include <QString>
#include <cstdint>
#include <optional>

#include "core/module/axis_rule.h"
#include "ui/widgets/theme_colors.h"

class QPainter;

namespace dimscope::charts {

[[nodiscard]] QColor verdictColor(const widgets::ThemeColors& colors, module::Verdict verdict);
/// "■", "▲" or "~".
[[nodiscard]] QString verdictSign(module::Verdict verdict);
/// "static", "batch" or "dynamic".
[[nodiscard]] QString verdictWord(module::Verdict verdict);
/// The word, with "×2" behind where a whole multiplier is known.
[[nodiscard]] QString verdictText(module::Verdict verdict, std::optional<std::int64_t> multiplier);

/// Draws the sign as a shape, so that it looks alike in every font: a square, a triangle, a wave.
void paintVerdictSign(QPainter& painter, module::Verdict verdict, QPointF center, double size,
                      const QColor& color);

}  // namespace dimscope::charts
