// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "core/base/result.h"
#include "core/files/random_bytes.h"

namespace dimscope::readers {

/// Bytes of a pickle front to back, with their position for errors.
class PickleBytes {
 public:
    /// A text or number may have at most this many bytes.
    static constexpr std::uint64_t kLongestText = std::uint64_t{16} * 1024 * 1024;

    /// `bytes` must outlive it. `begin` is the offset of the first byte that errors speak of.
    PickleBytes(files::ForwardBytes& bytes, std::string file, std::uint64_t begin = 0)
        : m_bytes(bytes), m_file(std::move(file)), m_begin(begin) {}

    /// Errors of all: truncated at the end of the bytes, those of reading.
    [[nodiscard]] base::Result<std::uint8_t> byte();
    /// Little-endian, of 1 to 8 bytes.
    [[nodiscard]] base::Result<std::uint64_t> number(std::size_t bytes);
    /// Errors: tooLarge beyond kLongestText.
    [[nodiscard]] base::Result<std::string> take(std::uint64_t count);
    /// Up to the next newline, which is passed over. Errors: tooLarge.
    [[nodiscard]] base::Result<std::string> line();
    [[nodiscard]] base::Result<void> skip(std::uint64_t count);
    /// Reads on to the end, so that a checksum is checked; anything before it is an error.
    [[nodiscard]] base::Result<void> expectEnd();

    /// Offset of the next byte.
    [[nodiscard]] std::uint64_t position() const { return m_begin + m_consumed; }
    [[nodiscard]] const std::string& file() const { return m_file; }
    /// An error at an offset.
    [[nodiscard]] base::Error error(std::uint64_t byte, base::ErrorCode code, std::string found,
                                    std::string expected, std::string remedy = {}) const;

 private:
    [[nodiscard]] base::Result<std::size_t> fill();
    [[nodiscard]] base::Error ended() const;

    files::ForwardBytes& m_bytes;
    std::string m_file;
    std::uint64_t m_begin;
    std::uint64_t m_consumed = 0;
    std::array<char, 16384> m_buffer{};
    std::size_t m_at = 0;   // in the buffer
    std::size_t m_end = 0;  // of what the buffer holds
};

}  // namespace dimscope::readers
