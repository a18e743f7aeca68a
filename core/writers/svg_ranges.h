// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/writers/report_text.h"
#include "core/writers/report_values.h"

namespace dimscope::writers {

/// Draws a bar from the smallest to the largest size of every axis that is not static or has a contract of
/// its own, as inline SVG with a heading and a line about what was left out. Where the judgement states a
/// contract that is not the inferred one, min, opt and max are marked. Draws at most `limit` bars and takes
/// them off it; writes nothing where there is nothing to draw.
void writeRangeChart(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                     std::size_t& limit);

}  // namespace dimscope::writers
