// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <array>
#include <optional>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/overrides/problem.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// Problems of overrides, diagnostics of files, and failures that files report (failed builds, exceptions):
/// severity, place, message, code. Rows carry the ids of what they speak about, so that a double click can
/// lead there.
class ProblemTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Severity, Message, Place, Code, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setProblems(Snapshot snapshot, const base::Diagnostics& diagnostics,
                     const std::vector<overrides::Problem>& problems = {});
    /// Problems of overrides alone.
    void setOverrideProblems(Snapshot snapshot, const std::vector<overrides::Problem>& problems);
    [[nodiscard]] const base::SourceLocation& place(int row) const;
    /// All there are, also those of which only the number was kept.
    [[nodiscard]] std::uint64_t count(base::Severity severity) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    /// Stable; a negative column is the order of the files.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 private:
    /// Parts of the capture that a problem speaks about, where they are known.
    struct Target {
        std::optional<base::ModuleId> module;
        std::optional<base::GraphId> graph;
        std::optional<base::TensorId> tensor;
    };
    struct Row {
        base::Diagnostic diagnostic;
        Target target;
    };

    void addProblems(const std::vector<overrides::Problem>& problems);
    void addDetails();
    void addDropped(const base::Diagnostics& diagnostics);
    [[nodiscard]] Target targetOf(const base::SourceLocation& where) const;
    [[nodiscard]] const Row& rowAt(int row) const { return m_rows[m_order[static_cast<std::size_t>(row)]]; }
    [[nodiscard]] QString display(const base::Diagnostic& diagnostic, int column) const;
    void orderRowsNow();

    Snapshot m_snapshot;
    std::vector<Row> m_rows;
    std::vector<std::uint32_t> m_order;
    std::array<std::uint64_t, 3> m_counts{};
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

}  // namespace dimscope::models
