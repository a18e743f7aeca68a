// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <string>
#include <vector>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"
#include "core/overrides/judgement.h"

/// Captures and overrides written as short texts, for tests.
namespace dimscope::test_support {

/// A capture with its analysis and the overrides on it.
struct Judged {
    capture::Capture capture;
    inference::Analysis analysis;
    overrides::OverrideSet set;
    overrides::Judgement judgement;

    /// First tensor with the access path.
    [[nodiscard]] base::TensorId tensor(const std::string& accessPath) const;
    /// "code@path:axis[samples]" of every problem, blank between.
    [[nodiscard]] QString problems() const;
    /// "batch,4 2..8 opt 8,4..4 opt 4" of the effective spec.
    [[nodiscard]] QString spec(const std::string& accessPath) const;
};

/// An override from text: "PATH DIM=MIN..MAX[/OPT] ... [@AXIS[xMULTIPLIER]]", e.g. "x batch=2..8/4 4 ?=1..3
/// @0x2": a number is a fixed dim (with "=": its bounds), "?" an unnamed dynamic one. A path that starts with
/// "out" is an output.
[[nodiscard]] overrides::TensorOverride overrideFrom(const std::string& text);
/// Overrides of graph "0" of module "m".
[[nodiscard]] overrides::OverrideSet overridesFrom(const std::vector<std::string>& texts,
                                                   std::vector<std::int64_t> excluded = {});
/// Analyses without the excluded samples, then judges.
[[nodiscard]] Judged judged(capture::Capture capture, overrides::OverrideSet set);

}  // namespace dimscope::test_support
