// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_text.h"

#include <array>

namespace dimscope::writers {

namespace {

constexpr std::size_t kFlushAt = std::size_t{64} * 1024;
constexpr unsigned char kDelete = 0x7f;

/// UTF-8 of U+2400 + code.
void appendPicture(std::string& out, unsigned char code) {
    out += "\xe2\x90";
    out += static_cast<char>(0x80 + code);
}

/// Name of the mark at the start of a text that turns the direction of writing; "" where there is none. All
/// of them have three bytes.
std::string_view directionMark(std::string_view text) {
    struct Mark {
        std::string_view bytes;
        std::string_view name;
    };
    static constexpr std::array<Mark, 11> kMarks = {{{"\u200e", "[U+200E]"},
                                                     {"\u200f", "[U+200F]"},
                                                     {"\u202a", "[U+202A]"},
                                                     {"\u202b", "[U+202B]"},
                                                     {"\u202c", "[U+202C]"},
                                                     {"\u202d", "[U+202D]"},
                                                     {"\u202e", "[U+202E]"},
                                                     {"\u2066", "[U+2066]"},
                                                     {"\u2067", "[U+2067]"},
                                                     {"\u2068", "[U+2068]"},
                                                     {"\u2069", "[U+2069]"}}};
    for (const Mark& mark : kMarks) {
        if (text.starts_with(mark.bytes)) {
            return mark.name;
        }
    }
    return {};
}

}  // namespace

TextStream& TextStream::operator<<(std::string_view text) {
    m_buffer += text;
    if (m_buffer.size() >= kFlushAt) {
        flush();
    }
    return *this;
}

void TextStream::flush() {
    if (m_result) {
        m_result = m_sink(m_buffer);
    }
    m_buffer.clear();
}

base::Result<void> TextStream::finish() {
    flush();
    return m_result;
}

std::string withPictures(std::string_view text, Breaks breaks) {
    std::string out;
    out.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const bool isBreak = byte == '\t' || byte == '\n' || byte == '\r';
        if (byte == kDelete) {
            out += "\xe2\x90\xa1";
        } else if (byte < 0x20 && !(isBreak && breaks == Breaks::kept)) {
            appendPicture(out, byte);
        } else if (text.substr(i, 3) == "\xef\xbf\xbe" || text.substr(i, 3) == "\xef\xbf\xbf") {
            out += "\xef\xbf\xbd";
            i += 2;
        } else if (const std::string_view mark =
                       breaks == Breaks::shown ? directionMark(text.substr(i)) : std::string_view();
                   !mark.empty()) {
            out += mark;
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

std::string shortened(std::string_view text, std::size_t limit) {
    if (text.size() <= limit) {
        return std::string(text);
    }
    std::size_t end = limit;
    while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U) {
        --end;
    }
    return std::string(text.substr(0, end)) + "…";
}

}  // namespace dimscope::writers
