// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <compare>

#include "ui/models/snapshot.h"
#include "ui/models/tensor_table_model.h"

namespace dimscope::models {

/// Order of two tensors by the raw values of a column: names naturally (2 before 10), shapes by rank and then
/// size by size, min and max by their number of elements, verdicts by how many axes are dynamic, then batch.
[[nodiscard]] std::weak_ordering orderTensors(const Snapshot& snapshot, base::TensorId left,
                                              base::TensorId right, TensorTableModel::Column column);

/// Number of elements at the smallest and largest sizes; a double, since products may leave 64 bits.
[[nodiscard]] double minElements(const inference::TensorAnalysis& tensor);
[[nodiscard]] double maxElements(const inference::TensorAnalysis& tensor);

/// Axes by verdict.
[[nodiscard]] inference::VerdictCounts countVerdicts(const inference::TensorAnalysis& tensor);

}  // namespace dimscope::models
