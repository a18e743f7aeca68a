// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_line.h"

#include <algorithm>
#include <array>

namespace dimscope::readers {

namespace {

constexpr char kEscape = '\x1b';
constexpr char kBell = '\x07';

// Length of the control sequence at the start of `text`, which begins with an escape character (ECMA-48:
// "ESC [ parameters final byte", "ESC ] text BEL" or "ESC ] text ESC \", else the escape and one byte).
std::size_t controlSequenceLength(std::string_view text) {
    if (text.size() < 2) {
        return text.size();
    }
    if (text[1] == '[') {
        const auto final =
            std::find_if(text.begin() + 2, text.end(), [](char c) { return c >= '@' && c <= '~'; });
        return final == text.end() ? text.size() : static_cast<std::size_t>(final - text.begin()) + 1;
    }
    if (text[1] == ']') {
        for (std::size_t at = 2; at < text.size(); ++at) {
            if (text[at] == kBell) {
                return at + 1;
            }
            if (text[at] == kEscape && at + 1 < text.size() && text[at + 1] == '\\') {
                return at + 2;
            }
        }
        return text.size();
    }
    return 2;
}

}  // namespace

TextPlace advance(const TextPlace& place, std::size_t bytes) {
    return {place.byte + bytes, place.line, place.column + bytes};
}

TextPlace LogLine::placeAt(std::size_t index) const {
    if (offsets == nullptr) {
        return advance(start, std::min(index, text.size()));
    }
    return advance(start, (*offsets)[std::min(index, offsets->size() - 1)]);
}

base::Result<void> LogLineCleaner::clean(std::string_view raw, const TextPlace& start, LineEnd end,
                                         const Take& take) {
    std::size_t from = 0;
    bool handed = false;
    while (from <= raw.size()) {
        const std::size_t stop = std::min(raw.find('\r', from), raw.size());
        const std::string_view part = raw.substr(from, stop - from);
        const bool last = stop == raw.size();
        LogLine line{part, advance(start, from), last ? end : LineEnd::newline, nullptr};
        if (part.find(kEscape) != std::string_view::npos) {
            m_buffer.clear();
            m_offsets.clear();
            for (std::size_t at = 0; at < part.size();) {
                if (part[at] == kEscape) {
                    at += controlSequenceLength(part.substr(at));
                } else {
                    m_buffer.push_back(part[at]);
                    m_offsets.push_back(at);
                    ++at;
                }
            }
            m_offsets.push_back(part.size());
            line.text = m_buffer;
            line.offsets = &m_offsets;
        }
        if (!part.empty() || (last && !handed)) {
            handed = true;
            if (auto taken = take(line); !taken) {
                return taken;
            }
        }
        from = stop + 1;
    }
    return {};
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string_view withoutLogPrefix(std::string_view text) {
    static constexpr std::array<std::string_view, 6> kLevels = {"INFO - ",  "DEBUG - ",    "WARNING - ",
                                                                "ERROR - ", "CRITICAL - ", "NOTSET - "};
    for (const std::string_view level : kLevels) {
        const std::size_t at = text.find(level);
        if (at != std::string_view::npos && (at == 0 || text[at - 1] == ' ')) {
            return trimmed(text.substr(at + level.size()));
        }
    }
    return trimmed(text);
}

std::size_t codePoints(std::string_view utf8) {
    return static_cast<std::size_t>(std::count_if(
        utf8.begin(), utf8.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::size_t byteOfCodePoint(std::string_view utf8, std::size_t index) {
    std::size_t at = 0;
    while (at < utf8.size()) {
        if ((static_cast<unsigned char>(utf8[at]) & 0xC0U) != 0x80U) {
            if (index == 0) {
                return at;
            }
            --index;
        }
        ++at;
    }
    return at;
}

}  // namespace dimscope::readers
