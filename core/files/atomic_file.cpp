// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "core/files/file_target.h"

namespace dimscope::files {

namespace {

constexpr std::size_t kBufferBytes = std::size_t{1} << 16U;

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
                return cannotWrite(m_path, errno);
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

}  // namespace

base::Result<void> writeAtomically(const std::filesystem::path& path,
                                   const std::function<base::Result<void>(const TextSink&)>& write) {
    if (path == "-") {
        return writeTo(STDOUT_FILENO, path, write);
    }
    const std::filesystem::path target = linkTarget(path);
    std::error_code ignored;
    if (std::filesystem::is_directory(target, ignored)) {
        return cannotWrite(path, EISDIR);
    }
    if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
        // A device or pipe cannot be replaced by a file.
        const int descriptor = ::open(target.c_str(), O_WRONLY | O_CLOEXEC);
        if (descriptor < 0) {
            return cannotWrite(path, errno);
        }
        base::Result<void> done = writeTo(descriptor, path, write);
        ::close(descriptor);
        return done;
    }
    const std::filesystem::path folder = folderOf(target);
    std::string temporary = (folder / ("." + target.filename().string() + ".XXXXXX")).string();
    const int descriptor = ::mkostemp(temporary.data(), O_CLOEXEC);
    if (descriptor < 0) {
        return cannotWrite(path, errno);
    }
    base::Result<void> done = writeTo(descriptor, path, write);
    if (done && (::fchmod(descriptor, permissionsFor(target)) != 0 || ::fsync(descriptor) != 0)) {
        done = cannotWrite(path, errno);
    }
    if (::close(descriptor) != 0 && done) {
        done = cannotWrite(path, errno);
    }
    if (done && ::rename(temporary.c_str(), target.c_str()) != 0) {
        done = cannotWrite(path, errno);
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
