// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

namespace dimscope::app {

/// `dimscope batch`: writes a saved sample at another batch size. `program` is argv[0].
[[nodiscard]] Exit runBatch(const CommandLine& line, char* program, const base::CancelToken& cancel);

}  // namespace dimscope::app
