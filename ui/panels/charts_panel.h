// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointer>
#include <QStringList>
#include <array>

#include "ui/panels/tensor_scope.h"
#include "ui/session/overrides_editor.h"
#include "ui/session/workspace.h"
#include "ui/widgets/panel_frame.h"

class QStackedWidget;
class QTabBar;

namespace dimscope::charts {
class ChartPane;
class ClassificationChart;
class EvolutionChart;
class RangesChart;
class SizeBatchChart;
struct ChartData;
}  // namespace dimscope::charts

namespace dimscope::panels {

/// The four charts as tabs. Only the one that is seen is kept up to date.
class ChartsPanel : public widgets::PanelFrame {
    Q_OBJECT

 public:
    ChartsPanel(session::Workspace& workspace, TensorScope& scope, QWidget* parent = nullptr);

    /// Names of the charts, for settings and the command line: "evolution", "size-batch", "ranges",
    /// "classification".
    [[nodiscard]] static QStringList chartNames();
    [[nodiscard]] QString currentChart() const;
    /// Unknown names change nothing.
    void setCurrentChart(const QString& name);
    [[nodiscard]] charts::ChartPane* currentPane() const;
    [[nodiscard]] QWidget* focusTarget() const override;
    [[nodiscard]] charts::EvolutionChart* evolution() const { return m_evolution; }
    [[nodiscard]] charts::ClassificationChart* classification() const { return m_classification; }
    [[nodiscard]] charts::RangesChart* ranges() const { return m_ranges; }
    [[nodiscard]] QTabBar* tabs() const { return m_tabs; }

    /// Only the evolution has a scale to zoom.
    [[nodiscard]] bool canZoom() const;
    /// Shows the ranges that a compiler gets as bands of the ranges, and takes edits of them as edits of
    /// overrides. Both must outlive the panel's use.
    void showOverrides(const session::OverridesJudge& judge, session::OverridesEditor& editor);

    void zoomIn();
    void zoomOut();
    void resetZoom();

 signals:
    void currentChartChanged();

 private:
    enum Chart : int { Evolution, SizeBatch, Ranges, Classification, ChartCount };

    void connectCharts();
    void outdate();
    void showCurrent();
    void showEvolution(const charts::ChartData& shown);
    void showSizeBatch(const charts::ChartData& shown);
    void showRanges(const charts::ChartData& shown);
    void showBands();
    void showClassification(const charts::ChartData& shown);
    void showSummary();

    QPointer<const session::OverridesJudge> m_judge;
    session::Workspace& m_workspace;
    TensorScope& m_scope;
    QTabBar* m_tabs;
    QStackedWidget* m_stack;
    charts::EvolutionChart* m_evolution;
    charts::SizeBatchChart* m_sizeBatch;
    charts::RangesChart* m_ranges;
    charts::ClassificationChart* m_classification;
    std::array<bool, ChartCount> m_current{};  // whether a chart shows the present selection
};

}  // namespace dimscope::panels
