// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tsv.h"

#include <vector>

namespace dimscope::models {
namespace {

void appendCell(QString& text, const QString& cell) {
    for (const QChar c : cell) {
        const bool isBreak = c == u'\t' || c == u'\n' || c == u'\r' || c == u'\v' || c == u'\f' ||
                             c == QChar::LineSeparator || c == QChar::ParagraphSeparator;
        text += isBreak ? QChar(u' ') : c;
    }
}

template <class CellOf>
void appendLine(QString& text, const std::vector<int>& columns, CellOf cellOf) {
    bool isFirst = true;
    for (const int column : columns) {
        if (!isFirst) {
            text += u'\t';
        }
        isFirst = false;
        appendCell(text, cellOf(column));
    }
    text += u'\n';
}

}  // namespace

QString toTsv(const QAbstractItemModel& model, std::span<const int> rows, std::span<const int> columns,
              const QModelIndex& parent) {
    std::vector<int> known;
    for (const int column : columns) {
        if (column >= 0 && column < model.columnCount(parent)) {
            known.push_back(column);
        }
    }
    QString text;
    if (known.empty()) {
        return text;
    }
    appendLine(text, known, [&](int column) {
        return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
    });
    const int rowCount = model.rowCount(parent);
    for (const int row : rows) {
        if (row < 0 || row >= rowCount) {
            continue;
        }
        appendLine(text, known, [&](int column) {
            return model.index(row, column, parent).data(Qt::DisplayRole).toString();
        });
    }
    return text;
}

}  // namespace dimscope::models
