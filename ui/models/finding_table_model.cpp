// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/finding_table_model.h"

#include <compare>
#include <utility>

#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/natural_order.h"
#include "ui/models/roles.h"
#include "ui/models/row_order.h"

namespace dimscope::models {
namespace {

using Column = FindingTableModel::Column;

ColumnKind columnKind(int column) {
    return column == FindingTableModel::Axis ? ColumnKind::number : ColumnKind::text;
}

/// The axis that a finding speaks of; none of several.
std::optional<int> axisOf(const inference::Finding& finding) {
    if (finding.axis || finding.axes.size() != 1) {
        return finding.axis;
    }
    return finding.axes.front().axis;
}

/// The tensor, the tensors of a class of axes, or noValue().
QString tensorText(const capture::Capture& capture, const inference::Finding& finding) {
    if (finding.tensor) {
        return QString::fromStdString(capture.tensor(*finding.tensor).accessPath);
    }
    return findingPlace(capture, finding);
}

class FindingOrder {
 public:
    FindingOrder(const capture::Capture& capture, Column column) : m_capture(capture), m_column(column) {}

    [[nodiscard]] std::weak_ordering operator()(const FindingRow& left, const FindingRow& right) const {
        const inference::Finding& a = *left.finding;
        const inference::Finding& b = *right.finding;
        switch (m_column) {
            case Column::Severity: return a.severity <=> b.severity;
            case Column::Code: return naturalOrder(a.code, b.code);
            case Column::Module:
                return naturalOrder(m_capture.module(left.module).name, m_capture.module(right.module).name);
            case Column::Graph: return naturalOrder(graphName(left), graphName(right));
            case Column::Side: return side(a) <=> side(b);
            case Column::Tensor: return naturalOrder(path(a), path(b));
            case Column::Axis: return axisOf(a) <=> axisOf(b);
            case Column::Samples: return a.samples <=> b.samples;
            case Column::Message: return naturalOrder(a.message, b.message);
            case Column::ColumnCount: break;
        }
        return std::weak_ordering::equivalent;
    }

 private:
    [[nodiscard]] std::string_view graphName(const FindingRow& row) const {
        return row.graph ? std::string_view(m_capture.graph(*row.graph).name) : std::string_view();
    }
    [[nodiscard]] std::string_view path(const inference::Finding& finding) const {
        const auto tensor = firstTensor(finding);
        return tensor ? std::string_view(m_capture.tensor(*tensor).accessPath) : std::string_view();
    }
    [[nodiscard]] std::optional<module::Side> side(const inference::Finding& finding) const {
        return finding.tensor ? std::optional(m_capture.tensor(*finding.tensor).side()) : std::nullopt;
    }

    const capture::Capture& m_capture;
    Column m_column;
};

}  // namespace

void FindingTableModel::setSnapshot(Snapshot snapshot) {
    replaceSource([&] {
        m_snapshot = std::move(snapshot);
        auto rows = std::make_shared<FindingRows>(findingRows(m_snapshot));
        m_counts = {};
        for (const FindingRow& row : *rows) {
            m_counts.add(row.severity);
        }
        m_rows = std::move(rows);
    });
}

void FindingTableModel::setFilter(FindingFilter filter) {
    if (filter != m_filter) {
        m_filter = std::move(filter);
        refresh();
    }
}

int FindingTableModel::sourceRowCount() const {
    return m_rows ? static_cast<int>(m_rows->size()) : 0;
}

int FindingTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<FindingRow> FindingTableModel::findingAt(int row) const {
    return row >= 0 && row < rowCount() ? std::optional((*m_rows)[sourceRow(row)]) : std::nullopt;
}

std::optional<std::uint32_t> FindingTableModel::numberAt(int row) const {
    return row >= 0 && row < rowCount() ? std::optional(sourceRow(row)) : std::nullopt;
}

TableModel::MakeRows FindingTableModel::makeRows(int sortColumn, Qt::SortOrder order) const {
    const bool isSorted = sortColumn >= 0 && sortColumn < ColumnCount;
    if (!m_snapshot || (m_filter.isEmpty() && !isSorted)) {
        return {};
    }
    return [snapshot = m_snapshot, all = m_rows, filter = m_filter, isSorted,
            column = static_cast<Column>(isSorted ? sortColumn : 0), order](const Stop& stop) {
        Rows rows;
        for (std::uint32_t row = 0; row < all->size() && !(row % 1024 == 0 && stop()); ++row) {
            if (filter.accepts(*snapshot.capture, (*all)[row])) {
                rows.push_back(row);
            }
        }
        if (isSorted) {
            const FindingOrder compare(*snapshot.capture, column);
            orderRows(
                rows, order,
                [&](std::uint32_t left, std::uint32_t right) { return compare((*all)[left], (*all)[right]); },
                stop);
        }
        return rows;
    };
}

QString FindingTableModel::display(const FindingRow& row, int column) const {
    const capture::Capture& capture = *m_snapshot.capture;
    const inference::Finding& finding = *row.finding;
    switch (column) {
        case Severity: return severityWord(finding.severity);
        case Code: return QString::fromStdString(finding.code);
        case Module: return QString::fromStdString(capture.module(row.module).name);
        case Graph: return row.graph ? graphText(capture.graph(*row.graph)) : noValue();
        case Side: return finding.tensor ? sideWord(capture.tensor(*finding.tensor).side()) : noValue();
        case Tensor: return tensorText(capture, finding);
        case Axis: {
            const std::optional<int> axis = finding.tensor ? axisOf(finding) : std::nullopt;
            return axis ? numberText(std::int64_t{*axis}) : noValue();
        }
        case Samples: return samplesText(finding.samples);
        case Message: return QString::fromStdString(finding.message);
        default: return {};
    }
}

QVariant FindingTableModel::sortKey(const FindingRow& row, int column) const {
    switch (column) {
        case Severity: return static_cast<int>(row.finding->severity);
        case Axis: {
            const std::optional<int> axis = axisOf(*row.finding);
            return axis ? QVariant(*axis) : QVariant();
        }
        case Samples:
            return row.finding->samples.empty() ? QVariant() : QVariant(row.finding->samples.front());
        default: return display(row, column);
    }
}

QString FindingTableModel::toolTip(const FindingRow& row, int column) const {
    if (column == Samples) {
        return row.finding->samples.empty()
                   ? tr("no single samples show it")
                   : tr("samples that show it: %1").arg(samplesText(row.finding->samples, 40));
    }
    return display(row, column);
}

QVariant FindingTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const FindingRow& row = (*m_rows)[sourceRow(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(row, column);
        case Qt::ToolTipRole: return toolTip(row, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' + display(row, column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case SortRole: return sortKey(row, column);
        case SeverityRole: return static_cast<int>(row.finding->severity);
        case ModuleIdRole: return row.module.value;
        case GraphIdRole: return row.graph ? QVariant(row.graph->value) : QVariant();
        case TensorIdRole: {
            const auto tensor = firstTensor(*row.finding);
            return tensor ? QVariant(tensor->value) : QVariant();
        }
        case AxisRole: {
            const std::optional<int> axis = axisOf(*row.finding);
            return axis ? QVariant(*axis) : QVariant();
        }
        case SampleIdRole:
            return row.finding->samples.empty() ? QVariant() : QVariant(row.finding->samples.front());
        case MonospaceRole: return column == Tensor || column == Samples;
        case SecondaryRole: return column == Module || column == Graph || column == Side;
        default: return {};
    }
}

QVariant FindingTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Severity: return {tr("severity"), tr("error, warning or note")};
            case Code: return {tr("code"), tr("stable name of the kind of finding")};
            case Module: return {tr("module"), tr("module that was recorded")};
            case Graph: return {tr("graph"), tr("execution graph: calls with equal metadata")};
            case Side: return {tr("side"), tr("input or output of the module")};
            case Tensor:
                return {tr("tensor"),
                        tr("tensor that it speaks of, or the class of axes where these are several")};
            case Axis: return {tr("axis"), tr("number of the axis, from 0")};
            case Samples: return {tr("samples"), tr("samples that show it; the telling ones only")};
            case Message: return {tr("finding"), tr("what the samples show")};
            default: return {};
        }
    });
}

}  // namespace dimscope::models
