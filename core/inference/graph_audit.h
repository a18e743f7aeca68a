// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/advice.h"
#include "core/inference/analysis.h"
#include "core/inference/axis_audit.h"
#include "core/inference/exclusions.h"
#include "core/inference/finding.h"

namespace dimscope::inference {

/// Audits one graph: writes the audit of every axis into `tensors` (by tensor id), and the findings of axes,
/// tensors and the graph, with their places, and advice into `analysis`. Summaries have findings only.
void auditGraph(const capture::Capture& capture, const capture::Graph& graph,
                const std::optional<RemainingColumns>& columns, std::vector<TensorAnalysis>& tensors,
                GraphAnalysis& analysis);

/// `optional` and `rank-changed`: what the graphs of one module show beside each other.
[[nodiscard]] std::vector<Finding> moduleFindings(const capture::Capture& capture,
                                                  const capture::Module& module);

/// "input_ids axis 1".
[[nodiscard]] std::string axisText(const capture::Capture& capture, const AxisRef& axis);

}  // namespace dimscope::inference
