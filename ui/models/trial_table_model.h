// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/trial/answer.h"
#include "core/trial/prediction.h"

namespace dimscope::models {

/// Outputs of a model that was tried against what a recording predicts: one row per output and batch size,
/// and one per batch size at which the model failed.
class TrialTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { BatchSize, Verdict, Output, Predicted, Real, Dtype, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows come by batch size, in the order of `batchSizes`.
    void setOutcome(const std::vector<std::int64_t>& batchSizes, std::vector<trial::OutputCheck> checks,
                    std::vector<trial::Failure> failures);
    /// Rows that are findings: failures, and outputs that are not as predicted.
    [[nodiscard]] int findingCount() const;
    [[nodiscard]] bool isFinding(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    /// Exactly one of the two.
    struct Row {
        const trial::OutputCheck* check = nullptr;
        const trial::Failure* failure = nullptr;
    };

    [[nodiscard]] QString display(const Row& row, int column) const;
    [[nodiscard]] QString toolTip(const Row& row, int column) const;

    std::vector<trial::OutputCheck> m_checks;
    std::vector<trial::Failure> m_failures;
    std::vector<Row> m_rows;
};

}  // namespace dimscope::models
