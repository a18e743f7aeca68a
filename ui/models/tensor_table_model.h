// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/snapshot.h"
#include "ui/models/table_model.h"
#include "ui/models/tensor_filter.h"

namespace dimscope::models {

/// One row per tensor of the scope: the whole capture, a module, a graph, or one side of a graph.
class TensorTableModel : public TableModel {
    Q_OBJECT

 public:
    /// Order of the columns.
    enum Column : int {
        Path,
        Side,
        Dtype,
        Shape,
        Min,
        Max,
        Verdicts,
        Audit,
        Samples,
        Override,
        Graph,
        Module,
        ColumnCount
    };

    struct Scope {
        std::optional<base::ModuleId> module;
        std::optional<base::GraphId> graph;
        std::optional<module::Side> side;
        friend bool operator==(const Scope&, const Scope&) = default;
    };

    using TableModel::TableModel;

    /// Shows another capture, with the scope set at once so that nothing is ordered twice.
    void setSnapshot(Snapshot snapshot, const Scope& scope = {});
    /// What the overrides mean now for the capture shown; null: not known yet. Rows move only where that
    /// changes what the filter or the order asks for.
    void setJudgement(std::shared_ptr<const overrides::Judgement> judgement);
    void setScope(const Scope& scope);
    [[nodiscard]] const Scope& scope() const { return m_scope; }
    /// Words as TensorFilter reads them.
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
    using TensorIds = std::vector<base::TensorId>;

    void takeScope(const Scope& scope);
    [[nodiscard]] QVariant display(base::TensorId id, int column) const;
    [[nodiscard]] QVariant sortKey(base::TensorId id, int column) const;
    [[nodiscard]] QString toolTip(base::TensorId id, int column) const;
    [[nodiscard]] QVariant auditData(base::TensorId id, int role) const;
    [[nodiscard]] QString accessibleText(base::TensorId id, int column) const;

    Snapshot m_snapshot;
    Scope m_scope;
    TensorFilter m_filter;
    std::shared_ptr<const TensorIds> m_tensors;  // of the scope: by module, graph, side
    std::vector<std::uint32_t> m_sourceRows;     // of every tensor of the capture; past the end where outside
};

}  // namespace dimscope::models
