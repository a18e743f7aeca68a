// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <optional>
#include <utility>

#include "ui/models/snapshot.h"

namespace dimscope::models {

/// AITune's rule over one axis, sample by sample in call order: size, multiplier, the verdict after the
/// sample and, where it changed, why. Cells are made when they are looked at, from the columns and the flips,
/// so that a million samples cost nothing.
class ReplayTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Sample, BatchSize, Size, Multiplier, Verdict, Why, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Empty without an axis, and for a summary.
    void setAxis(Snapshot snapshot, std::optional<base::TensorId> tensor, std::optional<int> axis);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    [[nodiscard]] bool isExcluded(std::uint32_t sample) const;
    [[nodiscard]] const inference::Flip* flipAt(std::uint32_t sample) const;
    [[nodiscard]] QString display(std::uint32_t sample, int column) const;
    [[nodiscard]] QString why(std::uint32_t sample) const;

    Snapshot m_snapshot;
    std::span<const std::int64_t> m_sizes;  // of the snapshot
    std::span<const std::int64_t> m_batchSizes;
    std::span<const std::uint32_t> m_excluded;
    const inference::AxisAnalysis* m_axis = nullptr;  // of the snapshot
};

}  // namespace dimscope::models
