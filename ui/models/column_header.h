// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>
#include <QVariant>

namespace dimscope::models {

/// Texts at the top of a column.
struct ColumnHeader {
    QString title;
    QString toolTip;
};

/// Numbers stand at the right, texts at the left; the same for cells and header.
enum class ColumnKind { text, number };
[[nodiscard]] inline QVariant alignmentOf(ColumnKind kind) {
    return QVariant::fromValue(Qt::AlignVCenter |
                               (kind == ColumnKind::number ? Qt::AlignRight : Qt::AlignLeft));
}

/// What a table answers for the header of a column; nothing for rows and for columns that it has not.
/// `kindOf` and `headerOf` take the column.
template <class KindOf, class HeaderOf>
[[nodiscard]] QVariant columnHeader(const QAbstractItemModel& model, int section, Qt::Orientation orientation,
                                    int role, KindOf kindOf, HeaderOf headerOf) {
    if (orientation != Qt::Horizontal || section < 0 || section >= model.columnCount()) {
        return {};
    }
    switch (role) {
        case Qt::DisplayRole: return ColumnHeader(headerOf(section)).title;
        case Qt::ToolTipRole: return ColumnHeader(headerOf(section)).toolTip;
        case Qt::TextAlignmentRole: return alignmentOf(kindOf(section));
        default: return {};
    }
}

}  // namespace dimscope::models
