// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/inference/finding.h"

namespace dimscope::inference {

enum class RelationKind : std::uint8_t {
    shared,  ///< the axes of one class are equal
    scaled,  ///< whole = number x left
    offset,  ///< whole = left + number
    sum,     ///< whole = left + right
    product  ///< whole = left x right
};

/// A relation between classes of equal axes that holds in every sample; of a shared one all are `whole`.
struct Relation {
    RelationKind kind = RelationKind::shared;
    std::size_t whole = 0;  ///< index of a class, as left and right are
    std::size_t left = 0;
    std::size_t right = 0;
    std::int64_t number = 0;             ///< factor or constant
    std::vector<std::uint32_t> samples;  ///< that show it, 0-based within the graph

    friend bool operator==(const Relation&, const Relation&) = default;
};

/// What the dynamic axes of a graph have to do with each other.
struct AxisRelations {
    std::vector<std::vector<AxisRef>> classes;  ///< axes with equal columns, in the capture's order
    std::vector<Relation> relations;

    friend bool operator==(const AxisRelations&, const AxisRelations&) = default;
};

}  // namespace dimscope::inference
