// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/overrides/override_set.h"

namespace dimscope::overrides {

inline constexpr std::string_view kOverridesFormat = "dimscope.overrides";

/// Reads the document of a `*.overrides.json` file; `origin` gives the file. Errors: unknownFormat,
/// missingKey, wrongType, badSize for a size that is no whole number within 64 bits (or a negative sample),
/// badValue for another version, an unknown side, a graph that stands there twice, or a tensor that does in
/// one graph; with place and pointer.
[[nodiscard]] base::Result<OverrideSet> overridesFromJson(const base::JsonValue& document,
                                                          const base::SourceLocation& origin);

/// The document in canonical order.
[[nodiscard]] base::JsonValue overridesToJson(const OverrideSet& overrides);

}  // namespace dimscope::overrides
