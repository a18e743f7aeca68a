// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/axis_table_model.h"

#include <algorithm>
#include <utility>

#include "ui/models/audit_text.h"
#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

ColumnKind columnKind(int column) {
    return column != AxisTableModel::Symbol && column != AxisTableModel::Verdict &&
                   column != AxisTableModel::Audit && column != AxisTableModel::SameAs
               ? ColumnKind::number
               : ColumnKind::text;
}

QVariant numberOrNothing(const std::optional<std::int64_t>& number) {
    return number ? QVariant::fromValue<qint64>(*number) : QVariant();
}

QString verdictToolTip(const inference::AxisAnalysis& axis) {
    QString text = verdictMeaning(axis.verdict);
    for (const inference::Flip& flip : axis.flips) {
        text += AxisTableModel::tr("\nsample %1: %2 → %3 (%4)")
                    .arg(QString::number(flip.sample.value), verdictWord(flip.before),
                         verdictWord(flip.after), QString::fromStdString(flip.reason));
    }
    return text;
}

}  // namespace

void AxisTableModel::setTensor(Snapshot snapshot, std::optional<base::TensorId> tensor) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    const bool isKnown = m_snapshot && tensor && tensor->value < m_snapshot.capture->tensors().size();
    m_tensor = isKnown ? tensor : std::nullopt;
    findCompany();
    endResetModel();
}

void AxisTableModel::findCompany() {
    m_company.clear();
    if (!m_tensor) {
        return;
    }
    const capture::Capture& capture = *m_snapshot.capture;
    const auto& own = m_snapshot.analysis->tensor(*m_tensor).axes;
    m_company.resize(own.size());
    for (const base::TensorId id : capture.graph(capture.tensor(*m_tensor).graph).tensors) {
        const auto& others = m_snapshot.analysis->tensor(id).axes;
        for (std::size_t other = 0; other < others.size(); ++other) {
            if (others[other].symbol.empty()) {
                continue;
            }
            for (std::size_t i = 0; i < own.size(); ++i) {
                // Batch axes share a symbol whatever their multiplier; equal sizes need equal multipliers.
                const bool equal = own[i].symbol == others[other].symbol &&
                                   own[i].multiplier == others[other].multiplier &&
                                   own[i].min == others[other].min && own[i].max == others[other].max;
                if (!equal || (id == *m_tensor && other == i)) {
                    continue;
                }
                if (m_company[i].named.size() < kNamedInSameAs) {
                    m_company[i].named += axisPath(capture.tensor(id), static_cast<int>(other));
                } else {
                    ++m_company[i].unnamed;
                }
            }
        }
    }
}

const inference::AxisAnalysis& AxisTableModel::axis(int row) const {
    return m_snapshot.analysis->tensor(*m_tensor).axes[static_cast<std::size_t>(row)];
}

int AxisTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_company.size());
}

int AxisTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString AxisTableModel::display(int row, int column) const {
    const inference::AxisAnalysis& known = axis(row);
    switch (column) {
        case Axis: return numberText(std::int64_t{row});
        case Symbol: return symbolText(known);
        case Verdict: return verdictText(known);
        case Multiplier: return numberText(known.multiplier);
        case Audit: return auditText(known);
        case Min: return numberText(known.min);
        case Max: return numberText(known.max);
        case Distinct: return known.distinct ? numberText(*known.distinct) : noValue();
        case SameAs: {
            const Company& company = m_company[static_cast<std::size_t>(row)];
            QString text = company.named.join(QStringLiteral(", "));
            if (company.unnamed > 0) {
                text += tr(" and %1 more").arg(company.unnamed);
            }
            return text.isEmpty() ? noValue() : text;
        }
        default: return {};
    }
}

QVariant AxisTableModel::sortKey(int row, int column) const {
    const inference::AxisAnalysis& known = axis(row);
    switch (column) {
        case Axis: return row;
        case Verdict: return static_cast<int>(known.verdict);
        case Multiplier: return numberOrNothing(known.multiplier);
        case Audit: return known.audit ? QVariant(static_cast<int>(known.audit->strength)) : QVariant();
        case Min: return QVariant::fromValue<qint64>(known.min);
        case Max: return QVariant::fromValue<qint64>(known.max);
        case Distinct: return known.distinct ? QVariant::fromValue<quint64>(*known.distinct) : QVariant();
        default: return display(row, column);
    }
}

QString AxisTableModel::toolTip(int row, int column) const {
    const inference::AxisAnalysis& known = axis(row);
    const bool isSummary = m_snapshot.capture->graph(m_snapshot.capture->tensor(*m_tensor).graph).isSummary();
    switch (column) {
        case Symbol:
            return known.symbol.empty() ? tr("a size that never changed has no symbol")
                                        : tr("axes with the same symbol move together in this graph");
        case Verdict: return verdictToolTip(known);
        case Multiplier:
            return known.multiplier ? tr("size = %1 × batch size").arg(*known.multiplier)
                                    : tr("only a batch axis with samples has a multiplier");
        case Audit: return auditToolTip(known);
        case Distinct:
            return isSummary ? tr("no samples in this file: how many sizes were seen is not known")
                             : tr("different sizes seen");
        default: return display(row, column);
    }
}

QVariant AxisTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const int row = index.row();
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(row, column);
        case Qt::ToolTipRole: return toolTip(row, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' +
                           (column == Audit ? auditSpoken(axis(row)) : display(row, column)));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case SortRole: return sortKey(row, column);
        case TensorIdRole: return m_tensor->value;
        case AxisRole: return row;
        case VerdictRole: return static_cast<int>(axis(row).verdict);
        case AuditVerdictsRole:
            return axis(row).audit
                       ? QVariant::fromValue(QList<int>{static_cast<int>(axis(row).audit->verdict)})
                       : QVariant();
        case AuditDiffersRole: return auditDiffers(axis(row));
        case MonospaceRole: return column == SameAs;
        case SecondaryRole: return column == SameAs || (column == Symbol && axis(row).symbol.empty());
        default: return {};
    }
}

QVariant AxisTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Axis: return {tr("axis"), tr("number of the axis, from 0")};
            case Symbol: return {tr("symbol"), tr("name shared by axes that move together")};
            case Verdict: return {tr("verdict"), tr("what AITune's rule says, in the recorded order")};
            case Multiplier: return {tr("multiplier"), tr("axis size / batch size")};
            case Audit:
                return {tr("audit"),
                        tr("what all samples together prove, whatever their order, and how sure that is")};
            case Min: return {tr("min"), tr("smallest size seen")};
            case Max: return {tr("max"), tr("largest size seen")};
            case Distinct: return {tr("distinct"), tr("how many different sizes were seen")};
            case SameAs: return {tr("same as"), tr("other axes of the graph with the same symbol")};
            default: return {};
        }
    });
}

}  // namespace dimscope::models
