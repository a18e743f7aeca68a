// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "ui/charts/band_painter.h"
#include "ui/charts/latest_job.h"
#include "ui/charts/range_scale.h"
#include "ui/charts/ranges_chart.h"
#include "ui/charts/ranges_picture.h"

namespace dimscope::charts {

/// State of the ranges chart: the bars, the bands over them, and a band that is being edited.
class RangesChart::Private {
 public:
    /// An edit that is not decided yet.
    struct Edit {
        enum class By { mouse, keyboard };
        int row = 0;
        BandHandle handle = BandHandle::max;
        By by = By::mouse;
        RangeBand before;
        RangeBand now;
        double pressed = 0;  ///< x of the pointer at the start
        double grip = 0;     ///< x of the size minus x of the pointer at the start
        bool told = false;   ///< bandChanging has been emitted
    };
    struct Hovered {
        int row = 0;
        BandHandle handle = BandHandle::max;
        friend bool operator==(const Hovered&, const Hovered&) = default;
    };

    explicit Private(RangesChart& chart);

    void arrived(std::shared_ptr<const RangesPicture> answer);
    /// Both pictures have the same axes in the same order.
    [[nodiscard]] bool hasRowsOf(const RangesPicture* other) const;
    void applySelection();
    /// Puts the bands on their rows and the scale around them.
    void matchBands();
    void updateScale();
    /// The edit goes on above the new band of its row, or ends where there is none.
    void followEdit();

    [[nodiscard]] const series::RangeBar& bar(int row) const {
        return picture->ranges.bars[static_cast<std::size_t>(row)];
    }
    /// The band of a row as it is drawn: while it is edited, the edited one.
    [[nodiscard]] const RangeBand* band(int row) const;
    [[nodiscard]] bool isEditable(int row) const;
    [[nodiscard]] QString message() const;

    // Edits.
    [[nodiscard]] std::optional<Hovered> handleAt(QPointF pointer) const;
    void begin(int row, BandHandle handle, Edit::By by);
    void moveTo(std::int64_t size);
    void dragTo(double x);
    void commit();
    void cancel();
    void setHovered(std::optional<Hovered> handle);
    /// The handle that the keyboard moves, in the current row.
    void setFocused(std::optional<BandHandle> handle);
    void focusNext(int by);
    /// Keeps the handle in the current row, or drops it where the row has none.
    void followCurrentRow();
    void requestSeen(int row);
    /// The next size that was seen; ten more or less where there is none.
    [[nodiscard]] std::int64_t nextSeen(int row, std::int64_t from, int direction) const;
    /// True: the key was for a handle.
    bool handleKey(QKeyEvent& event);
    void moveByKey(int key, Qt::KeyboardModifiers modifiers);

    // Drawing.
    [[nodiscard]] std::vector<CalloutLine> bandLines(int row) const;
    [[nodiscard]] Callout handleCallout(int row, BandHandle handle) const;
    void paintBar(QPainter& painter, const ChartStyle& style, const QRectF& area, const QRectF& row,
                  int index) const;
    void paintEnds(QPainter& painter, const ChartStyle& style, const QRectF& area, const QRectF& row,
                   int index) const;
    void paintLegend(QPainter& painter, const QRectF& row, const ChartStyle& style) const;
    void paintScale(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                    const ChartStyle& style) const;
    /// Whether there is a callout of a handle, which then stands for that of the row.
    bool paintHandleCallout(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                            const ChartStyle& style) const;

    RangesChart& q;
    ChartData data;
    std::vector<base::TensorId> tensors;
    std::optional<base::TensorId> selectedTensor;
    std::optional<int> selectedAxis;
    std::shared_ptr<const RangesPicture> picture;
    std::vector<RangeBand> bands;
    std::optional<SizeReach> reach;
    std::vector<std::optional<RangeBand>> rowBands;  ///< by row; without the edit in progress
    RangeScale scale;
    std::optional<Edit> edit;
    std::optional<BandHandle> focused;
    std::optional<Hovered> hovered;
    std::shared_ptr<const SeenSizes> seen;  ///< of the axis that is edited or has the focus, once known
    ChartData seenOf;
    LatestJob<RangesPicture> job;
    LatestJob<SeenSizes> seenJob;
};

/// How much of a row's height a bar takes.
inline constexpr double kRangeThickness = 0.46;

}  // namespace dimscope::charts
