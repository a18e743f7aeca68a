// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "core/base/cancel_token.h"
#include "core/base/result.h"
#include "core/capture/capture.h"

namespace dimscope::capture {

/// A call of a capture.
struct CallRef {
    GraphId graph;
    SampleId sample;

    friend bool operator==(const CallRef&, const CallRef&) = default;
};

/// All calls of a capture in an order that their content alone decides: by module; by graph (phase, paths and
/// ranks, other inputs); by batch size, unknown ones last; by sizes, tensor by tensor in order of their
/// paths; by dtypes and form; by time; by label. Calls that are equal in all of these are interchangeable. So
/// the order is the same however the calls came together: from which files, in which order, in which graphs.
/// Takes n log n comparisons of columns and eight bytes a call. Errors: cancelled.
[[nodiscard]] base::Result<std::vector<CallRef>> canonicalOrder(const Capture& capture,
                                                                const base::CancelToken& cancel = {});

}  // namespace dimscope::capture
