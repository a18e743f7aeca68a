// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

#include "core/base/result.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

/// Text that AITune printed: tuning logs, and tables pasted from a terminal, a notebook or a document. Each
/// print of a graph becomes a summary with symbols, ranges and dtypes; there are no samples in such text.
/// Modules and graphs go by the names in the log, else by the file's stem and the line above a table.
///
/// Accepts text whose beginning holds a table or spec of AITune, or the line before one. JSON is refused.
[[nodiscard]] bool probeAituneLog(std::string_view head);
/// Errors: those of the tables and specs, with file, line and column; noShapes where there is none. A text
/// that ends inside a table or spec gives what is whole, and its source is not complete.
[[nodiscard]] base::Result<void> readAituneLog(const ReadContext& context);

}  // namespace dimscope::readers
