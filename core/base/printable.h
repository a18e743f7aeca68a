// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dimscope::base {

enum class Lines : std::uint8_t {
    one,     ///< a newline is a control character as well
    several  ///< newlines are meant
};
/// The text with control characters as `\x1b`: names of a file must not steer a terminal. Tabs stay.
[[nodiscard]] std::string printable(std::string_view text, Lines lines);

/// The text as it is, or its start and "..." where it has more than `bytes` bytes. Cuts between characters.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t bytes);

}  // namespace dimscope::base
