// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <array>
#include <cstdint>
#include <span>

#include "core/base/diagnostic.h"
#include "core/inference/finding.h"
#include "ui/models/snapshot.h"

/// The one place where findings, their places and their numbers become text.
namespace dimscope::models {

/// How many findings of each severity there are.
struct FindingCounts {
    std::array<std::uint64_t, 3> bySeverity{};  ///< index: base::Severity

    void add(base::Severity severity) { ++bySeverity[static_cast<std::size_t>(severity)]; }
    FindingCounts& operator+=(const FindingCounts& other);
    [[nodiscard]] std::uint64_t of(base::Severity severity) const {
        return bySeverity[static_cast<std::size_t>(severity)];
    }
    [[nodiscard]] std::uint64_t total() const;
    friend bool operator==(const FindingCounts&, const FindingCounts&) = default;
};
[[nodiscard]] FindingCounts countFindings(std::span<const inference::Finding> findings);

/// `1 error, 2 warnings, 3 notes`; empty where there are none.
[[nodiscard]] QString countsText(const FindingCounts& counts);
/// `2 errors`: of one severity.
[[nodiscard]] QString countText(std::uint64_t count, base::Severity severity);
/// ■ error, ▲ warning, ● note.
[[nodiscard]] QString severitySign(base::Severity severity);
/// The tensor or axis that a finding speaks of: `sample:0`, or of several `a:1, b:1 and 3 more`; noValue()
/// for a graph or module as a whole.
[[nodiscard]] QString findingPlace(const capture::Capture& capture, const inference::Finding& finding);
/// `0, 4, 6 …`: at most `shown` of them.
[[nodiscard]] QString samplesText(std::span<const std::uint32_t> samples, std::size_t shown = 8);

}  // namespace dimscope::models
