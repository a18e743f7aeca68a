// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/diagnostic.h"
#include "core/base/ids.h"
#include "core/base/json_value.h"
#include "core/capture/capture.h"
#include "core/module/locator.h"

/// What differs between two captures.
namespace dimscope::compare {

/// Kinds of changes. Those that have a direction come in pairs, each the mirror of the other.
enum class Code : std::uint8_t {
    moduleNew,
    moduleRemoved,
    graphNew,
    graphRemoved,
    graphSplit,   ///< calls of one graph now fall into several
    graphJoined,  ///< calls of several graphs now fall into one
    graphRenamed,
    phaseChanged,
    otherValuesChanged,
    samplesGained,  ///< calls where there was a summary
    samplesLost,
    batchSizesChanged,
    tensorNew,
    tensorRemoved,
    tensorRenamed,  ///< a guess
    rankChanged,
    dtypeChanged,
    verdictChanged,  ///< AITune's
    auditChanged,
    strengthChanged,
    multiplierChanged,  ///< of an axis that is batch before and after
    sizeChanged,        ///< of an axis that has one size before and after
    rangeGrown,
    rangeShrunk,
    findingNew,
    findingGone,
    coverageLost,       ///< overrides that covered what was recorded before do not cover it now
    coverageGained,     ///< the mirror: overrides that cover what is recorded now did not before
    overrideUnmatched,  ///< the tensor of an override is gone
    overrideMatched,
};
/// "range-grown" and so on: stable.
[[nodiscard]] std::string_view name(Code code);
/// All codes, in their order.
[[nodiscard]] const std::vector<Code>& codes();
/// The code of the same change when before and after trade places.
[[nodiscard]] Code mirrored(Code code);
/// Severity of a code; a new finding has its own.
[[nodiscard]] base::Severity severityOf(Code code);

/// Where a change is in one of the two captures, as far as it is there.
struct Place {
    std::optional<base::ModuleId> module;
    std::optional<base::GraphId> graph;
    std::optional<base::TensorId> tensor;

    friend bool operator==(const Place&, const Place&) = default;
};

/// One difference. Belongs to an axis, a tensor, a graph or a module: the smallest that is set.
struct Change {
    Code code = Code::moduleNew;
    base::Severity severity = base::Severity::note;
    // Names: of the capture after the change, or of the one before where it is gone.
    std::string module;
    std::string graph;                      ///< empty: the module as a whole
    std::optional<module::Locator> tensor;  ///< none: the graph as a whole
    std::optional<int> axis;
    Place placeBefore;
    Place placeAfter;
    /// What it was and is: a number, a text, a list, {"min", "max"}, {"verdict", "multiplier"} or
    /// {"verdict", "multiplier", "strength"}; null where there is nothing.
    base::JsonValue before;
    base::JsonValue after;
    std::string finding;  ///< code of the finding that came or went; else empty
    std::string message;  ///< one plain sentence with the numbers in it

    friend bool operator==(const Change&, const Change&) = default;
};

/// A value of a change in short: "2..8", "batch x2", "1, 2, 4"; empty for null. Long lists are cut.
[[nodiscard]] std::string valueText(const base::JsonValue& value);

/// A change of a module, graph or tensor, without values and message. `before` and `after` are what it is in
/// either capture; at least one is there.
[[nodiscard]] Change moduleChange(Code code, const capture::Module* before, const capture::Module* after);
[[nodiscard]] Change graphChange(Code code, const capture::Capture& captureBefore,
                                 const capture::Graph* before, const capture::Capture& captureAfter,
                                 const capture::Graph* after);
[[nodiscard]] Change tensorChange(Code code, const capture::Capture& captureBefore,
                                  const capture::Tensor* before, const capture::Capture& captureAfter,
                                  const capture::Tensor* after, std::optional<int> axis = {});

}  // namespace dimscope::compare
