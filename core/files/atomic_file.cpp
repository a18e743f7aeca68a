// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

namespace dimscope::files {

namespace {

using base::Error;
using base::ErrorCode;

constexpr std::size_t kBufferBytes = std::size_t{1} << 16U;

Error failed(const std::filesystem::path& path, int code) {
    return {ErrorCode::writeFailed,
            "found that it cannot be written: " + std::generic_category().message(code),
            "expected a place that can be written",
            "check the folder, its permissions and the free space",
            {.file = path.string()},
            {}};
}

/// Collects pieces and writes them to a descriptor.
class Writer {
 public:
    Writer(int descriptor, const std::filesystem::path& path) : m_descriptor(descriptor), m_path(path) {
        m_buffer.reserve(kBufferBytes);
    }

    base::Result<void> add(std::string_view text) {
        if (m_buffer.size() + text.size() > kBufferBytes) {
            if (base::Result<void> flushed = flush(); !flushed) {
                return flushed;
            }
        }
        if (text.size() > kBufferBytes) {
            return put(text);
        }
        m_buffer += text;
        return {};
    }

    base::Result<void> flush() {
        base::Result<void> done = put(m_buffer);
        m_buffer.clear();
        return done;
    }

 private:
    base::Result<void> put(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::write(m_descriptor, text.data(), text.size());
            if (written < 0 && errno == EINTR) {
                continue;
            }
            if (written < 0) {
                return failed(m_path, errno);
            }
            text.remove_prefix(static_cast<std::size_t>(written));
        }
        return {};
    }

    int m_descriptor;
    const std::filesystem::path& m_path;
    std::string m_buffer;
};

base::Result<void> writeTo(int descriptor, const std::filesystem::path& path,
                           const std::function<base::Result<void>(const TextSink&)>& write) {
    Writer writer(descriptor, path);
    base::Result<void> done = write([&writer](std::string_view text) { return writer.add(text); });
    return done ? writer.flush() : done;
}

/// Permissions of the file that is replaced, else those of a new file.
mode_t permissionsOf(const std::filesystem::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) == 0) {
        return status.st_mode & 07777U;
    }
    const mode_t mask = ::umask(0);
    ::umask(mask);
    return 0666U & ~mask;
}

/// So that the new name is on the disk as well. Some file systems refuse this; the file itself is safe then.
void syncFolder(const std::filesystem::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

/// The file to replace: what a link points to, so that the link stays one.
std::filesystem::path resolved(const std::filesystem::path& path) {
    std::error_code failure;
    std::filesystem::path target =
        std::filesystem::is_symlink(path, failure) ? std::filesystem::weakly_canonical(path, failure) : path;
    return failure ? path : target;
}

}  // namespace

base::Result<void> writeAtomically(const std::filesystem::path& path,
                                   const std::function<base::Result<void>(const TextSink&)>& write) {
    if (path == "-") {
        return writeTo(STDOUT_FILENO, path, write);
    }
    const std::filesystem::path target = resolved(path);
    std::error_code ignored;
    if (std::filesystem::is_directory(target, ignored)) {
        return failed(path, EISDIR);
    }
    if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
        // A device or pipe cannot be replaced by a file.
        const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return failed(path, errno);
        }
        base::Result<void> done = writeTo(descriptor, path, write);
        ::close(descriptor);
        return done;
    }
    const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
    std::string temporary = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) {
        return failed(path, errno);
    }
    base::Result<void> done = writeTo(descriptor, path, write);
    if (done && (::fchmod(descriptor, permissionsOf(target)) != 0 || ::fsync(descriptor) != 0)) {
        done = failed(path, errno);
    }
    if (::close(descriptor) != 0 && done) {
        done = failed(path, errno);
    }
    if (done && ::rename(temporary.c_str(), target.c_str()) != 0) {
        done = failed(path, errno);
    }
    if (!done) {
        ::unlink(temporary.c_str());
        return done;
    }
    syncFolder(folder);
    return {};
}

bool isOneOf(const std::filesystem::path& path, const std::vector<std::filesystem::path>& files) {
    return std::any_of(files.begin(), files.end(), [&path](const std::filesystem::path& file) {
        std::error_code failure;
        return std::filesystem::equivalent(path, file, failure) && !failure;
    });
}

}  // namespace dimscope::files
