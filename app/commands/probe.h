// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/commands/command.h"

namespace dimscope::app {

/// `dimscope probe`: runs a model on a sample at several batch sizes and compares its outputs with what a
/// recording predicts. `program` is argv[0].
[[nodiscard]] Exit runProbe(const CommandLine& line, char* program, const base::CancelToken& cancel);

}  // namespace dimscope::app
