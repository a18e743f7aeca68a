// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/snapshot.h"
#include "ui/models/table_model.h"

namespace dimscope::models {

/// One row per sample of a graph: index, batch size, a column per selected tensor with its sizes, then where
/// the call came from (file, line, time, label; only those that the graph has).
class SampleTableModel : public TableModel {
    Q_OBJECT

 public:
    using TableModel::TableModel;

    void setGraph(Snapshot snapshot, std::optional<base::GraphId> graph, std::vector<base::TensorId> tensors);

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] int sourceRowCount() const override;

    [[nodiscard]] std::optional<base::SampleId> sampleAt(int row) const;
    [[nodiscard]] std::optional<int> rowOfSample(base::SampleId sample) const;

 protected:
    [[nodiscard]] MakeRows makeRows(int sortColumn, Qt::SortOrder order) const override;

 private:
    Snapshot m_snapshot;
    std::optional<base::GraphId> m_graph;
    std::vector<base::TensorId> m_tensors;
};

}  // namespace dimscope::models
