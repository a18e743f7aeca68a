// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "core/writers/report_text.h"
#include "core/writers/report_values.h"

namespace dimscope::writers {

/// Draws how each axis that is not static came to its verdict, sample by sample, as inline SVG: a lane per
/// axis (at most eight; axes with equal sizes share one) with size / batch size, or the size where no batch
/// size is known, over a band of the verdict so far; excluded samples are hollow. Below stand the reasons of
/// the changes, and what was left out. Draws at most `limit` lanes and takes them off it; writes nothing for
/// a summary and where every axis is static. Long captures are decimated: no spike is lost.
void writeEvolutionChart(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                         std::size_t& limit);

}  // namespace dimscope::writers
