// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "core/base/result.h"
#include "core/capture/labelling.h"
#include "core/overrides/override_set.h"

namespace dimscope::app {

/// What a command works on, once a session among its files is taken for what it names.
struct SessionInput {
    CommandLine
        line;  ///< with the session's files, format, batch size source and overrides where it has none
    std::vector<capture::GraphRelabels> relabels;
    std::optional<overrides::OverrideSet> overrides;  ///< that the session holds itself
    std::string overridesName;         ///< of the file of overrides, or the session; empty: none are stated
    base::SourceLocation formatPlace;  ///< in the session that asks for the format; empty: the command does
};

/// The command as it is, or what its session stands for: the session's files in the place of the session, its
/// relabels, and its batch size source, format and overrides unless the command states its own. A session is
/// known by its content. Errors: usage where it does not stand alone; those of openSession.
[[nodiscard]] base::Result<SessionInput> sessionInput(const CommandLine& line);

}  // namespace dimscope::app
