// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dimscope::module {

enum class TableStyle : std::uint8_t {
    simple,     ///< columns under a dashed line
    fancyGrid,  ///< boxes of line-drawing characters
};

using TableRow = std::vector<std::string>;

/// A table as Python's tabulate 0.10 prints it with its defaults. A column whose cells all read as integers
/// stands at the right, as written; once some read as other numbers, it is aligned at the decimal point and
/// its numbers are reprinted with six significant digits ("True" and "False" stay). Empty cells fit any
/// column. Blanks around other texts are cut. Digits are ASCII; widths count code points. No rows: no text.
/// Every row has as many cells as the header.
[[nodiscard]] std::string table(const TableRow& header, const std::vector<TableRow>& rows, TableStyle style);

}  // namespace dimscope::module
