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

/// What `dimscope export --help` prints: with `targets`, what it exports for, in place of input formats.
[[nodiscard]] std::string exportHelpText(const std::vector<FormatLine>& targets);

}  // namespace dimscope::app
