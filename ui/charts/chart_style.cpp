// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_style.h"

#include <QFontDatabase>
#include <QFontMetricsF>
#include <QPainter>
#include <QWidget>
#include <cmath>

#include "ui/charts/latest_job.h"

namespace dimscope::charts {

namespace {

constexpr double kSmallFont = 0.9;

QFont scaledFont(QFont font, double factor) {
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * factor);
    } else {
        font.setPixelSize(std::max(8, static_cast<int>(std::lround(font.pixelSize() * factor))));
    }
    return font;
}

}  // namespace

QThreadPool& chartThreads() {
    static QThreadPool pool;
    return pool;
}

ChartStyle ChartStyle::of(const QWidget& widget) {
    ChartStyle style;
    style.colors = widgets::ThemeColors::of(widget.palette());
    style.background = widget.palette().color(QPalette::Base);
    style.text = widget.palette().color(QPalette::Text);
    style.accent = widget.palette().color(QPalette::Link);
    style.title = widget.font();
    style.font = scaledFont(widget.font(), kSmallFont);
    style.bold = style.font;
    style.bold.setBold(true);
    style.mono = style.font;
    style.mono.setFamily(QFontDatabase::systemFont(QFontDatabase::FixedFont).family());
    style.mono.setStyleHint(QFont::Monospace);
    return style;
}

double ChartStyle::lineHeight() const {
    return std::ceil(QFontMetricsF(font).height());
}

double ChartStyle::width(const QString& line) const {
    return QFontMetricsF(font).horizontalAdvance(line);
}

double ChartStyle::boldWidth(const QString& line) const {
    return QFontMetricsF(bold).horizontalAdvance(line);
}

QString ChartStyle::elided(const QString& line, double available) const {
    return QFontMetricsF(font).elidedText(line, Qt::ElideRight, available);
}

void paintMessage(QPainter& painter, const QRectF& area, const ChartStyle& style, const QString& title,
                  const QStringList& lines) {
    const QFontMetricsF titleMetrics(style.title);
    const double lineHeight = style.lineHeight() + 2;
    const double height = titleMetrics.height() + 4 + static_cast<double>(lines.size()) * lineHeight;
    const QRectF inner = area.adjusted(12, 0, -12, 0);
    double y = inner.top() + std::max(4.0, (inner.height() - height) / 2);
    painter.setFont(style.title);
    painter.setPen(style.text);
    painter.drawText(QRectF(inner.left(), y, inner.width(), titleMetrics.height()), Qt::AlignCenter,
                     titleMetrics.elidedText(title, Qt::ElideRight, inner.width()));
    y += titleMetrics.height() + 4;
    painter.setFont(style.font);
    painter.setPen(style.colors.secondary);
    for (const QString& line : lines) {
        painter.drawText(QRectF(inner.left(), y, inner.width(), lineHeight), Qt::AlignCenter,
                         style.elided(line, inner.width()));
        y += lineHeight;
    }
}

double crisp(double coordinate) {
    return std::floor(coordinate) + 0.5;
}

}  // namespace dimscope::charts
