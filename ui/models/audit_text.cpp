// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/audit_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>

#include "ui/models/format.h"

namespace dimscope::models {
namespace {

using inference::Strength;
using inference::Verdict;

constexpr std::size_t kAxesInToolTip = 16;

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::models", text);
}

QString noSamples() {
    return tr("no audit: the file holds a summary, and only samples prove anything");
}

}  // namespace

QList<int> TensorAudit::verdicts() const {
    QList<int> found;
    if (counts.batch > 0) {
        found += static_cast<int>(Verdict::batch);
    }
    if (counts.dynamic > 0) {
        found += static_cast<int>(Verdict::dynamic);
    }
    return found.isEmpty() ? QList<int>{static_cast<int>(Verdict::fixed)} : found;
}

std::optional<TensorAudit> auditOf(const inference::TensorAnalysis& tensor) {
    TensorAudit audit;
    bool isFirstBatch = true;
    for (const inference::AxisAnalysis& axis : tensor.axes) {
        if (!axis.audit) {
            return std::nullopt;
        }
        audit.counts.add(axis.audit->verdict);
        audit.weakest = std::max(audit.weakest, axis.audit->strength);
        audit.differs = audit.differs || auditDiffers(axis);
        if (axis.audit->verdict == Verdict::batch) {
            const bool isSame = isFirstBatch || audit.multiplier == axis.audit->multiplier;
            audit.multiplier = isSame ? axis.audit->multiplier : std::nullopt;
            isFirstBatch = false;
        }
    }
    return tensor.axes.empty() ? std::nullopt : std::optional(audit);
}

std::weak_ordering orderAudits(const inference::TensorAnalysis& left,
                               const inference::TensorAnalysis& right) {
    const std::optional<TensorAudit> a = auditOf(left);
    const std::optional<TensorAudit> b = auditOf(right);
    if (!a || !b) {
        return a.has_value() <=> b.has_value();
    }
    if (a->differs != b->differs) {
        return a->differs <=> b->differs;
    }
    if (a->weakest != b->weakest) {
        return a->weakest <=> b->weakest;
    }
    return a->counts.dynamic != b->counts.dynamic ? a->counts.dynamic <=> b->counts.dynamic
                                                  : a->counts.batch <=> b->counts.batch;
}

bool auditDiffers(const inference::AxisAnalysis& axis) {
    return axis.audit && (axis.audit->verdict != axis.verdict || axis.audit->multiplier != axis.multiplier);
}

QString strengthWord(Strength strength) {
    switch (strength) {
        case Strength::proven: return tr("proven");
        case Strength::weak: return tr("weak");
        case Strength::undetermined: return tr("undetermined");
    }
    return {};
}

QString strengthMeaning(const inference::AxisAudit& audit) {
    const QString count = numberText(audit.batchSizes);
    switch (audit.verdict) {
        case Verdict::fixed:
            if (audit.strength == Strength::proven) {
                return tr("proven: the size stayed the same at %1 batch sizes").arg(count);
            }
            return audit.batchSizes == 0
                       ? tr("undetermined: no batch size is known, so a size that never changed says nothing")
                       : tr("undetermined: only one batch size was seen, so a size that never changed says "
                            "nothing");
        case Verdict::batch:
            return audit.strength == Strength::proven
                       ? tr("proven: it holds at %1 batch sizes").arg(count)
                       : tr("weak: it rests on two batch sizes, which a length that grew by chance fits too");
        case Verdict::dynamic:
            if (audit.strength == Strength::proven) {
                return tr("proven: one batch size has two different sizes");
            }
            return audit.strength == Strength::weak
                       ? tr("weak: no batch size has two different sizes, so the batch size may still "
                            "decide")
                       : tr("undetermined: the size changed, but no batch size is known");
    }
    return {};
}

QString verdictWithMultiplier(Verdict verdict, const std::optional<std::int64_t>& multiplier) {
    return multiplier ? verdictWord(verdict) + QStringLiteral(" ×") + numberText(*multiplier)
                      : verdictWord(verdict);
}

QString auditText(const inference::AxisAnalysis& axis) {
    return axis.audit ? verdictWithMultiplier(axis.audit->verdict, axis.audit->multiplier) +
                            QStringLiteral(" · ") + strengthWord(axis.audit->strength)
                      : noValue();
}

QString auditText(const std::optional<TensorAudit>& audit) {
    if (!audit) {
        return noValue();
    }
    QStringList words;
    for (const int number : audit->verdicts()) {
        const auto verdict = static_cast<Verdict>(number);
        words += verdictWithMultiplier(verdict, verdict == Verdict::batch ? audit->multiplier : std::nullopt);
    }
    return words.join(QStringLiteral(", ")) + QStringLiteral(" · ") + strengthWord(audit->weakest);
}

QString auditToolTip(const inference::AxisAnalysis& axis) {
    if (!axis.audit) {
        return noSamples();
    }
    QString text = tr("%1: what all samples together prove, whatever their order\n%2")
                       .arg(verdictWithMultiplier(axis.audit->verdict, axis.audit->multiplier),
                            strengthMeaning(*axis.audit));
    if (auditDiffers(axis)) {
        text += tr("\n≠ AITune says %1").arg(verdictWithMultiplier(axis.verdict, axis.multiplier));
    }
    return text;
}

QString auditToolTip(const inference::TensorAnalysis& tensor) {
    if (tensor.axes.empty()) {
        return tr("a scalar has no axes to audit");
    }
    if (!tensor.axes.front().audit) {
        return noSamples();
    }
    QStringList lines{tr("What all samples together prove, whatever their order:")};
    for (std::size_t i = 0; i < tensor.axes.size() && i < kAxesInToolTip; ++i) {
        const inference::AxisAnalysis& axis = tensor.axes[i];
        QString line = tr("axis %1: %2").arg(QString::number(i), auditText(axis));
        if (auditDiffers(axis)) {
            line += tr("  ≠ AITune says %1").arg(verdictWithMultiplier(axis.verdict, axis.multiplier));
        }
        lines += line;
    }
    if (tensor.axes.size() > kAxesInToolTip) {
        lines += tr("and %1 more axes").arg(tensor.axes.size() - kAxesInToolTip);
    }
    return lines.join(u'\n');
}

QString auditSpoken(const inference::AxisAnalysis& axis) {
    if (!axis.audit) {
        return tr("no samples");
    }
    const QString text = auditText(axis)
                             .replace(QStringLiteral(" · "), QStringLiteral(" "))
                             .replace(QStringLiteral("×"), tr("times "));
    return auditDiffers(axis) ? tr("%1, differs from the verdict").arg(text) : text;
}

}  // namespace dimscope::models
