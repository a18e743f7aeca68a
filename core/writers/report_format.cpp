// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/report_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "core/writers/csv_report.h"
#include "core/writers/html_report.h"
#include "core/writers/markdown_report.h"

namespace dimscope::writers {

namespace {

constexpr std::array<ReportFormatInfo, 4> kFormats = {{
    {ReportFormat::json, "json", ".json", "everything, for programs (with a schema)"},
    {ReportFormat::csv, "csv", ".csv", "a row per axis, for spreadsheets"},
    {ReportFormat::markdown, "markdown", ".md", "tables for reviews and issues"},
    {ReportFormat::html, "html", ".html", "one page with charts, for people without Dimscope"},
}};

struct OtherSuffix {
    std::string_view suffix;
    ReportFormat format;
};
constexpr std::array<OtherSuffix, 2> kOtherSuffixes = {
    {{".htm", ReportFormat::html}, {".markdown", ReportFormat::markdown}}};

}  // namespace

std::span<const ReportFormatInfo> reportFormats() {
    return kFormats;
}

const ReportFormatInfo& info(ReportFormat format) {
    return kFormats[static_cast<std::size_t>(format)];
}

const ReportFormatInfo* findReportFormat(std::string_view id) {
    const auto* found = std::find_if(kFormats.begin(), kFormats.end(),
                                     [id](const ReportFormatInfo& format) { return format.id == id; });
    return found == kFormats.end() ? nullptr : found;
}

const ReportFormatInfo* reportFormatOfName(std::string_view fileName) {
    std::string name(fileName);
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const ReportFormatInfo& format : kFormats) {
        if (name.ends_with(format.suffix)) {
            return &format;
        }
    }
    for (const OtherSuffix& other : kOtherSuffixes) {
        if (name.ends_with(other.suffix)) {
            return &info(other.format);
        }
    }
    return nullptr;
}

base::Result<void> writeReport(ReportFormat format, const ReportInput& input, const files::TextSink& sink) {
    switch (format) {
        case ReportFormat::csv: return writeCsvReport(input, sink);
        case ReportFormat::markdown: return writeMarkdownReport(input, sink);
        case ReportFormat::html: return writeHtmlReport(input, sink);
        case ReportFormat::json: break;
    }
    return writeJsonReport(input, sink);
}

}  // namespace dimscope::writers
