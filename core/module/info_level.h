// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace dimscope::module {

/// How much `describe` prints. Mirrors AITune's InfoLevel.
enum class InfoLevel : std::uint8_t { shortForm, medium, full };

}  // namespace dimscope::module
