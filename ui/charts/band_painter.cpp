// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/band_painter.h"

#include <QPainter>
#include <QPolygonF>
#include <algorithm>
#include <cmath>

namespace dimscope::charts {

namespace {

constexpr double kFrameShare = 0.78;  ///< of the row's height
constexpr double kGripWidth = 5;
constexpr double kOptHalf = 5;
constexpr double kOptHeight = 7;
/// Around a handle's middle; twice as much can be grabbed.
constexpr double kReach = 6.5;
constexpr double kHatchStep = 5;

QColor faded(QColor color, int alpha) {
    color.setAlpha(alpha);
    return color;
}

QPolygonF optShape(const QRectF& box) {
    return {box.topLeft(), box.topRight(), QPointF(box.center().x(), box.bottom())};
}

void paintGrip(QPainter& painter, const QRectF& box) {
    painter.drawRoundedRect(box, 1.5, 1.5);
}

}  // namespace

BandPlace BandPlace::of(const RangeBand& band, const RangeScale& scale, const QRectF& area,
                        const QRectF& row) {
    const auto within = [&](std::int64_t size) {
        return std::clamp(scale.x(area, std::max<std::int64_t>(0, size)), area.left(), area.right());
    };
    return {row, within(band.min), within(band.opt), within(band.max)};
}

QRectF BandPlace::frame() const {
    const double height = std::floor(row.height() * kFrameShare);
    return {min, std::floor(row.center().y() - height / 2) + 0.5, max - min, height};
}

QRectF BandPlace::handle(BandHandle which) const {
    const QRectF box = frame();
    switch (which) {
        case BandHandle::min: return {min - kGripWidth, box.top(), kGripWidth, box.height()};
        case BandHandle::opt: return {opt - kOptHalf, row.top() + 0.5, 2 * kOptHalf, kOptHeight};
        case BandHandle::max: break;
    }
    return {max, box.top(), kGripWidth, box.height()};
}

std::optional<BandHandle> BandPlace::handleAt(QPointF pointer) const {
    if (!row.contains(pointer)) {
        return std::nullopt;
    }
    if (pointer.y() <= row.top() + std::max(8.0, row.height() * 0.45) &&
        std::abs(pointer.x() - opt) <= kReach) {
        return BandHandle::opt;
    }
    const double toMin = std::abs(pointer.x() - handle(BandHandle::min).center().x());
    const double toMax = std::abs(pointer.x() - handle(BandHandle::max).center().x());
    if (std::min(toMin, toMax) > kReach) {
        return std::nullopt;
    }
    return toMin < toMax ? BandHandle::min : BandHandle::max;
}

void paintBand(QPainter& painter, const RangeBand& band, const BandPlace& place, HandleLook look,
               std::optional<BandHandle> marked, const ChartStyle& style) {
    QPen edge(style.text, 1.3);
    switch (band.origin) {
        case RangeBand::Origin::inferred: edge = QPen(style.colors.secondary, 1, Qt::DotLine); break;
        case RangeBand::Origin::follows: edge.setStyle(Qt::DashLine); break;
        case RangeBand::Origin::overridden: break;
    }
    const bool inferred = band.origin == RangeBand::Origin::inferred;
    painter.setPen(edge);
    painter.setBrush(inferred ? QBrush(Qt::NoBrush) : QBrush(faded(style.text, style.colors.dark ? 34 : 22)));
    const QRectF frame = place.frame();
    painter.drawRect(look == HandleLook::hidden ? frame.adjusted(-2, 0, 2, 0) : frame);
    if (look == HandleLook::hidden) {
        return;
    }
    const QColor ink = inferred && look == HandleLook::quiet ? style.colors.secondary : style.text;
    for (const BandHandle which : {BandHandle::min, BandHandle::max, BandHandle::opt}) {
        const QRectF box = place.handle(which);
        const bool isMarked = marked == which;
        const QColor fill = isMarked ? style.accent : look == HandleLook::strong ? ink : style.background;
        painter.setBrush(fill);
        if (which == BandHandle::opt) {
            painter.setPen(QPen(look == HandleLook::strong ? style.background : ink, 1));
            painter.drawPolygon(optShape(box));
        } else {
            painter.setPen(QPen(isMarked ? style.accent : ink, 1));
            paintGrip(painter, box);
        }
        if (isMarked) {
            painter.setPen(QPen(style.accent, 1.4));
            painter.setBrush(Qt::NoBrush);
            painter.drawRoundedRect(box.adjusted(-2.5, -1.5, 2.5, 1.5), 3, 3);
        }
    }
}

void paintUncovered(QPainter& painter, double left, double right, const QRectF& bar,
                    const ChartStyle& style) {
    const QRectF box(left, bar.top(), right - left, bar.height());
    painter.setPen(QPen(style.colors.error, 1.2));
    painter.setBrush(faded(style.colors.error, 46));
    painter.drawRect(box);
    // Lines that end at the box: SVG files know neither clipping nor hatched brushes.
    const double height = box.height();
    for (double start = box.left() - height + kHatchStep; start < box.right(); start += kHatchStep) {
        const double from = std::max(start, box.left());
        const double to = std::min(start + height, box.right());
        if (to > from) {
            painter.drawLine(QPointF(from, box.bottom() - (from - start)),
                             QPointF(to, box.bottom() - (to - start)));
        }
    }
}

void paintErrorSign(QPainter& painter, QPointF center, const ChartStyle& style) {
    painter.fillRect(QRectF(center.x() - 3.5, center.y() - 3.5, 7, 7), style.colors.error);
}

}  // namespace dimscope::charts
