// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <optional>
#include <vector>

#include "ui/models/snapshot.h"

namespace dimscope::models {

/// One row per axis of one tensor.
class AxisTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Axis, Symbol, Verdict, Multiplier, Audit, Min, Max, Distinct, SameAs, ColumnCount };

    /// As many other axes of the same symbol are named; the rest is counted.
    static constexpr int kNamedInSameAs = 8;

    using QAbstractTableModel::QAbstractTableModel;

    void setTensor(Snapshot snapshot, std::optional<base::TensorId> tensor);
    [[nodiscard]] std::optional<base::TensorId> tensor() const { return m_tensor; }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    /// Other axes of the graph that have the symbol of an axis.
    struct Company {
        QStringList named;
        int unnamed = 0;
    };

    void findCompany();
    [[nodiscard]] const inference::AxisAnalysis& axis(int row) const;
    [[nodiscard]] QString display(int row, int column) const;
    [[nodiscard]] QVariant sortKey(int row, int column) const;
    [[nodiscard]] QString toolTip(int row, int column) const;

    Snapshot m_snapshot;
    std::optional<base::TensorId> m_tensor;
    std::vector<Company> m_company;  // per axis
};

}  // namespace dimscope::models
