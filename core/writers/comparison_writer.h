// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"
#include "core/compare/comparison.h"
#include "core/files/atomic_file.h"

namespace dimscope::writers {

/// Where one of two compared captures comes from.
struct ComparedSource {
    const capture::Capture& capture;
    capture::BatchSizeSource batchSizes;
};

/// Writes a comparison as JSON (resources/schema/comparison.schema.json). Byte-stable for equal input.
/// Errors: those of the sink.
[[nodiscard]] base::Result<void> writeJsonComparison(const compare::Comparison& comparison,
                                                     const ComparedSource& before,
                                                     const ComparedSource& after,
                                                     const files::TextSink& sink);

/// A comparison for people, line by line: by module and graph, then by tensor; at last the counts, or "no
/// differences". Names are as the captures have them, control characters too.
[[nodiscard]] std::vector<std::string> comparisonLines(const compare::Comparison& comparison);

}  // namespace dimscope::writers
