// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/sample_table_model.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/inference/evolution.h"
#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"
#include "ui/models/sample_order.h"

namespace dimscope::models {
namespace {

ColumnKind columnKind(SampleTableModel::Field field) {
    return field == SampleTableModel::Field::Index || field == SampleTableModel::Field::BatchSize ||
                   field == SampleTableModel::Field::Line || field == SampleTableModel::Field::Recorded
               ? ColumnKind::number
               : ColumnKind::text;
}

QString textOrNothing(std::string_view text) {
    return text.empty() ? noValue() : QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

void SampleTableModel::takeColumns(const std::vector<base::TensorId>& tensors) {
    m_columns = {{Field::Index}, {Field::BatchSize}};
    if (!m_graph) {
        return;
    }
    const capture::Capture& capture = *m_snapshot.capture;
    if (!m_snapshot.excluded(*m_graph).empty()) {
        m_columns.push_back({Field::Use});
    }
    const std::size_t before = m_columns.size();
    for (const base::TensorId tensor : tensors) {
        const bool isOfGraph =
            tensor.value < capture.tensors().size() && capture.tensor(tensor).graph == *m_graph;
        if (isOfGraph && m_columns.size() < kTensorColumns + before) {
            m_columns.push_back({Field::Sizes, tensor});
        }
    }
    if (const capture::CallColumns* calls = shownGraph().calls.get()) {
        if (calls->sources.size() > 1) {
            m_columns.push_back({Field::File});
        }
        if (!calls->lines.empty()) {
            m_columns.push_back({Field::Line});
        }
        if (!calls->times.empty()) {
            m_columns.push_back({Field::Time});
        }
        if (!calls->labels.empty()) {
            m_columns.push_back({Field::Label});
        }
    }
    if (m_relabelled > 0) {
        m_columns.push_back({Field::Recorded});
    }
}

void SampleTableModel::takeRelabels() {
    m_relabels = nullptr;
    m_relabelled = 0;
    if (!m_graph || !m_snapshot.labels || !m_snapshot.recorded) {
        return;
    }
    const capture::Graph& graph = shownGraph();
    m_relabels = m_snapshot.labels->find(m_snapshot.capture->module(graph.module).name, graph.name);
    if (m_relabels == nullptr) {
        return;
    }
    const auto& statements = m_relabels->samples;
    m_relabelled = static_cast<std::size_t>(
        std::count_if(statements.begin(), statements.end(), [&](const capture::Relabel& statement) {
            return statement.sample < static_cast<std::int64_t>(graph.samples) &&
                   recordedBatchSize({static_cast<std::uint32_t>(statement.sample)}) != statement.batchSize;
        }));
}

std::int64_t SampleTableModel::recordedBatchSize(base::SampleId sample) const {
    const capture::Capture& recorded = m_snapshot.recorded ? *m_snapshot.recorded : *m_snapshot.capture;
    return (*recorded.graph(*m_graph).batchSizes)[sample.value];
}

bool SampleTableModel::isRelabelled(base::SampleId sample) const {
    if (m_relabels == nullptr || sample.value >= shownGraph().samples) {
        return false;
    }
    const auto stated = m_relabels->find(sample.value);
    return stated && *stated != recordedBatchSize(sample);
}

void SampleTableModel::setGraph(Snapshot snapshot, std::optional<base::GraphId> graph,
                                std::vector<base::TensorId> tensors) {
    replaceSource([&] {
        m_snapshot = std::move(snapshot);
        const bool isKnown = m_snapshot && graph && graph->value < m_snapshot.capture->graphs().size();
        m_graph = isKnown ? graph : std::nullopt;
        takeRelabels();
        takeColumns(tensors);
    });
}

int SampleTableModel::sourceRowCount() const {
    constexpr std::size_t kMost = std::numeric_limits<int>::max();
    return m_graph ? static_cast<int>(std::min(shownGraph().samples, kMost)) : 0;
}

int SampleTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

std::optional<base::SampleId> SampleTableModel::sampleAt(int row) const {
    if (row < 0 || row >= rowCount()) {
        return std::nullopt;
    }
    return base::SampleId{sourceRow(row)};
}

bool SampleTableModel::isExcluded(base::SampleId sample) const {
    if (!m_graph) {
        return false;
    }
    const auto excluded = m_snapshot.excluded(*m_graph);
    return std::binary_search(excluded.begin(), excluded.end(), sample.value);
}

std::optional<int> SampleTableModel::rowOfSample(base::SampleId sample) const {
    return rowOf(sample.value);
}

TableModel::MakeRows SampleTableModel::makeRows(int sortColumn, Qt::SortOrder order) const {
    if (!m_graph || sortColumn < 0 || sortColumn >= columnCount()) {
        return {};
    }
    const Column& column = m_columns[static_cast<std::size_t>(sortColumn)];
    if (column.field == Field::Index && order == Qt::AscendingOrder) {
        return {};
    }
    return [snapshot = m_snapshot, graph = *m_graph, field = column.field, tensor = column.tensor,
            order](const Stop& stop) { return orderSamples(snapshot, graph, field, tensor, order, stop); };
}

QString SampleTableModel::display(base::SampleId sample, const Column& column) const {
    const capture::Graph& graph = shownGraph();
    switch (column.field) {
        case Field::Index: return QString::number(sample.value);
        case Field::BatchSize: {
            const QString text = batchSizeText((*graph.batchSizes)[sample.value]);
            return isRelabelled(sample) ? tr("✎ %1").arg(text) : text;
        }
        case Field::Recorded: return batchSizeText(recordedBatchSize(sample));
        case Field::Use: return isExcluded(sample) ? tr("✕ excluded") : QString();
        case Field::Sizes: {
            const capture::Tensor& tensor = m_snapshot.capture->tensor(column.tensor);
            const QString sizes = sizesText(tensor.sizesAt(sample));
            const bool isOtherDtype = !tensor.otherDtypes.empty() && tensor.dtypeAt(sample) != tensor.dtype;
            return isOtherDtype ? sizes + u' ' + dtypeText(tensor.dtypeAt(sample)) : sizes;
        }
        case Field::File: {
            const auto& sources = m_snapshot.capture->sources();
            const std::uint32_t source = graph.calls->sources[sample.value];
            return source < sources.size() ? textOrNothing(sources[source].name) : noValue();
        }
        case Field::Line: {
            const std::uint64_t line = graph.calls->lines[sample.value];
            return line == 0 ? noValue() : numberText(line);
        }
        case Field::Time: return textOrNothing(graph.calls->times.at(sample.value));
        case Field::Label: return textOrNothing(graph.calls->labels.at(sample.value));
    }
    return {};
}

QVariant SampleTableModel::sortKey(base::SampleId sample, const Column& column) const {
    const capture::Graph& graph = shownGraph();
    switch (column.field) {
        case Field::Index: return sample.value;
        case Field::BatchSize: return QVariant::fromValue<qint64>((*graph.batchSizes)[sample.value]);
        case Field::Recorded: return QVariant::fromValue<qint64>(recordedBatchSize(sample));
        case Field::Line: return QVariant::fromValue<quint64>(graph.calls->lines[sample.value]);
        case Field::Use:
        case Field::Sizes:
        case Field::File:
        case Field::Time:
        case Field::Label: return display(sample, column);
    }
    return {};
}

QString SampleTableModel::batchSizeTip(base::SampleId sample) const {
    const std::int64_t batchSize = (*shownGraph().batchSizes)[sample.value];
    const std::int64_t recorded = recordedBatchSize(sample);
    if (isRelabelled(sample)) {
        return recorded == capture::kUnknownBatch
                   ? tr("relabelled: %1; the recording does not say the batch size").arg(batchSize)
                   : tr("relabelled: %1; the recording says %2")
                         .arg(QString::number(batchSize), QString::number(recorded));
    }
    if (batchSize == capture::kUnknownBatch) {
        return tr("the recording does not say the batch size of this call");
    }
    if (recorded == capture::kUnknownBatch && m_snapshot.labels) {
        return tr("%1, as the batch size source says (%2); the recording does not")
            .arg(QString::number(batchSize), QString::fromStdString(m_snapshot.labels->source.text()));
    }
    return {};
}

QString SampleTableModel::spoken(base::SampleId sample, const Column& column) const {
    QString text = display(sample, column);
    if (column.field == Field::BatchSize && isRelabelled(sample)) {
        text = tr("%1, relabelled, recorded %2")
                   .arg(batchSizeText((*shownGraph().batchSizes)[sample.value]),
                        batchSizeText(recordedBatchSize(sample)));
    } else if (column.field == Field::Index && isExcluded(sample)) {
        text += tr(", excluded");
    }
    return text;
}

QString SampleTableModel::toolTip(base::SampleId sample, const Column& column) const {
    const std::int64_t batchSize = (*shownGraph().batchSizes)[sample.value];
    if (column.field == Field::BatchSize) {
        if (const QString tip = batchSizeTip(sample); !tip.isEmpty()) {
            return tip;
        }
    }
    if (isExcluded(sample)) {
        return tr("sample %1 is excluded: verdicts, ranges and coverage are those of the others")
            .arg(sample.value);
    }
    if (column.field != Field::Sizes) {
        return display(sample, column);
    }
    const capture::Tensor& tensor = m_snapshot.capture->tensor(column.tensor);
    const module::Sizes sizes = tensor.sizesAt(sample);
    QString text = tr("sample %1 of %2: %3")
                       .arg(QString::number(sample.value), QString::fromStdString(tensor.accessPath),
                            dtypeText(tensor.dtypeAt(sample)));
    for (std::size_t axis = 0; axis < sizes.size() && batchSize != capture::kUnknownBatch; ++axis) {
        text += tr("\naxis %1: %2 / %3 = %4")
                    .arg(QString::number(axis), numberText(sizes[axis]), numberText(batchSize),
                         numberText(inference::multiplierOf(sizes[axis], batchSize)));
    }
    return text;
}

QVariant SampleTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const base::SampleId sample{sourceRow(index.row())};
    const Column& column = m_columns[static_cast<std::size_t>(index.column())];
    switch (role) {
        case Qt::DisplayRole: return display(sample, column);
        case Qt::ToolTipRole: return toolTip(sample, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(index.column(), Qt::Horizontal).toString() + u' ' +
                           spoken(sample, column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column.field));
        case SortRole: return sortKey(sample, column);
        case SampleIdRole: return sample.value;
        case GraphIdRole: return m_graph->value;
        case TensorIdRole: return column.field == Field::Sizes ? QVariant(column.tensor.value) : QVariant();
        case MonospaceRole: return column.field == Field::Sizes;
        case SecondaryRole:
            return isExcluded(sample) || (column.field == Field::Recorded && !isRelabelled(sample)) ||
                   (columnKind(column.field) == ColumnKind::text && column.field != Field::Sizes);
        default: return {};
    }
}

QVariant SampleTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (role == TensorIdRole && orientation == Qt::Horizontal && section >= 0 && section < columnCount()) {
        const Column& column = m_columns[static_cast<std::size_t>(section)];
        return column.field == Field::Sizes ? QVariant(column.tensor.value) : QVariant();
    }
    return columnHeader(
        *this, section, orientation, role,
        [this](int index) { return columnKind(m_columns[static_cast<std::size_t>(index)].field); },
        [this](int index) -> ColumnHeader {
            const Column& column = m_columns[static_cast<std::size_t>(index)];
            switch (column.field) {
                case Field::Index: return {tr("#"), tr("call of this graph, in the recorded order, from 0")};
                case Field::BatchSize: return {tr("batch"), tr("batch size of the call")};
                case Field::Recorded:
                    return {tr("recorded"), tr("batch size that the recording says; ✎ marks other ones")};
                case Field::Use: return {tr("use"), tr("samples that are left out on purpose")};
                case Field::Sizes: {
                    const QString path =
                        QString::fromStdString(m_snapshot.capture->tensor(column.tensor).accessPath);
                    return {path, tr("sizes of %1; sorts axis by axis").arg(path)};
                }
                case Field::File: return {tr("file"), tr("file that the call was read from")};
                case Field::Line: return {tr("line"), tr("line of the file")};
                case Field::Time: return {tr("time"), tr("when the call was recorded")};
                case Field::Label: return {tr("label"), tr("label that the recording gave the call")};
            }
            return {};
        });
}

}  // namespace dimscope::models
