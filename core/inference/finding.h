// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"

namespace dimscope::inference {

/// An axis of a tensor.
struct AxisRef {
    base::TensorId tensor;
    int axis = 0;
    friend auto operator<=>(const AxisRef&, const AxisRef&) = default;
};

/// Something that the samples show and the verdict does not say. Belongs to an axis, a tensor, a graph or a
/// module: the smallest of them that is set.
struct Finding {
    std::string code;  ///< stable: "contradicted", "two-point", ...
    base::Severity severity = base::Severity::note;
    std::string message;  ///< one plain sentence with the numbers in it
    std::vector<std::uint32_t>
        samples;                ///< that show it, 0-based within the graph; the telling ones, in call order
    std::vector<AxisRef> axes;  ///< all that it speaks of, where these are several
    std::optional<base::ModuleId> module;
    std::optional<base::GraphId> graph;
    std::optional<base::TensorId> tensor;
    std::optional<int> axis;

    friend bool operator==(const Finding&, const Finding&) = default;
};

}  // namespace dimscope::inference
