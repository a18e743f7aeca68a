// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/sample_table_model.h"

namespace dimscope::models {

/// Samples of a graph in the order of a column's raw values: sizes axis by axis, unknown batch sizes and
/// lines first, texts by their bytes (ISO 8601 times of one zone in time order).
[[nodiscard]] TableModel::Rows orderSamples(const Snapshot& snapshot, base::GraphId graph,
                                            SampleTableModel::Field field, base::TensorId tensor,
                                            Qt::SortOrder order, const TableModel::Stop& stop);

}  // namespace dimscope::models
