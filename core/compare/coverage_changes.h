// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/compare/change.h"
#include "core/compare/comparison.h"

namespace dimscope::compare {

/// Overrides of `before` that hold there and leave something out after, or whose tensor is gone; and the
/// mirror: overrides of `after` that hold there and did not before. Names count, as in a file of overrides.
/// Errors: cancelled.
[[nodiscard]] base::Result<void> addCoverageChanges(const Subject& before, const Subject& after,
                                                    const base::CancelToken& cancel,
                                                    std::vector<Change>& changes);

}  // namespace dimscope::compare
