// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/json_value.h"
#include "core/module/locator.h"

namespace dimscope::overrides {

/// A rule that an override (or, without overrides, an inferred spec) breaks. An axis, a tensor or a graph,
/// whichever is the smallest that the rule speaks of.
struct Problem {
    std::string code;  ///< stable: "uncovered", "symbol-conflict", ...
    base::Severity severity = base::Severity::error;
    std::string module;
    std::string graph;
    std::optional<module::Locator> tensor;  ///< none: the graph as a whole
    std::optional<int> axis;
    std::vector<std::uint32_t> samples;  ///< that show it, the first few; 0-based within the graph
    std::string message;                 ///< one plain sentence with the numbers in it

    // Where it is in the capture, as far as it is there.
    std::optional<base::GraphId> graphId;
    std::optional<base::TensorId> tensorId;

    /// {"code","severity","module","graph","side","semantic_path","axis","samples","message"}
    [[nodiscard]] base::JsonValue toJson() const;
    /// "module graph access_path:axis: severity: message [code]".
    [[nodiscard]] std::string text() const;
};

[[nodiscard]] std::uint64_t count(const std::vector<Problem>& problems, base::Severity severity);

}  // namespace dimscope::overrides
