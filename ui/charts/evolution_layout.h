// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <QSize>
#include <vector>

#include "ui/charts/chart_style.h"
#include "ui/charts/evolution_data.h"
#include "ui/charts/number_text.h"

namespace dimscope::charts {

/// Where one lane's parts lie, in widget coordinates.
struct LaneGeometry {
    QRectF row;     ///< everything of the lane, label included
    QRectF label;   ///< axis and symbol, at the left
    QRectF header;  ///< reasons of flips; empty where there is no room
    QRectF plot;    ///< the curve
    QRectF band;    ///< verdict so far
    Ticks scale;
};

/// Stretch of the sample scale that is shown, in samples; halves of a sample stand beyond both ends.
struct XView {
    double low = -0.5;
    double high = 0.5;

    [[nodiscard]] double span() const { return high - low; }
    friend bool operator==(const XView&, const XView&) = default;
};

struct EvolutionLayout {
    QRectF plot;    ///< all lanes, without labels
    QRectF xAxis;   ///< sample numbers
    QRectF legend;  ///< empty where there is no room
    QRectF paging;  ///< "axes 0–7 of 12" and its two buttons; empty where all lanes are shown
    std::vector<LaneGeometry> lanes;
    XView view;

    [[nodiscard]] double toX(double sample) const {
        return plot.left() + (sample - view.low) / view.span() * plot.width();
    }
    [[nodiscard]] double toSample(double x) const {
        return view.low + (x - plot.left()) / plot.width() * view.span();
    }
};

/// How many lanes fit below each other.
[[nodiscard]] int laneCapacity(QSize size, const ChartStyle& style);

enum class Paging { none, shown };

[[nodiscard]] EvolutionLayout layOutEvolution(QSize size, const ChartStyle& style,
                                              const EvolutionPicture& picture, const XView& view,
                                              Paging paging);

/// Ticks of the sample scale.
[[nodiscard]] Ticks sampleTicks(const EvolutionLayout& layout, const ChartStyle& style);

}  // namespace dimscope::charts
