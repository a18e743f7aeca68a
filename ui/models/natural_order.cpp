// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/natural_order.h"

#include <cstddef>

namespace dimscope::models {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

unsigned char folded(char c) {
    return static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/// The run of digits at the start, without leading zeros; `text` moves behind it.
std::string_view takeNumber(std::string_view& text) {
    std::size_t zeros = 0;
    while (zeros < text.size() && text[zeros] == '0') {
        ++zeros;
    }
    std::size_t end = zeros;
    while (end < text.size() && isDigit(text[end])) {
        ++end;
    }
    const std::string_view number = text.substr(zeros, end - zeros);
    text.remove_prefix(end);
    return number;
}

}  // namespace

std::strong_ordering naturalOrder(std::string_view left, std::string_view right) {
    std::string_view a = left;
    std::string_view b = right;
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view m = takeNumber(a);
            const std::string_view n = takeNumber(b);
            if (m.size() != n.size()) {
                return m.size() <=> n.size();
            }
            if (const int order = m.compare(n); order != 0) {
                return order <=> 0;
            }
            continue;
        }
        if (const auto order = folded(a.front()) <=> folded(b.front()); order != 0) {
            return order;
        }
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    if (a.empty() != b.empty()) {
        return a.empty() ? std::strong_ordering::less : std::strong_ordering::greater;
    }
    return left.compare(right) <=> 0;
}

}  // namespace dimscope::models
