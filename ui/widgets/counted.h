// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>

namespace dimscope::widgets {

/// `one` for 1, else `many` with the number in the place of %1, digits grouped as the locale does.
[[nodiscard]] QString counted(std::uint64_t count, const QString& one, const QString& many);

}  // namespace dimscope::widgets
