// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/command_line.h"
#include "core/base/cancel_token.h"

namespace dimscope::app {

/// `dimscope screenshot`: draws on Qt's offscreen platform unless QT_QPA_PLATFORM names another. `program` is
/// the name that the program was started by.
[[nodiscard]] Exit runScreenshot(const CommandLine& line, char* program, const base::CancelToken& cancel);

/// Names that --view takes.
[[nodiscard]] std::vector<std::string> screenshotViews();

}  // namespace dimscope::app
