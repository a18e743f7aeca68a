// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractItemModel>

#include "ui/widgets/table_view.h"

namespace dimscope::panels {

/// Copies rows of a model, which must outlive the view, as tab-separated text with a header line.
[[nodiscard]] widgets::TableView::RowsToText rowsAsTsv(const QAbstractItemModel& model);

}  // namespace dimscope::panels
