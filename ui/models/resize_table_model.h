// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/trial/resize_plan.h"

namespace dimscope::models {

/// What a saved sample becomes at another batch size: one row per tensor with its sizes now and then.
class ResizeTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Path, Dtype, Now, Then, BatchAxes, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// `then`: sizes of every tensor of the plan; empty: they are not known.
    void setPlan(trial::ResizePlan plan, std::vector<module::Sizes> then);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    [[nodiscard]] QString display(int row, int column) const;

    trial::ResizePlan m_plan;
    std::vector<module::Sizes> m_then;
};

}  // namespace dimscope::models
