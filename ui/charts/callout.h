// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QPointF>
#include <QRectF>
#include <QString>
#include <optional>
#include <vector>

#include "core/module/axis_rule.h"
#include "ui/charts/chart_style.h"

namespace dimscope::charts {

/// A line of a callout, with the verdict's sign before it where there is one.
struct CalloutLine {
    QString text;
    std::optional<module::Verdict> verdict;
};

/// A box that tells about one point of a chart.
struct Callout {
    QString title;
    std::vector<CalloutLine> lines;

    /// All of it in one line.
    [[nodiscard]] QString sentence() const;
};

/// Draws the box beside `anchor`, inside `bounds`, on the side that has the room.
void paintCallout(QPainter& painter, const Callout& callout, QPointF anchor, const QRectF& bounds,
                  const ChartStyle& style);
/// Draws the box below `subject`, or above it where there is no room below, so that it stays in sight.
void paintCalloutOff(QPainter& painter, const Callout& callout, const QRectF& subject, const QRectF& bounds,
                     const ChartStyle& style);

}  // namespace dimscope::charts
