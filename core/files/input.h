// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/base/json_reader.h"
#include "core/base/result.h"
#include "core/files/random_bytes.h"

namespace dimscope::files {

/// Bytes of a file, the standard input, or text in memory, front to back; gzip (also several members in a
/// row) is unpacked on the way. Memory stays bounded whatever the size. Not thread-safe.
class Input {
 public:
    virtual ~Input() = default;

    /// Fills the span from its start; 0 is the end. Errors: readFailed, truncated (gzip cut off: what came
    /// before has been delivered), syntax (gzip damaged).
    [[nodiscard]] virtual base::Result<std::size_t> read(std::span<char> into) = 0;
    /// What the next read will deliver, at least `count` bytes unless the input ends before. Consumes
    /// nothing.
    [[nodiscard]] virtual base::Result<std::string_view> peek(std::size_t count) = 0;

    /// File name without folders; "-" for the standard input.
    [[nodiscard]] virtual const std::string& name() const = 0;
    /// Stored bytes consumed so far and in all (0: not known), for progress.
    [[nodiscard]] virtual std::uint64_t consumed() const = 0;
    [[nodiscard]] virtual std::uint64_t size() const = 0;
    /// XXH3-128 of the stored bytes consumed so far, 32 hex digits. Whole once read has returned 0.
    [[nodiscard]] virtual std::string xxh3() const = 0;

    /// What has not been read yet, at any offset. A plain file is read in place, and only where it is asked
    /// for; anything else (gzip, the standard input) is first taken into memory. To be called before any
    /// read, in the place of it; the input must outlive the bytes. Errors: those of read; tooLarge beyond
    /// kLargestInMemory.
    [[nodiscard]] virtual base::Result<std::unique_ptr<RandomBytes>> randomBytes() = 0;
    static constexpr std::uint64_t kLargestInMemory = std::uint64_t{1} << 30U;
    /// Whether bytes were left unread on purpose, so that xxh3 says nothing of the file.
    [[nodiscard]] virtual bool readInPlace() const = 0;

    /// This input as the JSON reader wants it; the input must outlive it.
    [[nodiscard]] base::ByteReader reader();
};

/// Opens a file, or the standard input for "-". Errors: fileMissing, permissionDenied, isDirectory,
/// emptyFile, readFailed; the message names the path as given.
[[nodiscard]] base::Result<std::unique_ptr<Input>> openInput(const std::filesystem::path& path);
/// Text in memory (pasted), which the input owns. Errors: emptyFile; truncated or syntax where it is damaged
/// gzip.
[[nodiscard]] base::Result<std::unique_ptr<Input>> inputFromText(std::string text, std::string name);

}  // namespace dimscope::files
