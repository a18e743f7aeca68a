// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/number_text.h"
#include "ui/charts/ranges_chart_private.h"
#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

/// Between a bar's end and the value beside it, in pixels: the mark of the last size or a handle may stand
/// between them.
constexpr double kValueGap = 12;
constexpr double kErrorSign = 11;
/// What is left out is never narrower than this on the screen.
constexpr double kLeastUncovered = 6;

void paintMode(QPainter& painter, QPointF center, const QColor& edge, const QColor& fill) {
    painter.setPen(QPen(edge, 1.4));
    painter.setBrush(fill);
    painter.drawPolygon(QPolygonF{{center.x(), center.y() - 4.5},
                                  {center.x() + 4.5, center.y()},
                                  {center.x(), center.y() + 4.5},
                                  {center.x() - 4.5, center.y()}});
}

void paintLast(QPainter& painter, QPointF center, const QColor& edge) {
    painter.setPen(QPen(edge, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(center, 6.5, 6.5);
}

/// The value beside an end of a row: of the bar or of the band, whichever reaches further out.
struct EndValue {
    std::int64_t size = 0;
    bool ofBand = false;
    bool uncovered = false;
};

EndValue lowEnd(const series::RangeBar& bar, const RangeBand* band) {
    if (band && band->min < bar.min) {
        return {std::max<std::int64_t>(0, band->min), true, false};
    }
    return {bar.min, false, band && bar.min < band->min};
}

EndValue highEnd(const series::RangeBar& bar, const RangeBand* band) {
    if (band && band->max > bar.max) {
        return {band->max, true, false};
    }
    return {bar.max, false, band && bar.max > band->max};
}

bool hasLowValue(const series::RangeBar& bar, const RangeBand* band) {
    return bar.min != bar.max || (band && band->min < bar.min) || (band && band->min > bar.max);
}

double endWidth(const EndValue& end, const ChartStyle& style) {
    return style.width(shortNumber(end.size)) + (end.uncovered ? kErrorSign : 0);
}

}  // namespace

double RangesChart::leftInset(const ChartStyle& style) const {
    double width = 0;
    bool editable = false;
    for (int row = 0; row < rowCount(); ++row) {
        const auto& band = d->rowBands[static_cast<std::size_t>(row)];
        const RangeBand* own = band ? &*band : nullptr;
        editable = editable || (own && own->isEditable());
        if (hasLowValue(d->bar(row), own)) {
            width = std::max(width, endWidth(lowEnd(d->bar(row), own), style));
        }
    }
    return std::ceil(width + (editable ? kErrorSign : 0)) + kValueGap + 4;
}

double RangesChart::rightInset(const ChartStyle& style) const {
    double width = 0;
    bool editable = false;
    for (int row = 0; row < rowCount(); ++row) {
        const auto& band = d->rowBands[static_cast<std::size_t>(row)];
        const RangeBand* own = band ? &*band : nullptr;
        editable = editable || (own && own->isEditable());
        width = std::max(width, endWidth(highEnd(d->bar(row), own), style));
    }
    // A handle may be drawn to a size with more digits.
    return std::ceil(width + (editable ? kErrorSign : 0)) + kValueGap + 4;
}

void RangesChart::Private::paintBar(QPainter& painter, const ChartStyle& style, const QRectF& area,
                                    const QRectF& row, int index) const {
    const series::RangeBar& own = bar(index);
    const RangeBand* over = band(index);
    const double middle = row.center().y();
    const double left = scale.x(area, own.min);
    const double right = scale.x(area, own.max);
    const double height = std::floor(row.height() * kRangeThickness);
    const QRectF strip(left, std::floor(middle - height / 2) + 0.5, right - left, height);
    if (own.min == own.max) {
        const double half = std::min(7.0, row.height() * 0.32);
        painter.setPen(QPen(verdictColor(style.colors, own.verdict), 2.5, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(left, middle - half), QPointF(left, middle + half));
    }
    if (over && own.min < over->min) {
        const double end = std::min(scale.x(area, over->min), std::max(right, left + kLeastUncovered));
        paintUncovered(painter, left, std::max(end, left + kLeastUncovered), strip, style);
    }
    if (over && own.max > over->max) {
        const double start = std::max(scale.x(area, over->max), std::min(left, right - kLeastUncovered));
        paintUncovered(painter, std::min(start, right - kLeastUncovered), right, strip, style);
    }
    if (own.min != own.max && own.last) {
        paintLast(painter, QPointF(scale.x(area, *own.last), middle), style.text);
    }
    if (own.min != own.max && own.mode) {
        paintMode(painter, QPointF(scale.x(area, *own.mode), middle), style.text, style.background);
    }
}

void RangesChart::Private::paintEnds(QPainter& painter, const ChartStyle& style, const QRectF& area,
                                     const QRectF& row, int index) const {
    const series::RangeBar& own = bar(index);
    const RangeBand* over = band(index);
    const double middle = row.center().y();
    const double line = style.lineHeight();
    const auto colorOf = [&](const EndValue& end, const QColor& seenColor) {
        return end.uncovered ? style.colors.error : end.ofBand ? style.text : seenColor;
    };
    const auto place = [&](std::int64_t size) {
        return std::clamp(scale.x(area, size), area.left(), area.right());
    };
    if (hasLowValue(own, over)) {
        const EndValue end = lowEnd(own, over);
        const double at = place(end.size) - kValueGap;
        painter.setFont(end.ofBand ? style.bold : style.font);
        painter.setPen(colorOf(end, style.colors.secondary));
        painter.drawText(QRectF(at - 200, middle - line / 2, 200, line), Qt::AlignRight | Qt::AlignVCenter,
                         shortNumber(end.size));
        if (end.uncovered) {
            paintErrorSign(painter, {at - style.width(shortNumber(end.size)) - kErrorSign / 2, middle},
                           style);
        }
    }
    const EndValue end = highEnd(own, over);
    const double at = place(end.size) + kValueGap;
    painter.setFont(end.ofBand ? style.bold : style.font);
    painter.setPen(colorOf(end, style.text));
    painter.drawText(QRectF(at, middle - line / 2, 200, line), Qt::AlignLeft | Qt::AlignVCenter,
                     shortNumber(end.size));
    if (end.uncovered) {
        paintErrorSign(painter, {at + style.width(shortNumber(end.size)) + kErrorSign / 2, middle}, style);
    }
}

void RangesChart::Private::paintScale(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                                      const ChartStyle& style) const {
    const int count = std::max(1, static_cast<int>(area.width() / 64));
    painter.setFont(style.font);
    double taken = 0;
    for (const auto& [value, text] : scale.ticks(count)) {
        const double at = scale.xAt(area, value);
        const double width = style.width(text) + 2;
        painter.setPen(QPen(style.colors.grid, 1));
        painter.drawLine(QPointF(crisp(at), area.top()), QPointF(crisp(at), area.bottom() + 3));
        if (at - width / 2 < taken) {
            continue;
        }
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(at - width / 2, layout.axis.top() + 3, width, style.lineHeight()),
                         Qt::AlignCenter, text);
        taken = at + width / 2 + 6;
    }
    const QString name = scale.logarithmic ? RangesChart::tr("size, log") : RangesChart::tr("size");
    painter.setPen(style.colors.secondary);
    painter.drawText(
        QRectF(layout.labels.left(), layout.axis.top() + 3, layout.labels.width(), style.lineHeight()),
        Qt::AlignLeft | Qt::AlignVCenter, name);
}

void RangesChart::Private::paintLegend(QPainter& painter, const QRectF& row, const ChartStyle& style) const {
    if (row.isEmpty()) {
        return;
    }
    const double middle = row.center().y();
    double left = row.left();
    const auto word = [&](const QString& text) {
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(left, row.top(), row.right() - left, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, style.elided(text, row.right() - left));
        left += style.width(text) + 16;
    };
    painter.setFont(style.font);
    bool marked = false;
    bool uncovered = false;
    bool banded = false;
    for (int index = 0; index < q.rowCount(); ++index) {
        const RangeBand* own = band(index);
        marked = marked || bar(index).mode || bar(index).last;
        banded = banded || (own && (own->isEditable() || own->origin != RangeBand::Origin::inferred));
        uncovered = uncovered || (own && !(own->covers(bar(index).min) && own->covers(bar(index).max)));
    }
    if (marked) {
        paintMode(painter, QPointF(left + 6, middle), style.text, style.background);
        left += 16;
        word(RangesChart::tr("most frequent size"));
        paintLast(painter, QPointF(left + 6, middle), style.text);
        left += 18;
        word(RangesChart::tr("last size"));
    } else {
        word(data.capture->sampleCount() == 0
                 ? RangesChart::tr("no samples in this file: smallest and largest sizes only")
                 : RangesChart::tr("no samples: smallest and largest sizes only"));
    }
    if (banded) {
        RangeBand sample;
        sample.origin = RangeBand::Origin::overridden;
        const QRectF small = QRectF(left, middle - 8, 30, 16);
        paintBand(painter, sample, {small, left + 6, left + 18, left + 24}, HandleLook::strong, std::nullopt,
                  style);
        left += 36;
        word(RangesChart::tr("min, opt, max of the contract"));
    }
    if (uncovered) {
        paintUncovered(painter, left, left + 16, QRectF(left, middle - 4, 16, 8), style);
        paintErrorSign(painter, {left + 23, middle}, style);
        left += 31;
        word(RangesChart::tr("seen, not covered"));
    }
    if (picture->ranges.left > 0) {
        word(RangesChart::tr("the first %1 axes; %2 more not drawn")
                 .arg(picture->ranges.bars.size())
                 .arg(exactNumber(static_cast<std::int64_t>(picture->ranges.left))));
    }
}

std::vector<CalloutLine> RangesChart::Private::bandLines(int row) const {
    const RangeBand* own = band(row);
    std::vector<CalloutLine> lines;
    if (!own) {
        return lines;
    }
    lines.push_back({RangesChart::tr("contract %1 (%2)").arg(bandText(*own), originText(own->origin)), {}});
    const series::RangeBar& under = bar(row);
    if (under.min < own->min) {
        lines.push_back(
            {RangesChart::tr("■ not covered: seen down to %1").arg(exactNumber(under.min)), std::nullopt});
    }
    if (under.max > own->max) {
        lines.push_back(
            {RangesChart::tr("■ not covered: seen up to %1").arg(exactNumber(under.max)), std::nullopt});
    }
    return lines;
}

Callout RangesChart::Private::handleCallout(int row, BandHandle handle) const {
    const RangeBand& own = *band(row);
    const series::RangeBar& under = bar(row);
    Callout callout;
    callout.title =
        RangesChart::tr("%1 of %2: %3")
            .arg(handleWord(handle), QString::fromStdString(under.label), exactNumber(own.value(handle)));
    if (edit && edit->before.value(handle) != own.value(handle)) {
        callout.lines.push_back(
            {RangesChart::tr("was %1").arg(exactNumber(edit->before.value(handle))), std::nullopt});
    }
    for (CalloutLine& line : bandLines(row)) {
        callout.lines.push_back(std::move(line));
    }
    callout.lines.push_back(
        {under.min == under.max
             ? RangesChart::tr("seen: always %1").arg(exactNumber(under.min))
             : RangesChart::tr("seen: %1 to %2").arg(exactNumber(under.min), exactNumber(under.max)),
         std::nullopt});
    return callout;
}

bool RangesChart::Private::paintHandleCallout(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                                              const ChartStyle& style) const {
    std::optional<Hovered> at;
    if (edit) {
        at = Hovered{edit->row, edit->handle};
    } else if (focused && q.currentRow() && q.hasFocus() && !q.pointedRow()) {
        at = Hovered{*q.currentRow(), *focused};
    }
    if (!at || !layout.shows(at->row) || !band(at->row) || q.surface() == Surface::file) {
        return false;
    }
    const QRectF row = layout.row(at->row);
    const QRectF handle = BandPlace::of(*band(at->row), scale, area, row).handle(at->handle);
    const QRectF bounds(4, 4, layout.plot.right() - 8,
                        std::max(layout.axis.bottom(), layout.legend.bottom()) - 8);
    Callout callout = handleCallout(at->row, at->handle);
    callout.lines.push_back(
        {edit ? RangesChart::tr("Esc: as it was") : RangesChart::tr("H: next handle; arrow keys move it"),
         std::nullopt});
    paintCalloutOff(painter, callout, QRectF(handle.left() - 4, row.top(), handle.width() + 8, row.height()),
                    bounds, style);
    return true;
}

void RangesChart::paintBack(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const RowsLayout layout = rowsLayout(size, style);
    paintRowsBack(painter, layout, style);
    d->paintScale(painter, layout, barsArea(layout, style), style);
}

void RangesChart::paintSeries(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const RowsLayout layout = rowsLayout(size, style);
    BarChartScene::Part spacer{QColor(), {}};
    std::array<BarChartScene::Part, 3> spans;
    for (std::size_t verdict = 0; verdict < spans.size(); ++verdict) {
        spans[verdict].color = verdictColor(style.colors, static_cast<module::Verdict>(verdict));
        spans[verdict].color.setAlpha(style.colors.dark ? 170 : 150);
    }
    for (int row = layout.first; row < layout.first + layout.count; ++row) {
        const series::RangeBar& bar = d->bar(row);
        const double low = d->scale.position(bar.min);
        spacer.lengths.push_back(low - d->scale.low);
        for (std::size_t verdict = 0; verdict < spans.size(); ++verdict) {
            const bool own = static_cast<std::size_t>(bar.verdict) == verdict;
            spans[verdict].lengths.push_back(own ? d->scale.position(bar.max) - low : 0);
        }
    }
    scene().setGeometry(size, barsArea(layout, style));
    scene().setScale(d->scale.high - d->scale.low, kRangeThickness);
    scene().setParts({spacer, spans[0], spans[1], spans[2]});
    scene().render(painter);
}

void RangesChart::paintFront(QPainter& painter, QSize size) const {
    const ChartStyle style = ChartStyle::of(*this);
    const QString message = d->message();
    if (!message.isEmpty()) {
        paintMessage(painter, QRectF(QPointF(0, 0), size), style, message);
        return;
    }
    const RowsLayout layout = rowsLayout(size, style);
    const QRectF area = barsArea(layout, style);
    const bool onScreen = surface() == Surface::screen;
    for (int row = layout.first; row < layout.first + layout.count; ++row) {
        d->paintBar(painter, style, area, layout.row(row), row);
        d->paintEnds(painter, style, area, layout.row(row), row);
        const RangeBand* band = d->band(row);
        const bool stated = band && band->origin != RangeBand::Origin::inferred;
        if (!band || !(stated || band->isEditable())) {
            continue;
        }
        std::optional<BandHandle> marked;
        if (onScreen && d->hovered && d->hovered->row == row) {
            marked = d->hovered->handle;
        } else if (onScreen && d->focused && currentRow() == row && hasFocus()) {
            marked = d->focused;
        }
        const bool near = onScreen && (pointedRow() == row || currentRow() == row);
        const HandleLook look = !band->isEditable()        ? HandleLook::hidden
                                : stated || marked || near ? HandleLook::strong
                                                           : HandleLook::quiet;
        paintBand(painter, *band, BandPlace::of(*band, d->scale, area, layout.row(row)), look, marked, style);
    }
    d->paintLegend(painter, layout.legend, style);
    if (!d->paintHandleCallout(painter, layout, area, style)) {
        paintRowsCallout(painter, layout, style);
    }
}

}  // namespace dimscope::charts
