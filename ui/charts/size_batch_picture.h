// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QRectF>
#include <QSize>
#include <QString>
#include <optional>
#include <vector>

#include "core/series/series.h"
#include "ui/charts/callout.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/chart_style.h"
#include "ui/charts/number_text.h"

namespace dimscope::charts {

/// Distinct pairs of batch size and size of one axis. Made on a worker thread; holds values only.
struct SizeBatchPicture {
    Q_DECLARE_TR_FUNCTIONS(SizeBatchPicture)

 public:
    ChartData data;
    base::TensorId tensor;
    int axis = 0;
    module::Verdict verdict = module::Verdict::fixed;
    std::optional<std::int64_t> multiplier;
    std::vector<series::BatchPoint> points;  ///< by batch size, then size; unknown batch sizes first
    std::uint64_t distinct = 0;
    std::uint64_t smallestCount = 1;
    std::uint64_t largestCount = 1;
    bool hasUnknown = false;
    bool hasKnown = false;
    double lowBatch = 0, highBatch = 1;  ///< of the known ones
    double lowSize = 0, highSize = 1;

    [[nodiscard]] static std::shared_ptr<const SizeBatchPicture> compute(const ChartData& data,
                                                                         base::TensorId tensor, int axis);

    /// The pair does not obey size = multiplier x batch size, though the verdict is batch.
    [[nodiscard]] bool isOffLine(const series::BatchPoint& point) const;
    [[nodiscard]] std::uint64_t pairsOffLine() const;
    /// Only excluded samples have it.
    [[nodiscard]] static bool isExcluded(const series::BatchPoint& point) { return point.count == 0; }
    [[nodiscard]] std::uint64_t pairsExcluded() const;
    [[nodiscard]] QString axisText() const;  ///< "sample:0"
    [[nodiscard]] Callout callout(std::size_t point) const;
    [[nodiscard]] QString sentence() const;
};

/// Where things lie, in widget coordinates.
struct SizeBatchLayout {
    QRectF caption;
    QRectF unknown;  ///< column of pairs without a batch size; empty where there are none
    QRectF plot;
    QRectF xAxis;
    bool hasAxisName = false;  ///< a row under the numbers of the x scale
    Ticks x;
    Ticks y;
    double low = 0, high = 1;  ///< ends of the x scale over `plot`
    double bottom = 0, top = 1;

    [[nodiscard]] double toX(double batchSize) const {
        return plot.left() + (batchSize - low) / (high - low) * plot.width();
    }
    [[nodiscard]] double toY(double size) const {
        return plot.bottom() - (size - bottom) / (top - bottom) * plot.height();
    }
    [[nodiscard]] QPointF place(const series::BatchPoint& point) const;
};

[[nodiscard]] SizeBatchLayout layOutSizeBatch(QSize size, const ChartStyle& style,
                                              const SizeBatchPicture& picture);

/// Width of a mark in pixels: its area grows with the count. In a few steps, since all marks of one width are
/// one series.
[[nodiscard]] double markSize(const SizeBatchPicture& picture, std::uint64_t count);

}  // namespace dimscope::charts
