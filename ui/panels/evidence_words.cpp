// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/evidence_words.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <array>
#include <utility>

#include "ui/models/audit_text.h"
#include "ui/models/format.h"
#include "ui/panels/cell_runs.h"

namespace dimscope::panels {

namespace {

using inference::AxisAnalysis;
using inference::AxisEvidence;
using inference::Claim;
using Kind = EvidenceLink::Kind;

constexpr std::size_t kShownSamples = 40;

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::panels::Evidence", text);
}

constexpr std::array kKinds{std::pair(Kind::sample, "sample"), std::pair(Kind::axis, "axis"),
                            std::pair(Kind::tensor, "tensor"), std::pair(Kind::graph, "graph"),
                            std::pair(Kind::module, "module"), std::pair(Kind::findings, "findings"),
                            std::pair(Kind::replay, "replay"), std::pair(Kind::relabel, "relabel")};

}  // namespace

QString EvidenceLink::text() const {
    const auto named =
        std::find_if(kKinds.begin(), kKinds.end(), [this](const auto& entry) { return entry.first == kind; });
    QString text = QString::fromLatin1(named->second) + u':' + QString::number(number);
    return kind == Kind::axis ? text + u':' + QString::number(axis) : text;
}

std::optional<EvidenceLink> EvidenceLink::parse(const QString& text) {
    const QStringList parts = text.split(u':');
    for (const auto& [kind, name] : kKinds) {
        if (parts.value(0) != QLatin1String(name)) {
            continue;
        }
        bool isNumber = false;
        EvidenceLink link{kind, parts.value(1).toUInt(&isNumber), parts.value(2).toInt()};
        return isNumber ? std::optional(link) : std::nullopt;
    }
    return std::nullopt;
}

QString whyTheyDiffer(const AxisAnalysis& axis, const AxisEvidence* evidence) {
    if (!axis.audit) {
        return tr("The file holds no samples, so that there is nothing to audit.");
    }
    if (!models::auditDiffers(axis)) {
        const QString text = tr("They agree. %1.").arg(models::strengthMeaning(*axis.audit));
        const bool nearlyHolds = evidence != nullptr && axis.verdict == inference::Verdict::dynamic &&
                                 evidence->claim.kind == Claim::Kind::multiple &&
                                 evidence->holding.count > evidence->breaking.count;
        return nearlyHolds ? tr("%1 Yet %2 of %3 samples have size = %4 × batch size.")
                                 .arg(text, models::numberText(evidence->holding.count),
                                      models::numberText(evidence->samples),
                                      models::numberText(evidence->claim.number))
                           : text;
    }
    if (axis.verdict != inference::Verdict::batch || evidence == nullptr ||
        axis.audit->verdict != inference::Verdict::dynamic) {
        return tr("They differ: AITune folds the samples in their order, the audit looks at all together.");
    }
    const QString multiplier = models::numberText(axis.multiplier);
    if (evidence->breaking.count > 0) {
        const QString count = models::numberText(evidence->breaking.count);
        return evidence->breaking.count == 1
                   ? tr("AITune passed over sample %1: while an axis is static, it skips samples that have "
                        "the "
                        "size of the first one. That size is not %2 × the sample's batch size.")
                         .arg(QString::number(evidence->breaking.shown.front().value), multiplier)
                   : tr("AITune passed over %1 samples: while an axis is static, it skips samples that have "
                        "the size of the first one. That size is not %2 × their batch size.")
                         .arg(count, multiplier);
    }
    return tr("AITune passed over the samples of unknown batch size (%1), since they have the size of the "
              "first one; the audit trusts a multiplier only if every batch size is known.")
        .arg(models::numberText(evidence->unknown.count));
}

QString claimText(const Claim& claim) {
    return claim.kind == Claim::Kind::multiple ? tr("size = %1 × batch size").arg(claim.number)
                                               : tr("size = %1").arg(claim.number);
}

QString richLink(const EvidenceLink& to, const QString& text) {
    return QStringLiteral("<a href=\"%1\">%2</a>").arg(to.text(), text.toHtmlEscaped());
}

QString richText(const QString& text, const QColor& color) {
    return QStringLiteral("<span style=\"color:%1\">%2</span>").arg(color.name(), text.toHtmlEscaped());
}

QString richVerdict(inference::Verdict verdict, const std::optional<std::int64_t>& multiplier,
                    const widgets::ThemeColors& colors) {
    return richText(models::verdictSign(verdict) + u' ' + models::verdictWithMultiplier(verdict, multiplier),
                    verdictColor(colors, verdict));
}

QString richAudit(const AxisAnalysis& axis, const widgets::ThemeColors& colors) {
    if (!axis.audit) {
        return richText(models::noValue(), colors.secondary);
    }
    const QString sign =
        models::auditDiffers(axis) ? richText(QStringLiteral("≠ "), colors.warning) : QString();
    return sign + richVerdict(axis.audit->verdict, axis.audit->multiplier, colors) +
           richText(QStringLiteral(" · ") + models::strengthWord(axis.audit->strength), colors.secondary);
}

QString richSamples(std::span<const base::SampleId> samples, std::uint64_t count) {
    QStringList links;
    for (const base::SampleId sample : samples.first(std::min(samples.size(), kShownSamples))) {
        links += richLink({Kind::sample, sample.value, 0}, QString::number(sample.value));
    }
    const auto shown = static_cast<std::uint64_t>(links.size());
    const QString text = links.join(QStringLiteral(", "));
    return count > shown ? text + tr(" and %1 more").arg(models::numberText(count - shown)) : text;
}

}  // namespace dimscope::panels
