// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/readers/report_progress.h"

namespace dimscope::readers {

base::Result<void> pollAndReport(const ReadContext& context) {
    if (context.cancel.cancelled()) {
        return base::Error{base::ErrorCode::cancelled, "stopped on request", "", "", {}, {}};
    }
    if (context.progress != nullptr) {
        const std::uint64_t size = context.input.size();
        const double fraction =
            size > 0 ? static_cast<double>(context.input.consumed()) / static_cast<double>(size) : -1.0;
        context.progress->progress(fraction, "Reading " + context.input.name());
    }
    return {};
}

}  // namespace dimscope::readers
