// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/csv_text.h"

#include <algorithm>
#include <array>

namespace dimscope::writers {

namespace {

bool looksLikeFormula(std::string_view text) {
    static constexpr std::array<std::string_view, 12> kStarts = {"=",  "+", "-",  "@",  "\t", "\r",
                                                                 "\n", "'", "＝", "＋", "－", "＠"};
    return std::any_of(kStarts.begin(), kStarts.end(),
                       [text](std::string_view start) { return text.starts_with(start); });
}

}  // namespace

std::string csvCell(std::string_view text) {
    std::string shown = (looksLikeFormula(text) ? "'" : "") + withPictures(text, Breaks::kept);
    if (shown.find_first_of(",\"\r\n\t") == std::string::npos) {
        return shown;
    }
    std::string out = "\"";
    for (const char c : shown) {
        out += c;
        if (c == '"') {
            out += c;
        }
    }
    return out + "\"";
}

CsvRows& CsvRows::cell(std::string_view written) {
    m_out << (m_first ? "" : ",") << written;
    m_first = false;
    return *this;
}

void CsvRows::end() {
    m_out << "\r\n";
    m_first = true;
}

}  // namespace dimscope::writers
