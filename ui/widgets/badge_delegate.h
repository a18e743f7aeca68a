// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStyledItemDelegate>
#include <functional>

#include "ui/widgets/text_runs.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

/// Draws tree rows as runs of text with a badge (a short text in a rounded frame) at the right edge.
class BadgeDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    struct Row {
        TextRuns text;
        QString badge;  ///< empty: none
        QColor badgeColor;
    };
    using MakeRow = std::function<Row(const QModelIndex&, const ThemeColors&)>;

    explicit BadgeDelegate(MakeRow makeRow, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 private:
    MakeRow m_makeRow;
};

}  // namespace dimscope::widgets
