// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_rows.h"

namespace dimscope::charts {

/// Ranges: min to max of every axis of the given tensors as bars, last and modal size marked, logarithmic
/// where the spread asks for it. Click selects the axis.
class RangesChart : public BarRowsPane {
    Q_OBJECT

 public:
    explicit RangesChart(QWidget* parent = nullptr);
    ~RangesChart() override;

    void setTensors(const ChartData& data, std::vector<base::TensorId> tensors);
    void setSelectedAxis(std::optional<base::TensorId> tensor, std::optional<int> axis);

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 protected:
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

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
