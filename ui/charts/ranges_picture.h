// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/series/series.h"
#include "ui/charts/chart_pane.h"

namespace dimscope::charts {

/// Bars of the ranges chart, and the scale they stand on. Made on a worker thread; holds values only.
struct RangesPicture {
    struct Tick {
        double position = 0;
        QString text;
    };

    ChartData data;
    series::RangeBars ranges;
    std::vector<QString> labels;  ///< of the bars; with graph, or module and graph, where there are several
    double low = 0;               ///< ends of the scale, in sizes or (logarithmic) decades
    double high = 1;

    [[nodiscard]] static std::shared_ptr<const RangesPicture> compute(
        const ChartData& data, const std::vector<base::TensorId>& tensors);

    /// "unet · graph 0" of a bar.
    [[nodiscard]] QString place(std::size_t bar) const;
    /// Where a size stands on the scale.
    [[nodiscard]] double position(std::int64_t size) const;
    /// About `count` ticks.
    [[nodiscard]] std::vector<Tick> ticks(int count) const;
};

}  // namespace dimscope::charts
