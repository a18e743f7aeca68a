// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/base/cancel_token.h"

namespace dimscope::app {

/// Joins captures into one, whatever their order, and says what that does to AITune's verdict.
[[nodiscard]] Exit runMerge(const CommandLine& line, const base::CancelToken& cancel);

}  // namespace dimscope::app
