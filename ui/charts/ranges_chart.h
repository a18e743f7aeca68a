// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Ranges: min to max of every axis of the given tensors as bars, last or modal size marked, logarithmic
/// where the spread asks for it. Click selects the axis.
class RangesChart : public ChartPane {
    Q_OBJECT

 public:
    explicit RangesChart(QWidget* parent = nullptr);
    ~RangesChart() override;

    void setTensors(const ChartData& data, std::vector<base::TensorId> tensors);
    void setSelectedAxis(std::optional<base::TensorId> tensor, std::optional<int> axis);

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
