// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QStyledItemDelegate>
#include <functional>

#include "ui/widgets/text_runs.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

/// Draws tree rows as runs of text with badges (short texts, with or without a rounded frame) at the right
/// edge. The text keeps half of the row where it needs it: badges that find no room are left out, the last of
/// the list first.
class BadgeDelegate : public QStyledItemDelegate {
    Q_OBJECT

 public:
    enum class Frame { rounded, none };
    struct Badge {
        QString text;
        QColor color;
        Frame frame = Frame::rounded;
        QString toolTip;
    };
    struct Row {
        TextRuns text;
        QList<Badge> badges;  ///< from the right edge to the left
    };
    using MakeRow = std::function<Row(const QModelIndex&, const ThemeColors&)>;

    explicit BadgeDelegate(MakeRow makeRow, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    bool helpEvent(QHelpEvent* event, QAbstractItemView* view, const QStyleOptionViewItem& option,
                   const QModelIndex& index) override;

 private:
    struct Place {
        QRect rect;
        qsizetype badge = 0;
    };
    /// Where the badges that have room are.
    [[nodiscard]] static QList<Place> placesOf(const Row& row, const QStyleOptionViewItem& option);
    /// What the badges leave for the text.
    [[nodiscard]] static QRect textRect(const QList<Place>& places, const QStyleOptionViewItem& option);

    MakeRow m_makeRow;
};

}  // namespace dimscope::widgets
