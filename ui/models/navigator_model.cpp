// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/navigator_model.h"

#include <array>
#include <utility>

#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {

static_assert(sizeof(quintptr) >= 8, "an index's id holds a kind, a side and a 32-bit id");

quintptr NavigatorModel::pack(const Node& node) {
    return (static_cast<quintptr>(node.kind) << 40U) | (static_cast<quintptr>(node.side) << 32U) | node.id;
}

NavigatorModel::Node NavigatorModel::unpack(const QModelIndex& index) {
    const quintptr packed = index.internalId();
    return {static_cast<Kind>(packed >> 40U), static_cast<std::uint32_t>(packed),
            static_cast<module::Side>((packed >> 32U) & 1U)};
}

void NavigatorModel::setSnapshot(Snapshot snapshot, const QString& title) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_title = title;
    m_graphRows.clear();
    m_sideSizes.clear();
    countAllFindings();
    if (m_snapshot) {
        const capture::Capture& capture = *m_snapshot.capture;
        m_graphRows.resize(capture.graphs().size());
        m_sideSizes.resize(capture.graphs().size());
        for (const capture::Module& module : capture.modules()) {
            for (std::size_t row = 0; row < module.graphs.size(); ++row) {
                m_graphRows[module.graphs[row].value] = static_cast<std::uint32_t>(row);
            }
        }
        for (const capture::Tensor& tensor : capture.tensors()) {
            ++m_sideSizes[tensor.graph.value][static_cast<std::size_t>(tensor.side())];
        }
    }
    endResetModel();
}

void NavigatorModel::countAllFindings() {
    m_allFindings = {};
    m_moduleFindings.clear();
    m_graphFindings.clear();
    m_sideFindings.clear();
    if (!m_snapshot) {
        return;
    }
    const capture::Capture& capture = *m_snapshot.capture;
    m_moduleFindings.resize(capture.modules().size());
    m_graphFindings.resize(capture.graphs().size());
    m_sideFindings.resize(capture.graphs().size());
    for (const capture::Graph& graph : capture.graphs()) {
        const auto& findings = m_snapshot.analysis->graph(graph.id).findings;
        m_graphFindings[graph.id.value] = countFindings(findings);
        m_moduleFindings[graph.module.value] += m_graphFindings[graph.id.value];
        for (const inference::Finding& finding : findings) {
            if (finding.tensor) {
                const auto side = static_cast<std::size_t>(capture.tensor(*finding.tensor).side());
                m_sideFindings[graph.id.value][side].add(finding.severity);
            }
        }
    }
    for (std::size_t module = 0; module < m_moduleFindings.size(); ++module) {
        if (module < m_snapshot.analysis->moduleFindings.size()) {
            m_moduleFindings[module] += countFindings(m_snapshot.analysis->moduleFindings[module]);
        }
        m_allFindings += m_moduleFindings[module];
    }
}

const FindingCounts& NavigatorModel::findings(const Node& node) const {
    switch (node.kind) {
        case Kind::capture: break;
        case Kind::module: return m_moduleFindings[node.id];
        case Kind::graph: return m_graphFindings[node.id];
        case Kind::side: return m_sideFindings[node.id][static_cast<std::size_t>(node.side)];
    }
    return m_allFindings;
}

NavigatorModel::Node NavigatorModel::childOf(const Node& parent, int row) const {
    const auto position = static_cast<std::size_t>(row);
    switch (parent.kind) {
        case Kind::capture: return {Kind::module, m_snapshot.capture->modules()[position].id.value};
        case Kind::module: {
            const capture::Module& module = m_snapshot.capture->module(base::ModuleId{parent.id});
            return {Kind::graph, module.graphs[position].value};
        }
        case Kind::graph:
        case Kind::side: break;
    }
    return {Kind::side, parent.id, static_cast<module::Side>(row)};
}

QModelIndex NavigatorModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, pack(parent.isValid() ? childOf(unpack(parent), row) : Node{}));
}

QModelIndex NavigatorModel::parent(const QModelIndex& child) const {
    if (!child.isValid()) {
        return {};
    }
    const Node node = unpack(child);
    switch (node.kind) {
        case Kind::capture: return {};
        case Kind::module: return createIndex(0, 0, pack({}));
        case Kind::graph: return indexOf(m_snapshot.capture->graph(base::GraphId{node.id}).module);
        case Kind::side: return indexOf(base::GraphId{node.id});
    }
    return {};
}

int NavigatorModel::rowCount(const QModelIndex& parent) const {
    if (!m_snapshot || parent.column() > 0) {
        return 0;
    }
    if (!parent.isValid()) {
        return 1;
    }
    const Node node = unpack(parent);
    switch (node.kind) {
        case Kind::capture: return static_cast<int>(m_snapshot.capture->modules().size());
        case Kind::module:
            return static_cast<int>(m_snapshot.capture->module(base::ModuleId{node.id}).graphs.size());
        case Kind::graph: return 2;
        case Kind::side: return 0;
    }
    return 0;
}

int NavigatorModel::columnCount(const QModelIndex& /*parent*/) const {
    return 1;
}

QString NavigatorModel::graphDisplay(const capture::Graph& graph) const {
    QString text = tr("graph %1").arg(graphText(graph));
    if (graph.isSummary()) {
        return text + tr(" · summary");
    }
    const auto& batchSizes = m_snapshot.analysis->graph(graph.id).batchSizes;
    return batchSizes.empty() ? text : text + tr(" · batch %1").arg(batchSizesText(batchSizes));
}

QString NavigatorModel::display(const Node& node) const {
    switch (node.kind) {
        case Kind::capture: return m_title;
        case Kind::module:
            return QString::fromStdString(m_snapshot.capture->module(base::ModuleId{node.id}).name);
        case Kind::graph: return graphDisplay(m_snapshot.capture->graph(base::GraphId{node.id}));
        case Kind::side: return node.side == module::Side::input ? tr("inputs") : tr("outputs");
    }
    return {};
}

QString NavigatorModel::badge(const Node& node) const {
    switch (node.kind) {
        case Kind::capture: return numberText(m_snapshot.countedSamples());
        case Kind::module: {
            const capture::Module& module = m_snapshot.capture->module(base::ModuleId{node.id});
            return numberText(std::uint64_t{module.graphs.size()});
        }
        case Kind::graph: {
            const capture::Graph& graph = m_snapshot.capture->graph(base::GraphId{node.id});
            return graph.isSummary()
                       ? noValue()
                       : numberText(std::uint64_t{graph.samples - m_snapshot.excluded(graph.id).size()});
        }
        case Kind::side:
            return numberText(std::uint64_t{m_sideSizes[node.id][static_cast<std::size_t>(node.side)]});
    }
    return {};
}

QString NavigatorModel::graphToolTip(const capture::Graph& graph) const {
    const inference::GraphAnalysis& known = m_snapshot.analysis->graph(graph.id);
    QStringList lines{tr("graph %1: calls with equal metadata").arg(QString::fromStdString(graph.name))};
    if (graph.isSummary()) {
        lines += tr("no samples in this file: it holds a summary of the calls");
    } else {
        lines += tr("%1 samples, %2 of them with unknown batch size")
                     .arg(numberText(std::uint64_t{graph.samples}), numberText(known.unknownBatchSamples));
        if (const auto excluded = m_snapshot.excluded(graph.id); !excluded.empty()) {
            lines += tr("%1 excluded on purpose, not counted beside the name")
                         .arg(numberText(std::uint64_t{excluded.size()}));
        }
        if (!known.batchSizes.empty()) {
            lines += tr("batch sizes %1").arg(batchSizesText(known.batchSizes));
        }
    }
    lines += tr("axes: %1 static, %2 batch, %3 dynamic")
                 .arg(known.verdicts.fixed)
                 .arg(known.verdicts.batch)
                 .arg(known.verdicts.dynamic);
    if (graph.cannotMerge) {
        lines += tr("AITune would raise on merging the calls of this graph and its namesakes");
    }
    return lines.join(u'\n');
}

QString NavigatorModel::toolTip(const Node& node) const {
    const capture::Capture& capture = *m_snapshot.capture;
    switch (node.kind) {
        case Kind::capture:
            return tr("%1\n%2 modules, %3 graphs, %4 tensors, %5 samples")
                .arg(m_title, numberText(std::uint64_t{capture.modules().size()}),
                     numberText(std::uint64_t{capture.graphs().size()}),
                     numberText(std::uint64_t{capture.tensors().size()}), numberText(capture.sampleCount()));
        case Kind::module:
            return capture.module(base::ModuleId{node.id}).graphs.empty()
                       ? tr("%1\nthe file names this module, but no shapes of it").arg(display(node))
                       : tr("%1\n%2 graphs").arg(display(node), badge(node));
        case Kind::graph: return graphToolTip(capture.graph(base::GraphId{node.id}));
        case Kind::side:
            return node.side == module::Side::input ? tr("%1 input tensors").arg(badge(node))
                                                    : tr("%1 output tensors").arg(badge(node));
    }
    return {};
}

QString NavigatorModel::badgeToolTip(const Node& node) const {
    switch (node.kind) {
        case Kind::capture: return tr("samples of the whole capture that count: %1").arg(badge(node));
        case Kind::module: return tr("graphs of this module: %1").arg(badge(node));
        case Kind::graph: return tr("samples of this graph that count: %1").arg(badge(node));
        case Kind::side: return tr("tensors of this side: %1").arg(badge(node));
    }
    return {};
}

QString NavigatorModel::accessibleText(const Node& node) const {
    static constexpr std::array kUnits{QT_TR_NOOP("samples"), QT_TR_NOOP("graphs"), QT_TR_NOOP("samples"),
                                       QT_TR_NOOP("tensors")};
    const QString text = display(node) + QStringLiteral(", ") + badge(node) + u' ' +
                         tr(kUnits[static_cast<std::size_t>(node.kind)]);
    const QString counts = countsText(findings(node));
    return counts.isEmpty() ? text : tr("%1, findings: %2").arg(text, counts);
}

QVariant NavigatorModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const Node node = unpack(index);
    const capture::Capture& capture = *m_snapshot.capture;
    switch (role) {
        case Qt::DisplayRole: return display(node);
        case Qt::ToolTipRole: {
            const QString counts = countsText(findings(node));
            return counts.isEmpty() ? toolTip(node) : tr("%1\nfindings: %2").arg(toolTip(node), counts);
        }
        case Qt::AccessibleTextRole: return accessibleText(node);
        case BadgeRole: return badge(node);
        case BadgeToolTipRole: return badgeToolTip(node);
        case FindingCountsRole: {
            const FindingCounts& counts = findings(node);
            return QVariant::fromValue(QList<qulonglong>(counts.bySeverity.begin(), counts.bySeverity.end()));
        }
        case ModuleIdRole:
            if (node.kind == Kind::capture) {
                return {};
            }
            return node.kind == Kind::module ? node.id : capture.graph(base::GraphId{node.id}).module.value;
        case GraphIdRole:
            return node.kind == Kind::graph || node.kind == Kind::side ? QVariant(node.id) : QVariant();
        case SideRole: return node.kind == Kind::side ? QVariant(static_cast<int>(node.side)) : QVariant();
        case SecondaryRole:
            return node.kind == Kind::side ||
                   (node.kind == Kind::module && capture.module(base::ModuleId{node.id}).graphs.empty());
        default: return {};
    }
}

QVariant NavigatorModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (section != 0 || orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return tr("capture");
}

QModelIndex NavigatorModel::indexOf(base::ModuleId module) const {
    if (!m_snapshot || module.value >= m_snapshot.capture->modules().size()) {
        return {};
    }
    return createIndex(static_cast<int>(module.value), 0, pack({Kind::module, module.value}));
}

QModelIndex NavigatorModel::indexOf(base::GraphId graph, std::optional<module::Side> side) const {
    if (!m_snapshot || graph.value >= m_snapshot.capture->graphs().size()) {
        return {};
    }
    if (side) {
        return createIndex(static_cast<int>(*side), 0, pack({Kind::side, graph.value, *side}));
    }
    return createIndex(static_cast<int>(m_graphRows[graph.value]), 0, pack({Kind::graph, graph.value}));
}

}  // namespace dimscope::models
