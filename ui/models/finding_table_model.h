// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/finding_filter.h"
#include "ui/models/finding_text.h"
#include "ui/models/table_model.h"

namespace dimscope::models {

/// One row per finding of the whole capture. Rows carry the ids of what they speak of. Without a sort column:
/// errors first, then warnings, then notes, each in the capture's order.
class FindingTableModel : public TableModel {
    Q_OBJECT

 public:
    enum Column : int { Severity, Code, Module, Graph, Side, Tensor, Axis, Samples, Message, ColumnCount };

    using TableModel::TableModel;

    void setSnapshot(Snapshot snapshot);
    void setFilter(FindingFilter filter);
    [[nodiscard]] const FindingFilter& filter() const { return m_filter; }
    /// Of all findings, before the filter.
    [[nodiscard]] const FindingCounts& counts() const { return m_counts; }

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] int sourceRowCount() const override;

    /// None out of range. Points into the snapshot's analysis.
    [[nodiscard]] std::optional<FindingRow> findingAt(int row) const;
    /// Number of the finding in the unsorted, unfiltered order; stays while the snapshot does.
    [[nodiscard]] std::optional<std::uint32_t> numberAt(int row) const;
    [[nodiscard]] std::optional<int> rowOfNumber(std::uint32_t number) const { return rowOf(number); }

 protected:
    [[nodiscard]] MakeRows makeRows(int sortColumn, Qt::SortOrder order) const override;

 private:
    using FindingRows = std::vector<FindingRow>;

    [[nodiscard]] QString display(const FindingRow& row, int column) const;
    [[nodiscard]] QVariant sortKey(const FindingRow& row, int column) const;
    [[nodiscard]] QString toolTip(const FindingRow& row, int column) const;

    Snapshot m_snapshot;
    FindingFilter m_filter;
    FindingCounts m_counts;
    std::shared_ptr<const FindingRows> m_rows;
};

}  // namespace dimscope::models
