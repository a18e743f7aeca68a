// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/result.h"
#include "core/module/locator.h"
#include "core/module/tensor_spec.h"
#include "core/module/value.h"
#include "core/readers/aitune_log_line.h"

namespace dimscope::readers {

/// An error at a place of the text being read; the file name is added by whoever knows it.
[[nodiscard]] base::Error errorAt(const TextPlace& place, base::ErrorCode code, std::string found,
                                  std::string expected, std::string remedy = {});

/// Text in single quotes for a sentence, cut off behind 60 characters.
[[nodiscard]] std::string inQuotes(std::string_view text);

/// A symbolic shape as Python prints the list: `['batch0', 3]`, `[batch0, 3]`, `[]`. Errors: syntax;
/// badSize for a negative, fractional or too large number, NaN and None.
[[nodiscard]] base::Result<std::vector<module::Dim>> parseShape(const LocatedText& text);
/// The same with sizes only: `[1, 3]`.
[[nodiscard]] base::Result<module::Sizes> parseSizes(const LocatedText& text);

enum class PathForm : std::uint8_t {
    access,   ///< `opts["mask"][0].data`: starts with a bare name or a bracket
    locator,  ///< `['opts'][0].data`: brackets and attributes only, empty for the root
};
/// Steps of a printed path; none where it does not follow the form. A bare name is a key, `[3]` an index,
/// `.name` an attribute of an object. Quotes within keys are not escaped in these forms.
[[nodiscard]] std::optional<std::vector<module::Step>> parsePath(std::string_view text, PathForm form);

/// A semantic path as str() prints it: `mask`, `0`, `('opts', 'mask', 0)`, `()`. A bare whole number is an
/// index unless the access path ends with a key; a text that only looks like a tuple is a key.
[[nodiscard]] base::JsonValue parseSemanticPath(std::string_view text, std::string_view accessPath);

/// A value as str() prints it: None, True, whole and decimal numbers, else text.
[[nodiscard]] module::Value parseValue(std::string_view text);

/// A whole number of at most 64 bits with nothing around it.
[[nodiscard]] std::optional<std::int64_t> parseWholeNumber(std::string_view text);

}  // namespace dimscope::readers
