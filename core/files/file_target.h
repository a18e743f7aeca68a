// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "core/base/error.h"

/// What those who write a file whole or not at all share.
namespace dimscope::files {

/// The system's reason why a file cannot be written.
[[nodiscard]] base::Error cannotWrite(const std::filesystem::path& path, int systemError);
/// Permissions of the file that is replaced, else those of a new file.
[[nodiscard]] mode_t permissionsFor(const std::filesystem::path& target);
/// The file to replace: what a link points to, so that the link stays one.
[[nodiscard]] std::filesystem::path linkTarget(const std::filesystem::path& path);
/// So that a new name is on the disk as well. Some file systems refuse this; the file itself is safe then.
void syncFolder(const std::filesystem::path& folder);
/// Folder of a file: "." for a name alone.
[[nodiscard]] std::filesystem::path folderOf(const std::filesystem::path& file);

}  // namespace dimscope::files
