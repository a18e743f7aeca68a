// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_member.h"

#include <algorithm>

namespace dimscope::base {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

void skipBlanks(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
}

/// Takes a quoted text from the front, which is a quote.
std::optional<std::string_view> takeText(std::string_view& text) {
    for (std::size_t at = 1; at < text.size(); ++at) {
        if (text[at] == '\\') {
            ++at;
        } else if (text[at] == '"') {
            const std::string_view inside = text.substr(1, at - 1);
            text.remove_prefix(at + 1);
            return inside;
        }
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> outermostText(std::string_view head, std::string_view key) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (head.starts_with(kByteOrderMark)) {
        head.remove_prefix(kByteOrderMark.size());
    }
    skipBlanks(head);
    if (!head.starts_with('{')) {
        return std::nullopt;
    }
    int depth = 0;
    bool isKey = false;
    while (!head.empty()) {
        const char c = head.front();
        if (c == '"') {
            const auto text = takeText(head);
            if (!text) {
                return std::nullopt;
            }
            skipBlanks(head);
            if (depth == 1 && isKey && *text == key && head.starts_with(':')) {
                head.remove_prefix(1);
                skipBlanks(head);
                const auto value = head.starts_with('"') ? takeText(head) : std::nullopt;
                return value ? std::optional(std::string(*value)) : std::nullopt;
            }
            isKey = false;
            continue;
        }
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
        isKey = c == '{' || c == ',' || (isKey && kBlanks.find(c) != std::string_view::npos);
        head.remove_prefix(1);
    }
    return std::nullopt;
}

}  // namespace dimscope::base
