// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace dimscope::module {

/// Python's str.isidentifier of UTF-8 text: Unicode letters and keywords pass. Text that is no UTF-8 does
/// not.
[[nodiscard]] bool isIdentifier(std::string_view text);

/// Python's repr of a str: `'a'`, `"it's"`, `'a\nb'`.
[[nodiscard]] std::string pythonRepr(std::string_view text);

/// Python's repr of a float: `1.0`, `1e-05`, `nan`, `-inf`.
[[nodiscard]] std::string pythonRepr(double value);

}  // namespace dimscope::module
