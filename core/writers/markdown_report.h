// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/writers/report_writer.h"

namespace dimscope::writers {

/// Writes the report in GitHub-flavoured Markdown: a summary, problems, and a section per graph with tables
/// of its tensors and overrides. Every name of the capture is escaped. Evolution has no place in it.
/// Byte-stable for equal input. Errors: those of the sink.
[[nodiscard]] base::Result<void> writeMarkdownReport(const ReportInput& input, const files::TextSink& sink);

}  // namespace dimscope::writers
