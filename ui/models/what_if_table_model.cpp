// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/what_if_table_model.h"

#include <QStringList>
#include <utility>

#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

ColumnKind columnKind(int column) {
    return column == WhatIfTableModel::Elements || column == WhatIfTableModel::Bytes ? ColumnKind::number
                                                                                     : ColumnKind::text;
}

QString limitsText(const overrides::WhatIfTensor& row, const QString& separator) {
    QStringList texts;
    for (const std::string& limit : row.limits) {
        texts += QString::fromStdString(limit);
    }
    return texts.join(separator);
}

}  // namespace

QString WhatIfTableModel::bytesText(std::uint64_t bytes) {
    static const QStringList kUnits{QStringLiteral("B"),   QStringLiteral("KiB"), QStringLiteral("MiB"),
                                    QStringLiteral("GiB"), QStringLiteral("TiB"), QStringLiteral("PiB"),
                                    QStringLiteral("EiB")};
    auto size = static_cast<double>(bytes);
    qsizetype unit = 0;
    while (size >= 1024 && unit + 1 < kUnits.size()) {
        size /= 1024;
        ++unit;
    }
    return numberText(size, 4) + u' ' + kUnits[unit];
}

void WhatIfTableModel::setAnswer(Snapshot snapshot, overrides::WhatIfAnswer answer) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_answer = std::move(answer);
    endResetModel();
}

int WhatIfTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_answer.tensors.size());
}

int WhatIfTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString WhatIfTableModel::display(const overrides::WhatIfTensor& row, int column) const {
    switch (column) {
        case Fits: return row.limits.empty() ? tr("✓ fits") : tr("■ no");
        case Path: return QString::fromStdString(m_snapshot.capture->tensor(row.tensor).accessPath);
        case Sizes: return sizesText(row.sizes);
        case Elements: return row.elements ? numberText(*row.elements) : tr("beyond 64 bits");
        case Bytes: return row.bytes ? bytesText(*row.bytes) : noValue();
        case Limits: return limitsText(row, QStringLiteral("; "));
        default: return {};
    }
}

QString WhatIfTableModel::toolTip(const overrides::WhatIfTensor& row, int column) {
    switch (column) {
        case Bytes:
            return row.bytes ? tr("%1 bytes").arg(*row.bytes)
                             : tr("beyond 64 bits, or the width of the dtype is not known");
        case Fits:
        case Limits: return row.limits.empty() ? tr("every axis is covered") : limitsText(row, "\n");
        default: return {};
    }
}

QVariant WhatIfTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const overrides::WhatIfTensor& row = m_answer.tensors[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(row, column);
        case Qt::ToolTipRole: {
            const QString tip = toolTip(row, column);
            return tip.isEmpty() ? QVariant() : QVariant(tip);
        }
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' + display(row, column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case TensorIdRole: return row.tensor.value;
        case SeverityRole:
            return row.limits.empty() ? QVariant() : QVariant(static_cast<int>(base::Severity::error));
        case MonospaceRole: return column == Path || column == Sizes;
        case SecondaryRole: return column == Bytes || (column == Fits && row.limits.empty());
        default: return {};
    }
}

QVariant WhatIfTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Fits: return {tr("fits"), tr("whether every axis is within its range")};
            case Path: return {tr("path"), tr("tensor of the graph")};
            case Sizes: return {tr("sizes"), tr("typed, or what follows from what was typed; else opt")};
            case Elements: return {tr("elements"), tr("product of the sizes")};
            case Bytes: return {tr("bytes"), tr("elements times the width of the dtype")};
            default: return {tr("breaks"), tr("ranges that do not hold the sizes")};
        }
    });
}

}  // namespace dimscope::models
