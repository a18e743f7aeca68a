// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "core/base/cancel_token.h"

namespace dimscope::app {

/// `dimscope export`. Needs neither a display nor Qt.
[[nodiscard]] Exit runExport(const CommandLine& line, const base::CancelToken& cancel);

}  // namespace dimscope::app
