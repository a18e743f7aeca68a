// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/module/table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace dimscope::module {

namespace {

/// Blank columns that a header keeps beside itself.
constexpr std::size_t kHeaderPadding = 2;

/// What the cells of a column read as, from special to general: tabulate takes the most general.
enum class CellType : std::uint8_t { none, boolean, integer, real, text };

constexpr std::string_view kBlanks = " \t\n\v\f\r";

std::string_view stripped(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Takes digits off the front, with single underscores between them, as Python's number texts allow.
std::string takeDigits(std::string_view& text) {
    std::string out;
    while (!text.empty()) {
        const bool joint = text[0] == '_' && !out.empty() && text.size() > 1 && isDigit(text[1]);
        if (!joint && !isDigit(text[0])) {
            break;
        }
        if (!joint) {
            out += text[0];
        }
        text.remove_prefix(1);
    }
    return out;
}

std::string takeSign(std::string_view& text) {
    std::string out;
    if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
        out = text[0] == '-' ? "-" : "";
        text.remove_prefix(1);
    }
    return out;
}

/// What Python's int() accepts in base ten.
bool readsAsInteger(std::string_view text) {
    text = stripped(text);
    takeSign(text);
    return !takeDigits(text).empty() && text.empty();
}

/// What Python's float() makes of a text that tabulate takes for a number: finite, or written inf, -inf, nan.
std::optional<double> readsAsReal(std::string_view cell) {
    std::string_view text = stripped(cell);
    std::string lower(cell);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (lower == "inf" || lower == "-inf" || lower == "nan") {
        return std::strtod(lower.c_str(), nullptr);
    }
    std::string number = takeSign(text);
    const std::string whole = takeDigits(text);
    std::string fraction;
    number += whole;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        fraction = takeDigits(text);
        number += "." + fraction;
    }
    if (whole.empty() && fraction.empty()) {
        return std::nullopt;
    }
    if (text.starts_with('e') || text.starts_with('E')) {
        text.remove_prefix(1);
        const std::string sign = takeSign(text);
        const std::string exponent = takeDigits(text);
        if (exponent.empty()) {
            return std::nullopt;
        }
        number += "e" + sign + exponent;
    }
    if (!text.empty()) {
        return std::nullopt;
    }
    double value = 0;
    const auto read = std::from_chars(number.data(), number.data() + number.size(), value);
    if (read.ec == std::errc::result_out_of_range) {
        const bool tiny =
            number.find("e-") != std::string::npos ||
            (number.find('e') == std::string::npos && whole.find_first_not_of('0') == std::string::npos);
        return tiny ? std::optional(0.0) : std::nullopt;
    }
    return value;
}

/// An empty cell is of no type, which is the most special.
CellType typeOf(std::string_view cell) {
    if (cell.empty()) {
        return CellType::none;
    }
    if (cell == "True" || cell == "False") {
        return CellType::boolean;
    }
    if (readsAsInteger(cell)) {
        return CellType::integer;
    }
    return readsAsReal(cell) ? CellType::real : CellType::text;
}

bool isNumeric(CellType type) {
    return type == CellType::integer || type == CellType::real;
}

/// printf's %g, whatever the locale.
std::string sixDigits(double value) {
    if (!std::isfinite(value)) {
        return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
    }
    std::array<char, 32> buffer{};
    char* end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::general, 6).ptr;
    return {buffer.data(), end};
}

/// Code points of UTF-8 text.
std::size_t width(std::string_view text) {
    return static_cast<std::size_t>(std::count_if(
        text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::vector<std::string> linesOf(std::string_view cell) {
    std::vector<std::string> out;
    while (!cell.empty()) {
        const std::size_t end = std::min(cell.find_first_of("\r\n"), cell.size());
        out.emplace_back(cell.substr(0, end));
        cell.remove_prefix(end);
        cell.remove_prefix(cell.starts_with("\r\n") ? 2 : cell.empty() ? 0 : 1);
    }
    if (out.empty()) {
        out.emplace_back();
    }
    return out;
}

/// How many characters of a number stand from its decimal point on (or from its exponent); 0 for an integer
/// or what is no number.
std::size_t tailLength(const std::string& cell) {
    if (readsAsInteger(cell) || !readsAsReal(cell)) {
        return 0;
    }
    const std::size_t point = std::min(cell.rfind('.'), cell.rfind('e'));
    return point == std::string::npos ? 0 : cell.size() - point;
}

/// One column: a list of lines per cell, all of one width.
struct Column {
    std::size_t width = 0;
    bool right = false;
    std::string header;
    std::vector<std::vector<std::string>> cells;
};

std::string padded(const std::string& text, std::size_t to, bool right) {
    const std::string blanks(to - std::min(to, width(text)), ' ');
    return right ? blanks + text : text + blanks;
}

Column makeColumn(const std::string& header, std::vector<std::string> cells) {
    CellType type = CellType::none;
    for (const std::string& cell : cells) {
        type = std::max(type, typeOf(cell));
    }
    Column out;
    out.right = isNumeric(type);
    std::size_t tail = 0;
    for (std::string& cell : cells) {
        if (type == CellType::real && isNumeric(typeOf(cell))) {
            cell = sixDigits(*readsAsReal(cell));
        }
        if (!out.right) {
            cell = std::string(stripped(cell));
        }
        tail = std::max(tail, out.right ? tailLength(cell) : 0);
    }
    out.width = width(header) + kHeaderPadding;
    for (const std::string& cell : cells) {
        const std::string blanks(out.right ? tail - tailLength(cell) : 0, ' ');
        std::vector<std::string> lines = linesOf(cell + blanks);
        for (const std::string& line : lines) {
            out.width = std::max(out.width, width(line));
        }
        out.cells.push_back(std::move(lines));
    }
    for (std::vector<std::string>& lines : out.cells) {
        for (std::string& line : lines) {
            line = padded(line, out.width, out.right);
        }
    }
    out.header = padded(header, out.width, out.right);
    return out;
}

/// Characters that frame a row: before the first cell, between cells, behind the last.
struct Frame {
    std::string_view begin;
    std::string_view between;
    std::string_view end;
};

template <class CellText>
std::string framed(const std::vector<Column>& columns, const Frame& frame, CellText cellText) {
    std::string out(frame.begin);
    for (const Column& column : columns) {
        out += &column == &columns.front() ? "" : frame.between;
        out += cellText(column);
    }
    out += frame.end;
    out.erase(out.find_last_not_of(kBlanks) + 1);
    return out + "\n";
}

std::string rule(const std::vector<Column>& columns, const Frame& frame, std::string_view dash,
                 std::size_t padding) {
    return framed(columns, frame, [&](const Column& column) {
        std::string out;
        for (std::size_t i = 0; i < column.width + 2 * padding; ++i) {
            out += dash;
        }
        return out;
    });
}

/// The lines of one row; a cell with fewer lines than another is filled up below.
std::string rowLines(const std::vector<Column>& columns, std::size_t row, const Frame& frame) {
    std::size_t lines = 1;
    for (const Column& column : columns) {
        lines = std::max(lines, column.cells[row].size());
    }
    std::string out;
    for (std::size_t line = 0; line < lines; ++line) {
        out += framed(columns, frame, [row, line](const Column& column) {
            const auto& cell = column.cells[row];
            return line < cell.size() ? cell[line] : std::string(column.width, ' ');
        });
    }
    return out;
}

std::string simpleTable(const std::vector<Column>& columns, std::size_t rows) {
    const Frame frame = {"", "  ", ""};
    std::string out = framed(columns, frame, [](const Column& column) { return column.header; });
    out += rule(columns, frame, "-", 0);
    for (std::size_t row = 0; row < rows; ++row) {
        out += rowLines(columns, row, frame);
    }
    return out;
}

std::string boxedTable(const std::vector<Column>& columns, std::size_t rows) {
    const Frame frame = {"│ ", " │ ", " │"};
    std::string out = rule(columns, {"╒", "╤", "╕"}, "═", 1);
    out += framed(columns, frame, [](const Column& column) { return column.header; });
    out += rule(columns, {"╞", "╪", "╡"}, "═", 1);
    for (std::size_t row = 0; row < rows; ++row) {
        out += row == 0 ? "" : rule(columns, {"├", "┼", "┤"}, "─", 1);
        out += rowLines(columns, row, frame);
    }
    return out + rule(columns, {"╘", "╧", "╛"}, "═", 1);
}

}  // namespace

std::string table(const TableRow& header, const std::vector<TableRow>& rows, TableStyle style) {
    if (rows.empty()) {
        return {};
    }
    std::vector<Column> columns;
    for (std::size_t i = 0; i < header.size(); ++i) {
        std::vector<std::string> cells;
        for (const TableRow& row : rows) {
            cells.push_back(row[i]);
        }
        columns.push_back(makeColumn(header[i], std::move(cells)));
    }
    std::string out =
        style == TableStyle::simple ? simpleTable(columns, rows.size()) : boxedTable(columns, rows.size());
    out.pop_back();
    return out;
}

}  // namespace dimscope::module
