// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/cell_delegate.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

namespace dimscope::widgets {

namespace {

constexpr int kMargin = 6;

QRect textRect(const QStyleOptionViewItem& option) {
    return option.rect.adjusted(kMargin, 0, -kMargin, -1);
}

}  // namespace

CellDelegate::CellDelegate(MakeRuns makeRuns, QObject* parent, Lines lines)
    : QStyledItemDelegate(parent), m_makeRuns(std::move(makeRuns)), m_lines(lines) {}

TextRuns CellDelegate::runsOf(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    if (m_makeRuns) {
        if (std::optional<TextRuns> runs = m_makeRuns(index, ThemeColors::of(option.palette))) {
            return *std::move(runs);
        }
    }
    return {{index.data(Qt::DisplayRole).toString(), {}, TextRun::Face::normal}};
}

void CellDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                         const QModelIndex& index) const {
    const QWidget* widget = option.widget;
    const QStyle* style = widget ? widget->style() : QApplication::style();
    painter->save();
    painter->setClipRect(option.rect);
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, widget);
    if (m_lines == Lines::drawn) {
        painter->setPen(ThemeColors::of(option.palette).grid);
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    }

    const TextRuns runs = runsOf(option, index);
    QRect rect = textRect(option);
    const QVariant aligned = index.data(Qt::TextAlignmentRole);
    if (aligned.isValid() && (aligned.toInt() & Qt::AlignRight)) {
        rect.setLeft(qMax(rect.left(), rect.right() + 1 - runsWidth(runs, option.font)));
    }
    drawRuns(*painter, rect, runs, option.font, option.palette.color(QPalette::Text));

    if (option.state & QStyle::State_HasFocus) {
        QStyleOptionFocusRect focus;
        focus.QStyleOption::operator=(option);
        focus.rect = option.rect.adjusted(0, 0, 0, -1);
        style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, widget);
    }
    painter->restore();
}

QSize CellDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const {
    return {runsWidth(runsOf(option, index), option.font) + 2 * kMargin + 1, option.fontMetrics.height() + 7};
}

bool CellDelegate::helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                             const QModelIndex& index) {
    if (event->type() == QEvent::ToolTip && index.isValid() && !index.data(Qt::ToolTipRole).isValid()) {
        QStyleOptionViewItem item = option;
        initStyleOption(&item, index);
        const TextRuns runs = runsOf(item, index);
        if (runsWidth(runs, item.font) > textRect(item).width()) {
            QToolTip::showText(event->globalPos(), plainText(runs), view);
            return true;
        }
    }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

}  // namespace dimscope::widgets
