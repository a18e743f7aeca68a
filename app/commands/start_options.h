// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"
#include "ui/shell/application.h"

namespace dimscope::app {

/// What the command line asks the window to open.
[[nodiscard]] shell::StartOptions startOptions(const CommandLine& line);

}  // namespace dimscope::app
