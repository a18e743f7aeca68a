// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/readers/reader.h"

namespace dimscope::readers {

/// To be called once per chunk: tells how far the input has been read. Errors: cancelled.
[[nodiscard]] base::Result<void> pollAndReport(const ReadContext& context);

}  // namespace dimscope::readers
