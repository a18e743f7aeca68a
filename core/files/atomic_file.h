// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

#include "core/base/result.h"

namespace dimscope::files {

/// Takes text piece by piece. Errors: writeFailed.
using TextSink = std::function<base::Result<void>(std::string_view)>;

/// Writes a whole file or none: a temporary file beside the target, fsync, rename. The target keeps its old
/// content until the end. "-" writes to the standard output instead. Errors: writeFailed with the path and
/// the system's reason.
[[nodiscard]] base::Result<void> writeAtomically(
    const std::filesystem::path& path, const std::function<base::Result<void>(const TextSink&)>& write);

}  // namespace dimscope::files
