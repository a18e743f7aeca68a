// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace dimscope::base {

/// Told how far long work has come. Called on the working thread; implementations limit how often they pass
/// it on.
class ProgressSink {
 public:
    virtual ~ProgressSink() = default;

    /// `fraction` from 0 to 1, or below 0 where the end is not known; `what` is a short phrase for the status
    /// bar.
    virtual void progress(double fraction, std::string_view what) = 0;
};

}  // namespace dimscope::base
