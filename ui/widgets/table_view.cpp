// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_view.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <algorithm>

#include "ui/widgets/text_page.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

TableView::TableView(const QString& accessibleName, QWidget* parent)
    : QTableView(parent), m_columns(horizontalHeader()) {
    setAccessibleName(accessibleName);
    setFrameShape(QFrame::NoFrame);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    verticalHeader()->hide();
    verticalHeader()->setAccessibleName(tr("Rows of %1").arg(accessibleName));
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    verticalHeader()->setMinimumSectionSize(10);

    QHeaderView* header = horizontalHeader();
    header->setAccessibleName(tr("Columns of %1").arg(accessibleName));
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setHighlightSections(false);
    header->setSectionsMovable(true);
    header->setStretchLastSection(true);
    header->setMinimumSectionSize(24);
    header->setSortIndicatorClearable(true);
    header->setSortIndicator(-1, Qt::AscendingOrder);
    header->setContextMenuPolicy(Qt::CustomContextMenu);
    QFont bold = header->font();
    bold.setBold(true);
    header->setFont(bold);
    updateRowHeight();

    connect(header, &QWidget::customContextMenuRequested, this, &TableView::showHeaderMenu);
    // Columns also change size when the table does; only the mouse makes it a choice.
    connect(header, &QHeaderView::sectionResized, this, [this] {
        if (QGuiApplication::mouseButtons().testFlag(Qt::LeftButton)) {
            columnsChangedByUser();
        }
    });
    connect(header, &QHeaderView::sectionMoved, this, &TableView::columnsChangedByUser);
}

void TableView::setModel(QAbstractItemModel* newModel) {
    QTableView::setModel(newModel);
    if (newModel == nullptr) {
        return;
    }
    // The header starts without an order, and enabling sorting sorts at once: by no column.
    setSortingEnabled(true);
    const auto columns = [this] { m_columns.apply(); };
    const auto rows = [this] {
        describe();
        ensureCurrentIndex();
    };
    connect(newModel, &QAbstractItemModel::modelReset, this, columns);
    connect(newModel, &QAbstractItemModel::columnsInserted, this, columns);
    connect(newModel, &QAbstractItemModel::columnsRemoved, this, columns);
    connect(newModel, &QAbstractItemModel::headerDataChanged, this, columns);
    connect(newModel, &QAbstractItemModel::modelReset, this, rows);
    connect(newModel, &QAbstractItemModel::rowsInserted, this, rows);
    connect(newModel, &QAbstractItemModel::rowsRemoved, this, rows);
    connect(newModel, &QAbstractItemModel::layoutChanged, this, rows);
    m_columns.apply();
    ensureCurrentIndex();
}

void TableView::setDefaultColumns(ColumnLayout::Defaults defaults) {
    m_columns.setDefaults(std::move(defaults));
    m_columns.apply();
}

void TableView::setEmptyText(const QString& text) {
    if (m_emptyText != text) {
        m_emptyText = text;
        describe();
        viewport()->update();
    }
}

void TableView::describe() {
    const bool isEmpty = model() == nullptr || model()->rowCount() == 0;
    const QString description = isEmpty ? m_emptyText : QString();
    if (description != accessibleDescription()) {
        setAccessibleDescription(description);
    }
}

void TableView::ensureCurrentIndex() {
    if (model() == nullptr || currentIndex().isValid() || model()->rowCount() == 0) {
        return;
    }
    const int column = std::max(0, horizontalHeader()->logicalIndex(0));
    selectionModel()->setCurrentIndex(model()->index(0, column), QItemSelectionModel::NoUpdate);
}

QList<int> TableView::selectedRowNumbers() const {
    QList<int> rows;
    if (selectionModel() == nullptr) {
        return rows;
    }
    const QItemSelection ranges = selectionModel()->selection();
    for (const QItemSelectionRange& range : ranges) {
        for (int row = range.top(); row <= range.bottom(); ++row) {
            rows.append(row);
        }
    }
    std::sort(rows.begin(), rows.end());
    rows.erase(std::unique(rows.begin(), rows.end()), rows.end());
    return rows;
}

void TableView::selectRows(const QList<int>& rows) {
    if (model() == nullptr) {
        return;
    }
    // Rows that follow each other are one range: thousands of ranges would take seconds.
    QList<int> sorted = rows;
    std::sort(sorted.begin(), sorted.end());
    QItemSelection selection;
    for (qsizetype first = 0; first < sorted.size();) {
        qsizetype last = first;
        while (last + 1 < sorted.size() && sorted[last + 1] <= sorted[last] + 1) {
            ++last;
        }
        const QModelIndex begin = model()->index(sorted[first], 0);
        const QModelIndex end = model()->index(sorted[last], model()->columnCount() - 1);
        if (begin.isValid() && end.isValid()) {
            selection.select(begin, end);
        }
        first = last + 1;
    }
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!selection.isEmpty() && currentIndex().row() != rows.front()) {
        const int column = currentIndex().isValid() ? currentIndex().column()
                                                    : std::max(0, horizontalHeader()->logicalIndex(0));
        const QModelIndex index = model()->index(rows.front(), column);
        selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
        scrollTo(model()->index(rows.front(), std::max(0, columnAt(0))));
    }
}

bool TableView::canCopyRows() const {
    return m_rowsToText && selectionModel() != nullptr && selectionModel()->hasSelection();
}

void TableView::copyRows() {
    if (!canCopyRows()) {
        return;
    }
    QList<int> columns;
    for (int visual = 0; visual < horizontalHeader()->count(); ++visual) {
        const int section = horizontalHeader()->logicalIndex(visual);
        if (!horizontalHeader()->isSectionHidden(section)) {
            columns.append(section);
        }
    }
    QApplication::clipboard()->setText(m_rowsToText(selectedRowNumbers(), columns));
}

QJsonObject TableView::columnState() const {
    return m_columns.toJson();
}

void TableView::restoreColumnState(const QJsonObject& state) {
    m_columns.fromJson(state);
}

void TableView::resetColumns() {
    m_columns.reset();
    horizontalHeader()->setSortIndicator(-1, Qt::AscendingOrder);
    emit columnsChanged();
}

void TableView::columnsChangedByUser() {
    if (!m_columns.isApplying()) {
        m_columns.remember();
        emit columnsChanged();
    }
}

void TableView::fillColumnMenu(QMenu& menu, int column) {
    QHeaderView* header = horizontalHeader();
    const auto name = [this](int section) {
        return model()->headerData(section, Qt::Horizontal, Qt::DisplayRole).toString();
    };
    if (column >= 0 && column < header->count()) {
        menu.addAction(tr("Sort by %1, ascending").arg(name(column)), this,
                       [this, column] { sortByColumn(column, Qt::AscendingOrder); });
        menu.addAction(tr("Sort by %1, descending").arg(name(column)), this,
                       [this, column] { sortByColumn(column, Qt::DescendingOrder); });
        menu.addAction(tr("Original order"), this, [this] { sortByColumn(-1, Qt::AscendingOrder); });
        menu.addSeparator();
        const int visual = header->visualIndex(column);
        QAction* left = menu.addAction(tr("Move %1 left").arg(name(column)), this,
                                       [header, visual] { header->moveSection(visual, visual - 1); });
        left->setEnabled(visual > 0);
        QAction* right = menu.addAction(tr("Move %1 right").arg(name(column)), this,
                                        [header, visual] { header->moveSection(visual, visual + 1); });
        right->setEnabled(visual + 1 < header->count());
        menu.addSeparator();
    }
    const bool lastOne = header->count() - header->hiddenSectionCount() == 1;
    for (int visual = 0; visual < header->count(); ++visual) {
        const int section = header->logicalIndex(visual);
        QAction* show = menu.addAction(name(section));
        show->setCheckable(true);
        show->setChecked(!header->isSectionHidden(section));
        show->setEnabled(!(lastOne && show->isChecked()));
        connect(show, &QAction::toggled, this, [this, section](bool shown) {
            horizontalHeader()->setSectionHidden(section, !shown);
            columnsChangedByUser();
        });
    }
    menu.addSeparator();
    menu.addAction(tr("Reset columns"), this, &TableView::resetColumns);
}

void TableView::showHeaderMenu(const QPoint& position) {
    if (model() == nullptr) {
        return;
    }
    QMenu menu(this);
    fillColumnMenu(menu, horizontalHeader()->logicalIndexAt(position));
    menu.exec(horizontalHeader()->mapToGlobal(position));
}

void TableView::contextMenuEvent(QContextMenuEvent* event) {
    if (model() == nullptr) {
        return;
    }
    QMenu menu(this);
    // The shortcut is shown only: the window's own entry has it.
    const QString shortcut = QKeySequence(QKeySequence::Copy).toString(QKeySequence::NativeText);
    QAction* copy =
        menu.addAction(tr("Copy rows") + QLatin1Char('\t') + shortcut, this, &TableView::copyRows);
    copy->setEnabled(canCopyRows());
    menu.addAction(tr("Select all"), this, &TableView::selectAll);
    if (!actions().isEmpty()) {
        menu.addSeparator();
        menu.addActions(actions());
    }
    menu.addSeparator();
    fillColumnMenu(menu, currentIndex().column());
    menu.exec(event->globalPos());
}

void TableView::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (m_emptyText.isEmpty() || (model() != nullptr && model()->rowCount() > 0)) {
        return;
    }
    QPainter painter(viewport());
    painter.setPen(ThemeColors::of(palette()).secondary);
    painter.drawText(viewport()->rect().adjusted(12, 8, -12, -8), Qt::AlignCenter | Qt::TextWordWrap,
                     m_emptyText);
    painter.end();
    drawFocusFrame(*this);  // no row shows it
}

void TableView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        copyRows();
        event->accept();
        return;
    }
    QTableView::keyPressEvent(event);
}

void TableView::changeEvent(QEvent* event) {
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        updateRowHeight();
    }
}

void TableView::updateRowHeight() {
    verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 7);
}

}  // namespace dimscope::widgets
