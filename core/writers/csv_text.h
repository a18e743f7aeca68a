// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/writers/report_text.h"

namespace dimscope::writers {

/// A text as one cell by RFC 4180: in quotes where it holds a comma, a quote or a line break. A text that a
/// spreadsheet would take for a formula (it starts with = + - @, their full-width forms, a tab or a line
/// break) gets an apostrophe in front, and so does one that starts with an apostrophe: to read a cell back,
/// drop one apostrophe at its start. Other control characters become their pictures.
[[nodiscard]] std::string csvCell(std::string_view text);

/// Writes rows of cells; lines end with CR LF.
class CsvRows {
 public:
    explicit CsvRows(TextStream& out) : m_out(out) {}

    CsvRows& text(std::string_view text) { return cell(csvCell(text)); }
    /// Exact; an empty cell for none.
    CsvRows& number(std::optional<std::int64_t> number) {
        return cell(number ? std::to_string(*number) : std::string());
    }
    CsvRows& count(std::optional<std::uint64_t> number) {
        return cell(number ? std::to_string(*number) : std::string());
    }
    CsvRows& empty() { return cell({}); }
    void end();

 private:
    CsvRows& cell(std::string_view written);

    TextStream& m_out;
    bool m_first = true;
};

}  // namespace dimscope::writers
