// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/file_target.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

namespace dimscope::files {

base::Error cannotWrite(const std::filesystem::path& path, int systemError) {
    return {base::ErrorCode::writeFailed,
            "found that it cannot be written: " + std::generic_category().message(systemError),
            "expected a place that can be written",
            "check the folder, its permissions and the free space",
            {.file = path.string()},
            {}};
}

mode_t permissionsFor(const std::filesystem::path& target) {
    struct stat status {};
    if (::stat(target.c_str(), &status) == 0) {
        return status.st_mode & 07777U;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

std::filesystem::path linkTarget(const std::filesystem::path& path) {
    std::error_code failure;
    std::filesystem::path target =
        std::filesystem::is_symlink(path, failure) ? std::filesystem::weakly_canonical(path, failure) : path;
    return failure ? path : target;
}

void syncFolder(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

std::filesystem::path folderOf(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

}  // namespace dimscope::files
