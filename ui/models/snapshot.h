// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include "core/capture/capture.h"
#include "core/inference/analysis.h"

namespace dimscope::models {

/// What a model shows: never changes, shared with workers. Null before the first load.
struct Snapshot {
    std::shared_ptr<const capture::Capture> capture;
    std::shared_ptr<const inference::Analysis> analysis;

    explicit operator bool() const { return capture && analysis; }
};

}  // namespace dimscope::models
