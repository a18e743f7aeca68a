// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dimscope::writers {

/// The style sheet of the report page: light, dark where the reader's system is, and light on paper. Colours
/// of verdicts are those of the window (ui/widgets/theme_colors.cpp).
[[nodiscard]] std::string_view htmlStyle();

}  // namespace dimscope::writers
