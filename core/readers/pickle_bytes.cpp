// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/pickle_bytes.h"

#include <algorithm>

namespace dimscope::readers {

using base::Error;
using base::ErrorCode;
using base::Result;

Error PickleBytes::error(std::uint64_t byte, ErrorCode code, std::string found, std::string expected,
                         std::string remedy) const {
    return {code, std::move(found), std::move(expected), std::move(remedy), {.file = m_file, .byte = byte},
            {}};
}

Error PickleBytes::ended() const {
    return error(position(), ErrorCode::truncated, "found the end of the pickle",
                 "expected more: it ends with a full stop", "the file is cut off: save or copy it again");
}

Result<std::size_t> PickleBytes::fill() {
    Result<std::size_t> got = m_bytes.read(m_buffer);
    m_at = 0;
    m_end = got ? *got : 0;
    return got;
}

Result<std::uint8_t> PickleBytes::byte() {
    if (m_at == m_end) {
        const Result<std::size_t> got = fill();
        if (!got) {
            return got.error();
        }
        if (*got == 0) {
            return ended();
        }
    }
    ++m_consumed;
    return static_cast<std::uint8_t>(m_buffer[m_at++]);
}

Result<std::uint64_t> PickleBytes::number(std::size_t bytes) {
    std::uint64_t out = 0;
    for (std::size_t i = 0; i < bytes; ++i) {
        const Result<std::uint8_t> next = byte();
        if (!next) {
            return next.error();
        }
        out |= std::uint64_t{*next} << (8 * i);
    }
    return out;
}

Result<std::string> PickleBytes::take(std::uint64_t count) {
    if (count > kLongestText) {
        return error(position(), ErrorCode::tooLarge, "found a text of " + std::to_string(count) + " bytes",
                     "expected at most " + std::to_string(kLongestText),
                     "save tensors and short values only");
    }
    std::string out;
    while (out.size() < count) {
        if (m_at == m_end) {
            const Result<std::size_t> got = fill();
            if (!got) {
                return got.error();
            }
            if (*got == 0) {
                return ended();
            }
        }
        const std::size_t size = std::min<std::uint64_t>(count - out.size(), m_end - m_at);
        out.append(m_buffer.data() + m_at, size);
        m_at += size;
        m_consumed += size;
    }
    return out;
}

Result<std::string> PickleBytes::line() {
    static constexpr std::size_t kLongestLine = std::size_t{1} << 20U;
    std::string out;
    for (;;) {
        const Result<std::uint8_t> next = byte();
        if (!next) {
            return next.error();
        }
        if (*next == '\n') {
            return out;
        }
        if (out.size() == kLongestLine) {
            return error(position(), ErrorCode::tooLarge,
                         "found a line of more than " + std::to_string(kLongestLine) + " bytes",
                         "expected a newline before", "save tensors and short values only");
        }
        out += static_cast<char>(*next);
    }
}

Result<void> PickleBytes::skip(std::uint64_t count) {
    const std::uint64_t held = std::min<std::uint64_t>(count, m_end - m_at);
    m_at += held;
    m_consumed += count;
    return count == held ? Result<void>() : m_bytes.skip(count - held);
}

Result<void> PickleBytes::expectEnd() {
    if (m_at == m_end) {
        const Result<std::size_t> got = fill();
        if (!got) {
            return got.error();
        }
    }
    if (m_at != m_end) {
        return error(position(), ErrorCode::syntax, "found bytes behind the end of the pickle",
                     "expected nothing more", "save the file again");
    }
    return {};
}

}  // namespace dimscope::readers
