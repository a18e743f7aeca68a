// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "core/base/diagnostic.h"
#include "ui/models/snapshot.h"

namespace dimscope::models {

/// Diagnostics of files, and failures that files report (failed builds, exceptions): severity, place,
/// message, code.
class ProblemTableModel : public QAbstractTableModel {
    Q_OBJECT

 public:
    enum Column : int { Severity, Place, Message, Code, ColumnCount };

    using QAbstractTableModel::QAbstractTableModel;

    void setProblems(Snapshot snapshot, base::Diagnostics diagnostics);
    [[nodiscard]] const base::SourceLocation& place(int row) const;
    [[nodiscard]] int count(base::Severity severity) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

 private:
    Snapshot m_snapshot;
    base::Diagnostics m_diagnostics;
    std::vector<base::Diagnostic> m_rows;
};

}  // namespace dimscope::models
