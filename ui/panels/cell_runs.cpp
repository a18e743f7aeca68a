// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cell_runs.h"

#include <QStringList>

#include "ui/models/finding_text.h"
#include "ui/models/format.h"
#include "ui/models/origin_text.h"
#include "ui/models/roles.h"

namespace dimscope::panels {

using module::Verdict;
using widgets::TextRun;
using widgets::TextRuns;
using widgets::ThemeColors;

namespace {

QString display(const QModelIndex& index) {
    return index.data(Qt::DisplayRole).toString();
}

TextRun::Face faceOf(const QModelIndex& index) {
    return index.data(models::MonospaceRole).toBool() ? TextRun::Face::fixedPitch : TextRun::Face::normal;
}

}  // namespace

QColor verdictColor(const ThemeColors& colors, Verdict verdict) {
    switch (verdict) {
        case Verdict::batch: return colors.batch;
        case Verdict::dynamic: return colors.dynamic;
        case Verdict::fixed: break;
    }
    return colors.fixed;
}

QColor severityColor(const ThemeColors& colors, base::Severity severity) {
    switch (severity) {
        case base::Severity::error: return colors.error;
        case base::Severity::warning: return colors.warning;
        case base::Severity::note: break;
    }
    return colors.note;
}

TextRuns plainRuns(const QModelIndex& index, const ThemeColors& colors) {
    const QColor color = index.data(models::SecondaryRole).toBool() ? colors.secondary : QColor();
    return {{display(index), color, faceOf(index)}};
}

TextRuns shapeRuns(const QModelIndex& index, const ThemeColors& colors) {
    const QString text = display(index);
    const auto verdicts = index.data(models::VerdictsRole).value<QList<int>>();
    const bool isList = text.startsWith(u'[') && text.endsWith(u']');
    const QString separator = QStringLiteral(", ");
    const QStringList entries = isList ? text.mid(1, text.size() - 2).split(separator) : QStringList();
    if (!isList || entries.size() != verdicts.size()) {
        return {{text, {}, faceOf(index)}};
    }
    const auto face = faceOf(index);
    TextRuns runs{{QStringLiteral("["), {}, face}};
    for (qsizetype i = 0; i < entries.size(); ++i) {
        const auto verdict = static_cast<Verdict>(verdicts[i]);
        const QColor color = verdict == Verdict::fixed ? QColor() : verdictColor(colors, verdict);
        runs.append({entries[i], color, face});
        runs.append({i + 1 < entries.size() ? separator : QStringLiteral("]"), {}, face});
    }
    return runs;
}

TextRuns verdictsRuns(const QModelIndex& index, const ThemeColors& colors) {
    const auto verdicts = index.data(models::VerdictsRole).value<QList<int>>();
    TextRuns runs;
    for (const Verdict verdict : {Verdict::batch, Verdict::dynamic}) {
        if (verdicts.contains(static_cast<int>(verdict))) {
            const QString gap = runs.isEmpty() ? QString() : QStringLiteral("  ");
            runs.append({gap + models::verdictSign(verdict) + u' ' + models::verdictWord(verdict),
                         verdictColor(colors, verdict), TextRun::Face::normal});
        }
    }
    if (runs.isEmpty()) {
        runs.append({models::verdictSign(Verdict::fixed) + u' ' + models::verdictWord(Verdict::fixed),
                     colors.fixed, TextRun::Face::normal});
    }
    return runs;
}

TextRuns verdictRuns(const QModelIndex& index, const ThemeColors& colors) {
    const auto verdict = static_cast<Verdict>(index.data(models::VerdictRole).toInt());
    return {{models::verdictSign(verdict) + u' ' + display(index), verdictColor(colors, verdict),
             TextRun::Face::normal}};
}

TextRuns auditRuns(const QModelIndex& index, const ThemeColors& colors) {
    const QString text = display(index);
    const auto verdicts = index.data(models::AuditVerdictsRole).value<QList<int>>();
    const QString separator = QStringLiteral(", ");
    const qsizetype dot = text.lastIndexOf(QStringLiteral(" · "));
    const QStringList words = text.left(dot).split(separator);
    if (dot < 0 || words.size() != verdicts.size()) {
        return {{text, colors.secondary, TextRun::Face::normal}};
    }
    TextRuns runs;
    if (index.data(models::AuditDiffersRole).toBool()) {
        runs.append({QStringLiteral("≠ "), colors.warning, TextRun::Face::normal});
    }
    for (qsizetype i = 0; i < words.size(); ++i) {
        const auto verdict = static_cast<Verdict>(verdicts[i]);
        const QString gap = i == 0 ? QString() : QStringLiteral("  ");
        runs.append({gap + models::verdictSign(verdict) + u' ' + words[i], verdictColor(colors, verdict),
                     TextRun::Face::normal});
    }
    runs.append({text.mid(dot), colors.secondary, TextRun::Face::normal});
    return runs;
}

TextRuns originRuns(const QModelIndex& index, const ThemeColors& colors) {
    const QVariant role = index.data(models::OriginRole);
    if (!role.isValid()) {
        return {{display(index), colors.secondary, TextRun::Face::normal}};
    }
    const auto origin = static_cast<overrides::SpecOrigin>(role.toInt());
    const QColor color = origin == overrides::SpecOrigin::inferred ? colors.secondary : QColor();
    return {
        {models::originSign(origin) + QStringLiteral(" ") + display(index), color, TextRun::Face::normal}};
}

TextRuns severityRuns(const QModelIndex& index, const ThemeColors& colors) {
    const auto severity = static_cast<base::Severity>(index.data(models::SeverityRole).toInt());
    return {{models::severitySign(severity) + u' ' + display(index), severityColor(colors, severity),
             TextRun::Face::normal}};
}

models::Snapshot snapshotOf(const session::DocumentPtr& document) {
    if (!document) {
        return {};
    }
    return {document->capture,     document->analysis,
            document->exclusions,  {},
            document->recording(), std::shared_ptr<const capture::Labelling>(document, &document->labels)};
}

}  // namespace dimscope::panels
