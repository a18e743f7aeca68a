// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "core/base/result.h"

namespace dimscope::files {

/// Bytes that can be read at any offset, so that the large rest of a file need not be touched. Not
/// thread-safe.
class RandomBytes {
 public:
    virtual ~RandomBytes() = default;

    /// Fills the span from its start; fewer bytes than asked for only at the end. Errors: readFailed.
    [[nodiscard]] virtual base::Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) = 0;
    /// In bytes.
    [[nodiscard]] virtual std::uint64_t size() const = 0;
};

/// Bytes in memory, which it owns.
class BytesInMemory final : public RandomBytes {
 public:
    explicit BytesInMemory(std::string bytes) : m_bytes(std::move(bytes)) {}

    [[nodiscard]] base::Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) override;
    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }

 private:
    std::string m_bytes;
};

/// Bytes front to back, parts of which can be passed over without being read. Not thread-safe.
class ForwardBytes {
 public:
    virtual ~ForwardBytes() = default;

    /// Fills the span from its start; 0 is the end. Errors: readFailed; syntax where packed bytes are
    /// damaged.
    [[nodiscard]] virtual base::Result<std::size_t> read(std::span<char> into) = 0;
    /// Passes over `count` bytes; beyond the end the next read gives 0. Errors: as read.
    [[nodiscard]] virtual base::Result<void> skip(std::uint64_t count) = 0;
};

/// A range of random bytes, front to back; what it skips is never read. The bytes must outlive it.
class ForwardRange final : public ForwardBytes {
 public:
    ForwardRange(RandomBytes& bytes, std::uint64_t begin, std::uint64_t end)
        : m_bytes(bytes), m_at(begin), m_end(end) {}

    [[nodiscard]] base::Result<std::size_t> read(std::span<char> into) override;
    [[nodiscard]] base::Result<void> skip(std::uint64_t count) override;

 private:
    RandomBytes& m_bytes;
    std::uint64_t m_at;
    std::uint64_t m_end;
};

}  // namespace dimscope::files
