// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/writers/report_writer.h"

namespace dimscope::writers {

enum class ReportFormat : std::uint8_t { json, csv, markdown, html };

/// How a form of the report is called.
struct ReportFormatInfo {
    ReportFormat format;
    std::string_view id;           ///< on the command line: "markdown"
    std::string_view suffix;       ///< of a file's name: ".md"
    std::string_view description;  ///< one line for --help
};

/// All forms, in the order of --help.
[[nodiscard]] std::span<const ReportFormatInfo> reportFormats();
[[nodiscard]] const ReportFormatInfo& info(ReportFormat format);
/// By id; nullptr where there is none.
[[nodiscard]] const ReportFormatInfo* findReportFormat(std::string_view id);
/// By the end of a file's name, in any case (".htm" and ".markdown" count too); nullptr where it tells
/// nothing.
[[nodiscard]] const ReportFormatInfo* reportFormatOfName(std::string_view fileName);

/// Writes the report in a form, piece by piece. Byte-stable for equal input. Errors: those of the sink.
[[nodiscard]] base::Result<void> writeReport(ReportFormat format, const ReportInput& input,
                                             const files::TextSink& sink);

}  // namespace dimscope::writers
