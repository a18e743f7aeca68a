// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/bar_rows.h"

namespace dimscope::charts {

/// Classification: static, batch and dynamic axes per module, or per graph of one module, as stacked bars.
/// Click filters; left and right choose the part of the current bar that Return clicks.
class ClassificationChart : public BarRowsPane {
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

 protected:
    void paintBack(QPainter& painter, QSize size) const override;
    void paintSeries(QPainter& painter, QSize size) const override;
    void paintFront(QPainter& painter, QSize size) const override;
    void keyPressEvent(QKeyEvent* event) override;

    [[nodiscard]] int rowCount() const override;
    [[nodiscard]] QString rowLabel(int row) const override;
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
