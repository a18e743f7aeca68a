// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dimscope::base {

/// Whether text starts as if it had two or four bytes a character, with a byte order mark or plainly with
/// zeros between the letters. Looks at the first 32 bytes.
[[nodiscard]] bool looksLikeUtf16(std::string_view head);

}  // namespace dimscope::base
