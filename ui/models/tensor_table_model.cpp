// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/tensor_table_model.h"

#include <QStringList>
#include <algorithm>
#include <limits>
#include <utility>

#include "ui/models/audit_text.h"
#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/origin_text.h"
#include "ui/models/roles.h"
#include "ui/models/row_order.h"
#include "ui/models/tensor_order.h"

namespace dimscope::models {
namespace {

constexpr std::uint32_t kOutside = std::numeric_limits<std::uint32_t>::max();

ColumnKind columnKind(int column) {
    return column == TensorTableModel::Samples ? ColumnKind::number : ColumnKind::text;
}

bool isMonospaced(int column) {
    return column == TensorTableModel::Path || column == TensorTableModel::Shape ||
           column == TensorTableModel::Min || column == TensorTableModel::Max;
}

QString dtypesText(const capture::Tensor& tensor) {
    QStringList lines{TensorTableModel::tr("dtype of the first call: %1").arg(dtypeText(tensor.dtype))};
    if (!tensor.otherDtypes.empty()) {
        const auto& [sample, dtype] = tensor.otherDtypes.front();
        const std::size_t others = tensor.otherDtypes.size();
        lines +=
            (others == 1 ? TensorTableModel::tr("a call with another dtype: %1 at sample %2")
                         : TensorTableModel::tr("%3 calls with another dtype; the first: %1 at sample %2")
                               .replace(QStringLiteral("%3"), QString::number(others)))
                .arg(dtypeText(dtype))
                .arg(sample.value);
    }
    return lines.join(u'\n');
}

QString shapeToolTip(const inference::TensorAnalysis& tensor) {
    QStringList lines{TensorTableModel::tr("AITune's shape: %1")
                          .arg(QString::fromStdString(module::shapeText(tensor.spec.shape())))};
    for (std::size_t i = 0; i < tensor.axes.size(); ++i) {
        const inference::AxisAnalysis& axis = tensor.axes[i];
        lines += TensorTableModel::tr("axis %1: %2, %3 to %4")
                     .arg(i)
                     .arg(verdictText(axis))
                     .arg(axis.min)
                     .arg(axis.max);
    }
    return lines.join(u'\n');
}

QString verdictToolTip(const inference::TensorAnalysis& tensor) {
    const inference::VerdictCounts counts = countVerdicts(tensor);
    QStringList lines{TensorTableModel::tr("%1 static, %2 batch, %3 dynamic axes")
                          .arg(counts.fixed)
                          .arg(counts.batch)
                          .arg(counts.dynamic)};
    for (const auto& [verdict, count] : {std::pair(inference::Verdict::fixed, counts.fixed),
                                         std::pair(inference::Verdict::batch, counts.batch),
                                         std::pair(inference::Verdict::dynamic, counts.dynamic)}) {
        if (count > 0) {
            lines += verdictMeaning(verdict);
        }
    }
    return lines.join(u'\n');
}

}  // namespace

void TensorTableModel::takeScope(const Scope& scope) {
    m_scope = scope;
    auto tensors = std::make_shared<TensorIds>();
    m_sourceRows.clear();
    if (m_snapshot) {
        const capture::Capture& capture = *m_snapshot.capture;
        const auto addGraph = [&](base::GraphId id) {
            for (const base::TensorId tensor : capture.graph(id).tensors) {
                if (!scope.side || capture.tensor(tensor).side() == *scope.side) {
                    tensors->push_back(tensor);
                }
            }
        };
        const auto addModule = [&](const capture::Module& module) {
            std::for_each(module.graphs.begin(), module.graphs.end(), addGraph);
        };
        if (scope.graph && scope.graph->value < capture.graphs().size()) {
            addGraph(*scope.graph);
        } else if (scope.module && scope.module->value < capture.modules().size()) {
            addModule(capture.module(*scope.module));
        } else if (!scope.graph && !scope.module) {
            std::for_each(capture.modules().begin(), capture.modules().end(), addModule);
        }
        m_sourceRows.assign(capture.tensors().size(), kOutside);
        for (std::size_t row = 0; row < tensors->size(); ++row) {
            m_sourceRows[(*tensors)[row].value] = static_cast<std::uint32_t>(row);
        }
    }
    m_tensors = std::move(tensors);
}

void TensorTableModel::setSnapshot(Snapshot snapshot, const Scope& scope) {
    replaceSource([&] {
        m_snapshot = std::move(snapshot);
        takeScope(scope);
    });
}

void TensorTableModel::setJudgement(std::shared_ptr<const overrides::Judgement> judgement) {
    if (judgement == m_snapshot.judgement) {
        return;
    }
    const bool isSame =
        judgement && m_snapshot.judgement && judgement->origins == m_snapshot.judgement->origins;
    m_snapshot.judgement = std::move(judgement);
    if (!isSame && (sortColumn() == Override || m_filter.asksForOrigins())) {
        refresh();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, Override), index(rowCount() - 1, Override));
    }
}

void TensorTableModel::setScope(const Scope& scope) {
    if (scope != m_scope) {
        replaceSource([&] { takeScope(scope); });
    }
}

void TensorTableModel::setFilter(const QString& filter) {
    TensorFilter parsed = TensorFilter::parse(filter);
    if (parsed != m_filter) {
        m_filter = std::move(parsed);
        refresh();
    }
}

int TensorTableModel::sourceRowCount() const {
    return m_tensors ? static_cast<int>(m_tensors->size()) : 0;
}

int TensorTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

std::optional<base::TensorId> TensorTableModel::tensorAt(int row) const {
    if (row < 0 || row >= rowCount()) {
        return std::nullopt;
    }
    return (*m_tensors)[sourceRow(row)];
}

std::optional<int> TensorTableModel::rowOfTensor(base::TensorId tensor) const {
    if (tensor.value >= m_sourceRows.size() || m_sourceRows[tensor.value] == kOutside) {
        return std::nullopt;
    }
    return rowOf(m_sourceRows[tensor.value]);
}

TableModel::MakeRows TensorTableModel::makeRows(int sortColumn, Qt::SortOrder order) const {
    const bool isSorted = sortColumn >= 0 && sortColumn < ColumnCount;
    if (!m_snapshot || (m_filter.isEmpty() && !isSorted)) {
        return {};
    }
    return [snapshot = m_snapshot, tensors = m_tensors, filter = m_filter, isSorted,
            column = static_cast<Column>(isSorted ? sortColumn : 0), order](const Stop& stop) {
        Rows rows;
        const TensorFilter::Test fits = filter.testFor(snapshot);
        for (std::uint32_t row = 0; row < tensors->size() && !(row % 1024 == 0 && stop()); ++row) {
            if (fits((*tensors)[row])) {
                rows.push_back(row);
            }
        }
        if (isSorted) {
            orderRows(
                rows, order,
                [&](std::uint32_t left, std::uint32_t right) {
                    return orderTensors(snapshot, (*tensors)[left], (*tensors)[right], column);
                },
                stop);
        }
        return rows;
    };
}

QVariant TensorTableModel::display(base::TensorId id, int column) const {
    const capture::Capture& capture = *m_snapshot.capture;
    const capture::Tensor& tensor = capture.tensor(id);
    const capture::Graph& graph = capture.graph(tensor.graph);
    const inference::TensorAnalysis& analysis = m_snapshot.analysis->tensor(id);
    switch (column) {
        case Path: return QString::fromStdString(tensor.accessPath);
        case Side: return sideWord(tensor.side());
        case Dtype: return dtypeText(tensor.dtype);
        case Shape: return symbolicShape(analysis);
        case Min: return minText(analysis);
        case Max: return maxText(analysis);
        case Verdicts: return verdictsText(analysis);
        case Audit: return auditText(auditOf(analysis));
        case Override: {
            const auto origin = originOf(m_snapshot, id);
            return origin ? originWord(*origin) : noValue();
        }
        case Samples:
            return graph.isSummary()
                       ? noValue()
                       : numberText(std::uint64_t{graph.samples - m_snapshot.excluded(graph.id).size()});
        case Graph: return graphText(graph);
        case Module: return QString::fromStdString(capture.module(graph.module).name);
        default: return {};
    }
}

QVariant TensorTableModel::sortKey(base::TensorId id, int column) const {
    const capture::Tensor& tensor = m_snapshot.capture->tensor(id);
    const inference::TensorAnalysis& analysis = m_snapshot.analysis->tensor(id);
    switch (column) {
        case Side: return static_cast<int>(tensor.side());
        case Shape: return static_cast<int>(analysis.axes.size());
        case Min: return minElements(analysis);
        case Max: return maxElements(analysis);
        case Samples: return QVariant::fromValue<quint64>(m_snapshot.capture->graph(tensor.graph).samples);
        case Override: {
            const auto origin = originOf(m_snapshot, id);
            return origin ? QVariant(static_cast<int>(*origin)) : QVariant();
        }
        case Verdicts: {
            const inference::VerdictCounts counts = countVerdicts(analysis);
            return static_cast<double>(counts.dynamic) * 1e6 + static_cast<double>(counts.batch);
        }
        case Audit: {
            const std::optional<TensorAudit> audit = auditOf(analysis);
            return audit ? QVariant(static_cast<int>(audit->weakest)) : QVariant();
        }
        default: return display(id, column);
    }
}

QString TensorTableModel::toolTip(base::TensorId id, int column) const {
    const capture::Tensor& tensor = m_snapshot.capture->tensor(id);
    const capture::Graph& graph = m_snapshot.capture->graph(tensor.graph);
    const inference::TensorAnalysis& analysis = m_snapshot.analysis->tensor(id);
    switch (column) {
        case Path:
            return tr("access path: %1\nsemantic path: %2")
                .arg(QString::fromStdString(tensor.accessPath),
                     QString::fromStdString(tensor.locator.semanticPathText()));
        case Dtype: return dtypesText(tensor);
        case Shape: return shapeToolTip(analysis);
        case Min: return tr("smallest size of each axis; %1 elements").arg(minElements(analysis), 0, 'g', 15);
        case Max: return tr("largest size of each axis; %1 elements").arg(maxElements(analysis), 0, 'g', 15);
        case Verdicts: return verdictToolTip(analysis);
        case Audit: return auditToolTip(analysis);
        case Override: return originToolTip(m_snapshot, id);
        case Samples:
            return graph.isSummary() ? tr("no samples in this file: it holds a summary of the calls")
                                     : tr("calls of this graph: %1").arg(graph.samples);
        default: return display(id, column).toString();
    }
}

QString TensorTableModel::accessibleText(base::TensorId id, int column) const {
    const QString name = headerData(column, Qt::Horizontal).toString();
    if (column == Verdicts) {
        return name + u' ' + verdictsSpoken(m_snapshot.analysis->tensor(id));
    }
    if (column == Audit) {
        const std::optional<TensorAudit> audit = auditOf(m_snapshot.analysis->tensor(id));
        const QString text = name + u' ' + auditText(audit);
        return audit && audit->differs ? tr("%1, differs from the verdict").arg(text) : text;
    }
    const bool isSummary = m_snapshot.capture->graph(m_snapshot.capture->tensor(id).graph).isSummary();
    if (column == Samples && isSummary) {
        return tr("no samples");
    }
    return name + u' ' + display(id, column).toString();
}

QVariant TensorTableModel::auditData(base::TensorId id, int role) const {
    const std::optional<TensorAudit> audit = auditOf(m_snapshot.analysis->tensor(id));
    if (!audit) {
        return {};
    }
    return role == AuditDiffersRole ? QVariant(audit->differs) : QVariant::fromValue(audit->verdicts());
}

QVariant TensorTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const base::TensorId id = (*m_tensors)[sourceRow(index.row())];
    const capture::Tensor& tensor = m_snapshot.capture->tensor(id);
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(id, column);
        case Qt::ToolTipRole: return toolTip(id, column);
        case Qt::AccessibleTextRole: return accessibleText(id, column);
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case SortRole: return sortKey(id, column);
        case TensorIdRole: return id.value;
        case GraphIdRole: return tensor.graph.value;
        case ModuleIdRole: return m_snapshot.capture->graph(tensor.graph).module.value;
        case SideRole: return static_cast<int>(tensor.side());
        case MonospaceRole: return isMonospaced(column);
        case SecondaryRole: return column == Side || column == Graph || column == Module;
        case VerdictsRole: {
            QList<int> verdicts;
            for (const inference::AxisAnalysis& axis : m_snapshot.analysis->tensor(id).axes) {
                verdicts += static_cast<int>(axis.verdict);
            }
            return QVariant::fromValue(verdicts);
        }
        case OriginRole: {
            const auto origin = originOf(m_snapshot, id);
            return origin ? QVariant(static_cast<int>(*origin)) : QVariant();
        }
        case AuditVerdictsRole:
        case AuditDiffersRole: return auditData(id, role);
        default: return {};
    }
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation == Qt::Vertical) {
        return role == Qt::DisplayRole && section >= 0 && section < rowCount() ? QVariant(section + 1)
                                                                               : QVariant();
    }
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Path: return {tr("path"), tr("where the tensor stands in the arguments or results")};
            case Side: return {tr("side"), tr("input or output of the module")};
            case Dtype: return {tr("dtype"), tr("dtype of the first call")};
            case Shape:
                return {tr("shape"),
                        tr("symbolic shape: batch axes with their multiplier, axes that move together by "
                           "one name")};
            case Min: return {tr("min"), tr("smallest size of each axis; sorts by the number of elements")};
            case Max: return {tr("max"), tr("largest size of each axis; sorts by the number of elements")};
            case Verdicts: return {tr("verdict"), tr("what AITune's rule says of the axes")};
            case Audit:
                return {tr("audit"),
                        tr("what all samples together prove, whatever their order, and how sure that is")};
            case Override:
                return {tr("override"),
                        tr("where the contract that a compiler gets comes from: inferred, stated by an "
                           "override, or following one")};
            case Samples: return {tr("samples"), tr("calls that were recorded")};
            case Graph: return {tr("graph"), tr("execution graph: calls with equal metadata")};
            case Module: return {tr("module"), tr("module that was recorded")};
            default: return {};
        }
    });
}

}  // namespace dimscope::models
