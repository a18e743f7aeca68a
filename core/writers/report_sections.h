// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/writers/json_stream.h"
#include "core/writers/report_writer.h"

/// The larger parts of a report, each written as one value at the place where the stream stands.
namespace dimscope::writers {

/// {"code", "severity", "message", "samples"}.
[[nodiscard]] base::JsonValue findingJson(const inference::Finding& finding);
/// Counts over the whole capture.
void writeSummary(JsonStream& out, const ReportInput& input);
/// An object per module with what its file says beside shapes; that of its graphs under "graphs".
void writeModules(JsonStream& out, const ReportInput& input);
/// One graph with its tensors. With evolution every axis carries a row per call.
void writeGraph(JsonStream& out, const ReportInput& input, const capture::Graph& graph);
/// Diagnostics of the files, with the tensor they speak of where it is found in the capture, and problems of
/// the overrides.
void writeProblems(JsonStream& out, const ReportInput& input);

}  // namespace dimscope::writers
