// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/resize_table_model.h"

#include <QStringList>
#include <utility>

#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

ColumnKind columnKind(int) {
    return ColumnKind::text;
}

QString axesText(const std::vector<trial::BatchAxis>& axes) {
    QStringList texts;
    for (const trial::BatchAxis& axis : axes) {
        texts += ResizeTableModel::tr("axis %1 ×%2").arg(axis.axis).arg(axis.multiplier);
    }
    return texts.isEmpty() ? noValue() : texts.join(QStringLiteral(", "));
}

}  // namespace

void ResizeTableModel::setPlan(trial::ResizePlan plan, std::vector<module::Sizes> then) {
    beginResetModel();
    m_plan = std::move(plan);
    m_then = std::move(then);
    endResetModel();
}

int ResizeTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_plan.tensors.size());
}

int ResizeTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString ResizeTableModel::display(int row, int column) const {
    const auto at = static_cast<std::size_t>(row);
    const trial::TensorResize& tensor = m_plan.tensors[at];
    switch (column) {
        case Path: return QString::fromStdString(tensor.tensor.locator.accessPath());
        case Dtype: return dtypeText(tensor.tensor.dtype);
        case Now: return sizesText(tensor.tensor.sizes);
        case Then: return at < m_then.size() ? sizesText(m_then[at]) : noValue();
        case BatchAxes: return axesText(tensor.axes);
        default: return {};
    }
}

QVariant ResizeTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const int column = index.column();
    const auto row = static_cast<std::size_t>(index.row());
    switch (role) {
        case Qt::DisplayRole:
        case Qt::ToolTipRole: return display(index.row(), column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' +
                           display(index.row(), column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case MonospaceRole: return column == Path || column == Now || column == Then;
        case SecondaryRole:
            return column == Dtype ||
                   (column == Then && row < m_then.size() && m_then[row] == m_plan.tensors[row].tensor.sizes);
        default: return {};
    }
}

QVariant ResizeTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Path: return {tr("tensor"), tr("path among the arguments of the sample")};
            case Dtype: return {tr("dtype"), tr("element type")};
            case Now: return {tr("sizes"), tr("as the sample was saved")};
            case Then: return {tr("becomes"), tr("at the batch size that is asked for")};
            default: return {tr("batch axes"), tr("axes that follow the batch size, with their multiplier")};
        }
    });
}

}  // namespace dimscope::models
