// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/readers/aitune_log_records.h"

namespace dimscope::readers {

/// A table of tensors or of other values while its lines go by: drawn with boxes (`│` or `|` between cells)
/// or with a line of dashes under its head. Text in front of the first bar or dash, such as a time that a
/// log collector puts before each line, is not part of it.
class LogTable {
 public:
    /// The table that a line is the head of. Its first column is Access Path, Locator or Path, and one of the
    /// others is Shape or Value.
    [[nodiscard]] static std::optional<LogTable> fromBoxHead(const LogLine& line);
    /// The same for a head with a line of dashes below.
    [[nodiscard]] static std::optional<LogTable> fromDashHead(const LocatedText& head, const LogLine& dashes);

    enum class Step : std::uint8_t {
        taken,      ///< a row or a border
        closed,     ///< the border at the end
        notInside,  ///< the line is no part of the table, which ended before
    };
    /// Errors: syntax where a row has other cells than the head, encoding, truncated where it is cut off at
    /// the end of the input.
    base::Result<Step> take(const LogLine& line);

    enum class Content : std::uint8_t { tensors, values };
    [[nodiscard]] Content content() const { return m_content; }
    /// Boxes end with a border; dash tables with whatever follows.
    [[nodiscard]] bool endsWithBorder() const { return m_drawing == Drawing::box; }
    [[nodiscard]] const TextPlace& place() const { return m_place; }
    [[nodiscard]] std::size_t rowCount() const { return m_rows.size(); }

    /// The side that the paths of the first row tell: output if the access path starts with `output` and
    /// the semantic path does not, or AITune's name starts with `outputs`.
    [[nodiscard]] module::Side likelySide() const;
    /// The rows as entries of `spec`. Errors as readTensor, and syntax for a locator that does not parse.
    base::Result<void> appendTo(PrintedSpec& spec, module::Side side, base::Diagnostics& diagnostics) const;

 private:
    enum class Drawing : std::uint8_t { box, bars, dashes };
    enum class Column : std::uint8_t {
        accessPath,
        semanticPath,
        locator,
        name,
        path,
        shape,
        min,
        max,
        dtype,
        value
    };
    using Row = std::vector<LocatedText>;

    [[nodiscard]] bool setColumns(const std::vector<std::string_view>& titles);
    [[nodiscard]] std::optional<std::size_t> indexOf(Column column) const;
    [[nodiscard]] const LocatedText* cell(const Row& row, Column column) const;
    base::Result<Step> takeBoxLine(const LogLine& line);
    base::Result<Step> takeDashLine(const LogLine& line);
    base::Result<void> addRow(Row row);
    [[nodiscard]] base::Result<module::Locator> locatorOf(const Row& row, module::Side side) const;

    Drawing m_drawing = Drawing::box;
    Content m_content = Content::tensors;
    std::vector<Column> m_columns;
    std::vector<std::size_t> m_starts;  // code points: of the bars from the first one on, or of the dashes
    bool m_afterRow = false;            // no border since the last row: a box row may go on
    std::vector<Row> m_rows;
    TextPlace m_place;
};

}  // namespace dimscope::readers
