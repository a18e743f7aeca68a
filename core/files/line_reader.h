// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/files/input.h"

namespace dimscope::files {

/// Whole lines of an input, in a buffer with kPadding readable bytes behind each line, so that a SIMD parser
/// can work on it without a copy. Lines end with \n or \r\n (not part of the text).
class LineReader {
 public:
    static constexpr std::size_t kPadding = 64;
    static constexpr std::size_t kLongestLine = std::size_t{1} << 27U;

    explicit LineReader(Input& input);

    struct Line {
        std::string_view text;     ///< valid until the next call
        std::uint64_t number = 0;  ///< 1-based
        std::uint64_t byte = 0;    ///< offset of its start in the unpacked text
        bool terminated = true;    ///< false: the input ended without a newline
    };
    /// The next line, none at the end. An input that fails delivers the text before the failure first, the
    /// last piece of it unterminated. Errors: those of Input::read, tooLarge for a line beyond kLongestLine.
    [[nodiscard]] base::Result<std::optional<Line>> next();

 private:
    /// Reads on behind the text that is held.
    base::Result<void> fill();
    Line take(std::size_t stop, std::size_t next);

    Input& m_input;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;  // start of unread text in the buffer
    std::size_t m_end = 0;    // end of text in the buffer
    std::size_t m_searched = 0;
    std::uint64_t m_number = 0;
    std::uint64_t m_byte = 0;
    bool m_drained = false;
    std::optional<base::Error> m_failure;  // of the input; due once the text before it has been delivered
};

}  // namespace dimscope::files
