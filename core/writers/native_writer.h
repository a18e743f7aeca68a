// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/files/atomic_file.h"

namespace dimscope::writers {

/// Writes a capture as native JSON Lines: a header, then its calls in order of source and line (calls of
/// several graphs interleave as they were recorded), summaries as summary lines. Reading the result gives an
/// equal capture.
[[nodiscard]] base::Result<void> writeNativeCapture(const capture::Capture& capture,
                                                    const files::TextSink& sink);

}  // namespace dimscope::writers
