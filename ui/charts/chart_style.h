// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QFont>
#include <QRectF>
#include <QString>
#include <QStringList>

#include "ui/widgets/theme_colors.h"

class QPainter;
class QWidget;

namespace dimscope::charts {

/// Colours and fonts of a chart, from its widget's palette and font.
struct ChartStyle {
    widgets::ThemeColors colors;
    QColor background;
    QColor text;
    QColor accent;  ///< what has the focus
    QFont font;     ///< tick labels, reasons, callouts: a little smaller than the widget's
    QFont bold;     ///< the same, bold
    QFont title;    ///< the widget's
    QFont mono;     ///< paths of tensors

    [[nodiscard]] static ChartStyle of(const QWidget& widget);

    [[nodiscard]] double lineHeight() const;
    [[nodiscard]] double width(const QString& text) const;
    [[nodiscard]] double boldWidth(const QString& text) const;
    /// The text with "…" at its end where it is too wide.
    [[nodiscard]] QString elided(const QString& text, double width) const;
};

/// Text in the middle of `area` where a chart has nothing to draw: a title and lines that say more.
void paintMessage(QPainter& painter, const QRectF& area, const ChartStyle& style, const QString& title,
                  const QStringList& lines = {});

/// Places a hairline on the pixel grid.
[[nodiscard]] double crisp(double coordinate);

}  // namespace dimscope::charts
