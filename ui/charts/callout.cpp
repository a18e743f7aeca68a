// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/callout.h"

#include <QPainter>
#include <algorithm>

#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

constexpr double kPadding = 8;
constexpr double kSignWidth = 14;
constexpr double kDistance = 12;

QSizeF calloutSize(const Callout& callout, const ChartStyle& style, double limit) {
    double width = style.boldWidth(callout.title);
    for (const CalloutLine& line : callout.lines) {
        width = std::max(width, style.width(line.text) + (line.verdict ? kSignWidth : 0));
    }
    const double lines = static_cast<double>(callout.lines.size() + 1);
    return {std::min(width + 2 * kPadding + 1, limit), lines * (style.lineHeight() + 1) + 2 * kPadding - 2};
}

void paintBox(QPainter& painter, const Callout& callout, const QRectF& box, const ChartStyle& style);

}  // namespace

QString Callout::sentence() const {
    QString text = title;
    for (const CalloutLine& line : lines) {
        text += QStringLiteral("; ") + line.text;
    }
    return text;
}

void paintCallout(QPainter& painter, const Callout& callout, QPointF anchor, const QRectF& bounds,
                  const ChartStyle& style) {
    const QSizeF size = calloutSize(callout, style, bounds.width());
    double left = anchor.x() + kDistance;
    if (left + size.width() > bounds.right()) {
        left = anchor.x() - kDistance - size.width();
    }
    left = std::max(bounds.left(), std::min(left, bounds.right() - size.width()));
    double top = anchor.y() - size.height() / 2;
    top = std::max(bounds.top(), std::min(top, bounds.bottom() - size.height()));
    paintBox(painter, callout,
             QRectF(crisp(left), crisp(top), std::floor(size.width()), std::floor(size.height())), style);
}

void paintCalloutOff(QPainter& painter, const Callout& callout, const QRectF& subject, const QRectF& bounds,
                     const ChartStyle& style) {
    const QSizeF size = calloutSize(callout, style, bounds.width());
    const double left =
        std::max(bounds.left(), std::min(subject.center().x(), bounds.right() - size.width()));
    double top = subject.bottom() + 4;
    if (top + size.height() > bounds.bottom() && subject.top() - 4 - size.height() >= bounds.top()) {
        top = subject.top() - 4 - size.height();
    }
    top = std::max(bounds.top(), std::min(top, bounds.bottom() - size.height()));
    paintBox(painter, callout,
             QRectF(crisp(left), crisp(top), std::floor(size.width()), std::floor(size.height())), style);
}

namespace {

void paintBox(QPainter& painter, const Callout& callout, const QRectF& box, const ChartStyle& style) {
    QColor edge = style.colors.secondary;
    edge.setAlpha(120);
    painter.setPen(QPen(edge, 1));
    QColor fill = style.colors.dark ? style.background.lighter(125) : style.background;
    fill.setAlpha(245);
    painter.setBrush(fill);
    painter.drawRoundedRect(box, 4, 4);

    const double lineHeight = style.lineHeight() + 1;
    QRectF row(box.left() + kPadding, box.top() + kPadding - 2, box.width() - 2 * kPadding, lineHeight);
    painter.setFont(style.bold);
    painter.setPen(style.text);
    painter.drawText(row, Qt::AlignVCenter | Qt::AlignLeft, callout.title);
    painter.setFont(style.font);
    for (const CalloutLine& line : callout.lines) {
        row.translate(0, lineHeight);
        QRectF text = row;
        if (line.verdict) {
            paintVerdictSign(painter, *line.verdict, QPointF(row.left() + 4, row.center().y()), 8,
                             verdictColor(style.colors, *line.verdict));
            text.setLeft(row.left() + kSignWidth);
        }
        painter.setPen(style.text);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft, style.elided(line.text, text.width() + 1));
    }
}

}  // namespace

}  // namespace dimscope::charts
