// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/badge_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace dimscope::widgets {

namespace {

constexpr int kMargin = 5;
constexpr int kBadgePadding = 7;

QFont badgeFont(QFont font) {
    if (font.pointSizeF() > 0) {
        font.setPointSizeF(font.pointSizeF() * 0.88);
    }
    return font;
}

int badgeWidth(const QString& badge, const QFont& font) {
    return badge.isEmpty() ? 0 : QFontMetrics(badgeFont(font)).horizontalAdvance(badge) + 2 * kBadgePadding;
}

}  // namespace

BadgeDelegate::BadgeDelegate(MakeRow makeRow, QObject* parent)
    : QStyledItemDelegate(parent), m_makeRow(std::move(makeRow)) {}

void BadgeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const {
    const QStyle* style = option.widget ? option.widget->style() : QApplication::style();
    painter->save();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const Row row = m_makeRow(index, ThemeColors::of(option.palette));
    QRect rect = option.rect.adjusted(kMargin, 0, -kMargin, 0);
    if (const int width = badgeWidth(row.badge, option.font); width > 0) {
        const QFont font = badgeFont(option.font);
        const int height = QFontMetrics(font).height() + 2;
        QRectF pill(rect.right() - width, rect.center().y() - height / 2.0 + 0.5, width, height);
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(row.badgeColor);
        painter->setBrush(option.palette.color(QPalette::Base));
        painter->drawRoundedRect(pill, height / 2.0, height / 2.0);
        painter->setFont(font);
        painter->drawText(pill, Qt::AlignCenter, row.badge);
        rect.setRight(rect.right() - width - kMargin);
    }
    drawRuns(*painter, rect, row.text, option.font, option.palette.color(QPalette::Text));
    if (option.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
    }
    painter->restore();
}

QSize BadgeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Row row = m_makeRow(index, ThemeColors::of(option.palette));
    return {runsWidth(row.text, option.font) + badgeWidth(row.badge, option.font) + 3 * kMargin,
            option.fontMetrics.height() + 8};
}

bool BadgeDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                              const QModelIndex& index) {
    if (event->type() == QEvent::ToolTip && index.isValid() && !index.data(Qt::ToolTipRole).isValid()) {
        const Row row = m_makeRow(index, ThemeColors::of(option.palette));
        const int room = option.rect.width() - badgeWidth(row.badge, option.font) - 3 * kMargin;
        if (runsWidth(row.text, option.font) > room) {
            QToolTip::showText(event->globalPos(), plainText(row.text), view);
            return true;
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

}  // namespace dimscope::widgets
