// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <memory>
#include <vector>

#include "core/compare/change.h"
#include "ui/models/table_model.h"

namespace dimscope::models {

/// Changes between two captures: severity, place, kind, what it was and is, the sentence.
class ChangeTableModel : public TableModel {
    Q_OBJECT

 public:
    enum Column : int { Severity, Place, Kind, Before, After, Message, ColumnCount };
    /// Never changes, shared with workers; null: none.
    using ChangesPtr = std::shared_ptr<const std::vector<compare::Change>>;

    using TableModel::TableModel;

    void setChanges(ChangesPtr changes);
    /// Words that all stand in some cell of a row, whatever their case; a minus before a word excludes.
    void setFilter(const QString& filter);
    /// nullptr where there is no such row.
    [[nodiscard]] const compare::Change* change(int row) const;
    [[nodiscard]] std::uint64_t count(base::Severity severity) const;

    [[nodiscard]] int sourceRowCount() const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

    /// `unet 0 · sample:2`: module, graph, path and axis of a change, as far as they are there.
    [[nodiscard]] static QString placeOf(const compare::Change& change);

 protected:
    [[nodiscard]] MakeRows makeRows(int sortColumn, Qt::SortOrder order) const override;

 private:
    ChangesPtr m_changes;
    QString m_filter;
};

}  // namespace dimscope::models
