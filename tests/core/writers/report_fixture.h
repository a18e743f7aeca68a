// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include "core/writers/report_format.h"
#include "tests/support/sample_data.h"

/// Inputs of reports for tests.
namespace dimscope::test_support {

/// A capture with overrides and what they mean for it.
struct ReportData {
    SampleData data;
    overrides::OverrideSet set;
    inference::Exclusions exclusions;
    overrides::Judgement judgement;
    capture::BatchSizeSource batchSizes{};

    [[nodiscard]] writers::ReportInput input(
        writers::Evolution evolution = writers::Evolution::leftOut) const;
};

/// Analyses anew without the excluded samples, then judges.
[[nodiscard]] ReportData judged(SampleData data, overrides::OverrideSet set);

/// Of pipelineCapture: an override of unet's `sample` (named, noted, batch x2 up to 16, height and width,
/// the latter too small), of a tensor that is not there, and calls 6 and 9 of unet excluded.
[[nodiscard]] overrides::OverrideSet pipelineOverrides();

/// Names that markup, tables and spreadsheets stumble over.
[[nodiscard]] const std::string& hostileName();
/// A module, tensors, a symbol, a note, another value and a diagnostic that all carry hostileName().
[[nodiscard]] ReportData hostileReport();

/// The whole text of a report; ends the test program where it cannot be written.
[[nodiscard]] std::string reportText(writers::ReportFormat format, const writers::ReportInput& input);

}  // namespace dimscope::test_support
