// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/change_table_model.h"

#include <algorithm>
#include <utility>

#include "ui/models/filter_words.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/natural_order.h"
#include "ui/models/roles.h"
#include "ui/models/row_order.h"

namespace dimscope::models {

namespace {

using compare::Change;

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString valueOf(const base::JsonValue& value) {
    const QString text = fromUtf8(compare::valueText(value)).simplified();
    return text.isEmpty() ? noValue() : text;
}

QString textOf(const Change& change, int column) {
    switch (column) {
        case ChangeTableModel::Severity: return severityWord(change.severity);
        case ChangeTableModel::Place: return ChangeTableModel::placeOf(change);
        case ChangeTableModel::Kind: return fromUtf8(compare::name(change.code));
        case ChangeTableModel::Before: return valueOf(change.before);
        case ChangeTableModel::After: return valueOf(change.after);
        case ChangeTableModel::Message: return fromUtf8(change.message).simplified();
        default: return {};
    }
}

/// Whether every word stands in the row, and no excluded one.
bool fits(const Change& change, const QList<FilterWord>& words) {
    QString row;
    for (int column = 0; column < ChangeTableModel::ColumnCount; ++column) {
        row += textOf(change, column) + u'\n';
    }
    return std::all_of(words.begin(), words.end(), [&row](const FilterWord& word) {
        return row.contains(word.value, Qt::CaseInsensitive) == (word.wanted == FilterWord::Wanted::present);
    });
}

std::strong_ordering orderBy(const Change& left, const Change& right, int column) {
    const auto byText = [&] {
        return naturalOrder(textOf(left, column).toStdString(), textOf(right, column).toStdString());
    };
    return column == ChangeTableModel::Severity ? left.severity <=> right.severity : byText();
}

}  // namespace

QString ChangeTableModel::placeOf(const Change& change) {
    QString text = fromUtf8(change.module);
    if (!change.graph.empty()) {
        text += u' ' + fromUtf8(change.graph);
    }
    if (change.tensor) {
        text += QStringLiteral(" · ") + QString::fromStdString(change.tensor->accessPath());
    }
    return change.axis ? text + u':' + QString::number(*change.axis) : text;
}

void ChangeTableModel::setChanges(ChangesPtr changes) {
    replaceSource([&] { m_changes = std::move(changes); });
}

void ChangeTableModel::setFilter(const QString& filter) {
    if (m_filter != filter) {
        m_filter = filter;
        refresh();
    }
}

const Change* ChangeTableModel::change(int row) const {
    return row >= 0 && row < rowCount() ? &(*m_changes)[sourceRow(row)] : nullptr;
}

std::uint64_t ChangeTableModel::count(base::Severity severity) const {
    return !m_changes ? 0
                      : static_cast<std::uint64_t>(std::count_if(
                            m_changes->begin(), m_changes->end(),
                            [severity](const Change& change) { return change.severity == severity; }));
}

int ChangeTableModel::sourceRowCount() const {
    return m_changes ? static_cast<int>(m_changes->size()) : 0;
}

int ChangeTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant ChangeTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const Change& change = *this->change(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return textOf(change, column);
        case Qt::ToolTipRole:
            return column == Message ? QString::fromStdString(change.message) : textOf(change, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' + textOf(change, column));
        case SortRole:
            return column == Severity ? QVariant(static_cast<int>(change.severity))
                                      : QVariant(textOf(change, column));
        case SeverityRole: return static_cast<int>(change.severity);
        case MonospaceRole: return column == Place || column == Before || column == After;
        case SecondaryRole: return column == Kind;
        default: return {};
    }
}

QVariant ChangeTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) {
        return {};
    }
    const bool isTip = role == Qt::ToolTipRole;
    switch (section) {
        case Severity: return isTip ? tr("error, warning or note") : tr("severity");
        case Place: return isTip ? tr("module, graph, tensor and axis") : tr("place");
        case Kind: return isTip ? tr("stable name of the kind of change") : tr("change");
        case Before: return isTip ? tr("what it was in the capture before") : tr("before");
        case After: return isTip ? tr("what it is in the capture after") : tr("after");
        case Message: return isTip ? tr("what has changed, in one sentence") : tr("message");
        default: return {};
    }
}

TableModel::MakeRows ChangeTableModel::makeRows(int sortColumn, Qt::SortOrder order) const {
    const bool isSorted = sortColumn >= 0 && sortColumn < ColumnCount;
    QList<FilterWord> words = filterWords(m_filter, {});
    if (!m_changes || (words.isEmpty() && !isSorted)) {
        return {};
    }
    return [changes = m_changes, words = std::move(words), isSorted, sortColumn, order](const Stop& stop) {
        Rows rows;
        for (std::uint32_t row = 0; row < changes->size() && !(row % 1024 == 0 && stop()); ++row) {
            if (words.isEmpty() || fits((*changes)[row], words)) {
                rows.push_back(row);
            }
        }
        if (isSorted) {
            orderRows(
                rows, order,
                [&](std::uint32_t left, std::uint32_t right) {
                    return orderBy((*changes)[left], (*changes)[right], sortColumn);
                },
                stop);
        }
        return rows;
    };
}

}  // namespace dimscope::models
