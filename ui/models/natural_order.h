// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <string_view>

namespace dimscope::models {

/// Order of names as people read them: runs of digits by their number, ASCII letters without case, other
/// bytes by value; texts that are equal so far are ordered by their bytes. A total order, independent of the
/// locale: `layer2` before `layer10`.
[[nodiscard]] std::strong_ordering naturalOrder(std::string_view left, std::string_view right);

}  // namespace dimscope::models
