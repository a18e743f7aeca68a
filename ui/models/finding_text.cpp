// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/finding_text.h"

#include <QCoreApplication>
#include <QStringList>
#include <algorithm>
#include <numeric>

#include "ui/models/format.h"

namespace dimscope::models {
namespace {

constexpr std::size_t kNamedAxes = 4;

QString tr(const char* text) {
    return QCoreApplication::translate("dimscope::models", text);
}

}  // namespace

FindingCounts& FindingCounts::operator+=(const FindingCounts& other) {
    for (std::size_t i = 0; i < bySeverity.size(); ++i) {
        bySeverity[i] += other.bySeverity[i];
    }
    return *this;
}

std::uint64_t FindingCounts::total() const {
    return std::accumulate(bySeverity.begin(), bySeverity.end(), std::uint64_t{0});
}

FindingCounts countFindings(std::span<const inference::Finding> findings) {
    FindingCounts counts;
    for (const inference::Finding& finding : findings) {
        counts.add(finding.severity);
    }
    return counts;
}

QString countText(std::uint64_t count, base::Severity severity) {
    const auto text = [count](const QString& one, const QString& many) {
        return count == 1 ? one : many.arg(numberText(count));
    };
    switch (severity) {
        case base::Severity::error: return text(tr("1 error"), tr("%1 errors"));
        case base::Severity::warning: return text(tr("1 warning"), tr("%1 warnings"));
        case base::Severity::note: break;
    }
    return text(tr("1 note"), tr("%1 notes"));
}

QString countsText(const FindingCounts& counts) {
    QStringList parts;
    for (const auto severity : {base::Severity::error, base::Severity::warning, base::Severity::note}) {
        if (const std::uint64_t count = counts.of(severity)) {
            parts += countText(count, severity);
        }
    }
    return parts.join(QStringLiteral(", "));
}

QString severitySign(base::Severity severity) {
    switch (severity) {
        case base::Severity::error: return QStringLiteral("■");
        case base::Severity::warning: return QStringLiteral("▲");
        case base::Severity::note: break;
    }
    return QStringLiteral("●");
}

QString findingPlace(const capture::Capture& capture, const inference::Finding& finding) {
    if (finding.tensor) {
        const capture::Tensor& tensor = capture.tensor(*finding.tensor);
        return finding.axis ? axisPath(tensor, *finding.axis) : QString::fromStdString(tensor.accessPath);
    }
    QStringList places;
    for (std::size_t i = 0; i < finding.axes.size() && i < kNamedAxes; ++i) {
        places += axisPath(capture.tensor(finding.axes[i].tensor), finding.axes[i].axis);
    }
    const QString text = places.join(QStringLiteral(", "));
    if (finding.axes.size() > kNamedAxes) {
        return tr("%1 and %2 more").arg(text, QString::number(finding.axes.size() - kNamedAxes));
    }
    return text.isEmpty() ? noValue() : text;
}

QString samplesText(std::span<const std::uint32_t> samples, std::size_t shown) {
    QStringList parts;
    for (const std::uint32_t sample : samples.first(std::min(samples.size(), shown))) {
        parts += QString::number(sample);
    }
    const QString text = parts.join(QStringLiteral(", "));
    if (samples.size() > shown) {
        return text + QStringLiteral(" …");
    }
    return text.isEmpty() ? noValue() : text;
}

}  // namespace dimscope::models
