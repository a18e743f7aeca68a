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

void paintLaneGrid(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane) {
    painter.setPen(QPen(view.style.colors.grid, 1));
    for (const double tick : lane.scale.values) {
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

/// Labels of a lane's scale, from the ends inwards, without overlap.
void paintTickLabels(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane) {
    const std::vector<double>& ticks = lane.scale.values;
    const double height = view.style.lineHeight();
    std::vector<double> taken;
    const auto draw = [&](double tick) {
        const double y = tickY(lane, tick);
        if (std::any_of(taken.begin(), taken.end(),
                        [&](double other) { return std::abs(other - y) < height - 2; })) {
            return;
        }
        taken.push_back(y);
        painter.drawText(QRectF(0, y - height / 2, lane.plot.left() - 6, height),
                         Qt::AlignRight | Qt::AlignVCenter, tickText(tick, lane.scale.step));
    };
    painter.setFont(view.style.font);
    painter.setPen(view.style.colors.secondary);
    for (std::size_t low = 0, high = ticks.size(); low < high; ++low) {
        draw(ticks[low]);
        if (--high > low) {
            draw(ticks[high]);
        }
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
                         view.style.elided(text.symbol(lane.axis), row.width()));
    }
}

struct BandPart {
    double from = 0;  ///< samples
    double to = 0;
    Verdict verdict = Verdict::fixed;
};

std::vector<BandPart> bandParts(const inference::AxisAnalysis& axis, std::size_t samples) {
    std::vector<BandPart> parts;
    BandPart part{-0.5, static_cast<double>(samples) - 0.5,
                  axis.flips.empty() ? axis.verdict : axis.flips.front().before};
    for (const inference::Flip& flip : axis.flips) {
        BandPart before = part;
        before.to = flip.sample.value;
        parts.push_back(before);
        part.from = flip.sample.value;
        part.verdict = flip.after;
    }
    parts.push_back(part);
    return parts;
}

void paintBandPart(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane,
                   const BandPart& part, std::optional<std::int64_t> multiplier) {
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
    const QString word = verdictText(part.verdict, multiplier);
    if (view.style.width(word) + 20 <= rect.width()) {
        painter.setFont(view.style.font);
        painter.setPen(color);
        painter.drawText(rect.adjusted(16, 1, 0, 1), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextDontClip,
                         word);
    }
}

/// A flip's text: where its line stands, and the room it got.
struct FlipText {
    double x = 0;
    QString text;
    QColor color;
};

/// Texts side by side, each right of its line; left of it where the room is there only.
void paintFlipTexts(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane,
                    const std::vector<FlipText>& texts) {
    painter.setFont(view.style.font);
    double from = lane.header.left();
    for (std::size_t index = 0; index < texts.size(); ++index) {
        const FlipText& flip = texts[index];
        const double width = view.style.width(flip.text) + 1;
        double left = std::max(from, flip.x + 5);
        double right = lane.header.right();
        if (index + 1 < texts.size()) {
            const double next = texts[index + 1].x - 4;
            // Lines close together: the two share what is right of them.
            right = next - left > 60 ? next : left + (right - left) / 2 - 6;
        }
        if (width > right - left && flip.x - 5 - from > std::max(width, right - left)) {
            right = flip.x - 5;
            left = right - width;
        }
        if (right - left < 24) {
            continue;
        }
        painter.setPen(flip.color);
        painter.drawText(QRectF(left, lane.header.top(), right - left, lane.header.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, view.style.elided(flip.text, right - left));
        from = std::min(right, left + width) + 12;
    }
}

void paintFlips(QPainter& painter, const EvolutionView& view, const EvolutionLane& lane,
                const LaneGeometry& geometry, const EvolutionText& text) {
    std::vector<FlipText> texts;
    for (const inference::Flip& flip : analysisOf(view, lane).flips) {
        const double x = view.layout.toX(flip.sample.value);
        if (x < geometry.plot.left() || x > geometry.plot.right()) {
            continue;
        }
        const QColor color = verdictColor(view.style.colors, flip.after);
        QPen pen(color, 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        const double top = geometry.header.isEmpty() ? geometry.plot.top() : geometry.header.top() + 3;
        painter.drawLine(QPointF(crisp(x), top), QPointF(crisp(x), geometry.band.top()));
        texts.push_back({x, text.flip(lane.axis, flip), color});
    }
    if (!geometry.header.isEmpty()) {
        paintFlipTexts(painter, view, geometry, texts);
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

void paintLegend(QPainter& painter, const EvolutionView& view) {
    const QRectF& row = view.layout.legend;
    if (row.isEmpty()) {
        return;
    }
    painter.setFont(view.style.font);
    painter.setPen(view.style.colors.secondary);
    const QString what = view.picture->unit == LaneUnit::multiplier
                             ? Words::tr("line: size / batch size · band: verdict so far")
                             : Words::tr("line: size (batch size not known) · band: verdict so far");
    double x = row.left();
    painter.drawText(QRectF(x, row.top(), row.width(), row.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     view.style.elided(what, row.width()));
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
    const QString hint =
        Words::tr("wheel: zoom · drag: pan · double click: reset · click: select the sample");
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
        const inference::AxisAnalysis& analysis = analysisOf(view, lane);
        paintTickLabels(painter, view, geometry);
        paintLaneLabel(painter, view, lane, geometry, text);
        for (const BandPart& part : bandParts(analysis, text.graph().samples)) {
            paintBandPart(painter, view, geometry, part, analysis.multiplier);
        }
        paintFlips(painter, view, lane, geometry, text);
    }
    paintSampleScale(painter, view);
    paintLegend(painter, view);
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
    QStringList lines;
    const int fitting = std::max(0, static_cast<int>((area.height() - 40) / (style.lineHeight() + 2)));
    const int shown = text.axisCount() <= fitting ? text.axisCount() : std::max(0, fitting - 1);
    for (int axis = 0; axis < shown; ++axis) {
        lines.push_back(text.summaryLine(axis));
    }
    if (shown < text.axisCount()) {
        lines.push_back(Words::tr("and %1 more").arg(text.axisCount() - shown));
    }
    paintMessage(painter, area, style, text.emptySentence(), lines);
}

}  // namespace dimscope::charts
