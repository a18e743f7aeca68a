// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QChar>
#include <QString>
#include <optional>
#include <string_view>

#include "core/overrides/judgement.h"
#include "ui/models/snapshot.h"

/// Text on where the contract of a tensor comes from.
namespace dimscope::models {

/// None as long as the overrides have not been judged for this capture.
[[nodiscard]] std::optional<overrides::SpecOrigin> originOf(const Snapshot& snapshot, base::TensorId id);
/// `overridden`, `follows` or `inferred`, as filters and screen have it.
[[nodiscard]] QString originWord(overrides::SpecOrigin origin);
/// ● overridden, ○ follows, · inferred.
[[nodiscard]] QChar originSign(overrides::SpecOrigin origin);
/// What the origin means, the bounds that a compiler gets, and how many samples they cover.
[[nodiscard]] QString originToolTip(const Snapshot& snapshot, base::TensorId id);

}  // namespace dimscope::models
