// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "core/base/json_value.h"
#include "core/base/result.h"

namespace dimscope::readers {

/// Place of a value in a file, with its JSON pointer where one is given.
[[nodiscard]] base::SourceLocation placeOf(const base::JsonValue& value, const std::string& file,
                                           std::string pointer = {});

/// Member of an object that must be there. Errors: missingKey at the object's place.
[[nodiscard]] base::Result<const base::JsonValue*> requiredMember(const base::JsonValue& object,
                                                                  std::string_view key,
                                                                  const std::string& file);

/// Member that must be text. Errors: missingKey, wrongType.
[[nodiscard]] base::Result<std::string> requiredText(const base::JsonValue& object, std::string_view key,
                                                     const std::string& file);

/// Member that may be absent or null, else must be text. Errors: wrongType.
[[nodiscard]] base::Result<std::string> optionalText(const base::JsonValue& object, std::string_view key,
                                                     const std::string& file);

/// "a number 2.5", "text \"x\"", "an object": a value and its kind for error sentences.
[[nodiscard]] std::string describeValue(const base::JsonValue& value);

}  // namespace dimscope::readers
