// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/inference/finding.h"
#include "core/inference/relation.h"

namespace dimscope::inference {

/// A dynamic axis with its sizes, one per sample.
struct VaryingAxis {
    AxisRef axis;
    std::span<const std::int64_t> sizes;
};

/// Relations between axes that hold in every sample, as findings whose `axes` begin with the axis (or class
/// of equal axes) that is explained:
/// - `shared`: axes with equal columns;
/// - `scaled`, `offset`: k times another class (whole k >= 2), another class plus a constant;
/// - `sum-of`, `product-of`: of two other classes.
/// All but `shared` need three or more different joint values. Classes of equal columns stand for their axes.
/// Sums and products are sought among the first kMostClasses classes, and at most kMostRelations findings are
/// given; of the other kinds the data are whole.
/// Near-linear in the number of sizes: columns are compared by hash, then exactly.
struct Relations {
    std::vector<Finding> findings;
    AxisRelations data;     ///< the same and more, in the same order
    bool isCapped = false;  ///< there may be more
};

inline constexpr std::size_t kMostClasses = 1500;
inline constexpr std::size_t kMostRelations = 200;

/// `label` writes an axis in a sentence ("mask axis 1"). Axes in the capture's order.
[[nodiscard]] Relations findRelations(const std::vector<VaryingAxis>& axes,
                                      const std::function<std::string(const AxisRef&)>& label);

}  // namespace dimscope::inference
