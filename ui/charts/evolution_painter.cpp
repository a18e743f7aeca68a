// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/evolution_painter.h"

#include <QCoreApplication>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/charts/callout.h"
#include "ui/charts/number_text.h"
#include "ui/charts/verdict_mark.h"
#include "ui/widgets/text_runs.h"

namespace dimscope::charts {

namespace {

using module::Verdict;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(EvolutionPainter)
};

const inference::AxisAnalysis& analysisOf(const EvolutionView& view, const EvolutionLane& lane) {
    const EvolutionRequest& request = view.picture->request;
    return request.data.analysis->tensor(request.tensor).axes[static_cast<std::size_t>(lane.axis)];
}

double tickY(const LaneGeometry& lane, double value) {
    const double span = lane.scale.high - lane.scale.low;
    return lane.plot.bottom() - (value - lane.scale.low) / span * lane.plot.height();
}

/// Ticks whose labels do not touch each other: the ends first, then inwards.
std::vector<double> legibleTicks(const LaneGeometry& lane, const ChartStyle& style) {
    const std::vector<double>& ticks = lane.scale.values;
    std::vector<double> kept;
    const auto keep = [&](double tick) {
        const double y = tickY(lane, tick);
        if (std::none_of(kept.begin(), kept.end(), [&](double other) {
                return std::abs(tickY(lane, other) - y) < style.lineHeight() - 2;
            })) {
            kept.push_back(tick);
        }
    };
    for (std::size_t low = 0, high = ticks.size(); low < high; ++low) {
        keep(ticks[low]);
        if (--high > low) {
            keep(ticks[high]);
        }
    }
    return kept;
}

void paintLaneGrid(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane) {
    painter.setPen(QPen(view.style.colors.grid, 1));
    for (const double tick : legibleTicks(lane, view.style)) {
        const double y = crisp(tickY(lane, tick));
        painter.drawLine(QPointF(lane.plot.left(), y), QPointF(lane.plot.right(), y));
    }
}

void paintSelectedSample(QPainter& painter, const EvolutionView& view) {
    const EvolutionLayout& layout = view.layout;
    const double x = layout.toX(view.selectedSample->value);
    const double width = std::clamp(layout.plot.width() / layout.view.span() * 0.5, 5.0, 12.0);
    if (x < layout.plot.left() - width / 2 || x > layout.plot.right() + width / 2 || layout.lanes.empty()) {
        return;
    }
    QRectF band(x - width / 2, layout.plot.top(), width,
                layout.lanes.back().band.bottom() - layout.plot.top());
    band = band.intersected(layout.plot);
    painter.fillRect(band, view.style.colors.selection);
}

void paintTickLabels(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane) {
    const double height = view.style.lineHeight();
    painter.setFont(view.style.font);
    painter.setPen(view.style.colors.secondary);
    for (const double tick : legibleTicks(lane, view.style)) {
        painter.drawText(QRectF(0, tickY(lane, tick) - height / 2, lane.plot.left() - 6, height),
                         Qt::AlignRight | Qt::AlignVCenter, tickText(tick, lane.scale.step));
    }
}

void paintLaneLabel(QPainter& painter, const EvolutionView& view, const EvolutionLane& lane,
                    const LaneGeometry& geometry, const EvolutionText& text) {
    const double height = view.style.lineHeight();
    const bool twoLines = geometry.band.bottom() - geometry.plot.top() >= 2 * height - 4;
    const double middle =
        twoLines ? geometry.plot.center().y() : (geometry.plot.top() + geometry.band.bottom()) / 2;
    const Verdict verdict = analysisOf(view, lane).verdict;
    QRectF row(geometry.label.left(), middle - (twoLines ? height : height / 2), geometry.label.width(),
               height);
    painter.setFont(view.style.bold);
    painter.setPen(view.style.text);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, EvolutionText::axisName(lane.axis));
    if (twoLines) {
        row.translate(0, height);
        painter.setFont(view.style.font);
        painter.setPen(verdictColor(view.style.colors, verdict));
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         view.style.elided(text.label(lane.axis), row.width()));
    }
}

struct BandPart {
    double from = 0;  ///< samples
    double to = 0;
    Verdict verdict = Verdict::fixed;
    std::optional<std::int64_t> multiplier;
};

std::vector<BandPart> bandParts(const EvolutionText& text, int index) {
    const inference::AxisAnalysis& axis = text.analysis().axes[static_cast<std::size_t>(index)];
    const std::size_t samples = text.graph().samples;
    std::vector<BandPart> parts;
    BandPart part{-0.5, static_cast<double>(samples) - 0.5,
                  axis.flips.empty() ? axis.verdict : axis.flips.front().before, std::nullopt};
    for (const inference::Flip& flip : axis.flips) {
        BandPart before = part;
        before.to = flip.sample.value;
        parts.push_back(before);
        part.from = flip.sample.value;
        part.verdict = flip.after;
        part.multiplier = text.multiplierAt(index, flip);
    }
    parts.push_back(part);
    return parts;
}

void paintBandPart(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane,
                   const BandPart& part) {
    const double left = std::max(lane.band.left(), view.layout.toX(part.from));
    const double right = std::min(lane.band.right(), view.layout.toX(part.to));
    if (right <= left) {
        return;
    }
    const QColor color = verdictColor(view.style.colors, part.verdict);
    const QRectF rect(left, lane.band.top(), right - left, lane.band.height());
    if (lane.band.height() < 9) {
        painter.fillRect(rect, color);
        return;
    }
    QColor tint = color;
    tint.setAlpha(view.style.colors.dark ? 70 : 45);
    painter.fillRect(rect, tint);
    painter.fillRect(QRectF(left, rect.top(), rect.width(), 2), color);
    if (rect.width() < 14) {
        return;
    }
    paintVerdictSign(painter, part.verdict, QPointF(left + 8, rect.center().y() + 1), 7, color);
    const QString word = verdictText(part.verdict, part.multiplier);
    if (view.style.width(word) + 20 <= rect.width()) {
        painter.setFont(view.style.font);
        painter.setPen(color);
        painter.drawText(rect.adjusted(16, 1, 0, 1), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         word);
    }
}

/// Excluded samples are holes in the band, where a sample is wide enough to be seen.
void paintBandGaps(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane,
                   const EvolutionText& text) {
    constexpr double kNarrowest = 3;
    const EvolutionLayout& layout = view.layout;
    if (layout.plot.width() / layout.view.span() < kNarrowest) {
        return;
    }
    const auto excluded = text.excluded();
    const double first = std::max(0.0, std::floor(layout.view.low));
    for (auto sample = std::lower_bound(excluded.begin(), excluded.end(), first);
         sample != excluded.end() && *sample <= layout.view.high + 0.5; ++sample) {
        const double left = std::max(lane.band.left(), layout.toX(*sample - 0.5));
        const double right = std::min(lane.band.right(), layout.toX(*sample + 0.5));
        if (right > left) {
            painter.fillRect(QRectF(left, lane.band.top(), right - left, lane.band.height()),
                             view.style.background);
        }
    }
}

void paintSampleScale(QPainter& painter, const EvolutionView& view) {
    const EvolutionLayout& layout = view.layout;
    const Ticks ticks = sampleTicks(layout, view.style);
    painter.setFont(view.style.font);
    painter.setPen(view.style.colors.secondary);
    const double middle = layout.xAxis.center().y();
    const double height = view.style.lineHeight();
    const QString name = Words::tr("sample");
    double taken = 10 + view.style.width(name) + 6;
    painter.drawText(QRectF(10, middle - height / 2, layout.plot.left(), height),
                     Qt::AlignLeft | Qt::AlignVCenter, name);
    const double end = layout.legend.isEmpty() && !layout.paging.isEmpty() ? layout.paging.left() - 8
                                                                           : layout.plot.right() + 16;
    for (const double tick : ticks.values) {
        const QString label = tickText(tick, ticks.step);
        const double width = view.style.width(label) + 2;
        const double x = layout.toX(tick);
        const double left = std::min(x - width / 2, layout.plot.right() + 16 - width);
        if (left < taken || left + width > end) {
            continue;
        }
        painter.drawText(QRectF(left, middle - height / 2, width, height), Qt::AlignCenter, label);
        taken = left + width + 6;
    }
}

double paintLegendEntry(QPainter& painter, const EvolutionView& view, double x, Verdict verdict) {
    const QRectF& row = view.layout.legend;
    paintVerdictSign(painter, verdict, QPointF(x + 5, row.center().y()), 8,
                     verdictColor(view.style.colors, verdict));
    const QString word = verdictWord(verdict);
    painter.setPen(view.style.colors.secondary);
    painter.drawText(QRectF(x + 14, row.top(), row.width(), row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     word);
    return x + 14 + view.style.width(word) + 14;
}

/// The tensor's path, so that a saved picture tells what it is of; returns where it ends.
double paintPath(QPainter& painter, const EvolutionView& view, const EvolutionText& text) {
    const QRectF& row = view.layout.legend;
    const QFontMetricsF metrics(view.style.mono);
    const QString path =
        metrics.elidedText(widgets::shortened(QString::fromStdString(text.tensor().accessPath)),
                           Qt::ElideMiddle, row.width() * 0.3);
    painter.setFont(view.style.mono);
    painter.setPen(view.style.text);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, path);
    return row.left() + metrics.horizontalAdvance(path) + 14;
}

void paintLegend(QPainter& painter, const EvolutionView& view, const EvolutionText& text) {
    const QRectF& row = view.layout.legend;
    if (row.isEmpty()) {
        return;
    }
    const QString what = view.picture->unit == LaneUnit::multiplier
                             ? Words::tr("line: size / batch size · band: verdict so far")
                             : Words::tr("line: size (batch size not known) · band: verdict so far");
    double x = paintPath(painter, view, text);
    painter.setFont(view.style.font);
    painter.setPen(view.style.colors.secondary);
    painter.drawText(QRectF(x, row.top(), row.right() - x, row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     view.style.elided(what, row.right() - x));
    x += view.style.width(what) + 14;
    const std::array verdicts{Verdict::fixed, Verdict::batch, Verdict::dynamic};
    double signs = 0;
    for (const Verdict verdict : verdicts) {
        signs += 28 + view.style.width(verdictWord(verdict));
    }
    if (x + signs > row.right()) {
        return;
    }
    for (const Verdict verdict : verdicts) {
        x = paintLegendEntry(painter, view, x, verdict);
    }
    if (const QString word = Words::tr("◇ excluded");
        !text.excluded().empty() && x + view.style.width(word) <= row.right()) {
        painter.drawText(QRectF(x, row.top(), row.right() - x, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, word);
        x += view.style.width(word) + 14;
    }
    if (painter.device()->devType() != QInternal::Widget) {
        return;  // an exported picture cannot be zoomed
    }
    const QString hint = Words::tr("wheel: zoom · drag: pan · double click: reset · click: select");
    if (x + 10 + view.style.width(hint) <= row.right()) {
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, hint);
    }
}

void paintPointed(QPainter& painter, const EvolutionView& view, const EvolutionText& text) {
    const EvolutionLayout& layout = view.layout;
    const double x = layout.toX(view.pointedSample->value);
    if (layout.lanes.empty() || x < layout.plot.left() || x > layout.plot.right()) {
        return;
    }
    QColor line = view.style.colors.secondary;
    line.setAlpha(140);
    painter.setPen(QPen(line, 1));
    painter.drawLine(QPointF(crisp(x), layout.plot.top()),
                     QPointF(crisp(x), layout.lanes.back().band.bottom()));
    const Callout callout = text.callout(*view.pointedSample, view.picture->request.firstLane,
                                         static_cast<int>(view.picture->lanes.size()));
    const QRectF bounds(4, 4, layout.plot.right() + 8, layout.xAxis.bottom() - 8);
    paintCallout(painter, callout, QPointF(x, view.pointer.y()), bounds, view.style);
}

}  // namespace

void paintEvolutionBack(QPainter& painter, const EvolutionView& view) {
    for (std::size_t index = 0; index < view.layout.lanes.size(); ++index) {
        const LaneGeometry& lane = view.layout.lanes[index];
        if (view.selectedAxis == view.picture->lanes[index].axis) {
            QColor tint = view.style.colors.selection;
            tint.setAlpha(view.style.colors.dark ? 90 : 110);
            painter.fillRect(lane.row, tint);
        }
    }
    if (view.selectedSample) {
        paintSelectedSample(painter, view);
    }
    for (const LaneGeometry& lane : view.layout.lanes) {
        paintLaneGrid(painter, view, lane);
    }
}

void paintEvolutionFront(QPainter& painter, const EvolutionView& view) {
    const EvolutionText text(view.picture->request.data, view.picture->request.tensor);
    for (std::size_t index = 0; index < view.layout.lanes.size(); ++index) {
        const EvolutionLane& lane = view.picture->lanes[index];
        const LaneGeometry& geometry = view.layout.lanes[index];
        paintTickLabels(painter, view, geometry);
        paintLaneLabel(painter, view, lane, geometry, text);
        for (const BandPart& part : bandParts(text, lane.axis)) {
            paintBandPart(painter, view, geometry, part);
        }
        paintBandGaps(painter, view, geometry, text);
        paintLaneFlips(painter, view, index, text);
    }
    paintSampleScale(painter, view);
    paintLegend(painter, view, text);
    if (!view.layout.paging.isEmpty()) {
        painter.setFont(view.style.font);
        painter.setPen(view.style.colors.secondary);
        painter.drawText(view.layout.paging.adjusted(0, 0, -52, 0), Qt::AlignRight | Qt::AlignVCenter,
                         view.pagingText);
    }
    if (view.pointedSample) {
        paintPointed(painter, view, text);
    }
}

void paintEvolutionSummary(QPainter& painter, const QRectF& area, const ChartStyle& style,
                           const EvolutionText& text) {
    const double line = style.lineHeight() + 4;
    const int room = std::max(1, static_cast<int>((area.height() - 2 * line - 8) / line));
    const int shown = text.axisCount() <= room ? text.axisCount() : room - 1;
    const int rows = shown < text.axisCount() ? shown + 1 : shown;
    const double height = (rows + 1) * line + 6;
    const double top = std::max(area.top(), area.center().y() - height / 2);
    paintMessage(painter, QRectF(area.left(), top - 6, area.width(), line + 6), style, text.emptySentence());

    std::array<double, 3> widths{};
    for (int axis = 0; axis < shown; ++axis) {
        const Verdict verdict = text.analysis().axes[static_cast<std::size_t>(axis)].verdict;
        widths[0] = std::max(widths[0], style.boldWidth(EvolutionText::axisName(axis)));
        widths[1] = std::max(widths[1], style.width(verdictWord(verdict)));
        widths[2] = std::max(widths[2], style.width(text.range(axis)));
    }
    constexpr double kGap = 18;
    const double left =
        std::max(8.0, area.center().x() - (widths[0] + widths[1] + widths[2] + 2 * kGap + 14) / 2);
    QRectF row(left, top + line + 6, area.right() - left, line);
    for (int axis = 0; axis < shown; ++axis) {
        const Verdict verdict = text.analysis().axes[static_cast<std::size_t>(axis)].verdict;
        const QColor color = verdictColor(style.colors, verdict);
        painter.setFont(style.bold);
        painter.setPen(style.text);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, EvolutionText::axisName(axis));
        const double words = left + widths[0] + kGap;
        paintVerdictSign(painter, verdict, QPointF(words + 4, row.center().y()), 8, color);
        painter.setFont(style.font);
        painter.setPen(color);
        painter.drawText(row.adjusted(words + 14 - left, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                         verdictWord(verdict));
        painter.setPen(style.text);
        painter.drawText(row.adjusted(words + 14 + widths[1] + kGap - left, 0, 0, 0),
                         Qt::AlignLeft | Qt::AlignVCenter, text.range(axis));
        row.translate(0, line);
    }
    if (shown < text.axisCount()) {
        painter.setFont(style.font);
        painter.setPen(style.colors.secondary);
        painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter,
                         Words::tr("and %1 more").arg(text.axisCount() - shown));
    }
}

}  // namespace dimscope::charts
