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
    std::unique_ptr<XXH3_state_s, FreeHash> m_hash;
};

}  // namespace dimscope::files
