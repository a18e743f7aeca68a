// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace dimscope::files {

/// Takes text piece by piece. Errors: writeFailed.
using TextSink = std::function<base::Result<void>(std::string_view)>;

/// Writes a whole file or none: a temporary file beside the target, fsync, rename. The target keeps its old
/// content until the end. "-" writes to the standard output instead. Errors: writeFailed with the path and
/// the system's reason.
[[nodiscard]] base::Result<void> writeAtomically(
    const std::filesystem::path& path, const std::function<base::Result<void>(const TextSink&)>& write);

/// Whether a path is one of the given files, by whatever name; a path that does not exist is none of them.
/// Writers ask it, so that an export never replaces what it was made from.
[[nodiscard]] bool isOneOf(const std::filesystem::path& path,
                           const std::vector<std::filesystem::path>& files);

}  // namespace dimscope::files
