// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/capture/capture.h"
#include "core/files/atomic_file.h"
#include "core/inference/analysis.h"
#include "core/module/info_level.h"

namespace dimscope::writers {

/// AITune-style tables of inputs and outputs, graph by graph, at the given level.
[[nodiscard]] base::Result<void> writeDescription(const capture::Capture& capture,
                                                  const inference::Analysis& analysis,
                                                  module::InfoLevel level, const files::TextSink& sink);

}  // namespace dimscope::writers
