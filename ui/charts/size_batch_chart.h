// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Size versus batch size of one axis: one point per distinct pair, its area by count, with the line
/// size = multiplier x batch size where the verdict is batch. Click selects the first sample of the pair.
class SizeBatchChart : public ChartPane {
    Q_OBJECT

 public:
    explicit SizeBatchChart(QWidget* parent = nullptr);
    ~SizeBatchChart() override;

    void setAxis(const ChartData& data, std::optional<base::TensorId> tensor, int axis);
    void setSelectedSample(std::optional<base::SampleId> sample);

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
