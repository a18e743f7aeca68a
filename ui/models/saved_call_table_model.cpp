// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/saved_call_table_model.h"

#include <QStringList>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

/// Arguments that are named in one cell; its tool tip lists more.
constexpr std::size_t kInCell = 4;
constexpr std::size_t kInToolTip = 40;

ColumnKind columnKind(int column) {
    return column == SavedCallTableModel::BatchSize ? ColumnKind::number : ColumnKind::text;
}

QString argumentText(const capture::Tensor& tensor, base::SampleId sample) {
    return QString::fromStdString(tensor.accessPath) + u' ' + sizesText(tensor.sizesAt(sample)) + u' ' +
           dtypeText(tensor.dtypeAt(sample));
}

QStringList argumentTexts(const capture::Capture& capture, const capture::Graph& graph, base::SampleId sample,
                          std::size_t most) {
    QStringList texts;
    for (std::size_t i = 0; i < std::min(graph.tensors.size(), most); ++i) {
        texts += argumentText(capture.tensor(graph.tensors[i]), sample);
    }
    if (graph.tensors.size() > most) {
        texts += SavedCallTableModel::tr("%1 more").arg(graph.tensors.size() - most);
    }
    return texts;
}

}  // namespace

void SavedCallTableModel::setRecording(std::shared_ptr<const capture::Capture> recording) {
    beginResetModel();
    m_recording = std::move(recording);
    m_rows.clear();
    m_typed.clear();
    for (const capture::Graph& graph : m_recording->graphs()) {
        for (std::size_t sample = 0; sample < graph.samples; ++sample) {
            m_rows.push_back({graph.id, base::SampleId{static_cast<std::uint32_t>(sample)}});
        }
    }
    count();
    endResetModel();
    emit batchSizesChanged();
}

void SavedCallTableModel::setConstant(std::optional<std::int64_t> batchSize) {
    if (m_constant != batchSize) {
        m_constant = batchSize;
        if (!m_rows.empty()) {
            emit dataChanged(index(0, BatchSize), index(rowCount() - 1, BatchSize));
        }
        emit batchSizesChanged();
    }
}

std::vector<capture::GraphRelabels> SavedCallTableModel::relabels() const {
    capture::Labelling labelling;
    std::map<base::GraphId, std::vector<capture::Relabel>> byGraph;
    for (const auto& [row, batchSize] : m_typed) {
        const Row& at = m_rows[static_cast<std::size_t>(row)];
        byGraph[at.graph].push_back({static_cast<std::int64_t>(at.sample.value), batchSize});
    }
    for (auto& [id, samples] : byGraph) {
        const capture::Graph& graph = m_recording->graph(id);
        labelling.put({m_recording->module(graph.module).name, graph.name, std::move(samples)});
    }
    return std::move(labelling.relabels);
}

std::optional<std::int64_t> SavedCallTableModel::namedBatchSize(const Row& row) const {
    const capture::Graph& graph = m_recording->graph(row.graph);
    const std::int64_t recorded = (*graph.batchSizes)[row.sample.value];
    return recorded != capture::kUnknownBatch
               ? std::optional(recorded)
               : m_recording->sources()[graph.originOf(row.sample).source.value].namedBatchSize;
}

std::optional<std::int64_t> SavedCallTableModel::statedBatchSize(int row) const {
    const auto typed = m_typed.find(row);
    return typed != m_typed.end() ? std::optional(typed->second)
                                  : namedBatchSize(m_rows[static_cast<std::size_t>(row)]);
}

int SavedCallTableModel::firstUnknown() const {
    for (int row = 0; row < rowCount(); ++row) {
        if (!statedBatchSize(row)) {
            return row;
        }
    }
    return -1;
}

void SavedCallTableModel::count() {
    m_unknown = 0;
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        m_unknown += statedBatchSize(row) ? 0 : 1;
    }
}

QString SavedCallTableModel::batchSizeText(int row) const {
    const auto stated = statedBatchSize(row);
    if (m_typed.contains(row)) {
        return numberText(*stated) + QStringLiteral(" ✎");
    }
    // A constant comes before what a file's name says, as --batch-size does.
    return m_constant ? numberText(*m_constant) : stated ? numberText(*stated) : tr("not known");
}

QString SavedCallTableModel::argumentsText(const Row& row) const {
    return argumentTexts(*m_recording, m_recording->graph(row.graph), row.sample, kInCell)
        .join(QStringLiteral(", "));
}

QString SavedCallTableModel::display(int row, int column) const {
    const Row& at = m_rows[static_cast<std::size_t>(row)];
    const capture::Graph& graph = m_recording->graph(at.graph);
    switch (column) {
        case File:
            return QString::fromStdString(
                m_recording->sources()[graph.originOf(at.sample).source.value].name);
        case Module: return QString::fromStdString(m_recording->module(graph.module).name);
        case Graph: return QString::fromStdString(graph.name);
        case BatchSize: return batchSizeText(row);
        case Arguments: return argumentsText(at);
        default: return {};
    }
}

QString SavedCallTableModel::toolTip(int row, int column) const {
    const Row& at = m_rows[static_cast<std::size_t>(row)];
    if (column == Arguments) {
        return argumentTexts(*m_recording, m_recording->graph(at.graph), at.sample, kInToolTip)
            .join(QStringLiteral("\n"));
    }
    if (column != BatchSize) {
        return display(row, column);
    }
    if (m_typed.contains(row)) {
        return tr("typed here; an empty field takes it away");
    }
    if (m_constant) {
        return tr("the same for all, as stated below");
    }
    return namedBatchSize(at) ? tr("as the file or its name says (unet_bs4.pt); can be typed over")
                              : tr("can be typed here, or told for all below, or later by an axis");
}

int SavedCallTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int SavedCallTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant SavedCallTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const int row = index.row();
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(row, column);
        case Qt::EditRole: {
            const auto stated = column == BatchSize ? statedBatchSize(row) : std::nullopt;
            return column != BatchSize ? display(row, column) : stated ? numberText(*stated) : QString();
        }
        case Qt::ToolTipRole: return toolTip(row, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' + display(row, column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case MonospaceRole: return column == Arguments;
        case SecondaryRole:
            return column == Graph || (column == BatchSize && !m_constant && !statedBatchSize(row));
        default: return {};
    }
}

bool SavedCallTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (role != Qt::EditRole || !isCell(*this, index) || index.column() != BatchSize) {
        return false;
    }
    const QString text = value.toString().trimmed();
    bool isNumber = false;
    const qlonglong batchSize = text.toLongLong(&isNumber);
    if (text.isEmpty()) {
        m_typed.erase(index.row());
    } else if (isNumber && batchSize > 0) {
        m_typed[index.row()] = batchSize;
    } else {
        return false;
    }
    count();
    emit dataChanged(index, index);
    emit batchSizesChanged();
    return true;
}

Qt::ItemFlags SavedCallTableModel::flags(const QModelIndex& index) const {
    const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    return isCell(*this, index) && index.column() == BatchSize ? flags | Qt::ItemIsEditable : flags;
}

QVariant SavedCallTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case File: return {tr("file"), tr("file that holds the call")};
            case Module: return {tr("module"), tr("from the name of the file")};
            case Graph: return {tr("graph"), tr("calls with equal arguments and ranks")};
            case BatchSize: return {tr("batch size"), tr("from the name of the file, or as typed here")};
            default: return {tr("arguments"), tr("tensors of the call with sizes and dtype")};
        }
    });
}

}  // namespace dimscope::models
