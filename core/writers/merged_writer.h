// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/files/atomic_file.h"
#include "core/inference/exclusions.h"

namespace dimscope::writers {

/// Writes a capture of any files as a native one that depends on what was recorded only: a header without
/// producer and time; all calls that are not excluded in canonical order (capture::canonicalOrder), each as
/// often as it is there; then the summaries by module and text, equal ones once. Written again from its own
/// output, or from the outputs of any parts of it, the bytes are the same. Left out: what is said beside
/// calls and summaries (details), modules without either. Errors: of the sink; cancelled.
[[nodiscard]] base::Result<void> writeMergedCapture(const capture::Capture& capture,
                                                    const inference::Exclusions& exclusions,
                                                    const files::TextSink& sink,
                                                    const base::CancelToken& cancel = {});

}  // namespace dimscope::writers
