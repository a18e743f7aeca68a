// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/series/series.h"
#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Bars of the ranges chart. Made on a worker thread; holds values only.
struct RangesPicture {
    ChartData data;
    series::RangeBars ranges;
    std::vector<QString> labels;  ///< of the bars; with graph, or module and graph, where there are several

    [[nodiscard]] static std::shared_ptr<const RangesPicture> compute(
        const ChartData& data, const std::vector<base::TensorId>& tensors);

    /// "unet · graph 0" of a bar.
    [[nodiscard]] QString place(std::size_t bar) const;
};

/// Every size of an axis that was seen.
struct SeenSizes {
    base::TensorId tensor;
    int axis = 0;
    std::vector<std::int64_t> sizes;  ///< ascending, each once

    /// A scan over all samples: for worker threads.
    [[nodiscard]] static std::shared_ptr<const SeenSizes> compute(const ChartData& data,
                                                                  base::TensorId tensor, int axis);
};

}  // namespace dimscope::charts
