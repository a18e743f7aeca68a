// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/origin_text.h"

#include <QCoreApplication>
#include <QStringList>

#include "ui/models/format.h"

namespace dimscope::models {

using overrides::SpecOrigin;

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("OriginText", text);
}

QString meaning(SpecOrigin origin) {
    switch (origin) {
        case SpecOrigin::overridden: return tr("an override states the contract of this tensor");
        case SpecOrigin::follows:
            return tr(
                "no override of its own, but an axis shares a symbol with an overridden one and follows it");
        case SpecOrigin::inferred: break;
    }
    return tr("no override: the contract is what was inferred");
}

}  // namespace

std::optional<SpecOrigin> originOf(const Snapshot& snapshot, base::TensorId id) {
    if (!snapshot.judgement || id.value >= snapshot.judgement->origins.size()) {
        return std::nullopt;
    }
    return snapshot.judgement->origins[id.value];
}

QString originWord(SpecOrigin origin) {
    switch (origin) {
        case SpecOrigin::overridden: return tr("overridden");
        case SpecOrigin::follows: return tr("follows");
        case SpecOrigin::inferred: break;
    }
    return tr("inferred");
}

QChar originSign(SpecOrigin origin) {
    switch (origin) {
        case SpecOrigin::overridden: return u'●';
        case SpecOrigin::follows: return u'○';
        case SpecOrigin::inferred: break;
    }
    return u'·';
}

QString originToolTip(const Snapshot& snapshot, base::TensorId id) {
    const std::optional<SpecOrigin> origin = originOf(snapshot, id);
    if (!origin) {
        return tr("the overrides are being judged");
    }
    const inference::EffectiveSpec& spec = snapshot.judgement->spec(id);
    QStringList lines{meaning(*origin)};
    lines += tr("min %1, opt %2, max %3").arg(sizesText(spec.min), sizesText(spec.opt), sizesText(spec.max));
    const QString coverage = QString::fromStdString(snapshot.judgement->tensorCoverage[id.value].text());
    if (!coverage.isEmpty()) {
        lines += tr("covers %1").arg(coverage);
    }
    return lines.join(u'\n');
}

}  // namespace dimscope::models
