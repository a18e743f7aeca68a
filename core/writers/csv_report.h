// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/writers/report_writer.h"

namespace dimscope::writers {

/// Writes the report as a table by RFC 4180: a header and a row per axis; a scalar, which has none, gets one
/// row with the cells of the axis empty. UTF-8, integers exact, texts guarded against being taken for
/// formulas (csv_text.h). Evolution and problems have no place in it. Byte-stable for equal input. Errors:
/// those of the sink.
[[nodiscard]] base::Result<void> writeCsvReport(const ReportInput& input, const files::TextSink& sink);

}  // namespace dimscope::writers
