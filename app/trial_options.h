// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "app/command_line.h"
#include "core/base/result.h"

/// Options of the verbs that work with real tensors, each with its value.
namespace dimscope::app {

/// Errors of all: usage.
[[nodiscard]] base::Result<void> setLike(CommandLine& line, const std::string& value,
                                         const CommandLineContext&);
[[nodiscard]] base::Result<void> setSample(CommandLine& line, const std::string& value,
                                           const CommandLineContext&);
/// `1,2,4`.
[[nodiscard]] base::Result<void> setBatchSizes(CommandLine& line, const std::string& value,
                                               const CommandLineContext&);
/// Bytes, or `512M`, `8G`.
[[nodiscard]] base::Result<void> setMemoryLimit(CommandLine& line, const std::string& value,
                                                const CommandLineContext&);
/// Seconds.
[[nodiscard]] base::Result<void> setTimeLimit(CommandLine& line, const std::string& value,
                                              const CommandLineContext&);

/// Whether these verbs have what they need; of other verbs nothing is asked.
[[nodiscard]] base::Result<void> checkTrial(const CommandLine& line);

}  // namespace dimscope::app
