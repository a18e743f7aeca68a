// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Multiplier evolution: one lane per axis (at most eight, the rest on demand) on a common sample scale: size
/// / batch size in order (plain sizes where no batch size is known), the verdict so far as a band under the
/// lane, flips marked with their reason. Hover tells sample, batch size, size, multiplier; click selects the
/// sample; wheel zooms, drag pans, double click resets. A summary shows "no samples in this file" and what it
/// has.
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

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
