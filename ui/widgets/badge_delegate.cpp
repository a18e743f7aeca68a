// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>

namespace dimscope::widgets {

namespace {

constexpr int kMargin = 5;
constexpr int kBadgePadding = 7;
constexpr int kGap = 5;  // between badges

QFont badgeFont(QFont font) {
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * 0.88);
    }
    return font;
}

int badgeWidth(const BadgeDelegate::Badge& badge, const QFont& font) {
    const int padding = badge.frame == BadgeDelegate::Frame::rounded ? 2 * kBadgePadding : 0;
    return QFontMetrics(badgeFont(font)).horizontalAdvance(badge.text) + padding;
}

void drawBadge(QPainter& painter, const QRect& place, const BadgeDelegate::Badge& badge,
               const QStyleOptionViewItem& option) {
    const QRectF pill = QRectF(place).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(badge.color);
    if (badge.frame == BadgeDelegate::Frame::rounded) {
        painter.setBrush(option.palette.color(QPalette::Base));
        painter.drawRoundedRect(pill, pill.height() / 2.0, pill.height() / 2.0);
    }
    painter.setFont(badgeFont(option.font));
    painter.drawText(pill, Qt::AlignCenter, badge.text);
}

}  // namespace

BadgeDelegate::BadgeDelegate(MakeRow makeRow, QObject* parent)
    : QStyledItemDelegate(parent), m_makeRow(std::move(makeRow)) {}

QList<BadgeDelegate::Place> BadgeDelegate::placesOf(const Row& row, const QStyleOptionViewItem& option) {
    const QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    const int forText = std::min(runsWidth(row.text, option.font), rect.width() / 2);
    const int height = QFontMetrics(badgeFont(option.font)).height() + 3;
    QList<Place> places;
    int right = rect.right();
    for (qsizetype i = 0; i < row.badges.size(); ++i) {
        const int width = badgeWidth(row.badges[i], option.font);
        if (i > 0 && right - width - kMargin < rect.left() + forText) {
            break;
        }
        places.append({QRect(right - width, rect.center().y() - height / 2, width, height), i});
        right -= width + kGap;
    }
    return places;
}

QRect BadgeDelegate::textRect(const QList<Place>& places, const QStyleOptionViewItem& option) {
    QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    if (!places.isEmpty()) {
        rect.setRight(places.back().rect.left() - kMargin);
    }
    return rect;
}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    painter->save();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const Row row = m_makeRow(index, ThemeColors::of(option.palette));
    const QList<Place> places = placesOf(row, option);
    for (const Place& place : places) {
        drawBadge(*painter, place.rect, row.badges[place.badge], option);
    }
    drawRuns(*painter, textRect(places, option), row.text, option.font, option.palette.color(QPalette::Text));
    if (option.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
    painter->restore();
}

QSize BadgeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Row row = m_makeRow(index, ThemeColors::of(option.palette));
    int width = runsWidth(row.text, option.font) + 3 * kMargin;
    for (const Badge& badge : row.badges) {
        width += badgeWidth(badge, option.font) + kGap;
    }
    return {width, option.fontMetrics.height() + 8};
}

bool BadgeDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    if (event->type() != QEvent::ToolTip || !index.isValid()) {
        return QStyledItemDelegate::helpEvent(event, view, option, index);
    }
    const Row row = m_makeRow(index, ThemeColors::of(option.palette));
    const QList<Place> places = placesOf(row, option);
    for (const Place& place : places) {
        if (place.rect.contains(event->pos()) && !row.badges[place.badge].toolTip.isEmpty()) {
            QToolTip::showText(event->globalPos(), row.badges[place.badge].toolTip, view, place.rect);
            return true;
        }
    }
    if (!index.data(Qt::ToolTipRole).isValid() &&
        runsWidth(row.text, option.font) > textRect(places, option).width()) {
        QToolTip::showText(event->globalPos(), plainText(row.text), view);
        return true;
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

}  // namespace dimscope::widgets
