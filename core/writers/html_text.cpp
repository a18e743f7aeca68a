// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/html_text.h"

#include <vector>

#include "core/writers/report_text.h"

namespace dimscope::writers {

std::string htmlText(std::string_view text) {
    std::string out;
    for (const char c : withPictures(text, Breaks::shown)) {
        switch (c) {
            case '&': out += "&amp;"; break;
            case '<': out += "&lt;"; break;
            case '>': out += "&gt;"; break;
            case '"': out += "&quot;"; break;
            case '\'': out += "&#39;"; break;
            default: out += c;
        }
    }
    return out;
}

std::string htmlCode(std::string_view name) {
    return name.empty() ? std::string() : "<code>" + htmlText(name) + "</code>";
}

std::string elided(std::string_view text, std::size_t limit) {
    std::vector<std::size_t> starts;  // of characters
    for (std::size_t i = 0; i < text.size(); ++i) {
        if ((static_cast<unsigned char>(text[i]) & 0xc0U) != 0x80U) {
            starts.push_back(i);
        }
    }
    if (starts.size() <= limit || limit < 3) {
        return std::string(text);
    }
    const std::size_t kept = limit - 1;
    const std::size_t tail = kept / 2;
    return std::string(text.substr(0, starts[kept - tail])) + "…" +
           std::string(text.substr(starts[starts.size() - tail]));
}

}  // namespace dimscope::writers
