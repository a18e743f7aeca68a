// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/markdown_text.h"

#include <cctype>
#include <cstddef>

#include "core/writers/report_text.h"

namespace dimscope::writers {

namespace {

bool isWordByte(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// Underscores within words, as in most tensor names, mean nothing to Markdown.
bool isInsideWord(std::string_view text, std::size_t at) {
    return at > 0 && at + 1 < text.size() && isWordByte(text[at - 1]) && isWordByte(text[at + 1]);
}

void appendReference(std::string& out, char c) {
    out += "&#" + std::to_string(static_cast<unsigned char>(c)) + ";";
}

constexpr std::string_view kHtmlSigns = "<>&\"'";
constexpr std::string_view kMarkdownSigns = "\\`*_{}[]()#+-.!|~$@:^=";
/// Signs that end a code span or a cell, or are none of HTML's business.
constexpr std::string_view kUnfitForCodeSpan = "\\`|<>&";

}  // namespace

std::string markdownText(std::string_view text) {
    const std::string shown = withPictures(text, Breaks::shown);
    std::string out;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const char c = shown[i];
        if (std::string_view("<>&\\|@").find(c) != std::string_view::npos) {
            appendReference(out, c);
        } else if (std::string_view("`*[]~$").find(c) != std::string_view::npos ||
                   (c == '_' && !isInsideWord(shown, i)) || (c == '#' && i == 0)) {
            out += '\\';
            out += c;
        } else {
            out += c;
        }
    }
    return out;
}

std::string markdownCode(std::string_view name) {
    const std::string shown = withPictures(name, Breaks::shown);
    if (shown.empty()) {
        return {};
    }
    const bool edges = shown.front() == ' ' || shown.back() == ' ';
    if (!edges && shown.find_first_of(kUnfitForCodeSpan) == std::string::npos) {
        return "`" + shown + "`";
    }
    std::string out = "<code>";
    for (const char c : shown) {
        if (kHtmlSigns.find(c) != std::string_view::npos ||
            kMarkdownSigns.find(c) != std::string_view::npos) {
            appendReference(out, c);
        } else {
            out += c;
        }
    }
    return out + "</code>";
}

}  // namespace dimscope::writers
