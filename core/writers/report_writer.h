// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/capture/batch_size_source.h"
#include "core/capture/capture.h"
#include "core/capture/labelling.h"
#include "core/files/atomic_file.h"
#include "core/inference/analysis.h"
#include "core/inference/exclusions.h"
#include "core/overrides/judgement.h"
#include "core/overrides/override_set.h"

namespace dimscope::writers {

enum class Evolution : std::uint8_t { leftOut, included };

/// All that a report is made of.
struct ReportInput {
    const capture::Capture& capture;
    const inference::Analysis& analysis;  ///< without the excluded samples
    const base::Diagnostics& diagnostics;
    capture::BatchSizeSource batchSizes;
    Evolution evolution = Evolution::leftOut;
    /// The overrides and what they mean for the capture: both or none. Without them the effective specs are
    /// the inferred ones.
    const overrides::OverrideSet* overrides = nullptr;
    const overrides::Judgement* judgement = nullptr;
    const inference::Exclusions* exclusions = nullptr;  ///< none: every sample counts
    /// The capture as the files hold it, and what was stated about its batch sizes: both or none.
    const capture::Capture* recorded = nullptr;
    const capture::Labelling* labelling = nullptr;
};

/// Writes the JSON report (resources/schema/report.schema.json), piece by piece: memory does not grow with
/// the samples. Byte-stable for equal input. Errors: those of the sink.
[[nodiscard]] base::Result<void> writeJsonReport(const ReportInput& input, const files::TextSink& sink);

}  // namespace dimscope::writers
