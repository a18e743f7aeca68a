// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/trial_table_model.h"

#include <algorithm>
#include <utility>

#include "ui/models/column_header.h"
#include "ui/models/format.h"
#include "ui/models/index_check.h"
#include "ui/models/roles.h"

namespace dimscope::models {
namespace {

ColumnKind columnKind(int column) {
    return column == TrialTableModel::BatchSize || column == TrialTableModel::Time ? ColumnKind::number
                                                                                   : ColumnKind::text;
}

/// A cell holds one line: the model's own words often have many.
QString firstLine(const std::string& message) {
    const QString text = QString::fromStdString(message).trimmed();
    const qsizetype end = text.indexOf(u'\n');
    return end < 0 ? text : text.left(end) + QStringLiteral(" …");
}

/// As the command line says it.
QString timeText(double seconds) {
    return seconds >= 1 ? QStringLiteral("%1 s").arg(seconds, 0, 'f', 2)
                        : QStringLiteral("%1 ms").arg(seconds * 1000, 0, 'g', 3);
}

bool hasCall(const trial::Outcome& outcome, std::int64_t batchSize) {
    return outcome.capture != nullptr &&
           std::any_of(outcome.capture->graphs().begin(), outcome.capture->graphs().end(),
                       [batchSize](const capture::Graph& graph) {
                           return std::find(graph.batchSizes->begin(), graph.batchSizes->end(), batchSize) !=
                                  graph.batchSizes->end();
                       });
}

}  // namespace

void TrialTableModel::setOutcome(const std::vector<std::int64_t>& batchSizes,
                                 std::vector<trial::OutputCheck> checks, const trial::Outcome& outcome) {
    beginResetModel();
    m_rows.clear();
    m_checks = std::move(checks);
    m_failures = outcome.failures;
    m_seconds.clear();
    for (const trial::RunTime& time : outcome.times) {
        m_seconds[time.batchSize] = time.seconds;
    }
    for (const std::int64_t batchSize : batchSizes) {
        const std::size_t before = m_rows.size();
        const bool ran = hasCall(outcome, batchSize);
        for (const trial::OutputCheck& check : m_checks) {
            if (check.batchSize == batchSize) {
                m_rows.push_back({batchSize, &check, nullptr, ran});
            }
        }
        for (const trial::Failure& failure : m_failures) {
            if (failure.batchSize == batchSize) {
                m_rows.push_back({batchSize, nullptr, &failure, ran});
            }
        }
        if (m_rows.size() == before) {
            m_rows.push_back({batchSize, nullptr, nullptr, ran});
        }
    }
    endResetModel();
}

bool TrialTableModel::isFinding(int row) const {
    const Row& at = m_rows[static_cast<std::size_t>(row)];
    return at.failure != nullptr || (at.check != nullptr && at.check->isFinding());
}

int TrialTableModel::findingCount() const {
    int count = 0;
    for (int row = 0; row < static_cast<int>(m_rows.size()); ++row) {
        count += isFinding(row) ? 1 : 0;
    }
    return count;
}

int TrialTableModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int TrialTableModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : ColumnCount;
}

QString TrialTableModel::failureText(int row) const {
    const trial::Failure* failure = m_rows[static_cast<std::size_t>(row)].failure;
    return failure != nullptr ? QString::fromStdString(failure->message).trimmed() : QString();
}

QString TrialTableModel::emptyRowText(const Row& row, int column) {
    switch (column) {
        case Verdict: return row.ran ? tr("ran") : tr("cancelled");
        case Output: return row.ran ? tr("no tensor was returned") : tr("not run, or not to its end");
        default: return {};
    }
}

QString TrialTableModel::display(const Row& row, int column) const {
    if (column == BatchSize) {
        return numberText(row.batchSize);
    }
    if (column == Time) {
        const auto time = m_seconds.find(row.batchSize);
        return time != m_seconds.end() ? timeText(time->second) : noValue();
    }
    if (row.failure != nullptr) {
        switch (column) {
            case Verdict: return tr("■ failed");
            case Output: return firstLine(row.failure->message);
            default: return {};
        }
    }
    if (row.check == nullptr) {
        return emptyRowText(row, column);
    }
    const trial::OutputCheck& check = *row.check;
    switch (column) {
        case Verdict:
            return (check.isFinding()                               ? QStringLiteral("■ ")
                    : check.verdict == trial::Verdict::notPredicted ? QString()
                                                                    : QStringLiteral("✓ ")) +
                   QString::fromUtf8(trial::name(check.verdict).data(),
                                     static_cast<qsizetype>(trial::name(check.verdict).size()));
        case Output: return QString::fromStdString(check.accessPath);
        case Predicted:
            return check.predicted ? QString::fromStdString(check.predicted->text(check.batchSize))
                                   : noValue();
        case Real: return check.real ? sizesText(*check.real) : noValue();
        case Dtype: return dtypeText(check.dtype);
        default: return {};
    }
}

QString TrialTableModel::toolTip(const Row& row, int column) const {
    if (row.failure != nullptr) {
        return QString::fromStdString(row.failure->message).trimmed();
    }
    return column == Verdict && row.check != nullptr ? QString::fromStdString(row.check->text())
                                                     : display(row, column);
}

QVariant TrialTableModel::data(const QModelIndex& index, int role) const {
    if (!isCell(*this, index)) {
        return {};
    }
    const Row& row = m_rows[static_cast<std::size_t>(index.row())];
    const int column = index.column();
    switch (role) {
        case Qt::DisplayRole: return display(row, column);
        case Qt::ToolTipRole: return toolTip(row, column);
        case Qt::AccessibleTextRole:
            return QString(headerData(column, Qt::Horizontal).toString() + u' ' + display(row, column));
        case Qt::TextAlignmentRole: return alignmentOf(columnKind(column));
        case SeverityRole:
            return isFinding(index.row()) ? QVariant(static_cast<int>(base::Severity::error)) : QVariant();
        case MonospaceRole: return row.check != nullptr && column >= Output && column <= Real;
        case SecondaryRole:
            return column == Dtype || column == Time || (row.check == nullptr && row.failure == nullptr);
        default: return {};
    }
}

QVariant TrialTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
    return columnHeader(*this, section, orientation, role, columnKind, [](int column) -> ColumnHeader {
        switch (column) {
            case BatchSize: return {tr("batch size"), tr("of the sample that the model was given")};
            case Verdict: return {tr("result"), tr("whether the output is as the capture predicts")};
            case Output: return {tr("output"), tr("path of the tensor, or what the model said as it failed")};
            case Predicted: return {tr("predicted"), tr("by the axes of the capture's graph")};
            case Real: return {tr("real"), tr("as the model returned it")};
            case Dtype: return {tr("dtype"), tr("as the model returned it")};
            default: return {tr("time"), tr("that forward took at this batch size")};
        }
    });
}

}  // namespace dimscope::models
