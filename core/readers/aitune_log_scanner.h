// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/readers/aitune_log_records.h"
#include "core/readers/aitune_log_table.h"

namespace dimscope::readers {

/// Finds the graphs that AITune prints in a log, line by line.
///
/// `input_spec:` and `output_spec:` open a side of the graph that "Tuning graph `0` for module `m`", "for
/// module m and graph spec Name=0" or "Name=0" named before; a spec follows on the same line or as tables
/// below. A table without such a line is a graph of its own, named by the line above if that ends with a
/// colon; a table of outputs right behind one of inputs belongs to the same graph. A table of values goes
/// with the tensors above it.
class LogScanner {
 public:
    using TakeGraph = std::function<void(PrintedGraph)>;

    LogScanner(TakeGraph take, base::Diagnostics& diagnostics);

    /// Errors: those of the tables and specs, with line and column but no file.
    base::Result<void> line(const LogLine& line);
    /// The input has ended. Hands over what is whole; `Ending::cut` where it ended inside a spec or table.
    enum class Ending : std::uint8_t { whole, cut };
    base::Result<Ending> finish();

    /// Whether a spec or a table, or a line that AITune writes before them, has been seen.
    [[nodiscard]] bool recognised() const { return m_recognised; }
    /// Lists of paths without shapes that were passed over (InfoLevel.SHORT).
    [[nodiscard]] std::size_t pathLists() const { return m_pathLists; }

 private:
    struct NamedGraph {
        std::string module;
        std::string parameters;
        std::string graph;
        TextPlace place;
    };

    /// What the lines above say of a table that may come next.
    struct Expected {
        std::optional<module::Side> pending;  ///< a spec mark whose tables have not come yet
        std::optional<module::Side> block;    ///< side that a table of values belongs to
        std::string title;                    ///< a line that ends with a colon, without it
    };

    base::Result<void> outsideTable(const LogLine& line);
    bool startTable(const LogLine& line);
    bool readNames(const LogLine& line);
    base::Result<bool> readSpecMark(const LogLine& line);
    base::Result<void> readOneLineSpec(const LogLine& line, std::size_t at, module::Side side);
    void readBlockHead(const LogLine& line);
    void readDetail(std::string_view text);
    void readPathList(const LogLine& line, std::string_view paths);
    void rememberTitle(std::string_view text);
    base::Result<void> closeTable();
    PrintedSpec& openSide(module::Side side, const TextPlace& place);
    PrintedSpec& standaloneSide(module::Side side, const TextPlace& place);
    void begin(NamedGraph named);
    void flush();
    void setModule(NamedGraph& named, std::string_view printed);

    TakeGraph m_take;
    base::Diagnostics& m_diagnostics;

    std::optional<PrintedGraph> m_graph;  // being collected
    bool m_namedByLog = false;            // m_graph was named by a log line, not by a title
    std::string m_lastModule;             // of the last line that named one
    std::string m_lastParameters;
    std::optional<NamedGraph> m_candidate;  // "Name=0", which counts if "Input_spec:" follows
    Expected m_expected;
    std::optional<LogTable> m_table;
    LocatedText m_previous;     // the last line, in case dashes follow
    Expected m_expectedBefore;  // what was expected before it
    bool m_recognised = false;
    bool m_cut = false;
    std::size_t m_pathLists = 0;
};

}  // namespace dimscope::readers
