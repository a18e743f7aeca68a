// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Size versus batch size of one axis: one point per distinct pair, its area by count, with the line
/// size = multiplier x batch size where the verdict is batch; pairs off that line are marked. Click selects
/// the first sample of the pair; left and right walk through the pairs.
class SizeBatchChart : public ChartPane {
    Q_OBJECT

 public:
    explicit SizeBatchChart(QWidget* parent = nullptr);
    ~SizeBatchChart() override;

    void setAxis(const ChartData& data, std::optional<base::TensorId> tensor, int axis);
    void setSelectedSample(std::optional<base::SampleId> sample);

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 protected:
    void paintBack(QPainter& painter, QSize size) const override;
    void paintSeries(QPainter& painter, QSize size) const override;
    void paintFront(QPainter& painter, QSize size) const override;

    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
