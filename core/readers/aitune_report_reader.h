// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/readers/reader.h"

namespace dimscope::readers {

/// AITune's tuning report, schema 1 to 3 (told by its keys, not by the number): modules and graphs as
/// summaries, all else as details. A cut file is read up to the cut, with the diagnostic `truncated`.
[[nodiscard]] bool probeAituneReport(std::string_view head);
[[nodiscard]] base::Result<void> readAituneReport(const ReadContext& context);

}  // namespace dimscope::readers
