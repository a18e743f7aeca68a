// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

#include "core/overrides/what_if.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// What a call would need: one row per tensor with its sizes, elements, bytes and the limits that it breaks.
class WhatIfTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Fits, Path, Sizes, Elements, Bytes, Limits, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setAnswer(Snapshot snapshot, overrides::WhatIfAnswer answer);
    void clear() { setAnswer({}, {}); }
    /// "96 KiB"; the number itself below 1024.
    [[nodiscard]] static QString bytesText(std::uint64_t bytes);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    [[nodiscard]] QString display(const overrides::WhatIfTensor& row, int column) const;
    [[nodiscard]] static QString toolTip(const overrides::WhatIfTensor& row, int column);

    Snapshot m_snapshot;
    overrides::WhatIfAnswer m_answer;
};

}  // namespace dimscope::models
