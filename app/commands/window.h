// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/command_line.h"

namespace dimscope::app {

/// Opens the window. Without a display to open it on: says what works without one, and Exit::usage.
/// `program` is the name that the program was started by.
[[nodiscard]] Exit runWindow(const CommandLine& line, char* program);

}  // namespace dimscope::app
