// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <QRectF>
#include <cstdint>
#include <optional>

#include "ui/charts/chart_style.h"
#include "ui/charts/range_band.h"
#include "ui/charts/range_scale.h"

class QPainter;

namespace dimscope::charts {

/// Where the band of a row lies, in pixels.
struct BandPlace {
    QRectF row;      ///< the whole row of the chart
    double min = 0;  ///< x of the three sizes
    double opt = 0;
    double max = 0;

    [[nodiscard]] static BandPlace of(const RangeBand& band, const RangeScale& scale, const QRectF& area,
                                      const QRectF& row);
    /// The frame from min to max.
    [[nodiscard]] QRectF frame() const;
    /// Min stands outside the left end, max outside the right end and opt on the top, so that each can be
    /// seen and grabbed where sizes are equal.
    [[nodiscard]] QRectF handle(BandHandle which) const;
    /// The handle that a pointer grabs. Each has at least 8 pixels each way.
    [[nodiscard]] std::optional<BandHandle> handleAt(QPointF pointer) const;
};

/// How much of a band's handles is drawn.
enum class HandleLook {
    hidden,
    quiet,   ///< outlines
    strong,  ///< filled
};

/// Draws frame and handles. The handle with the focus or under the pointer is `marked`.
void paintBand(QPainter& painter, const RangeBand& band, const BandPlace& place, HandleLook look,
               std::optional<BandHandle> marked, const ChartStyle& style);
/// Hatches sizes that were seen and that the band leaves out, from `left` to `right`, over a bar.
void paintUncovered(QPainter& painter, double left, double right, const QRectF& bar, const ChartStyle& style);
/// "■" of errors, 7 pixels wide.
void paintErrorSign(QPainter& painter, QPointF center, const ChartStyle& style);

}  // namespace dimscope::charts
