// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/evolution_layout.h"

#include <algorithm>
#include <cmath>

namespace dimscope::charts {

namespace {

constexpr double kMargin = 10;
constexpr double kRightMargin = 16;
constexpr double kMaxSymbolWidth = 90;
constexpr double kLegendFrom = 200;  ///< height below which the legend gives way to the lanes

double legendHeight(QSize size, const ChartStyle& style) {
    return size.height() >= kLegendFrom ? style.lineHeight() + 8 : 4;
}

double xAxisHeight(const ChartStyle& style) {
    return style.lineHeight() + 6;
}

double smallestLane(const ChartStyle& style) {
    return style.lineHeight() * 2 + 2;
}

double labelWidth(const EvolutionPicture& picture, const ChartStyle& style) {
    const EvolutionText text(picture.request.data, picture.request.tensor);
    double width = 0;
    for (const EvolutionLane& lane : picture.lanes) {
        width = std::max(width, style.boldWidth(EvolutionText::axisName(lane.axis)));
        width = std::max(width, std::min(kMaxSymbolWidth, style.width(text.label(lane.axis))));
    }
    return std::ceil(width);
}

Ticks scaleOf(const EvolutionLane& lane, double height, const ChartStyle& style) {
    if (!lane.extent) {
        Ticks nothing;
        nothing.values.clear();
        return nothing;
    }
    const int steps = std::clamp(static_cast<int>(height / (style.lineHeight() * 1.4)), 1, 5);
    Ticks scale = tightTicks(lane.extent->low, lane.extent->high, steps, TickSpacing::whole);
    if (scale.step > 0) {
        // Room for the marks at both ends.
        const double room = (scale.high - scale.low) * std::min(0.25, 4 / height);
        scale.low -= room;
        scale.high += room;
    }
    return scale;
}

double tickWidth(const std::vector<LaneGeometry>& lanes, const ChartStyle& style) {
    double width = 0;
    for (const LaneGeometry& lane : lanes) {
        for (const double tick : lane.scale.values) {
            width = std::max(width, style.width(tickText(tick, lane.scale.step)));
        }
    }
    return std::ceil(width);
}

void placeLane(LaneGeometry& lane, double top, double height, const ChartStyle& style) {
    const double line = style.lineHeight();
    const double gap = std::clamp(height * 0.08, 2.0, 10.0);
    const double band = height >= 4 * line ? std::min(line - 1, 14.0) : 5;
    const double header = height >= 3.6 * line ? line + 2 : 0;
    lane.row = QRectF(0, top, 1, height);
    lane.header = QRectF(0, top, 1, header);
    lane.band = QRectF(0, top + height - gap - band, 1, band);
    const double plotTop = top + header + (header > 0 ? 3 : 4);
    lane.plot = QRectF(0, plotTop, 1, std::max(4.0, lane.band.top() - std::clamp(gap, 2.0, 5.0) - plotTop));
}

void setColumns(QRectF& rect, double left, double right) {
    rect.setLeft(left);
    rect.setRight(right);
}

}  // namespace

int laneCapacity(QSize size, const ChartStyle& style) {
    const double room = size.height() - 4 - xAxisHeight(style) - legendHeight(size, style);
    return std::clamp(static_cast<int>(room / smallestLane(style)), 1, kMaxLanes);
}

EvolutionLayout layOutEvolution(QSize size, const ChartStyle& style, const EvolutionPicture& picture,
                                const XView& view, Paging paging) {
    EvolutionLayout layout;
    layout.view = view;
    const double width = size.width();
    const double bottom = size.height() - legendHeight(size, style);
    const double lanesBottom = bottom - xAxisHeight(style);
    const double lanesTop = 4;
    const auto count = static_cast<double>(std::max<std::size_t>(1, picture.lanes.size()));
    const double laneHeight = std::max(10.0, std::floor((lanesBottom - lanesTop) / count));

    double top = lanesTop;
    for (const EvolutionLane& lane : picture.lanes) {
        LaneGeometry geometry;
        placeLane(geometry, top, laneHeight, style);
        geometry.scale = scaleOf(lane, geometry.plot.height(), style);
        layout.lanes.push_back(std::move(geometry));
        top += laneHeight;
    }
    const double labels = labelWidth(picture, style);
    const double left = std::min(kMargin + labels + 12 + tickWidth(layout.lanes, style) + 6, width * 0.5);
    const double right = std::max(left + 10, width - kRightMargin);
    for (LaneGeometry& lane : layout.lanes) {
        setColumns(lane.row, 0, width);
        setColumns(lane.header, left, right);
        setColumns(lane.plot, left, right);
        setColumns(lane.band, left, right);
        lane.label = QRectF(kMargin, lane.row.top(), labels + 2, lane.row.height());
    }
    layout.plot = QRectF(QPointF(left, lanesTop), QPointF(right, std::max(lanesTop + 10, top)));
    layout.xAxis = QRectF(left, layout.plot.bottom(), right - left, xAxisHeight(style));
    const QRectF footer(kMargin, layout.xAxis.bottom(), width - 2 * kMargin,
                        std::max(0.0, size.height() - layout.xAxis.bottom()));
    if (size.height() >= kLegendFrom) {
        layout.legend = footer;
    }
    if (paging == Paging::shown) {
        // Without a legend row the control stands on the row of the sample numbers.
        const double wanted = style.width(QStringLiteral("showing axes 000–000 of 000")) + 52;
        const QRectF row = size.height() >= kLegendFrom ? footer : layout.xAxis;
        layout.paging = QRectF(width - kMargin - wanted, row.top(), wanted, row.height());
        if (!layout.legend.isEmpty()) {
            layout.legend.setRight(layout.paging.left() - 12);
        }
    }
    return layout;
}

Ticks sampleTicks(const EvolutionLayout& layout, const ChartStyle& style) {
    const double widest = style.width(tickText(layout.view.high, 1)) + 18;
    const int count = std::max(1, static_cast<int>(layout.plot.width() / widest));
    Ticks ticks =
        tightTicks(std::max(0.0, layout.view.low), layout.view.high, std::min(count, 14), TickSpacing::whole);
    // One sample or two: no parts of samples.
    std::erase_if(ticks.values, [](double value) { return std::abs(value - std::round(value)) > 1e-6; });
    ticks.step = std::max(1.0, ticks.step);
    return ticks;
}

}  // namespace dimscope::charts
