// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace dimscope::models {

/// A table over an immutable snapshot whose rows are filtered and sorted off the GUI thread: the model holds
/// a vector of source row indexes and swaps it under one reset. Stock proxies block for seconds at 100,000
/// rows. data() is O(1). Views restore the selection by id after `rowsReordered`.
class TableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    using Rows = std::vector<std::uint32_t>;
    /// Makes the rows to show, in order; runs on a worker and must touch nothing but what it owns. May poll
    /// `stop`.
    using MakeRows = std::function<Rows(const std::function<bool()>& stop)>;

    explicit TableModel(QObject* parent = nullptr);
    ~TableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// Rows in all, before the filter.
    [[nodiscard]] virtual int sourceRowCount() const = 0;
    /// True while an order is being computed.
    [[nodiscard]] bool isBusy() const;

 signals:
    /// A new order is in place.
    void rowsReordered();

 protected:
    /// Computes an order for the present source, filter, sort column and order; the newest request wins.
    /// Small tables are ordered at once.
    void refresh();
    /// Replaces the source: `swap` changes the derived model's data between begin and end of one reset.
    void replaceSource(const std::function<void()>& swap);
    [[nodiscard]] virtual MakeRows makeRows(int sortColumn, Qt::SortOrder order) const = 0;
    [[nodiscard]] std::uint32_t sourceRow(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// Row that shows a source row now.
    [[nodiscard]] std::optional<int> rowOf(std::uint32_t sourceRow) const;

 private:
    struct Job;
    Rows m_rows;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    std::shared_ptr<Job> m_job;
};

}  // namespace dimscope::models
