// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QList>
#include <QTableView>
#include <functional>

#include "ui/widgets/column_layout.h"

class QMenu;

namespace dimscope::widgets {

/// A table as all panels use it: whole rows, uniform row heights, columns that are hidden, moved, sorted
/// and reset from a menu, rows copied as text, a sentence in place of no rows. Never sizes columns to
/// their contents. Always has a valid current index while there are rows: on Qt 6.4 a screen reader crashes
/// a table without one.
class TableView : public QTableView {
    Q_OBJECT

 public:
    /// Text of the given rows and columns (both in the order shown), for the clipboard.
    using RowsToText = std::function<QString(const QList<int>& rows, const QList<int>& columns)>;

    explicit TableView(const QString& accessibleName, QWidget* parent = nullptr);

    void setModel(QAbstractItemModel* model) override;
    void setDefaultColumns(ColumnLayout::Defaults defaults);
    void setRowsToText(RowsToText rowsToText) { m_rowsToText = std::move(rowsToText); }
    void setEmptyText(const QString& text);
    [[nodiscard]] QString emptyText() const { return m_emptyText; }

    [[nodiscard]] bool canCopyRows() const;
    /// Selected rows, in the order shown.
    [[nodiscard]] QList<int> selectedRowNumbers() const;
    /// Selects rows without scrolling further than needed; the first becomes current.
    void selectRows(const QList<int>& rows);

    [[nodiscard]] QJsonObject columnState() const;
    void restoreColumnState(const QJsonObject& state);
    void resetColumns();
    /// Entries to show and hide columns, to move and sort by `column`.
    void fillColumnMenu(QMenu& menu, int column);

 public slots:
    /// Selected rows to the clipboard.
    void copyRows();

 signals:
    void columnsChanged();

 protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    /// What stands in the place of rows is what the table is described by while it has none.
    void describe();
    void ensureCurrentIndex();
    void updateRowHeight();
    void columnsChangedByUser();
    void showHeaderMenu(const QPoint& position);

    ColumnLayout m_columns;
    RowsToText m_rowsToText;
    QString m_emptyText;
};

}  // namespace dimscope::widgets
