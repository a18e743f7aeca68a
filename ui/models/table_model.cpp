// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/table_model.h"

#include <QFutureWatcher>
#include <QtConcurrent>
#include <atomic>
#include <limits>
#include <utility>

namespace dimscope::models {
namespace {

constexpr std::uint32_t kNotShown = std::numeric_limits<std::uint32_t>::max();

bool never() {
    return false;
}

}  // namespace

/// Watches the newest request only. The worker shares the flag and the future's state, nothing of the model,
/// so the model can go at any time.
struct TableModel::Worker {
    std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
    QFutureWatcher<std::shared_ptr<Order>> watcher;
};

TableModel::TableModel(QObject* parent) : QAbstractTableModel(parent), m_worker(std::make_unique<Worker>()) {
    connect(&m_worker->watcher, &QFutureWatcherBase::finished, this, &TableModel::install);
}

TableModel::~TableModel() {
    m_worker->stop->store(true, std::memory_order_relaxed);
}

int TableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : m_order.count;
}

void TableModel::sort(int column, Qt::SortOrder order) {
    m_sortColumn = column;
    m_sortOrder = order;
    refresh();
}

void TableModel::setBusy(bool isBusy) {
    if (m_isBusy != isBusy) {
        m_isBusy = isBusy;
        emit busyChanged();
    }
}

void TableModel::drop() {
    m_worker->stop->store(true, std::memory_order_relaxed);
    setBusy(false);
}

TableModel::Order TableModel::orderFrom(const MakeRows& make, int sourceRows, const Stop& stop) {
    if (!make) {
        return {{}, {}, sourceRows, true};
    }
    Order order{make(stop), {}, 0, false};
    order.count = static_cast<int>(order.rows.size());
    order.rowOfSource.assign(static_cast<std::size_t>(sourceRows), kNotShown);
    std::uint32_t row = 0;
    for (const std::uint32_t source : order.rows) {
        order.rowOfSource[source] = row++;
    }
    return order;
}

void TableModel::start(MakeRows make) {
    m_worker->stop->store(true, std::memory_order_relaxed);
    m_worker->stop = std::make_shared<std::atomic<bool>>(false);
    m_worker->watcher.setFuture(
        QtConcurrent::run([make = std::move(make), sourceRows = sourceRowCount(), stop = m_worker->stop] {
            const Stop poll = [stop] { return stop->load(std::memory_order_relaxed); };
            return std::make_shared<Order>(orderFrom(make, sourceRows, poll));
        }));
    setBusy(true);
}

void TableModel::install() {
    if (!m_isBusy) {
        return;  // was dropped
    }
    const std::shared_ptr<Order> order = m_worker->watcher.result();
    beginResetModel();
    std::swap(m_order, *order);
    endResetModel();
    setBusy(false);
    emit rowsReordered();
}

void TableModel::refresh() {
    MakeRows make = makeRows(m_sortColumn, m_sortOrder);
    if (make && sourceRowCount() > kOrderedAtOnce) {
        start(std::move(make));
        return;
    }
    drop();
    beginResetModel();
    m_order = orderFrom(make, sourceRowCount(), never);
    endResetModel();
    emit rowsReordered();
}

void TableModel::replaceSource(const std::function<void()>& swap) {
    drop();
    beginResetModel();
    swap();
    MakeRows make = makeRows(m_sortColumn, m_sortOrder);
    const bool later = make && sourceRowCount() > kOrderedAtOnce;
    m_order = later ? Order{} : orderFrom(make, sourceRowCount(), never);
    endResetModel();
    if (later) {
        start(std::move(make));
    }
    emit rowsReordered();
}

std::uint32_t TableModel::sourceRow(int row) const {
    return m_order.isSourceOrder ? static_cast<std::uint32_t>(row)
                                 : m_order.rows[static_cast<std::size_t>(row)];
}

std::optional<int> TableModel::rowOf(std::uint32_t sourceRow) const {
    if (m_order.isSourceOrder) {
        return static_cast<std::int64_t>(sourceRow) < m_order.count
                   ? std::optional(static_cast<int>(sourceRow))
                   : std::nullopt;
    }
    if (sourceRow >= m_order.rowOfSource.size() || m_order.rowOfSource[sourceRow] == kNotShown) {
        return std::nullopt;
    }
    return static_cast<int>(m_order.rowOfSource[sourceRow]);
}

}  // namespace dimscope::models
