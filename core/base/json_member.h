// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace dimscope::base {

/// The text of a member of the outermost object in the first bytes of a JSON document, which need not be
/// whole: the way to tell what a file is before it is read. Members of inner objects do not count. None where
/// the text begins with no object (after blanks and a byte order mark), or where the member is not in it, is
/// not a text, or is cut off. Escapes in texts are not resolved.
[[nodiscard]] std::optional<std::string> outermostText(std::string_view head, std::string_view key);

}  // namespace dimscope::base
