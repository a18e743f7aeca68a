// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/native_reader.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "core/base/json_reader.h"
#include "core/files/line_reader.h"
#include "core/readers/json_head.h"
#include "core/readers/native_record.h"
#include "core/readers/native_scanner.h"
#include "core/readers/report_progress.h"

namespace dimscope::readers {

namespace {

using base::Error;
using base::ErrorCode;
using base::Result;

/// Layouts that are known by their key. Beyond this many, lines differ in more than numbers, and a map of
/// them would outgrow the columns.
constexpr std::size_t kMostKnown = std::size_t{1} << 16U;
constexpr std::uint64_t kLinesPerPoll = 1024;

/// Whether an ASCII letter or underscore is written as an escape, which could hide the name of a key from the
/// scanner. No JSON writer does this.
bool hasEscapedLetters(std::string_view line) {
    for (std::size_t at = line.find("\\u00"); at != std::string_view::npos; at = line.find("\\u00", at + 1)) {
        const char digit = at + 4 < line.size() ? line[at + 4] : '\0';
        if (digit >= '4' && digit <= '7') {
            return true;
        }
    }
    return false;
}

class NativeReader {
 public:
    explicit NativeReader(const ReadContext& context)
        : m_context(context), m_lines(context.input), m_file(context.input.name()) {}

    Result<void> read() {
        for (;;) {
            Result<std::optional<files::LineReader::Line>> line = m_lines.next();
            const bool cutInside = !line && line.error().code == ErrorCode::truncated && m_hasHeader;
            if (!line && !cutInside) {
                return std::move(line.error());
            }
            if (cutInside) {
                m_cut = line.error().where;
            }
            if (m_cut || !*line) {
                return end();
            }
            if ((**line).number % kLinesPerPoll == 0) {
                if (Result<void> polled = pollAndReport(m_context); !polled) {
                    return polled;
                }
            }
            if (Result<void> added = addLine(**line); !added) {
                return added;
            }
        }
    }

 private:
    using Line = files::LineReader::Line;

    Result<void> addLine(const Line& line) {
        const ScannedCall* scanned = m_hasHeader ? m_scanner.scan(line.text) : nullptr;
        if (scanned != nullptr) {
            if (const auto known = m_known.find(scanned->key); known != m_known.end()) {
                m_context.builder.addCall(known->second, scanned->batchSize, scanned->sizes,
                                          originOf(line, scanned->time, scanned->label));
                return {};
            }
        }
        return addInFull(line, scanned);
    }

    /// Reads a line the slow way, which finds every fault and its place, and remembers its layout where the
    /// scanner found the same numbers in it.
    Result<void> addInFull(const Line& line, const ScannedCall* scanned) {
        if (line.text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
            return {};
        }
        const base::SourceLocation origin{
            .file = m_file, .byte = line.byte, .line = line.number, .column = 1};
        Result<base::JsonValue> json = base::parseJson(line.text, origin);
        if (!json) {
            const ErrorCode code = json.error().code;
            const bool cut = !line.terminated && (code == ErrorCode::truncated || code == ErrorCode::syntax ||
                                                  code == ErrorCode::encoding);
            if (!cut || !m_hasHeader) {
                return std::move(json.error());
            }
            m_cut = origin;
            return {};
        }
        Result<NativeRecord> record = readNativeRecord(*json, m_file);
        if (!record) {
            return std::move(record.error());
        }
        if (NativeHeader* header = std::get_if<NativeHeader>(&*record)) {
            m_hasHeader = true;
            for (capture::Detail& detail : header->details) {
                m_context.builder.addDetail(std::move(detail));
            }
            return {};
        }
        if (!m_hasHeader) {
            return Error{ErrorCode::missingKey,
                         "found a call before any header",
                         R"(expected {"format": "dimscope.capture", "version": 1} as the first line)",
                         "write that line in front",
                         origin,
                         {}};
        }
        m_empty = false;
        if (auto* summary = std::get_if<capture::CaptureBuilder::Summary>(&*record)) {
            m_context.builder.addSummary(std::move(*summary), originOf(line, {}, {}));
            return {};
        }
        const NativeCall& call = std::get<NativeCall>(*record);
        const capture::CallOrigin callOrigin = originOf(line, call.time, call.label);
        const capture::LayoutId layout = m_context.builder.layout(call.layout, callOrigin);
        m_context.builder.addCall(layout, call.batchSize, call.sizes, callOrigin);
        const bool same = scanned != nullptr && scanned->batchSize == call.batchSize &&
                          scanned->sizes == call.sizes && scanned->time == call.time &&
                          scanned->label == call.label;
        if (same && m_known.size() < kMostKnown && !hasEscapedLetters(line.text)) {
            m_known.emplace(scanned->key, layout);
        }
        return {};
    }

    [[nodiscard]] capture::CallOrigin originOf(const Line& line, std::string_view time,
                                               std::string_view label) const {
        return {m_context.source, line.number, std::string(time), std::string(label)};
    }

    Result<void> end() {
        if (!m_hasHeader) {
            return Error{ErrorCode::emptyFile,
                         "found no line with text",
                         "expected a header and calls",
                         "check that the recorder has run",
                         {.file = m_file},
                         {}};
        }
        if (m_cut) {
            m_context.builder.source(m_context.source).complete = false;
            m_context.builder.diagnostics().add(
                {base::Severity::warning, "truncated",
                 "the file is cut off inside its last line; what came before is shown", *m_cut});
        }
        if (m_empty) {
            m_context.builder.diagnostics().add({base::Severity::warning,
                                                 "no-samples",
                                                 "the file holds a header, but no call",
                                                 {.file = m_file}});
        }
        return {};
    }

    const ReadContext& m_context;
    files::LineReader m_lines;
    std::string m_file;
    NativeScanner m_scanner;
    std::unordered_map<LineKey, capture::LayoutId, LineKeyHash> m_known;
    std::optional<base::SourceLocation> m_cut;  // where the file ends too early
    bool m_hasHeader = false;
    bool m_empty = true;
};

}  // namespace

bool probeNative(std::string_view head) {
    const JsonHead json = readJsonHead(head);
    return json.format == "dimscope.capture" ||
           (json.has("module") && (json.has("inputs") || json.has("outputs")));
}

Result<void> readNative(const ReadContext& context) {
    return NativeReader(context).read();
}

}  // namespace dimscope::readers
