// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

/// Texts of others in GitHub-flavoured Markdown, fit for a table cell: one line, and nothing in them acts.
namespace dimscope::writers {

/// Plain text: signs that Markdown or HTML act on are escaped, control characters become their pictures.
[[nodiscard]] std::string markdownText(std::string_view text);
/// A name in a monospaced face: a code span where nothing in it needs care, else <code> with every sign
/// escaped, since a code span cannot hold every text within a table. Empty text gives "".
[[nodiscard]] std::string markdownCode(std::string_view name);

}  // namespace dimscope::writers
