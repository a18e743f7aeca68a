// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare_charts.h"

#include <QGridLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <algorithm>

#include "ui/charts/evolution_chart.h"
#include "ui/charts/ranges_chart.h"
#include "ui/charts/size_batch_chart.h"
#include "ui/widgets/elided_label.h"

namespace dimscope::panels {

namespace {

constexpr int kGap = 6;

charts::ChartData dataOf(const session::CompareSide& side) {
    return {side.capture, side.analysis, side.exclusions};
}

/// The axis of a change, else the first that is not static.
int axisOf(const compare::Change& change, const inference::TensorAnalysis& tensor) {
    if (change.axis && static_cast<std::size_t>(*change.axis) < tensor.axes.size()) {
        return *change.axis;
    }
    const auto lively = std::find_if(
        tensor.axes.begin(), tensor.axes.end(),
        [](const inference::AxisAnalysis& axis) { return axis.verdict != module::Verdict::fixed; });
    return lively == tensor.axes.end() ? 0 : static_cast<int>(lively - tensor.axes.begin());
}

std::vector<base::TensorId> tensorsOf(const session::CompareSide& side, const compare::Place& place) {
    if (place.tensor) {
        return {*place.tensor};
    }
    return place.graph ? side.capture->graph(*place.graph).tensors : std::vector<base::TensorId>();
}

void widen(std::optional<charts::SizeReach>& reach, const session::CompareSide& side,
           const compare::Place& place) {
    for (const base::TensorId id : tensorsOf(side, place)) {
        for (const inference::AxisAnalysis& axis : side.analysis->tensor(id).axes) {
            reach = reach ? charts::SizeReach{std::min(reach->low, axis.min), std::max(reach->high, axis.max)}
                          : charts::SizeReach{axis.min, axis.max};
        }
    }
}

QString placeText(const session::CompareSide& side, const compare::Place& place) {
    QString text;
    if (place.module) {
        text = QString::fromStdString(side.capture->module(*place.module).name);
    }
    if (place.graph) {
        text += u' ' + QString::fromStdString(side.capture->graph(*place.graph).name);
    }
    if (place.tensor) {
        text +=
            QStringLiteral(" · ") + QString::fromStdString(side.capture->tensor(*place.tensor).accessPath);
    }
    return text;
}

}  // namespace

CompareCharts::CompareCharts(QWidget* parent) : QWidget(parent), m_tabs(new QTabBar) {
    m_tabs->setAccessibleName(tr("Charts of the change"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->addTab(tr("Ranges"));
    m_tabs->addTab(tr("Size vs batch"));
    m_tabs->addTab(tr("Multiplier evolution"));
    m_sides = {makeColumn(tr("before")), makeColumn(tr("after"))};
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setSpacing(kGap);
    grid->addWidget(m_tabs, 0, 0, 1, SideCount);
    for (int side = 0; side < SideCount; ++side) {
        grid->addWidget(m_sides[static_cast<std::size_t>(side)].title, 1, side);
        grid->addWidget(m_sides[static_cast<std::size_t>(side)].stack, 2, side);
        grid->setColumnStretch(side, 1);
    }
    grid->setRowStretch(2, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &CompareCharts::showCurrent);
    showCurrent();
}

CompareCharts::Column CompareCharts::makeColumn(const QString& name) {
    Column column;
    column.title = new widgets::ElidedLabel;
    column.stack = new QStackedWidget;
    column.ranges = new charts::RangesChart;
    column.sizeBatch = new charts::SizeBatchChart;
    column.evolution = new charts::EvolutionChart;
    column.placeholder = new QLabel;
    column.placeholder->setAlignment(Qt::AlignCenter);
    column.placeholder->setWordWrap(true);
    column.placeholder->setForegroundRole(QPalette::PlaceholderText);
    column.ranges->setAccessibleName(tr("Ranges %1").arg(name));
    column.sizeBatch->setAccessibleName(tr("Size vs batch %1").arg(name));
    column.evolution->setAccessibleName(tr("Multiplier evolution %1").arg(name));
    for (QWidget* page :
         {static_cast<QWidget*>(column.ranges), static_cast<QWidget*>(column.sizeBatch),
          static_cast<QWidget*>(column.evolution), static_cast<QWidget*>(column.placeholder)}) {
        column.stack->addWidget(page);
    }
    column.stack->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Expanding);
    column.title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    return column;
}

void CompareCharts::setChange(const session::ComparedPtr& compared, const compare::Change* change) {
    m_compared = compared;
    m_change = compared && change != nullptr ? std::optional(*change) : std::nullopt;
    showCurrent();
}

QString CompareCharts::title(Side side) const {
    return m_sides[side].title->text();
}

QString CompareCharts::placeholder(Side side) const {
    const Column& column = m_sides[side];
    return column.stack->currentWidget() == column.placeholder ? column.placeholder->text() : QString();
}

bool CompareCharts::isBusy() const {
    return std::any_of(m_sides.begin(), m_sides.end(), [](const Column& column) {
        const auto* chart = qobject_cast<const charts::ChartPane*>(column.stack->currentWidget());
        return chart != nullptr && chart->isBusy();
    });
}

void CompareCharts::showPlaceholder(Column& column, const QString& sentence) {
    column.placeholder->setText(sentence);
    column.placeholder->setAccessibleName(sentence);
    column.stack->setCurrentWidget(column.placeholder);
}

void CompareCharts::showCurrent() {
    if (!m_change) {
        for (std::size_t side = 0; side < SideCount; ++side) {
            m_sides[side].title->setFullText(side == Before ? tr("before") : tr("after"));
            showPlaceholder(m_sides[side], tr("Select a change to see it here."));
        }
        return;
    }
    showSide(m_sides[Before], m_compared->before, m_change->placeBefore);
    showSide(m_sides[After], m_compared->after, m_change->placeAfter);
    if (m_tabs->currentIndex() == Ranges) {
        showRanges();
    }
}

void CompareCharts::showSide(Column& column, const session::CompareSide& side, const compare::Place& place) {
    const QString name = &column == &m_sides[Before] ? tr("before") : tr("after");
    column.title->setFullText(name + QStringLiteral(" · ") + side.title + QStringLiteral(" · ") +
                              placeText(side, place));
    const bool isThere = m_change->tensor ? place.tensor.has_value() : place.graph.has_value();
    if (!isThere && !(m_change->graph.empty() && place.module)) {
        showPlaceholder(column, tr("This capture does not have it."));
        return;
    }
    if (m_change->graph.empty()) {
        showPlaceholder(column, tr("This is about the whole module."));
        return;
    }
    const charts::ChartData content = dataOf(side);
    if (m_tabs->currentIndex() == Ranges) {
        column.ranges->setTensors(content, tensorsOf(side, place));
        column.ranges->setSelectedAxis(place.tensor, m_change->axis);
        column.stack->setCurrentWidget(column.ranges);
    } else if (!place.tensor) {
        showPlaceholder(column, tr("This is about the whole graph; Ranges shows its tensors."));
    } else if (side.capture->tensor(*place.tensor).rank == 0) {
        showPlaceholder(column, tr("A scalar has no axis to draw."));
    } else if (m_tabs->currentIndex() == SizeBatch) {
        column.sizeBatch->setAxis(content, place.tensor,
                                  axisOf(*m_change, side.analysis->tensor(*place.tensor)));
        column.stack->setCurrentWidget(column.sizeBatch);
    } else {
        column.evolution->setTensor(content, place.tensor);
        column.evolution->setSelectedAxis(m_change->axis);
        column.stack->setCurrentWidget(column.evolution);
    }
}

void CompareCharts::showRanges() {
    std::optional<charts::SizeReach> reach;
    widen(reach, m_compared->before, m_change->placeBefore);
    widen(reach, m_compared->after, m_change->placeAfter);
    for (Column& column : m_sides) {
        column.ranges->setReach(reach);
    }
}

}  // namespace dimscope::panels
