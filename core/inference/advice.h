// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/inference/finding.h"

namespace dimscope::inference {

/// A further sample that would settle open findings of a graph.
struct Advice {
    std::vector<std::int64_t> batchSizes;  ///< to record at; empty: any, but say which
    std::vector<AxisRef> vary;             ///< axes to give another size
    std::vector<AxisRef> hold;             ///< axes to leave as they are
    std::vector<std::string> settles;      ///< codes of findings
    std::string reason;                    ///< one plain sentence

    friend bool operator==(const Advice&, const Advice&) = default;
};

}  // namespace dimscope::inference
