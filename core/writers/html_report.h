// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/writers/report_writer.h"

namespace dimscope::writers {

/// Writes the report as one self-contained page (HTML that is XML too): summary, problems, and per graph its
/// tensors, overrides, ranges and evolution as inline SVG. No links, no scripts, nothing loaded; light or
/// dark as the reader's system, light on paper. Every name of the capture is escaped. Tables are whole;
/// charts are decimated and limited in number, and say what they leave out. Byte-stable for equal input.
/// Errors: those of the sink.
[[nodiscard]] base::Result<void> writeHtmlReport(const ReportInput& input, const files::TextSink& sink);

}  // namespace dimscope::writers
