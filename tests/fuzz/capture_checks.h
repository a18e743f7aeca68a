// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/readers/open_capture.h"

namespace dimscope::test {

/// What is wrong with the outcome of opening something, whatever it was: an error without a sentence, or a
/// capture whose columns do not fit together. Empty where nothing is.
[[nodiscard]] std::string faultOf(const base::Result<readers::OpenedCapture>& result);

}  // namespace dimscope::test
