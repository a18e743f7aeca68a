// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "app/command_line.h"

namespace dimscope::app {

/// A file format that --as takes.
struct FormatLine {
    std::string id;
    std::string description;
};

/// What --help prints for a verb; for the window: the whole program. `views` are the names that --view takes.
[[nodiscard]] std::string helpText(Verb verb, const std::vector<FormatLine>& formats,
                                   const std::vector<std::string>& views);

}  // namespace dimscope::app
