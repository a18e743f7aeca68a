// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/snapshot.h"
#include "ui/models/table_model.h"

namespace dimscope::models {

/// One row per tensor of the scope: the whole capture, a module, a graph, or one side of a graph.
class TensorTableModel : public TableModel {
    Q_OBJECT

 public:
    /// Order of the columns; audit and override columns join later.
    enum Column : int { Path, Side, Dtype, Shape, Min, Max, Verdicts, Samples, Graph, Module, ColumnCount };

    struct Scope {
        std::optional<base::ModuleId> module;
        std::optional<base::GraphId> graph;
        std::optional<module::Side> side;
        friend bool operator==(const Scope&, const Scope&) = default;
    };

    using TableModel::TableModel;

    void setSnapshot(Snapshot snapshot);
    void setScope(const Scope& scope);
    /// Words that must all fit: `verdict:dynamic`, `dtype:float16`, `side:input`, `module:`, `graph:`, or
    /// text of the path.
    void setFilter(const QString& filter);

    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    [[nodiscard]] int sourceRowCount() const override;

    [[nodiscard]] std::optional<base::TensorId> tensorAt(int row) const;
    [[nodiscard]] std::optional<int> rowOfTensor(base::TensorId tensor) const;

 protected:
    [[nodiscard]] MakeRows makeRows(int sortColumn, Qt::SortOrder order) const override;

 private:
    Snapshot m_snapshot;
    Scope m_scope;
    QString m_filter;
    std::vector<base::TensorId> m_tensors;  // of the scope, in the capture's order
};

}  // namespace dimscope::models
