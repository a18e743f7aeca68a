// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_rows.h"
#include "ui/charts/range_band.h"
#include "ui/charts/range_scale.h"

namespace dimscope::charts {

/// Ranges: min to max of every axis of the given tensors as bars, last and modal size marked, logarithmic
/// where the spread asks for it. Click selects the axis.
///
/// Over the bars lie bands: the ranges that a compiler gets. Sizes that were seen and that a band leaves out
/// are hatched, with a sign. Handles move min, opt and max of a band: with the mouse (Escape gives the drag
/// up), or with the keyboard: H goes to the next handle of the current row, Left and Right move it by one,
/// with Shift to the next size that was seen or by ten, Home and End to the smallest and largest size seen,
/// Escape leaves it.
///
/// To connect: call setBands with the effective specs whenever they, or the tensors, change; record
/// bandChanged as one edit of the axis and call setBands with what came of it. The chart shows the new sizes
/// until then. bandChanging may be shown live elsewhere; bandCancelled takes it back.
class RangesChart : public BarRowsPane {
    Q_OBJECT

 public:
    explicit RangesChart(QWidget* parent = nullptr);
    ~RangesChart() override;

    void setTensors(const ChartData& data, std::vector<base::TensorId> tensors);
    void setSelectedAxis(std::optional<base::TensorId> tensor, std::optional<int> axis);
    /// Bands of axes, in any order; those of tensors that are not shown do no harm. Replaces all former ones.
    /// A drag in progress goes on. Empty: bars alone, nothing to edit.
    void setBands(std::vector<RangeBand> bands);

    /// Sizes that the scale holds too: charts that stand side by side share one scale.
    void setReach(std::optional<SizeReach> reach);

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 signals:
    /// A handle moves: the size that it would have. Nothing is decided yet.
    void bandChanging(dimscope::base::TensorId tensor, int axis, dimscope::charts::BandHandle which,
                      std::int64_t value);
    /// The end of a drag, or of a key that was held down: one step to undo. 1 <= min <= opt <= max.
    void bandChanged(dimscope::base::TensorId tensor, int axis, std::int64_t min, std::int64_t opt,
                     std::int64_t max);
    /// After bandChanging: everything stays as it was.
    void bandCancelled(dimscope::base::TensorId tensor, int axis);

 protected:
    [[nodiscard]] QString spokenText() const override;
    void paintBack(QPainter& painter, QSize size) const override;
    void paintSeries(QPainter& painter, QSize size) const override;
    void paintFront(QPainter& painter, QSize size) const override;

    [[nodiscard]] int rowCount() const override;
    [[nodiscard]] QString rowLabel(int row) const override;
    [[nodiscard]] QFont labelFont(const ChartStyle& style) const override;
    [[nodiscard]] std::optional<module::Verdict> rowSign(int row) const override;
    [[nodiscard]] Callout rowCallout(int row, QPointF pointer) const override;
    void activate(int row, std::optional<QPointF> place) override;
    [[nodiscard]] double leftInset(const ChartStyle& style) const override;
    [[nodiscard]] double rightInset(const ChartStyle& style) const override;

    bool event(QEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void keyReleaseEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
