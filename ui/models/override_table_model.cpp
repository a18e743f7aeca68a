// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/override_table_model.h"

#include <algorithm>
#include <utility>

#include "core/overrides/effective_specs.h"
#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

using overrides::Dim;

ColumnKind columnKind(int column) {
    return column == OverrideTableModel::Axis || column == OverrideTableModel::Min ||
                   column == OverrideTableModel::Opt || column == OverrideTableModel::Max ||
                   column == OverrideTableModel::Multiplier
               ? ColumnKind::number
               : ColumnKind::text;
}

/// A whole number from `least`, blanks around it allowed.
std::optional<std::int64_t> numberFrom(const QString& text, std::int64_t least) {
    bool isNumber = false;
    const qint64 number = text.trimmed().toLongLong(&isNumber);
    return isNumber && number >= least ? std::optional<std::int64_t>(number) : std::nullopt;
}

}  // namespace

void OverrideTableModel::setTensor(Snapshot snapshot, std::optional<Shown> shown) {
    if (shown && (!snapshot || shown->tensor.value >= snapshot.capture->tensors().size() ||
                  !overrides::hasRank(shown->override, snapshot.capture->tensor(shown->tensor).rank))) {
        shown.reset();
    }
    const bool isSame =
        m_shown && shown && m_snapshot.capture == snapshot.capture && m_shown->tensor == shown->tensor;
    if (!isSame) {
        beginResetModel();
    }
    m_snapshot = std::move(snapshot);
    m_shown = std::move(shown);
    if (!isSame) {
        endResetModel();
    } else if (rowCount() > 0) {
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    }
}

std::optional<base::TensorId> OverrideTableModel::tensor() const {
    return m_shown ? std::optional(m_shown->tensor) : std::nullopt;
}

QString OverrideTableModel::kindWord(DimKind kind) {
    switch (kind) {
        case Fixed: return tr("fixed");
        case Named: return tr("symbol");
        case Dynamic: break;
    }
    return tr("dynamic");
}

QStringList OverrideTableModel::optWords() {
    return {tr("largest"), tr("median"), tr("most frequent")};
}

int OverrideTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_shown ? 0 : static_cast<int>(m_shown->override.shape.size());
}

int OverrideTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

OverrideTableModel::DimKind OverrideTableModel::kindOf(std::size_t axis) const {
    const Dim& dim = m_shown->override.shape[axis];
    return std::holds_alternative<std::int64_t>(dim)  ? Fixed
           : std::holds_alternative<std::string>(dim) ? Named
                                                      : Dynamic;
}

bool OverrideTableModel::isBatchAxis(std::size_t axis) const {
    return m_shown->override.batchAxis == std::optional(static_cast<std::int64_t>(axis));
}

const inference::AxisAnalysis& OverrideTableModel::inferred(std::size_t axis) const {
    return m_snapshot.analysis->tensor(m_shown->tensor).axes[axis];
}

bool OverrideTableModel::isEditable(std::size_t axis, int column) const {
    switch (column) {
        case Kind:
        case Symbol: return true;
        case Min:
        case Opt:
        case Max: return kindOf(axis) != Fixed;
        case Multiplier: return isBatchAxis(axis);
        default: return false;
    }
}

Qt::ItemFlags OverrideTableModel::flags(const QModelIndex& index) const {
    if (!isCell(*this, index)) {
        return Qt::NoItemFlags;
    }
    Qt::ItemFlags flags = QAbstractTableModel::flags(index) | Qt::ItemNeverHasChildren;
    if (isEditable(static_cast<std::size_t>(index.row()), index.column())) {
        flags |= Qt::ItemIsEditable;
    }
    return index.column() == Batch ? flags | Qt::ItemIsUserCheckable : flags;
}

QString OverrideTableModel::display(std::size_t axis, int column) const {
    const overrides::TensorOverride& shown = m_shown->override;
    switch (column) {
        case Axis: return QString::number(axis);
        case Seen: {
            const inference::AxisAnalysis& seen = inferred(axis);
            const inference::TensorAnalysis& tensor = m_snapshot.analysis->tensor(m_shown->tensor);
            return seen.verdict == inference::Verdict::fixed
                       ? numberText(seen.min)
                       : tr("%1 %2…%3")
                             .arg(symbolicDim(tensor, axis), numberText(seen.min), numberText(seen.max));
        }
        case Kind: return kindWord(kindOf(axis));
        case Symbol:
            switch (kindOf(axis)) {
                case Fixed: return numberText(std::get<std::int64_t>(shown.shape[axis]));
                case Named: return QString::fromStdString(std::get<std::string>(shown.shape[axis]));
                case Dynamic: return QStringLiteral("?");
            }
            return {};
        case Min: return numberText(shown.min[axis]);
        case Opt: return numberText(shown.opt[axis]);
        case Max: return numberText(shown.max[axis]);
        case Batch: return isBatchAxis(axis) ? tr("batch") : QString();
        case Multiplier:
            return !isBatchAxis(axis)       ? noValue()
                   : !shown.batchMultiplier ? QStringLiteral("×?")
                                            : u'×' + numberText(*shown.batchMultiplier);
        default: return {};
    }
}

QVariant OverrideTableModel::editValue(std::size_t axis, int column) const {
    if (column == Kind) {
        return kindOf(axis);
    }
    if (column == Multiplier) {
        const auto multiplier = m_shown->override.batchMultiplier;
        return multiplier ? numberText(*multiplier) : QString();
    }
    return display(axis, column);
}

QString OverrideTableModel::toolTip(std::size_t axis, int column) const {
    switch (column) {
        case Axis: {
            QStringList lines;
            for (const overrides::Problem& problem : m_shown->problems) {
                if (problem.axis == static_cast<int>(axis)) {
                    lines += QString::fromStdString(problem.message);
                }
            }
            return lines.isEmpty() ? tr("axis %1").arg(axis) : lines.join(u'\n');
        }
        case Seen: return verdictText(inferred(axis));
        case Kind: return tr("fixed: one size; symbol: sizes that move together; dynamic: any size");
        case Symbol: return tr("a name, a whole number for a fixed size, or ? for a dynamic axis");
        case Min:
        case Opt:
        case Max:
            return kindOf(axis) == Fixed ? tr("a fixed axis has one size; change the kind to open a range")
                                         : display(axis, column);
        case Batch: return isBatchAxis(axis) ? tr("this is the batch axis") : tr("make this the batch axis");
        case Multiplier:
            return isBatchAxis(axis) ? tr("size of the axis for each of the batch") : tr("no batch axis");
        default: return {};
    }
}

std::optional<base::Severity> OverrideTableModel::severity(std::size_t axis) const {
    std::optional<base::Severity> worst;
    for (const overrides::Problem& problem : m_shown->problems) {
        if (problem.axis == static_cast<int>(axis) && (!worst || problem.severity > *worst)) {
            worst = problem.severity;
        }
    }
    return worst;
}

QVariant OverrideTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const auto axis = static_cast<std::size_t>(index.row());
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(axis, column);
        case Qt::EditRole: return editValue(axis, column);
        case Qt::ToolTipRole: return toolTip(axis, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' +
                           (column == Batch && !isBatchAxis(axis) ? tr("no") : display(axis, column)));
        case Qt::CheckStateRole:
            return column == Batch ? QVariant(isBatchAxis(axis) ? Qt::Checked : Qt::Unchecked) : QVariant();
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case TensorIdRole: return m_shown->tensor.value;
        case AxisRole: return index.row();
        case VerdictRole: return static_cast<int>(inferred(axis).verdict);
        case SeverityRole: {
            const auto worst = column == Axis ? severity(axis) : std::nullopt;
            return worst ? QVariant(static_cast<int>(*worst)) : QVariant();
        }
        case MonospaceRole: return column == Symbol || column == Seen;
        case SecondaryRole:
            return column == Seen || (column >= Min && column <= Max && kindOf(axis) == Fixed) ||
                   (column == Multiplier && !isBatchAxis(axis));
        default: return {};
    }
}

QVariant OverrideTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case Axis: return {tr("axis"), tr("axis, with a sign where something is wrong")};
            case Kind: return {tr("kind"), tr("fixed, symbol or dynamic")};
            case Symbol: return {tr("symbol"), tr("symbol, or the size of a fixed axis")};
            case Min: return {tr("min"), tr("smallest size to build for")};
            case Opt: return {tr("opt"), tr("size to tune for")};
            case Max: return {tr("max"), tr("largest size to build for")};
            case Batch: return {tr("batch"), tr("the axis that follows the batch size")};
            case Multiplier: return {tr("times"), tr("size of the batch axis / batch size")};
            default: return {tr("inferred"), tr("what was inferred from the samples")};
        }
    });
}

bool OverrideTableModel::takeKind(std::size_t axis, const QVariant& value) {
    bool isNumber = false;
    const int kind = value.toInt(&isNumber);
    if (!isNumber || kind < Fixed || kind > Dynamic) {
        return false;
    }
    if (kind == kindOf(axis)) {
        return true;
    }
    Dim dim;
    if (kind == Fixed) {
        dim = m_shown->override.opt[axis];
    } else if (kind == Named) {
        const std::string& symbol = inferred(axis).symbol;
        dim = symbol.empty() ? "dim" + std::to_string(axis) : symbol;
    }
    emit dimEdited(m_shown->tensor, static_cast<int>(axis), dim);
    return true;
}

bool OverrideTableModel::takeSymbol(std::size_t axis, const QString& text) {
    const QString trimmed = text.trimmed();
    bool isNumber = false;
    const qint64 number = trimmed.toLongLong(&isNumber);
    // Digits alone are a size, also where it is beyond 64 bits: then it is none.
    const bool isDigits = std::all_of(trimmed.begin(), trimmed.end(), [](QChar c) { return c.isDigit(); });
    if (trimmed.isEmpty() || (isDigits && !isNumber)) {
        return false;
    }
    Dim dim;
    if (isNumber) {
        dim = std::int64_t{number};
    } else if (trimmed != QStringLiteral("?")) {
        dim = trimmed.toStdString();
    }
    if (dim != m_shown->override.shape[axis]) {
        emit dimEdited(m_shown->tensor, static_cast<int>(axis), dim);
    }
    return true;
}

bool OverrideTableModel::takeBound(std::size_t axis, int column, const QString& text) {
    if (column == Opt) {
        const qsizetype word = optWords().indexOf(text.trimmed().toLower());
        if (word >= 0) {
            emit optPicked(m_shown->tensor, static_cast<int>(axis), static_cast<overrides::OptChoice>(word));
            return true;
        }
    }
    const auto size = numberFrom(text, 0);
    if (!size) {
        return false;
    }
    const module::Sizes& bound = column == Min   ? m_shown->override.min
                                 : column == Opt ? m_shown->override.opt
                                                 : m_shown->override.max;
    if (*size != bound[axis]) {
        emit boundEdited(m_shown->tensor, static_cast<int>(axis), column, *size);
    }
    return true;
}

bool OverrideTableModel::takeMultiplier(std::size_t axis, const QString& text) {
    QString digits = text.trimmed();
    if (digits.startsWith(u'×') || digits.startsWith(u'x')) {
        digits.remove(0, 1);
    }
    if ((digits.isEmpty() || digits == u"?") && !m_shown->override.batchMultiplier) {
        return true;
    }
    const auto multiplier = numberFrom(digits, 1);
    if (!multiplier) {
        return false;
    }
    if (multiplier != m_shown->override.batchMultiplier) {
        emit batchEdited(m_shown->tensor, static_cast<std::int64_t>(axis), *multiplier);
    }
    return true;
}

bool OverrideTableModel::takeBatch(std::size_t axis, const QVariant& state) {
    if (state.toInt() == Qt::Unchecked) {
        if (isBatchAxis(axis)) {
            emit batchEdited(m_shown->tensor, std::nullopt, 1);
        }
    } else if (!isBatchAxis(axis)) {
        emit batchEdited(m_shown->tensor, static_cast<std::int64_t>(axis),
                         inferred(axis).contractVerdict() == inference::Verdict::batch
                             ? inferred(axis).contractMultiplier()
                             : std::optional<std::int64_t>(1));
    }
    return true;
}

bool OverrideTableModel::setData(const QModelIndex& index, const QVariant& value, int role) {
    if (!isCell(*this, index)) {
        return false;
    }
    const auto axis = static_cast<std::size_t>(index.row());
    if (index.column() == Batch) {
        return role == Qt::CheckStateRole && takeBatch(axis, value);
    }
    if (role != Qt::EditRole || !isEditable(axis, index.column())) {
        return false;
    }
    switch (index.column()) {
        case Kind: return takeKind(axis, value);
        case Symbol: return takeSymbol(axis, value.toString());
        case Multiplier: return takeMultiplier(axis, value.toString());
        default: return takeBound(axis, index.column(), value.toString());
    }
}

}  // namespace dimscope::models
