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
    /// Polled by long work: true once a newer request has made it useless.
    using Stop = std::function<bool()>;
    /// Makes the rows to show, in order; runs on a worker and must touch nothing but what it owns.
    using MakeRows = std::function<Rows(const Stop& stop)>;

    /// Tables up to this size are ordered at once, on the GUI thread.
    static constexpr int kOrderedAtOnce = 2000;

    explicit TableModel(QObject* parent = nullptr);
    /// Does not wait: a running request ends soon and its result is dropped.
    ~TableModel() override;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// Stable; a negative column is the source's order.
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    /// Rows in all, before the filter.
    [[nodiscard]] virtual int sourceRowCount() const = 0;
    /// True while an order is being computed. Until then the old rows stay after a sort or filter; a new
    /// source shows no rows.
    [[nodiscard]] bool isBusy() const { return m_isBusy; }

 signals:
    /// A new order is in place.
    void rowsReordered();
    void busyChanged();

 protected:
    /// Negative: the source's order.
    [[nodiscard]] int sortColumn() const { return m_sortColumn; }
    /// Computes an order for the present source, filter, sort column and order; the newest request wins.
    void refresh();
    /// Replaces the source: `swap` changes the derived model's data between begin and end of one reset.
    void replaceSource(const std::function<void()>& swap);
    /// An empty function stands for all rows in the source's order, which costs nothing.
    [[nodiscard]] virtual MakeRows makeRows(int sortColumn, Qt::SortOrder order) const = 0;
    [[nodiscard]] std::uint32_t sourceRow(int row) const;
    /// Row that shows a source row now; none while it is filtered out.
    [[nodiscard]] std::optional<int> rowOf(std::uint32_t sourceRow) const;

 private:
    struct Worker;
    /// Rows shown, and back from source row to row. Both empty where all rows show in the source's order.
    struct Order {
        Rows rows;
        Rows rowOfSource;
        int count = 0;
        bool isSourceOrder = true;
    };

    [[nodiscard]] static Order orderFrom(const MakeRows& make, int sourceRows, const Stop& stop);
    void start(MakeRows make);
    void install();
    /// Makes a running request useless.
    void drop();
    void setBusy(bool isBusy);

    Order m_order;
    int m_sortColumn = -1;
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
    bool m_isBusy = false;
    std::unique_ptr<Worker> m_worker;
};

}  // namespace dimscope::models
