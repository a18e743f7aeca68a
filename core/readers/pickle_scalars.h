// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/readers/pickle_value.h"

/// Numbers and texts as pickles write them.
namespace dimscope::readers {

/// Little-endian two's complement; no bytes are 0.
[[nodiscard]] PickleValue::Data integerOf(std::string_view bytes);
/// `12`, `12L`, `00` and `01` (booleans); none where it is anything else.
[[nodiscard]] std::optional<PickleValue::Data> pythonInteger(std::string_view line);
[[nodiscard]] std::optional<PickleValue::Data> pythonFloat(std::string_view line);
/// The text of a string literal in quotes; none where it is anything else.
[[nodiscard]] std::optional<std::string> unquoted(std::string_view literal);
/// Text with `\uXXXX` and `\UXXXXXXXX`, from Latin-1.
[[nodiscard]] std::string unescapedUnicode(std::string_view line);
/// A string of Python 2: text where it is UTF-8, else bytes.
[[nodiscard]] PickleValue::Data stringOf(std::string bytes);
[[nodiscard]] bool isUtf8(std::string_view text);
/// One character as UTF-8; none for what is no character.
[[nodiscard]] std::optional<std::string> utf8Of(std::uint32_t codePoint);

}  // namespace dimscope::readers
