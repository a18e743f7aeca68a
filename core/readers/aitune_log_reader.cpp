// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/aitune_log_reader.h"

#include <string>
#include <utility>

#include "core/files/line_reader.h"
#include "core/readers/aitune_log_graphs.h"
#include "core/readers/aitune_log_line.h"
#include "core/readers/aitune_log_literal.h"
#include "core/readers/aitune_log_scanner.h"
#include "core/readers/report_progress.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::uint64_t kLinesPerPoll = 1024;

std::string_view withoutByteOrderMark(std::string_view text) {
    return text.substr(0, kByteOrderMark.size()) == kByteOrderMark ? text.substr(kByteOrderMark.size())
                                                                   : text;
}

// "unet.tuning.log.gz" -> "unet.tuning".
std::string stemOf(const std::string& name) {
    std::string stem = name;
    for (const std::string_view ending : {".gz", ""}) {
        const std::size_t dot = stem.rfind('.');
        if (dot != std::string::npos && dot > 0 && (ending.empty() || stem.substr(dot) == ending)) {
            stem.resize(dot);
        }
    }
    return stem;
}

// A JSON text: an object, or an array of anything that a log does not start with.
bool startsAsJson(std::string_view head) {
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = head.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || head[first] == '{') {
        return first != std::string_view::npos;
    }
    const std::size_t second = head.find_first_not_of(kBlanks, first + 1);
    return head[first] == '[' && second != std::string_view::npos &&
           std::string_view("{[\"]").find(head[second]) != std::string_view::npos;
}

// Reads the lines of an input through a scanner.
class LogReading {
 public:
    explicit LogReading(const ReadContext& context)
        : m_context(context),
          m_lines(context.input),
          m_scanner([this](PrintedGraph graph) { m_graphs.add(std::move(graph)); }, m_diagnostics) {}

    base::Result<void> run() {
        auto read = readLines();
        if (read) {
            read = finish();
        }
        for (base::Diagnostic diagnostic : m_diagnostics.items()) {
            diagnostic.where.file = m_context.input.name();
            m_context.builder.diagnostics().add(std::move(diagnostic));
        }
        if (!read && read.error().where.file.empty()) {
            read.error().where.file = m_context.input.name();
        }
        return read;
    }

 private:
    base::Result<void> readLines() {
        const LogLineCleaner::Take take = [this](const LogLine& line) { return m_scanner.line(line); };
        for (;;) {
            if (m_lineCount % kLinesPerPoll == 0) {
                if (auto polled = pollAndReport(m_context); !polled) {
                    return polled;
                }
            }
            auto next = m_lines.next();
            if (!next) {
                // A gzip file that is cut off holds a log that is cut off.
                if (next.error().code != ErrorCode::truncated) {
                    return std::move(next).error();
                }
                m_cut = true;
                return {};
            }
            if (!*next) {
                return {};
            }
            ++m_lineCount;
            const files::LineReader::Line& line = **next;
            std::string_view text = line.text;
            TextPlace start{line.byte, line.number, 1};
            if (line.number == 1) {
                const std::size_t all = text.size();
                text = withoutByteOrderMark(text);
                start = advance(start, all - text.size());
            }
            const LineEnd end = line.terminated ? LineEnd::newline : LineEnd::cut;
            if (auto done = m_cleaner.clean(text, start, end, take); !done) {
                return done;
            }
        }
    }

    base::Result<void> finish() {
        auto ending = m_scanner.finish();
        if (!ending) {
            return std::move(ending).error();
        }
        if (m_graphs.tensorCount() == 0) {
            return noShapes();
        }
        if (m_cut || *ending == LogScanner::Ending::cut) {
            m_context.builder.source(m_context.source).complete = false;
            base::SourceLocation where;
            where.line = m_lineCount;
            m_diagnostics.add({base::Severity::warning, "truncated",
                               "The text ends inside a table or spec; what is whole before the end is shown.",
                               std::move(where)});
        }
        return m_graphs.moveTo(m_context.builder, m_context.source, stemOf(m_context.input.name()),
                               m_context.input.name());
    }

    [[nodiscard]] Error noShapes() const {
        Error error;
        error.code = ErrorCode::noShapes;
        error.found = "found no shapes with their ranges in " + std::to_string(m_lineCount) + " lines";
        if (m_scanner.pathLists() > 0) {
            error.found += ", but paths without shapes";
        }
        error.expected =
            "expected a line with 'input_spec:' or a table with the columns Shape, Min Shape and Max Shape";
        error.remedy = "log at level INFO while tuning, or print the metadata with InfoLevel.FULL";
        return error;
    }

    const ReadContext& m_context;
    files::LineReader m_lines;
    LogLineCleaner m_cleaner;
    LogGraphs m_graphs;
    base::Diagnostics m_diagnostics;
    LogScanner m_scanner;
    std::uint64_t m_lineCount = 0;
    bool m_cut = false;
};

}  // namespace

bool probeAituneLog(std::string_view head) {
    head = withoutByteOrderMark(head);
    if (startsAsJson(head)) {
        return false;
    }
    base::Diagnostics diagnostics;
    LogScanner scanner([](const PrintedGraph&) {}, diagnostics);
    LogLineCleaner cleaner;
    const LogLineCleaner::Take take = [&](const LogLine& line) { return scanner.line(line); };
    TextPlace start;
    while (!head.empty() && !scanner.recognised()) {
        const std::size_t newline = head.find('\n');
        const std::string_view line = head.substr(0, newline);
        // Errors are for the reader to report: only whether the text is recognised counts here.
        (void)cleaner.clean(line, start, newline == std::string_view::npos ? LineEnd::cut : LineEnd::newline,
                            take);
        head.remove_prefix(newline == std::string_view::npos ? head.size() : newline + 1);
    }
    return scanner.recognised();
}

base::Result<void> readAituneLog(const ReadContext& context) {
    return LogReading(context).run();
}

}  // namespace dimscope::readers
