// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/inference/finding.h"
#include "ui/models/finding_filter.h"
#include "ui/session/document.h"

namespace dimscope::panels {

/// What a finding speaks of: its module and graph, its tensor and axis (of several axes: their tensors, the
/// first in front), and the first sample that shows it.
[[nodiscard]] session::Selection placeOf(const models::FindingRow& row);

}  // namespace dimscope::panels
