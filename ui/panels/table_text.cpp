// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/table_text.h"

#include <span>

#include "ui/models/tsv.h"

namespace dimscope::panels {

widgets::TableView::RowsToText rowsAsTsv(const QAbstractItemModel& model) {
    return [&model](const QList<int>& rows, const QList<int>& columns) {
        const auto span = [](const QList<int>& list) {
            return std::span<const int>(list.constData(), static_cast<std::size_t>(list.size()));
        };
        return models::toTsv(model, span(rows), span(columns));
    };
}

}  // namespace dimscope::panels
