// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/stored_bytes.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace dimscope::files {

namespace {

using base::Error;
using base::ErrorCode;

base::SourceLocation at(const std::string& path) {
    return {.file = path};
}

std::string reason(int code) {
    return std::generic_category().message(code);
}

Error openError(const std::string& path, int code) {
    switch (code) {
        case ENOENT:
        case ENOTDIR:
            return {ErrorCode::fileMissing,
                    "found no such file",
                    "expected a file",
                    "check the name and folder",
                    at(path),
                    {}};
        case EACCES:
        case EPERM:
            return {ErrorCode::permissionDenied,
                    "found that you may not read this file",
                    "expected a file that you may read",
                    "change its permissions",
                    at(path),
                    {}};
        default:
            return {ErrorCode::readFailed,
                    "found that it cannot be opened: " + reason(code),
                    "expected a readable file",
                    "check the disk and the name",
                    at(path),
                    {}};
    }
}

Error readError(const std::string& path, int code) {
    return {ErrorCode::readFailed,
            "found that reading fails: " + reason(code),
            "expected a readable file",
            "check the disk and the connection",
            at(path),
            {}};
}

}  // namespace

void StoredBytes::FreeHash::operator()(XXH3_state_s* state) const {
    XXH3_freeState(state);
}

StoredBytes::StoredBytes() : m_hash(XXH3_createState()) {
    XXH3_128bits_reset(m_hash.get());
}

StoredBytes::StoredBytes(StoredBytes&& other) noexcept
    : m_descriptor(std::exchange(other.m_descriptor, -1)),
      m_text(std::move(other.m_text)),
      m_path(std::move(other.m_path)),
      m_consumed(other.m_consumed),
      m_size(other.m_size),
      m_seekable(other.m_seekable),
      m_hash(std::move(other.m_hash)) {}

StoredBytes::~StoredBytes() {
    if (m_descriptor > STDERR_FILENO) {
        ::close(m_descriptor);
    }
}

base::Result<StoredBytes> StoredBytes::file(const std::filesystem::path& path) {
    StoredBytes bytes;
    bytes.m_path = path.string();
    bytes.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (bytes.m_descriptor < 0) {
        return openError(bytes.m_path, errno);
    }
    struct stat status {};
    if (::fstat(bytes.m_descriptor, &status) != 0) {
        return openError(bytes.m_path, errno);
    }
    if (S_ISDIR(status.st_mode)) {
        return Error{ErrorCode::isDirectory,    "found a folder", "expected a file",
                     "name the file inside it", at(bytes.m_path), {}};
    }
    if (S_ISREG(status.st_mode)) {
        if (status.st_size == 0) {
            return Error{ErrorCode::emptyFile,
                         "found an empty file",
                         "expected a file with content",
                         "check that the program that writes it has run",
                         at(bytes.m_path),
                         {}};
        }
        bytes.m_size = static_cast<std::uint64_t>(status.st_size);
        bytes.m_seekable = true;
        ::posix_fadvise(bytes.m_descriptor, 0, 0, POSIX_FADV_SEQUENTIAL);
    }
    return bytes;
}

StoredBytes StoredBytes::standardInput() {
    StoredBytes bytes;
    bytes.m_descriptor = STDIN_FILENO;
    bytes.m_path = "-";
    return bytes;
}

StoredBytes StoredBytes::text(std::string text) {
    StoredBytes bytes;
    bytes.m_size = text.size();
    bytes.m_text = std::move(text);
    return bytes;
}

base::Result<std::size_t> StoredBytes::read(std::span<char> into) {
    std::size_t size = 0;
    if (m_descriptor < 0) {
        const std::string_view rest = std::string_view(m_text).substr(m_consumed);
        size = std::min(into.size(), rest.size());
        std::copy_n(rest.begin(), size, into.begin());
    } else {
        ssize_t got = 0;
        do {
            got = ::read(m_descriptor, into.data(), into.size());
        } while (got < 0 && errno == EINTR);
        if (got < 0) {
            return readError(m_path, errno);
        }
        size = static_cast<std::size_t>(got);
    }
    XXH3_128bits_update(m_hash.get(), into.data(), size);
    m_consumed += size;
    return size;
}

base::Result<std::size_t> StoredBytes::readAt(std::uint64_t offset, std::span<char> into) const {
    std::size_t size = 0;
    while (size < into.size()) {
        const ssize_t got =
            ::pread(m_descriptor, into.data() + size, into.size() - size, static_cast<off_t>(offset + size));
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return readError(m_path, errno);
        }
        if (got == 0) {
            break;
        }
        size += static_cast<std::size_t>(got);
    }
    return size;
}

std::string StoredBytes::xxh3() const {
    static constexpr std::string_view kHex = "0123456789abcdef";
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(m_hash.get()));
    std::string out;
    for (const unsigned char byte : canonical.digest) {
        out += kHex[byte >> 4U];
        out += kHex[byte & 0xFU];
    }
    return out;
}

}  // namespace dimscope::files
