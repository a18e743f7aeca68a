// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>
#include <QString>
#include <span>

namespace dimscope::models {

/// Rows of a model as tab-separated text: a header line, then a line per row, each ended by a newline. The
/// caller gives the columns that are visible, in their visual order. Tabs and line breaks inside cells become
/// blanks, so that every row stays one line of equally many cells. Rows and columns out of range are left
/// out.
[[nodiscard]] QString toTsv(const QAbstractItemModel& model, std::span<const int> rows,
                            std::span<const int> columns, const QModelIndex& parent = {});

}  // namespace dimscope::models
