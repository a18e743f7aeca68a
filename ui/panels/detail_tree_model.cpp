// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/detail_tree_model.h"

#include <QLocale>

#include "core/inference/exclusions.h"
#include "ui/models/format.h"
#include "ui/widgets/counted.h"

namespace dimscope::panels {

namespace {

using base::JsonValue;

/// Longer lists are cut, with a row that says so.
constexpr std::size_t kChildren = 2000;
constexpr int kLineLength = 300;

QString scalarText(const JsonValue& json) {
    if (const std::string* text = json.string()) {
        return QString::fromStdString(*text);
    }
    return QString::fromStdString(base::dumpJson(json));
}

QString entriesText(std::size_t count) {
    return widgets::counted(count, DetailTreeModel::tr("1 entry"), DetailTreeModel::tr("%1 entries"));
}

/// One line for a container: short ones as they are, others by their number of entries.
QString containerText(const JsonValue& json) {
    if (const auto* array = json.array()) {
        bool small = array->size() <= 12;
        for (const JsonValue& item : *array) {
            small =
                small && !item.array() && !item.object() && (!item.string() || item.string()->size() < 30);
        }
        return small ? QString::fromStdString(base::dumpJson(json, base::JsonLayout::spaced))
                     : entriesText(array->size());
    }
    return entriesText(json.object()->size());
}

bool isContainer(const JsonValue& json) {
    return json.array() != nullptr || json.object() != nullptr;
}

QString firstLine(const QString& text) {
    const qsizetype end = text.indexOf(u'\n');
    QString line = end < 0 ? text : text.left(end) + QStringLiteral(" …");
    return line.size() <= kLineLength ? line : line.left(kLineLength) + QStringLiteral(" …");
}

}  // namespace

DetailTreeModel::DetailTreeModel(QObject* parent) : QAbstractItemModel(parent), m_root(new Node) {}

DetailTreeModel::~DetailTreeModel() = default;

DetailTreeModel::Node* DetailTreeModel::add(Node& parent, const QString& key, const QString& value) {
    auto node = std::make_unique<Node>();
    node->key = key;
    node->value = value;
    node->parent = &parent;
    node->row = static_cast<int>(parent.children.size());
    node->unfolded = true;
    parent.children.push_back(std::move(node));
    return parent.children.back().get();
}

DetailTreeModel::Node* DetailTreeModel::add(Node& parent, const QString& key, const JsonValue& json) {
    const bool container = isContainer(json);
    Node* node = add(parent, key, container ? containerText(json) : scalarText(json));
    node->json = container ? &json : nullptr;
    node->unfolded = !container;
    return node;
}

void DetailTreeModel::addDetails(Node& parent, std::span<const capture::Detail> details) {
    for (const capture::Detail& detail : details) {
        Node* node = add(parent, QString::fromStdString(detail.key), detail.value);
        node->severity = detail.severity;
        if (detail.severity != base::Severity::note) {
            ++m_failures;
            parent.severity = std::max(parent.severity, detail.severity);
        }
    }
}

void DetailTreeModel::addBySource(const QString& title, std::span<const capture::Detail> details) {
    const auto& sources = m_document->capture->sources();
    for (std::size_t begin = 0; begin < details.size();) {
        std::size_t end = begin;
        while (end < details.size() && details[end].source == details[begin].source) {
            ++end;
        }
        const std::uint32_t source = details[begin].source.value;
        const bool isNamed = sources.size() > 1 && source < sources.size();
        addDetails(*add(*m_root, title, isNamed ? QString::fromStdString(sources[source].name) : QString()),
                   details.subspan(begin, end - begin));
        begin = end;
    }
}

void DetailTreeModel::addGraph(const capture::Graph& graph) {
    Node* node =
        add(*m_root, tr("graph %1").arg(models::graphText(graph)),
            graph.isSummary() ? tr("a summary, no samples")
                              : tr("%1 samples").arg(models::numberText(std::uint64_t{graph.samples})));
    const std::size_t excluded =
        m_document->exclusions ? inference::excludedOf(*m_document->exclusions, graph.id).size() : 0;
    if (excluded > 0) {
        add(*node, tr("samples excluded"), models::numberText(std::uint64_t{excluded}));
    }
    const inference::GraphAnalysis& known = m_document->analysis->graph(graph.id);
    if (!known.batchSizes.empty()) {
        add(*node, tr("batch sizes seen"), models::batchSizesText(known.batchSizes));
    }
    if (known.unknownBatchSamples > 0) {
        add(*node, tr("samples of unknown batch size"), models::numberText(known.unknownBatchSamples));
    }
    if (known.minBatchSize && known.maxBatchSize) {
        add(*node, tr("batch range"),
            tr("%1 to %2")
                .arg(models::numberText(*known.minBatchSize), models::numberText(*known.maxBatchSize)));
    }
    addDetails(*node, graph.details);
    const auto others = [node](const QString& title, const auto& entries) {
        Node* list = entries.empty() ? nullptr : add(*node, title, QString());
        for (const auto& entry : entries) {
            add(*list, QString::fromStdString(entry.locator.accessPath()),
                QString::fromStdString(entry.value.repr()));
        }
    };
    others(tr("other inputs"), graph.otherInputs);
    others(tr("other outputs"), graph.otherOutputs);
}

void DetailTreeModel::addFiles() {
    const auto& sources = m_document->capture->sources();
    Node* node = add(*m_root, tr("files"), models::numberText(std::uint64_t{sources.size()}));
    for (std::size_t i = 0; i < sources.size() && i < kChildren; ++i) {
        const capture::Source& source = sources[i];
        const QString size = QLocale::c().formattedDataSize(static_cast<qint64>(source.bytes));
        QString text = QString::fromStdString(source.format) + QStringLiteral(" · ") + size;
        if (!source.complete) {
            text += tr(" · cut off");
        }
        Node* file = add(*node, QString::fromStdString(source.name), text);
        file->severity = source.complete ? base::Severity::note : base::Severity::warning;
        add(*file, tr("XXH3-128"),
            source.xxh3.empty() ? tr("not taken: read in part") : QString::fromStdString(source.xxh3));
    }
}

void DetailTreeModel::setSource(session::DocumentPtr document, std::optional<base::ModuleId> module,
                                std::optional<base::GraphId> graph) {
    beginResetModel();
    m_document = std::move(document);
    m_root = std::make_unique<Node>();
    m_root->unfolded = true;
    m_failures = 0;
    if (m_document) {
        const capture::Capture& capture = *m_document->capture;
        if (graph) {
            addGraph(capture.graph(*graph));
        }
        if (module && !capture.module(*module).details.empty()) {
            const capture::Module& shown = capture.module(*module);
            addBySource(tr("module %1").arg(QString::fromStdString(shown.name)), shown.details);
        }
        addBySource(tr("run"), capture.details());
        addFiles();
    }
    endResetModel();
}

void DetailTreeModel::unfold(Node& node) {
    if (node.unfolded || node.json == nullptr) {
        return;
    }
    node.unfolded = true;
    if (const auto* array = node.json->array()) {
        for (std::size_t i = 0; i < array->size() && i < kChildren; ++i) {
            add(node, QString::number(i), (*array)[i]);
        }
        if (array->size() > kChildren) {
            add(node, QStringLiteral("…"), tr("and %1 more").arg(array->size() - kChildren));
        }
    } else if (const auto* object = node.json->object()) {
        for (std::size_t i = 0; i < object->size() && i < kChildren; ++i) {
            add(node, QString::fromStdString((*object)[i].first), (*object)[i].second);
        }
        if (object->size() > kChildren) {
            add(node, QStringLiteral("…"), tr("and %1 more").arg(object->size() - kChildren));
        }
    }
}

DetailTreeModel::Node* DetailTreeModel::nodeOf(const QModelIndex& index) const {
    return index.isValid() ? static_cast<Node*>(index.internalPointer()) : m_root.get();
}

QModelIndex DetailTreeModel::index(int row, int column, const QModelIndex& parent) const {
    if (!hasIndex(row, column, parent)) {
        return {};
    }
    return createIndex(row, column, nodeOf(parent)->children[static_cast<std::size_t>(row)].get());
}

QModelIndex DetailTreeModel::parent(const QModelIndex& child) const {
    Node* node = child.isValid() ? nodeOf(child)->parent : nullptr;
    return node == nullptr || node == m_root.get() ? QModelIndex() : createIndex(node->row, 0, node);
}

int DetailTreeModel::rowCount(const QModelIndex& parent) const {
    if (parent.column() > 0) {
        return 0;
    }
    Node* node = nodeOf(parent);
    unfold(*node);
    return static_cast<int>(node->children.size());
}

int DetailTreeModel::columnCount(const QModelIndex& /*parent*/) const {
    return ColumnCount;
}

QVariant DetailTreeModel::data(const QModelIndex& index, int role) const {
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const Node& node = *nodeOf(index);
    const QString& text = index.column() == Key ? node.key : node.value;
    switch (role) {
        case Qt::DisplayRole: return firstLine(text);
        case Qt::AccessibleTextRole: return QString(node.key + QStringLiteral(": ") + firstLine(node.value));
        case SeverityRole: return static_cast<int>(node.severity);
        case FullTextRole:
            return node.json ? QString::fromStdString(base::dumpJson(*node.json, base::JsonLayout::indented))
                             : node.value;
        default: return {};
    }
}

QVariant DetailTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole) {
        return {};
    }
    return section == Key ? tr("key") : tr("value");
}

}  // namespace dimscope::panels
