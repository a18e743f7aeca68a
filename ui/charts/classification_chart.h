// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Classification: static, batch and dynamic axes per module, or per graph of one module, as stacked bars.
/// Click filters.
class ClassificationChart : public ChartPane {
    Q_OBJECT

 public:
    explicit ClassificationChart(QWidget* parent = nullptr);
    ~ClassificationChart() override;

    /// Bars per module, or per graph of `module`.
    void setScope(const ChartData& data, std::optional<base::ModuleId> module);

    [[nodiscard]] QString summary() const override;
    [[nodiscard]] bool isBusy() const override;

 signals:
    void barClicked(dimscope::base::ModuleId module, std::optional<dimscope::base::GraphId> graph,
                    dimscope::module::Verdict verdict);

 private:
    class Private;
    std::unique_ptr<Private> d;
};

}  // namespace dimscope::charts
