// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/files/line_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace dimscope::files {

namespace {

constexpr std::size_t kFirstBuffer = std::size_t{1} << 20U;

}  // namespace

LineReader::LineReader(Input& input) : m_input(input), m_buffer(kFirstBuffer) {}

base::Result<void> LineReader::fill() {
    if (m_begin > 0) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, m_end - m_begin);
        m_end -= m_begin;
        m_searched -= m_begin;
        m_begin = 0;
    }
    if (m_end > kLongestLine) {
        return base::Error{base::ErrorCode::tooLarge,
                           "found a line longer than " + std::to_string(kLongestLine) + " bytes",
                           "expected shorter lines",
                           "check that this is a text file with line ends",
                           {.file = m_input.name(), .byte = m_byte, .line = m_number + 1},
                           {}};
    }
    if (m_buffer.size() - kPadding - m_end < m_buffer.size() / 2) {
        m_buffer.resize(m_buffer.size() * 2);
    }
    base::Result<std::size_t> got =
        m_input.read(std::span(m_buffer).subspan(m_end, m_buffer.size() - kPadding - m_end));
    if (!got) {
        m_failure = std::move(got.error());
        m_drained = true;
    } else {
        m_drained = *got == 0;
        m_end += *got;
    }
    return {};
}

base::Result<std::optional<LineReader::Line>> LineReader::next() {
    for (;;) {
        const char* searched = m_buffer.data() + m_searched;
        if (const void* found =
                m_end > m_searched ? std::memchr(searched, '\n', m_end - m_searched) : nullptr) {
            const auto stop = static_cast<std::size_t>(static_cast<const char*>(found) - m_buffer.data());
            return std::optional(take(stop, stop + 1));
        }
        m_searched = m_end;
        if (m_drained) {
            break;
        }
        if (base::Result<void> filled = fill(); !filled) {
            return std::move(filled.error());
        }
    }
    if (m_begin < m_end) {
        return std::optional(take(m_end, m_end));
    }
    if (m_failure) {
        return *m_failure;
    }
    return std::optional<Line>();
}

LineReader::Line LineReader::take(std::size_t stop, std::size_t next) {
    Line line;
    line.terminated = next > stop;
    line.number = ++m_number;
    line.byte = m_byte;
    line.text = std::string_view(m_buffer.data() + m_begin, stop - m_begin);
    if (line.terminated && line.text.ends_with('\r')) {
        line.text.remove_suffix(1);
    }
    m_byte += next - m_begin;
    m_begin = next;
    m_searched = next;
    return line;
}

}  // namespace dimscope::files
