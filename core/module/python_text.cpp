// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/python_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include "core/module/unicode_ranges.h"

namespace dimscope::module {

namespace {

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0;
};

/// The code point at the start of UTF-8 text; none where the bytes are no UTF-8.
std::optional<CodePoint> firstCodePoint(std::string_view text) {
    const auto byte = [text](std::size_t i) -> std::uint32_t { return static_cast<unsigned char>(text[i]); };
    const std::uint32_t lead = byte(0);
    if (lead < 0x80) {
        return CodePoint{lead, 1};
    }
    const std::size_t bytes = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    static constexpr std::array<std::uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
    if (lead < 0xC0 || lead > 0xF7 || bytes > text.size()) {
        return std::nullopt;
    }
    std::uint32_t value = lead & (0x7FU >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0U) != 0x80U) {
            return std::nullopt;
        }
        value = (value << 6U) | (byte(i) & 0x3FU);
    }
    return value < kLeast[bytes] ? std::nullopt : std::optional(CodePoint{value, bytes});
}

bool contains(std::span<const CodePointRange> ranges, char32_t c) {
    const auto after =
        std::upper_bound(ranges.begin(), ranges.end(), c,
                         [](char32_t value, const CodePointRange& r) { return value < r.first; });
    return after != ranges.begin() && c <= std::prev(after)->last;
}

bool startsIdentifier(char32_t c) {
    if (c < 0x80) {
        return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || c == U'_';
    }
    return contains(kIdentifierStart, c);
}

bool continuesIdentifier(char32_t c) {
    return startsIdentifier(c) || (c >= U'0' && c <= U'9') || contains(kIdentifierContinue, c);
}

/// Code points that Python's repr escapes: controls, separators but the blank, formats, private use.
bool isPrintable(char32_t c) {
    static constexpr std::array<CodePointRange, 14> kUnprintable = {{{0x0, 0x1F},
                                                                     {0x7F, 0xA0},
                                                                     {0xAD, 0xAD},
                                                                     {0x600, 0x605},
                                                                     {0x61C, 0x61C},
                                                                     {0x6DD, 0x6DD},
                                                                     {0x1680, 0x1680},
                                                                     {0x180E, 0x180E},
                                                                     {0x2000, 0x200F},
                                                                     {0x2028, 0x202F},
                                                                     {0x205F, 0x206F},
                                                                     {0x3000, 0x3000},
                                                                     {0xE000, 0xF8FF},
                                                                     {0xFEFF, 0xFEFF}}};
    return !contains(kUnprintable, c) && c < 0xE0000;
}

std::string escaped(char32_t c) {
    static constexpr std::string_view kHex = "0123456789abcdef";
    const int digits = c < 0x100 ? 2 : c < 0x10000 ? 4 : 8;
    std::string out = digits == 2 ? "\\x" : digits == 4 ? "\\u" : "\\U";
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
        out += kHex[(static_cast<std::uint32_t>(c) >> static_cast<unsigned>(shift)) & 0xFU];
    }
    return out;
}

}  // namespace

bool isIdentifier(std::string_view text) {
    bool first = true;
    while (!text.empty()) {
        const auto c = firstCodePoint(text);
        if (!c || !(first ? startsIdentifier(c->value) : continuesIdentifier(c->value))) {
            return false;
        }
        first = false;
        text.remove_prefix(c->bytes);
    }
    return !first;
}

std::string pythonRepr(std::string_view text) {
    const bool doubled =
        text.find('\'') != std::string_view::npos && text.find('"') == std::string_view::npos;
    const char quote = doubled ? '"' : '\'';
    std::string out(1, quote);
    while (!text.empty()) {
        const auto c = firstCodePoint(text).value_or(CodePoint{static_cast<unsigned char>(text[0]), 1});
        if (c.value == static_cast<unsigned char>(quote) || c.value == U'\\') {
            out += '\\';
            out += text[0];
        } else if (c.value == U'\n' || c.value == U'\r' || c.value == U'\t') {
            out += c.value == U'\n' ? "\\n" : c.value == U'\r' ? "\\r" : "\\t";
        } else if (!isPrintable(c.value)) {
            out += escaped(c.value);
        } else {
            out += text.substr(0, c.bytes);
        }
        text.remove_prefix(c.bytes);
    }
    return out + quote;
}

std::string pythonRepr(double value) {
    if (!std::isfinite(value)) {
        return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    }
    const double magnitude = std::abs(value);
    const bool scientific = magnitude != 0 && (magnitude < 1e-4 || magnitude >= 1e16);
    const auto format = scientific ? std::chars_format::scientific : std::chars_format::fixed;
    std::array<char, 64> buffer{};
    char* end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format).ptr;
    std::string text(buffer.data(), end);
    if (!scientific && text.find('.') == std::string::npos) {
        text += ".0";
    }
    return text;
}

}  // namespace dimscope::module
