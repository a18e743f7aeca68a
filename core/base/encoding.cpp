// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/encoding.h"

namespace dimscope::base {

bool looksLikeUtf16(std::string_view head) {
    using namespace std::string_view_literals;
    if (head.starts_with("\xFF\xFE"sv) || head.starts_with("\xFE\xFF"sv)) {
        return true;
    }
    // Without a mark: plain letters leave zeros at every second byte, or at three of four, and nowhere else.
    // The length fields of binary files do not keep that up.
    const std::string_view start = head.substr(0, 32);
    const auto zeroAt = [start](auto isZero) {
        for (std::size_t i = 0; i < start.size(); ++i) {
            if ((start[i] == '\0') != isZero(i)) {
                return false;
            }
        }
        return start.size() >= 4;
    };
    return zeroAt([](std::size_t i) { return i % 2 == 1; }) ||
           zeroAt([](std::size_t i) { return i % 2 == 0; }) ||
           zeroAt([](std::size_t i) { return i % 4 != 0; }) ||
           zeroAt([](std::size_t i) { return i % 4 != 3; });
}

}  // namespace dimscope::base
