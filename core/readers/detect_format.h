// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

/// The format of a file by its first bytes. Errors: unknownFormat (lists what is understood, and says what
/// the file is where that can be told), noShapes, encoding; syntax, tooDeep and truncated of JSON that ends
/// before it can be told.
[[nodiscard]] base::Result<const Format*> detectFormat(std::string_view head, const std::string& file);

/// The format with the id a user asked for. Errors: usage.
[[nodiscard]] base::Result<const Format*> requestedFormat(std::string_view id);

}  // namespace dimscope::readers
