// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/readers/reader.h"

namespace dimscope::readers {

/// Native captures: JSON Lines with a header line, then a line per call or summary.
[[nodiscard]] bool probeNative(std::string_view head);
/// Errors carry line and column. A file cut off inside its last line is read up to there, with the diagnostic
/// `truncated`.
[[nodiscard]] base::Result<void> readNative(const ReadContext& context);

}  // namespace dimscope::readers
