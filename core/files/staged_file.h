// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/base/cancel_token.h"
#include "core/base/result.h"

namespace dimscope::files {

/// Where another process writes a file before it becomes the one that was asked for: in a folder of its own,
/// beside the target, so that nothing stays of a process that was killed. The folder goes with this object.
class StagedFile {
 public:
    /// For a target that is "-" or no file (a device, a pipe) the folder is among the system's temporary
    /// ones. Errors: writeFailed.
    [[nodiscard]] static base::Result<StagedFile> forTarget(const std::filesystem::path& target);

    StagedFile(StagedFile&& other) noexcept;
    StagedFile& operator=(StagedFile&& other) = delete;
    ~StagedFile();

    /// The name to write; nothing is there yet.
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

    /// Makes what was written the target, whole or not at all, with the permissions of the file that it
    /// replaces. Errors: writeFailed; cancelled.
    [[nodiscard]] base::Result<void> commit(const base::CancelToken& cancel = {});

 private:
    enum class Place { beside, elsewhere };

    StagedFile(std::filesystem::path target, std::filesystem::path folder, Place place);
    [[nodiscard]] base::Result<void> rename() const;
    [[nodiscard]] base::Result<void> copy(const base::CancelToken& cancel) const;

    std::filesystem::path m_target;
    std::filesystem::path m_folder;  ///< empty once it was moved from
    std::filesystem::path m_path;
    Place m_place;
};

}  // namespace dimscope::files
