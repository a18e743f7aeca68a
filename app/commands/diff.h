// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/base/cancel_token.h"

namespace dimscope::app {

/// Compares the first file of the command with the second: how the second differs.
[[nodiscard]] Exit runDiff(const CommandLine& line, const base::CancelToken& cancel);

}  // namespace dimscope::app
