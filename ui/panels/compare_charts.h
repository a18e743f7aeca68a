// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <array>
#include <optional>

#include "core/compare/change.h"
#include "ui/session/compare_controller.h"

class QLabel;
class QStackedWidget;
class QTabBar;

namespace dimscope::charts {
class ChartPane;
class EvolutionChart;
class RangesChart;
class SizeBatchChart;
}  // namespace dimscope::charts

namespace dimscope::widgets {
class ElidedLabel;
}

namespace dimscope::panels {

/// Charts of one change, of the capture before at the left and of the one after at the right: ranges on one
/// scale, sizes by batch size, the evolution. Only the kind in front is kept up to date.
class CompareCharts : public QWidget {
    Q_OBJECT

 public:
    explicit CompareCharts(QWidget* parent = nullptr);

    /// Null: nothing is shown. `change` is one of `compared` and may be none.
    void setChange(const session::ComparedPtr& compared, const compare::Change* change);

    enum Side : int { Before, After, SideCount };
    [[nodiscard]] charts::RangesChart* ranges(Side side) const { return m_sides[side].ranges; }
    [[nodiscard]] charts::EvolutionChart* evolution(Side side) const { return m_sides[side].evolution; }
    [[nodiscard]] charts::SizeBatchChart* sizeBatch(Side side) const { return m_sides[side].sizeBatch; }
    /// What stands over a side's chart.
    [[nodiscard]] QString title(Side side) const;
    /// What stands in place of a chart; empty where there is one.
    [[nodiscard]] QString placeholder(Side side) const;
    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }
    [[nodiscard]] bool isBusy() const;

 private:
    enum Kind : int { Ranges, SizeBatch, Evolution, KindCount };
    struct Column {
        widgets::ElidedLabel* title = nullptr;
        QStackedWidget* stack = nullptr;
        charts::RangesChart* ranges = nullptr;
        charts::SizeBatchChart* sizeBatch = nullptr;
        charts::EvolutionChart* evolution = nullptr;
        QLabel* placeholder = nullptr;
    };

    [[nodiscard]] Column makeColumn(const QString& name);
    void showCurrent();
    void showSide(Column& column, const session::CompareSide& side, const compare::Place& place);
    void showRanges();
    void showPlaceholder(Column& column, const QString& sentence);

    session::ComparedPtr m_compared;
    std::optional<compare::Change> m_change;
    QTabBar* m_tabs;
    std::array<Column, SideCount> m_sides;
};

}  // namespace dimscope::panels
