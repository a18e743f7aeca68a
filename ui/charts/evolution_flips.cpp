// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/charts/evolution_painter.h"
#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

constexpr double kGap = 5;       ///< between a line and its text
constexpr double kBetween = 12;  ///< between two texts

/// A flip's texts, from the longest to the shortest, and where its line stands.
struct FlipText {
    double x = 0;
    std::array<QString, 3> texts;
    QColor color;

    [[nodiscard]] double longest(const ChartStyle& style) const { return style.width(texts.front()) + 1; }
    [[nodiscard]] double shortest(const ChartStyle& style) const { return style.width(texts.back()) + 1; }
};

/// The longest of a flip's texts that fits.
QString fitting(const FlipText& flip, double width, const ChartStyle& style) {
    for (const QString& text : flip.texts) {
        if (style.width(text) <= width) {
            return text;
        }
    }
    return style.elided(flip.texts.back(), width);
}

enum class TextSide { rightOfLine, leftOfLine };

/// The room of one text.
struct Room {
    double left = 0;
    double right = 0;
    TextSide side = TextSide::rightOfLine;
};

/// Right of its line, up to the next one; left of it where only there is room. Where lines stand close
/// together, texts go right of the last one, in order; each names its sample.
Room roomOf(const FlipText& flip, const FlipText* next, double from, double end, const ChartStyle& style) {
    Room room{std::max(from, flip.x + kGap), end, TextSide::rightOfLine};
    if (next != nullptr) {
        if (next->x - kGap - room.left >= flip.shortest(style)) {
            room.right = next->x - kGap;
        } else {
            room.left = next->x + kGap;
            room.right -= std::min((room.right - room.left) / 2, next->longest(style) + kBetween);
        }
    }
    const double before = flip.x - kGap - from;
    if (room.right - room.left < flip.shortest(style) && before > room.right - room.left) {
        room = {flip.x - kGap - std::min(before, flip.longest(style)), flip.x - kGap, TextSide::leftOfLine};
    }
    return room;
}

void paintTexts(QPainter& painter, const EvolutionView& view, const LaneGeometry& lane,
                const std::vector<FlipText>& flips) {
    painter.setFont(view.style.font);
    double from = lane.header.left();
    for (std::size_t index = 0; index < flips.size(); ++index) {
        const FlipText& flip = flips[index];
        const FlipText* next = index + 1 < flips.size() ? &flips[index + 1] : nullptr;
        const Room room = roomOf(flip, next, from, lane.header.right(), view.style);
        const double width = room.right - room.left;
        if (width < 30) {
            continue;
        }
        const QString text = fitting(flip, width, view.style);
        painter.setPen(flip.color);
        painter.drawText(
            QRectF(room.left, lane.header.top(), width + 1, lane.header.height()),
            (room.side == TextSide::leftOfLine ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter, text);
        from = (room.side == TextSide::leftOfLine ? flip.x : room.left + view.style.width(text)) + kBetween;
    }
}

}  // namespace

void paintLaneFlips(QPainter& painter, const EvolutionView& view, std::size_t index,
                    const EvolutionText& text) {
    const LaneGeometry& lane = view.layout.lanes[index];
    const int axis = view.picture->lanes[index].axis;
    std::vector<FlipText> flips;
    for (const inference::Flip& flip : text.analysis().axes[static_cast<std::size_t>(axis)].flips) {
        const double x = view.layout.toX(flip.sample.value);
        if (x < lane.plot.left() || x > lane.plot.right()) {
            continue;
        }
        const QColor color = verdictColor(view.style.colors, flip.after);
        QPen pen(color, 1);
        pen.setDashPattern({4, 3});
        painter.setPen(pen);
        const double top = lane.header.isEmpty() ? lane.plot.top() : lane.header.top() + 3;
        painter.drawLine(QPointF(crisp(x), top), QPointF(crisp(x), lane.band.top()));
        flips.push_back({x,
                         {text.flip(axis, flip, FlipDetail::reason), text.flip(axis, flip, FlipDetail::brief),
                          text.flip(axis, flip, FlipDetail::outcome)},
                         color});
    }
    if (!lane.header.isEmpty()) {
        paintTexts(painter, view, lane, flips);
    }
}

}  // namespace dimscope::charts
