// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <map>
#include <vector>

#include "core/trial/answer_check.h"
#include "core/trial/prediction.h"

namespace dimscope::models {

/// Outputs of a model that was tried against what a recording predicts: one row per output and batch size,
/// and one per batch size that has none: the model failed, returned no tensor, or was not tried.
class TrialTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { BatchSize, Verdict, Output, Predicted, Real, Dtype, Time, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows come by batch size, in the order of `batchSizes`.
    void setOutcome(const std::vector<std::int64_t>& batchSizes, std::vector<trial::OutputCheck> checks,
                    const trial::Outcome& outcome);
    /// All that was said about a failure, in lines; empty for other rows.
    [[nodiscard]] QString failureText(int row) const;
    /// Rows that are findings: failures, and outputs that are not as predicted.
    [[nodiscard]] int findingCount() const;
    [[nodiscard]] bool isFinding(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

 private:
    /// At most one of check and failure.
    struct Row {
        std::int64_t batchSize = 0;
        const trial::OutputCheck* check = nullptr;
        const trial::Failure* failure = nullptr;
        bool ran = false;  ///< to its end
    };

    [[nodiscard]] QString display(const Row& row, int column) const;
    [[nodiscard]] static QString emptyRowText(const Row& row, int column);
    [[nodiscard]] QString toolTip(const Row& row, int column) const;

    std::vector<trial::OutputCheck> m_checks;
    std::vector<trial::Failure> m_failures;
    std::map<std::int64_t, double> m_seconds;  ///< by batch size
    std::vector<Row> m_rows;
};

}  // namespace dimscope::models
