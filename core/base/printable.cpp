// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/printable.h"

namespace dimscope::base {

std::string printable(std::string_view text, Lines lines) {
    constexpr std::string_view kHex = "0123456789abcdef";
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if ((byte >= 0x20 && byte != 0x7F) || c == '\t' || (c == '\n' && lines == Lines::several)) {
            out += c;
        } else {
            out += "\\x";
            out += kHex[byte >> 4U];
            out += kHex[byte & 0xFU];
        }
    }
    return out;
}

std::string shortened(std::string_view text, std::size_t bytes) {
    if (text.size() <= bytes) {
        return std::string(text);
    }
    const auto continues = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    while (bytes > 0 && continues(text[bytes])) {
        --bytes;
    }
    return std::string(text.substr(0, bytes)) + "...";
}

}  // namespace dimscope::base
