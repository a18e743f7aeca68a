// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Texts of others in HTML and SVG, in element content and in quoted attributes.
namespace dimscope::writers {

/// One line in which nothing acts: & < > " ' are escaped, control characters become their pictures.
[[nodiscard]] std::string htmlText(std::string_view text);
/// A name in a monospaced face; "" for empty text.
[[nodiscard]] std::string htmlCode(std::string_view name);
/// The text with its middle left out ("…") where it has more than `limit` characters; not escaped.
[[nodiscard]] std::string elided(std::string_view text, std::size_t limit);

}  // namespace dimscope::writers
