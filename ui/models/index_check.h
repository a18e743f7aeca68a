// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

namespace dimscope::models {

/// Whether an index is a cell that the model has now. Says nothing where it is not, unlike checkIndex(): a
/// view may well ask with an index from before a reset.
[[nodiscard]] inline bool isCell(const QAbstractItemModel& model, const QModelIndex& index) {
    return index.isValid() && index.model() == &model &&
           model.hasIndex(index.row(), index.column(), index.parent());
}

}  // namespace dimscope::models
