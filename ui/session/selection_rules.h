// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/capture/capture.h"
#include "ui/session/document.h"

/// What a selection means in a capture: pure functions.
namespace dimscope::session {

/// The selection with what follows from it and without what does not fit (see Workspace::select).
[[nodiscard]] Selection completed(Selection selection, const capture::Capture& capture);

/// The selection by name in another capture: module, graph, tensors by side and path. Axis and sample go with
/// the current tensor and the graph. Empty where not even the module is there.
[[nodiscard]] Selection carriedOver(const Selection& selection, const capture::Capture& from,
                                    const capture::Capture& to);

/// The first graph and its first tensor; the first module where no graph exists.
[[nodiscard]] Selection firstSelection(const capture::Capture& capture);

}  // namespace dimscope::session
