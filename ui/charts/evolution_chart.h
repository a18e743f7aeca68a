// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/series.h"
#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Multiplier evolution: one lane per axis (at most eight, the rest on demand) on a common sample scale: size
/// / batch size in order (plain sizes where no batch size is known), the verdict so far as a band under the
/// lane, flips marked with their reason. Hover tells sample, batch size, size, multiplier; click selects the
/// sample; wheel zooms, drag pans, double click resets. Keys: left and right move the selected sample (with
/// Shift by ten), up and down the selected axis, + and - zoom, Home resets, Page Up and Page Down change the
/// lanes. A summary shows "no samples in this file" and what it has.
class EvolutionChart : public ChartPane {
    Q_OBJECT

 public:
    explicit EvolutionChart(QWidget* parent = nullptr);
    ~EvolutionChart() override;

    void setTensor(const ChartData& data, std::optional<base::TensorId> tensor);
    void setSelectedAxis(std::optional<int> axis);
    void setSelectedSample(std::optional<base::SampleId> sample);
    /// First lane of the eight shown, for tensors with more axes.
    void setFirstLane(int axis);
    /// Above 1 shows fewer samples, around the selected one where it is seen, else around the middle.
    void zoomBy(double factor);
    void resetZoom();

    /// Samples that are shown, wholly or in part; none where there are no samples.
    [[nodiscard]] std::optional<series::SampleRange> visibleSamples() const;
    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 signals:
    void visibleSamplesChanged();

 protected:
    void paintBack(QPainter& painter, QSize size) const override;
    void paintSeries(QPainter& painter, QSize size) const override;
    void paintFront(QPainter& painter, QSize size) const override;

    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
