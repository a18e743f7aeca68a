// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_table.h"

#include <simdjson.h>

#include <algorithm>
#include <array>
#include <utility>

#include "core/readers/aitune_log_literal.h"
#include "core/readers/aitune_log_spec_line.h"

namespace dimscope::readers {

namespace {

using base::ErrorCode;

constexpr std::string_view kBoxBar = "\xE2\x94\x82";      // │
constexpr std::string_view kHeavyDash = "\xE2\x95\x90";   // ═
constexpr std::string_view kLightDash = "\xE2\x94\x80";   // ─
constexpr std::string_view kLastCorner = "\xE2\x95\x98";  // ╘

struct Piece {
    std::size_t at;  // offset in the line
    std::string_view text;
};

// What stands between the bars of a line; empty where there are fewer than two.
std::vector<Piece> betweenBars(std::string_view line, std::string_view bar) {
    std::vector<Piece> pieces;
    std::size_t at = line.find(bar);
    while (at != std::string_view::npos) {
        const std::size_t from = at + bar.size();
        at = line.find(bar, from);
        if (at != std::string_view::npos) {
            pieces.push_back({from, line.substr(from, at - from)});
        }
    }
    return pieces;
}

std::string_view behindLast(std::string_view line, std::string_view bar) {
    const std::size_t at = line.rfind(bar);
    return at == std::string_view::npos ? line : line.substr(at + bar.size());
}

// The dashes at the end of a line: offsets of their starts, if they are two groups or more, two blanks apart.
std::vector<std::size_t> dashGroups(std::string_view line) {
    std::vector<std::size_t> starts;
    std::size_t end = line.find_last_not_of(" \t");
    if (end == std::string_view::npos || line[end] != '-') {
        return starts;
    }
    for (;;) {
        const std::size_t before = line.find_last_not_of('-', end);
        const std::size_t start = before == std::string_view::npos ? 0 : before + 1;
        starts.insert(starts.begin(), start);
        if (start < 3 || line.substr(start - 2, 2) != "  " || line[start - 3] != '-') {
            break;
        }
        end = start - 3;
    }
    if (starts.size() < 2) {
        starts.clear();
    }
    return starts;
}

LocatedText located(const LogLine& line, std::size_t at, std::string_view text) {
    const std::string_view core = trimmed(text);
    const std::size_t skipped = core.empty() ? 0 : static_cast<std::size_t>(core.data() - text.data());
    return {std::string(core), line.placeAt(at + skipped)};
}

// `output`, `output[0]`, `output.logits`.
bool isBelow(std::string_view path, std::string_view root) {
    return path.substr(0, root.size()) == root &&
           (path.size() == root.size() || path[root.size()] == '[' || path[root.size()] == '.');
}

// The pieces of a line that are two or more blanks apart.
std::vector<Piece> apart(std::string_view text, std::size_t offset) {
    std::vector<Piece> pieces;
    std::size_t at = text.find_first_not_of(' ');
    while (at != std::string_view::npos) {
        const std::size_t gap = std::min(text.find("  ", at), text.size());
        pieces.push_back({offset + at, text.substr(at, gap - at)});
        at = text.find_first_not_of(' ', gap);
    }
    return pieces;
}

}  // namespace

bool LogTable::setColumns(const std::vector<std::string_view>& titles) {
    static constexpr std::array<std::pair<std::string_view, Column>, 10> kTitles = {{
        {"Access Path", Column::accessPath},
        {"Semantic Path", Column::semanticPath},
        {"Locator", Column::locator},
        {"Name", Column::name},
        {"Path", Column::path},
        {"Shape", Column::shape},
        {"Min Shape", Column::min},
        {"Max Shape", Column::max},
        {"Dtype", Column::dtype},
        {"Value", Column::value},
    }};
    m_columns.clear();
    for (const std::string_view title : titles) {
        const auto* known = std::find_if(kTitles.begin(), kTitles.end(),
                                         [&](const auto& entry) { return entry.first == trimmed(title); });
        if (known == kTitles.end() || indexOf(known->second)) {
            return false;
        }
        m_columns.push_back(known->second);
    }
    m_content = indexOf(Column::shape) ? Content::tensors : Content::values;
    const bool located =
        !m_columns.empty() && (m_columns.front() == Column::accessPath ||
                               m_columns.front() == Column::locator || m_columns.front() == Column::path);
    const bool ranges = indexOf(Column::min).has_value() == indexOf(Column::max).has_value();
    return located && ranges && indexOf(Column::shape).has_value() != indexOf(Column::value).has_value();
}

std::optional<std::size_t> LogTable::indexOf(Column column) const {
    const auto found = std::find(m_columns.begin(), m_columns.end(), column);
    return found == m_columns.end() ? std::nullopt
                                    : std::optional(static_cast<std::size_t>(found - m_columns.begin()));
}

const LocatedText* LogTable::cell(const Row& row, Column column) const {
    const auto index = indexOf(column);
    return index ? &row[*index] : nullptr;
}

std::optional<LogTable> LogTable::fromBoxHead(const LogLine& line) {
    for (const std::string_view bar : {kBoxBar, std::string_view("|")}) {
        const auto pieces = betweenBars(line.text, bar);
        if (pieces.size() < 2 || !trimmed(behindLast(line.text, bar)).empty()) {
            continue;
        }
        std::vector<std::string_view> titles;
        for (const Piece& piece : pieces) {
            titles.push_back(piece.text);
        }
        LogTable table;
        if (!table.setColumns(titles)) {
            continue;
        }
        table.m_drawing = bar == kBoxBar ? Drawing::box : Drawing::bars;
        const std::size_t first = pieces.front().at - bar.size();
        table.m_place = line.placeAt(first);
        for (const Piece& piece : pieces) {
            table.m_starts.push_back(codePoints(line.text.substr(first, piece.at - bar.size() - first)));
        }
        return table;
    }
    return std::nullopt;
}

std::optional<LogTable> LogTable::fromDashHead(const LocatedText& head, const LogLine& dashes) {
    const auto groups = dashGroups(dashes.text);
    if (groups.empty()) {
        return std::nullopt;
    }
    LogTable table;
    std::vector<std::string_view> titles;
    const std::string_view text = head.text;
    for (std::size_t column = 0; column < groups.size(); ++column) {
        table.m_starts.push_back(codePoints(dashes.text.substr(0, groups[column])));
        const std::size_t from = byteOfCodePoint(text, table.m_starts.back());
        const std::size_t to =
            column + 1 < groups.size()
                ? byteOfCodePoint(text, codePoints(dashes.text.substr(0, groups[column + 1])))
                : text.size();
        titles.push_back(text.substr(from, to - from));
    }
    if (!table.setColumns(titles)) {
        return std::nullopt;
    }
    table.m_drawing = Drawing::dashes;
    table.m_place = advance(head.place, byteOfCodePoint(text, table.m_starts.front()));
    return table;
}

base::Result<LogTable::Step> LogTable::take(const LogLine& line) {
    return m_drawing == Drawing::dashes ? takeDashLine(line) : takeBoxLine(line);
}

base::Result<LogTable::Step> LogTable::takeBoxLine(const LogLine& line) {
    const std::string_view bar = m_drawing == Drawing::box ? kBoxBar : std::string_view("|");
    if (m_drawing == Drawing::box) {
        const bool dashed = line.text.find(kHeavyDash) != std::string_view::npos ||
                            line.text.find(kLightDash) != std::string_view::npos;
        if (dashed && line.text.find(bar) == std::string_view::npos) {
            m_afterRow = false;
            return line.text.find(kLastCorner) != std::string_view::npos ? Step::closed : Step::taken;
        }
    } else if (const std::string_view text = trimmed(line.text);
               !text.empty() && text.find_first_not_of("+-=|: ") == std::string_view::npos) {
        return Step::taken;
    }
    const std::size_t first = line.text.find(bar);
    if (first == std::string_view::npos) {
        return Step::notInside;
    }
    auto pieces = betweenBars(line.text, bar);
    if (pieces.size() > m_columns.size()) {
        // A bar inside a cell: the bars of the head tell which ones part cells.
        const std::string_view inside = line.text.substr(first, line.text.rfind(bar) - first);
        std::vector<Piece> cells;
        for (std::size_t column = 0; column < m_starts.size(); ++column) {
            const std::size_t at = byteOfCodePoint(inside, m_starts[column]);
            const std::size_t next =
                column + 1 < m_starts.size() ? byteOfCodePoint(inside, m_starts[column + 1]) : inside.size();
            if (inside.substr(at, bar.size()) != bar) {
                break;
            }
            cells.push_back(
                {first + at + bar.size(), inside.substr(at + bar.size(), next - at - bar.size())});
        }
        pieces = std::move(cells);
    }
    if (pieces.size() != m_columns.size() || !trimmed(behindLast(line.text, bar)).empty()) {
        if (line.end == LineEnd::cut) {
            return errorAt(line.placeAt(line.text.size()), ErrorCode::truncated,
                           "found the end of the text inside a row of a table",
                           "expected " + std::to_string(m_columns.size()) + " cells");
        }
        return errorAt(line.placeAt(first), ErrorCode::syntax,
                       "found a row of " + std::to_string(pieces.size()) + " cells",
                       "expected " + std::to_string(m_columns.size()) +
                           ", as in the head of the table on line " + std::to_string(m_place.line),
                       "copy the text again without line breaks inside rows");
    }
    Row row;
    for (const Piece& piece : pieces) {
        row.push_back(located(line, piece.at, piece.text));
    }
    if (auto added = addRow(std::move(row)); !added) {
        return std::move(added).error();
    }
    m_afterRow = true;
    return Step::taken;
}

base::Result<LogTable::Step> LogTable::takeDashLine(const LogLine& line) {
    if (trimmed(line.text).empty()) {
        return Step::notInside;
    }
    Row row;
    bool gapsBlank = true;
    for (std::size_t column = 0; column < m_starts.size(); ++column) {
        const std::size_t from = byteOfCodePoint(line.text, m_starts[column]);
        const std::size_t to = column + 1 < m_starts.size() ? byteOfCodePoint(line.text, m_starts[column + 1])
                                                            : line.text.size();
        const std::string_view text = line.text.substr(from, to - from);
        const bool last = column + 1 == m_starts.size();
        gapsBlank = gapsBlank && (last || text.size() < 2 || text.substr(text.size() - 2) == "  ");
        row.push_back(located(line, from, text));
    }
    if (!gapsBlank) {
        // Wide characters shift what stands behind them; cells are still two blanks apart.
        const std::size_t from = byteOfCodePoint(line.text, m_starts.front());
        const auto pieces = apart(line.text.substr(from), from);
        if (pieces.size() != m_columns.size()) {
            return Step::notInside;
        }
        row.clear();
        for (const Piece& piece : pieces) {
            row.push_back(located(line, piece.at, piece.text));
        }
    }
    const Column what = m_content == Content::tensors ? Column::shape : Column::value;
    const std::string& core = cell(row, what)->text;
    if (core.empty() || (m_content == Content::tensors && core.front() != '[')) {
        return Step::notInside;
    }
    if (line.end == LineEnd::cut && m_content == Content::tensors && core.back() != ']') {
        return errorAt(line.placeAt(line.text.size()), ErrorCode::truncated,
                       "found the end of the text inside a row of a table", "expected the end of a shape");
    }
    if (auto added = addRow(std::move(row)); !added) {
        return std::move(added).error();
    }
    return Step::taken;
}

base::Result<void> LogTable::addRow(Row row) {
    for (const LocatedText& text : row) {
        if (!simdjson::validate_utf8(text.text)) {
            return errorAt(text.place, ErrorCode::encoding, "found bytes that are no UTF-8", "expected UTF-8",
                           "convert the text to UTF-8");
        }
    }
    if (m_drawing == Drawing::box && m_afterRow && m_content == Content::values) {
        // Rows of a box are parted by borders: this line goes on with the cells of the last one.
        for (std::size_t column = 0; column < row.size(); ++column) {
            if (!row[column].text.empty()) {
                m_rows.back()[column].text += "\n" + row[column].text;
            }
        }
        return {};
    }
    m_rows.push_back(std::move(row));
    return {};
}

module::Side LogTable::likelySide() const {
    if (m_rows.empty()) {
        return module::Side::input;
    }
    const Row& row = m_rows.front();
    if (const LocatedText* name = cell(row, Column::name)) {
        const bool output = isBelow(name->text, "outputs") || name->text.compare(0, 8, "outputs_") == 0;
        return output ? module::Side::output : module::Side::input;
    }
    const std::string& path = row.front().text;
    bool output = m_columns.front() != Column::locator && isBelow(path, "output");
    const LocatedText* semantic = cell(row, Column::semanticPath);
    const auto steps = parsePath(path, PathForm::access);
    if (output && semantic != nullptr && steps) {
        // An argument may be called "output" too: then the semantic path has as many steps as the access
        // path.
        const base::JsonValue value = parseSemanticPath(semantic->text, path);
        output = (value.array() != nullptr ? value.array()->size() : 1) < steps->size();
    }
    return output ? module::Side::output : module::Side::input;
}

base::Result<module::Locator> LogTable::locatorOf(const Row& row, module::Side side) const {
    const LocatedText& first = row.front();
    if (m_columns.front() == Column::locator) {
        auto steps = parsePath(first.text, PathForm::locator);
        if (!steps) {
            return errorAt(first.place, ErrorCode::syntax, "found the locator " + inQuotes(first.text),
                           "expected steps such as [0]['key'].attribute");
        }
        return module::Locator(std::move(*steps), side);
    }
    if (const LocatedText* semantic = cell(row, Column::semanticPath)) {
        return module::Locator::fromPaths(first.text, parseSemanticPath(semantic->text, first.text), side);
    }
    auto steps = parsePath(first.text, PathForm::access);
    if (!steps) {
        return module::Locator::fromPaths(first.text, first.text, side);
    }
    const bool root = side == module::Side::output && !steps->empty() &&
                      steps->front() == module::Step{std::string("output"), module::Container::mapping};
    if (root) {
        steps->erase(steps->begin());
    }
    return module::Locator(std::move(*steps), side);
}

base::Result<void> LogTable::appendTo(PrintedSpec& spec, module::Side side,
                                      base::Diagnostics& diagnostics) const {
    for (const Row& row : m_rows) {
        auto locator = locatorOf(row, side);
        if (!locator) {
            return std::move(locator).error();
        }
        if (const LocatedText* value = cell(row, Column::value)) {
            spec.others.push_back({std::move(*locator), parseValue(value->text)});
            continue;
        }
        TensorText text;
        text.locator = std::move(*locator);
        text.shape = *cell(row, Column::shape);
        if (const LocatedText* min = cell(row, Column::min)) {
            text.minShape = *min;
            text.maxShape = *cell(row, Column::max);
        }
        if (const LocatedText* name = cell(row, Column::name)) {
            text.name = name->text;
        }
        if (const LocatedText* dtype = cell(row, Column::dtype)) {
            text.dtype = dtype->text;
        }
        auto tensor = readTensor(std::move(text), diagnostics);
        if (!tensor) {
            return std::move(tensor).error();
        }
        if (*tensor) {
            spec.tensors.push_back(std::move(**tensor));
        }
    }
    return {};
}

}  // namespace dimscope::readers
