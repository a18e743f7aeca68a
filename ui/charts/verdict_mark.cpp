// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/verdict_mark.h"

#include <QPainter>
#include <QPainterPath>
#include <QPolygonF>

#include "ui/charts/number_text.h"

namespace dimscope::charts {

using module::Verdict;

QColor verdictColor(const widgets::ThemeColors& colors, Verdict verdict) {
    switch (verdict) {
        case Verdict::fixed: return colors.fixed;
        case Verdict::batch: return colors.batch;
        case Verdict::dynamic: break;
    }
    return colors.dynamic;
}

QString verdictSign(Verdict verdict) {
    switch (verdict) {
        case Verdict::fixed: return QStringLiteral("■");
        case Verdict::batch: return QStringLiteral("▲");
        case Verdict::dynamic: break;
    }
    return QStringLiteral("~");
}

QString verdictWord(Verdict verdict) {
    switch (verdict) {
        case Verdict::fixed: return QCoreApplication::translate("VerdictMark", "static");
        case Verdict::batch: return QCoreApplication::translate("VerdictMark", "batch");
        case Verdict::dynamic: break;
    }
    return QCoreApplication::translate("VerdictMark", "dynamic");
}

QString verdictText(Verdict verdict, std::optional<std::int64_t> multiplier) {
    if (verdict == Verdict::batch && multiplier) {
        return QStringLiteral("%1 ×%2").arg(verdictWord(verdict), shortNumber(*multiplier));
    }
    return verdictWord(verdict);
}

void paintVerdictSign(QPainter& painter, Verdict verdict, QPointF center, double size, const QColor& color) {
    const double half = size / 2;
    painter.save();
    painter.setPen(Qt::NoPen);
    painter.setBrush(color);
    switch (verdict) {
        case Verdict::fixed:
            painter.drawRect(
                QRectF(center.x() - half * 0.86, center.y() - half * 0.86, size * 0.86, size * 0.86));
            break;
        case Verdict::batch:
            painter.drawPolygon(QPolygonF{{center.x(), center.y() - half},
                                          {center.x() + half, center.y() + half * 0.8},
                                          {center.x() - half, center.y() + half * 0.8}});
            break;
        case Verdict::dynamic: {
            QPainterPath wave(QPointF(center.x() - half, center.y() + half * 0.25));
            wave.cubicTo(center.x() - half * 0.4, center.y() - half * 1.1, center.x() + half * 0.4,
                         center.y() + half * 1.1, center.x() + half, center.y() - half * 0.25);
            painter.setBrush(Qt::NoBrush);
            painter.setPen(QPen(color, std::max(1.4, size * 0.22), Qt::SolidLine, Qt::RoundCap));
            painter.drawPath(wave);
            break;
        }
    }
    painter.restore();
}

}  // namespace dimscope::charts
