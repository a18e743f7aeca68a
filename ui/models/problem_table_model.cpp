// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/problem_table_model.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "core/base/json_value.h"
#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/natural_order.h"
#include "ui/models/roles.h"
#include "ui/models/row_order.h"

namespace dimscope::models {
namespace {

constexpr std::size_t kMessageBytes = 2000;

/// Text of what a file reports: the message inside, where there is one.
std::string messageOf(const base::JsonValue& value) {
    if (const std::string* text = value.string()) {
        return *text;
    }
    for (const char* key : {"message", "error", "exception"}) {
        const base::JsonValue* member = value.find(key);
        if (member != nullptr && (member->string() != nullptr || member->object() != nullptr)) {
            return messageOf(*member);
        }
    }
    return base::dumpJson(value, base::JsonLayout::spaced);
}

bool failed(const base::JsonValue& attempt) {
    const base::JsonValue* success = attempt.find("success");
    return success != nullptr && success->boolean() != nullptr && !*success->boolean();
}

/// One text per failed attempt where the detail is a list of attempts (backend builds), else one.
std::vector<std::string> messagesOf(const base::JsonValue& value) {
    std::vector<std::string> messages;
    if (const auto* attempts = value.array()) {
        for (const base::JsonValue& attempt : *attempts) {
            if (failed(attempt)) {
                const base::JsonValue* backend = attempt.find("backend");
                const bool named = backend != nullptr && backend->string() != nullptr;
                messages.push_back((named ? *backend->string() + ": " : std::string()) + messageOf(attempt));
            }
        }
    }
    if (messages.empty()) {
        messages.push_back(messageOf(value));
    }
    return messages;
}

std::string shortened(std::string text) {
    if (text.size() > kMessageBytes) {
        std::size_t end = kMessageBytes;
        while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) {
            --end;
        }
        text.resize(end);
        text += " …";
    }
    return text;
}

/// Problems of one code.
struct Kind {
    base::Severity severity = base::Severity::error;
    std::uint64_t count = 0;
};

template <class Items>
auto findNamed(const Items& items, const std::string& name) {
    return std::find_if(items.begin(), items.end(), [&](const auto& item) { return item.name == name; });
}

}  // namespace

ProblemTableModel::Target ProblemTableModel::targetOf(const base::SourceLocation& where) const {
    Target target;
    if (!m_snapshot || where.module.empty()) {
        return target;
    }
    const capture::Capture& capture = *m_snapshot.capture;
    const auto module = findNamed(capture.modules(), where.module);
    if (module == capture.modules().end()) {
        return target;
    }
    target.module = module->id;
    for (const base::GraphId graph : module->graphs) {
        if (!where.graph.empty() && capture.graph(graph).name == where.graph) {
            target.graph = graph;
        }
    }
    if (target.graph && !where.tensor.empty()) {
        for (const base::TensorId tensor : capture.graph(*target.graph).tensors) {
            if (!target.tensor && capture.tensor(tensor).accessPath == where.tensor) {
                target.tensor = tensor;
            }
        }
    }
    return target;
}

void ProblemTableModel::addDetails() {
    const capture::Capture& capture = *m_snapshot.capture;
    const auto add = [&](const std::vector<capture::Detail>& details, const std::string& module,
                         const std::string& graph) {
        for (const capture::Detail& detail : details) {
            if (detail.severity == base::Severity::note) {
                continue;
            }
            base::SourceLocation where;
            where.module = module;
            where.graph = graph;
            const Target target = targetOf(where);
            for (std::string& message : messagesOf(detail.value)) {
                m_rows.push_back(
                    {{detail.severity, detail.key, detail.key + ": " + shortened(std::move(message)), where},
                     target});
                ++m_counts[static_cast<std::size_t>(detail.severity)];
            }
        }
    };
    add(capture.details(), {}, {});
    for (const capture::Module& module : capture.modules()) {
        add(module.details, module.name, {});
        for (const base::GraphId id : module.graphs) {
            add(capture.graph(id).details, module.name, capture.graph(id).name);
        }
    }
}

void ProblemTableModel::addDropped(const base::Diagnostics& diagnostics) {
    for (const auto& [code, more] : diagnostics.dropped()) {
        const auto kept = std::find_if(
            diagnostics.items().begin(), diagnostics.items().end(),
            [&code = code](const base::Diagnostic& diagnostic) { return diagnostic.code == code; });
        const base::Severity severity =
            kept == diagnostics.items().end() ? base::Severity::note : kept->severity;
        m_rows.push_back({{severity, code, tr("and %1 more of this kind").arg(more).toStdString(), {}}, {}});
    }
}

void ProblemTableModel::addProblems(const std::vector<overrides::Problem>& problems) {
    // Of a kind so many rows are made; the others are counted. A large file of overrides that is for another
    // capture has a problem per tensor.
    constexpr std::uint64_t kShownOfAKind = 1000;
    std::map<std::string_view, Kind> kinds;
    std::map<std::string_view, Target> modules;
    for (const overrides::Problem& problem : problems) {
        ++m_counts[static_cast<std::size_t>(problem.severity)];
        Kind& kind = kinds.try_emplace(problem.code, Kind{problem.severity, 0}).first->second;
        if (++kind.count > kShownOfAKind) {
            continue;
        }
        base::SourceLocation where;
        where.module = problem.module;
        where.graph = problem.graph;
        if (problem.tensor) {
            where.tensor = problem.tensor->accessPath();
        }
        where.axis = problem.axis;
        if (!problem.samples.empty()) {
            where.sample = problem.samples.front();
        }
        const auto [place, isNew] = modules.try_emplace(problem.module);
        if (isNew) {
            base::SourceLocation module;
            module.module = problem.module;
            place->second = targetOf(module);
        }
        Target target = place->second;
        target.graph = problem.graphId;
        target.tensor = problem.tensorId;
        m_rows.push_back({{problem.severity, problem.code, problem.message, where}, target});
    }
    for (const auto& [code, kind] : kinds) {
        if (kind.count > kShownOfAKind) {
            m_rows.push_back({{kind.severity,
                               std::string(code),
                               tr("and %1 more of this kind").arg(kind.count - kShownOfAKind).toStdString(),
                               {}},
                              {}});
        }
    }
}

void ProblemTableModel::setOverrideProblems(Snapshot snapshot,
                                            const std::vector<overrides::Problem>& problems) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_rows.clear();
    m_counts = {};
    addProblems(problems);
    orderRowsNow();
    endResetModel();
}

void ProblemTableModel::setProblems(Snapshot snapshot, const base::Diagnostics& diagnostics,
                                    const std::vector<overrides::Problem>& problems) {
    beginResetModel();
    m_snapshot = std::move(snapshot);
    m_rows.clear();
    for (const auto severity : {base::Severity::note, base::Severity::warning, base::Severity::error}) {
        m_counts[static_cast<std::size_t>(severity)] = diagnostics.count(severity);
    }
    addProblems(problems);
    for (const base::Diagnostic& diagnostic : diagnostics.items()) {
        m_rows.push_back({diagnostic, targetOf(diagnostic.where)});
    }
    addDropped(diagnostics);
    if (m_snapshot) {
        addDetails();
    }
    orderRowsNow();
    endResetModel();
}

const base::SourceLocation& ProblemTableModel::place(int row) const {
    static const base::SourceLocation kNowhere;
    return row >= 0 && row < rowCount() ? rowAt(row).diagnostic.where : kNowhere;
}

std::uint64_t ProblemTableModel::count(base::Severity severity) const {
    return m_counts[static_cast<std::size_t>(severity)];
}

int ProblemTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ProblemTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString ProblemTableModel::display(const base::Diagnostic& diagnostic, int column) const {
    switch (column) {
        case Severity: return severityWord(diagnostic.severity);
        case Place: return placeText(diagnostic.where);
        case Message: return QString::fromStdString(diagnostic.message).section(u'\n', 0, 0);
        case Code: return QString::fromStdString(diagnostic.code);
        default: return {};
    }
}

QVariant ProblemTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const auto& [diagnostic, target] = rowAt(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(diagnostic, column);
        case Qt::ToolTipRole:
            return column == Message ? QString::fromStdString(diagnostic.message)
                                     : display(diagnostic, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' +
                           display(diagnostic, column));
        case SortRole:
            return column == Severity ? QVariant(static_cast<int>(diagnostic.severity))
                                      : QVariant(display(diagnostic, column));
        case SeverityRole: return static_cast<int>(diagnostic.severity);
        case ModuleIdRole: return target.module ? QVariant(target.module->value) : QVariant();
        case GraphIdRole: return target.graph ? QVariant(target.graph->value) : QVariant();
        case TensorIdRole: return target.tensor ? QVariant(target.tensor->value) : QVariant();
        case AxisRole: return diagnostic.where.axis ? QVariant(*diagnostic.where.axis) : QVariant();
        case SampleIdRole:
            return diagnostic.where.sample ? QVariant(static_cast<quint32>(*diagnostic.where.sample))
                                           : QVariant();
        case MonospaceRole: return column == Place;
        case SecondaryRole: return column == Code;
        default: return {};
    }
}

QVariant ProblemTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(
        *this, section, orientation, role, [](int) { return ColumnKind::text; },
        [](int column) -> ColumnHeader {
            switch (column) {
                case Severity: return {tr("severity"), tr("error, warning or note")};
                case Place: return {tr("place"), tr("file, line and column, or part of the capture")};
                case Message: return {tr("message"), tr("what was found")};
                case Code: return {tr("code"), tr("stable name of the kind of problem")};
                default: return {};
            }
        });
}

void ProblemTableModel::orderRowsNow() {
    m_order = allRows(m_rows.size());
    if (m_sortColumn < 0 || m_sortColumn >= ColumnCount) {
        return;
    }
    const auto text = [](const std::string& left, const std::string& right) {
        return naturalOrder(left, right);
    };
    const auto compare = [&](std::uint32_t leftRow, std::uint32_t rightRow) -> std::weak_ordering {
        const base::Diagnostic& left = m_rows[leftRow].diagnostic;
        const base::Diagnostic& right = m_rows[rightRow].diagnostic;
        switch (m_sortColumn) {
            case Severity: return left.severity <=> right.severity;
            case Place: return text(left.where.text(), right.where.text());
            case Message: return text(left.message, right.message);
            default: return text(left.code, right.code);
        }
    };
    orderRows(m_order, m_sortOrder, compare, [] { return false; });
}

void ProblemTableModel::sort(int column, Qt::SortOrder order) {
    beginResetModel();
    m_sortColumn = column;
    m_sortOrder = order;
    orderRowsNow();
    endResetModel();
}

}  // namespace dimscope::models
