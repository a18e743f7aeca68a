// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPointF>
#include <optional>

#include "ui/charts/chart_style.h"
#include "ui/charts/evolution_data.h"
#include "ui/charts/evolution_layout.h"

class QPainter;

namespace dimscope::charts {

/// What the evolution chart shows beside its curves.
struct EvolutionView {
    ChartStyle style;
    EvolutionLayout layout;
    const EvolutionPicture* picture = nullptr;
    std::optional<int> selectedAxis;
    std::optional<base::SampleId> selectedSample;
    std::optional<base::SampleId> pointedSample;  ///< the one the callout tells about
    QPointF pointer;
    QString pagingText;
};

/// Selected axis, grid, selected sample: behind the curves.
void paintEvolutionBack(QPainter& painter, const EvolutionView& view);
/// Labels, verdict bands, flips, legend, callout: on top of them.
void paintEvolutionFront(QPainter& painter, const EvolutionView& view);
/// Lines where a lane's verdict changed, and their reasons where there is room.
void paintLaneFlips(QPainter& painter, const EvolutionView& view, std::size_t index,
                    const EvolutionText& text);
/// The ranges a tensor without samples has.
void paintEvolutionSummary(QPainter& painter, const QRectF& area, const ChartStyle& style,
                           const EvolutionText& text);

}  // namespace dimscope::charts
