// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/replay_table_model.h"

#include <algorithm>

#include "core/inference/evolution.h"
#include "ui/models/audit_text.h"
#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

ColumnKind columnKind(int column) {
    return column <= ReplayTableModel::Multiplier ? ColumnKind::number : ColumnKind::text;
}

}  // namespace

void ReplayTableModel::setAxis(Snapshot snapshot, std::optional<base::TensorId> tensor,
                               std::optional<int> axis) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_sizes = {};
    m_batchSizes = {};
    m_excluded = {};
    m_axis = nullptr;
    if (m_snapshot && tensor && axis) {
        const capture::Tensor& shown = m_snapshot.capture->tensor(*tensor);
        const capture::Graph& graph = m_snapshot.capture->graph(shown.graph);
        const auto position = static_cast<std::size_t>(*axis);
        if (!graph.isSummary() && position < shown.rank) {
            m_sizes = shown.column(position);
            m_batchSizes = *graph.batchSizes;
            m_excluded = m_snapshot.excluded(graph.id);
            m_axis = &m_snapshot.analysis->tensor(*tensor).axes[position];
        }
    }
    endResetModel();
}

int ReplayTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_sizes.size());
}

int ReplayTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

bool ReplayTableModel::isExcluded(std::uint32_t sample) const {
    return std::binary_search(m_excluded.begin(), m_excluded.end(), sample);
}

const inference::Flip* ReplayTableModel::flipAt(std::uint32_t sample) const {
    const auto found = std::find_if(m_axis->flips.begin(), m_axis->flips.end(),
                                    [sample](const auto& flip) { return flip.sample.value == sample; });
    return found == m_axis->flips.end() ? nullptr : &*found;
}

QString ReplayTableModel::why(std::uint32_t sample) const {
    if (isExcluded(sample)) {
        return tr("excluded on purpose: passed over");
    }
    if (const inference::Flip* flip = flipAt(sample)) {
        return tr("%1 → %2: %3")
            .arg(verdictWord(flip->before), verdictWord(flip->after), QString::fromStdString(flip->reason));
    }
    return {};
}

QString ReplayTableModel::display(std::uint32_t sample, int column) const {
    switch (column) {
        case Sample: return QString::number(sample);
        case BatchSize: return batchSizeText(m_batchSizes[sample]);
        case Size: return numberText(m_sizes[sample]);
        case Multiplier: return numberText(inference::multiplierOf(m_sizes[sample], m_batchSizes[sample]));
        case Verdict: return verdictWord(inference::verdictAt(*m_axis, base::SampleId{sample}));
        case Why: return why(sample);
        default: return {};
    }
}

QVariant ReplayTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const auto sample = static_cast<std::uint32_t>(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(sample, column);
        case Qt::ToolTipRole: {
            const QString text = display(sample, column);
            return text.isEmpty() ? tr("the verdict stays") : text;
        }
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' + display(sample, column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case SampleIdRole: return sample;
        case VerdictRole: return static_cast<int>(inference::verdictAt(*m_axis, base::SampleId{sample}));
        case SecondaryRole: return column == Sample || isExcluded(sample);
        default: return {};
    }
}

QVariant ReplayTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Sample: return {tr("#"), tr("number of the call in the graph, from 0")};
            case BatchSize: return {tr("batch"), tr("batch size of the call")};
            case Size: return {tr("size"), tr("size of the axis")};
            case Multiplier: return {tr("×"), tr("size / batch size")};
            case Verdict: return {tr("so far"), tr("AITune's verdict after this sample")};
            case Why: return {tr("why it changed"), tr("why the verdict changed at this sample")};
            default: return {};
        }
    });
}

}  // namespace dimscope::models
