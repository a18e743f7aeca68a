// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace dimscope::base {

/// A number that names one thing of one kind: ids of different kinds do not mix, and an id is no row number.
template <class Tag>
struct Id {
    std::uint32_t value = 0;

    friend constexpr auto operator<=>(Id, Id) = default;
};

using ModuleId = Id<struct ModuleTag>;
using GraphId = Id<struct GraphTag>;
using TensorId = Id<struct TensorTag>;  ///< unique over the whole capture, not only in its graph
using SampleId = Id<struct SampleTag>;  ///< index of a call within its graph, in call order
using SourceId = Id<struct SourceTag>;  ///< index of a file of the capture

}  // namespace dimscope::base

template <class Tag>
struct std::hash<dimscope::base::Id<Tag>> {
    std::size_t operator()(dimscope::base::Id<Tag> id) const noexcept {
        return std::hash<std::uint32_t>{}(id.value);
    }
};
