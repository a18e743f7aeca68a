// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"

struct XXH3_state_s;

namespace dimscope::files {

/// Bytes as they are stored: a file, the standard input, or text in memory. Counts and hashes what goes by.
class StoredBytes {
 public:
    /// Errors: fileMissing, permissionDenied, isDirectory, emptyFile, readFailed.
    [[nodiscard]] static base::Result<StoredBytes> file(const std::filesystem::path& path);
    [[nodiscard]] static StoredBytes standardInput();
    [[nodiscard]] static StoredBytes text(std::string text);

    StoredBytes(StoredBytes&& other) noexcept;
    StoredBytes& operator=(StoredBytes&&) = delete;
    ~StoredBytes();

    /// Fills the span from its start; 0 is the end. Errors: readFailed.
    [[nodiscard]] base::Result<std::size_t> read(std::span<char> into);

    /// Whether any part can be read by itself: a regular file.
    [[nodiscard]] bool seekable() const { return m_seekable; }
    /// The same at an offset, neither counted nor hashed; fewer bytes than asked for only at the end. Only
    /// where seekable. Errors: readFailed.
    [[nodiscard]] base::Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) const;

    [[nodiscard]] std::uint64_t consumed() const { return m_consumed; }
    /// 0: not known.
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    /// XXH3-128 in its canonical order, 32 hex digits.
    [[nodiscard]] std::string xxh3() const;

 private:
    struct FreeHash {
        void operator()(XXH3_state_s* state) const;
    };

    StoredBytes();

    int m_descriptor = -1;  // -1: text in memory
    std::string m_text;
    std::string m_path;
    std::uint64_t m_consumed = 0;
    std::uint64_t m_size = 0;
    bool m_seekable = false;
    std::unique_ptr<XXH3_state_s, FreeHash> m_hash;
};

}  // namespace dimscope::files
