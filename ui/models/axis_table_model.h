// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>

#include "ui/models/snapshot.h"

namespace dimscope::models {

/// One row per axis of one tensor.
class AxisTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Axis, Symbol, Verdict, Multiplier, Min, Max, Distinct, SameAs, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setTensor(Snapshot snapshot, std::optional<base::TensorId> tensor);
    [[nodiscard]] std::optional<base::TensorId> tensor() const { return m_tensor; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    Snapshot m_snapshot;
    std::optional<base::TensorId> m_tensor;
};

}  // namespace dimscope::models
