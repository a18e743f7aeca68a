// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <limits>

#include "core/series/series.h"

namespace dimscope::series {

namespace {

/// Largest max over smallest positive min from which a logarithmic scale reads better.
constexpr double kLinearSpread = 50;

std::vector<ClassificationBar> moduleBars(const capture::Capture& capture,
                                          const inference::Analysis& analysis) {
    std::vector<ClassificationBar> bars;
    for (const capture::Module& module : capture.modules()) {
        ClassificationBar bar{module.id, std::nullopt, module.name, {}};
        for (const base::GraphId graph : module.graphs) {
            bar.counts += analysis.graph(graph).verdicts;
        }
        if (bar.counts != inference::VerdictCounts{}) {
            bars.push_back(std::move(bar));
        }
    }
    return bars;
}

}  // namespace

RangeBars rangeBars(const capture::Capture& capture, const inference::Analysis& analysis,
                    std::span<const base::TensorId> tensors, std::size_t limit) {
    RangeBars out;
    std::int64_t largest = 0;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    for (const base::TensorId id : tensors) {
        const capture::Tensor& tensor = capture.tensor(id);
        const std::vector<inference::AxisAnalysis>& axes = analysis.tensor(id).axes;
        for (std::size_t i = 0; i < axes.size(); ++i) {
            if (out.bars.size() == limit) {
                ++out.left;
                continue;
            }
            const inference::AxisAnalysis& axis = axes[i];
            out.bars.push_back({id, static_cast<int>(i), tensor.accessPath + ":" + std::to_string(i),
                                axis.verdict, axis.min, axis.max, axis.mode, axis.last});
            largest = std::max(largest, axis.max);
            if (axis.min > 0) {
                smallest = std::min(smallest, axis.min);
            }
        }
    }
    out.logarithmic = static_cast<double>(largest) > kLinearSpread * static_cast<double>(smallest);
    return out;
}

std::vector<ClassificationBar> classificationBars(const capture::Capture& capture,
                                                  const inference::Analysis& analysis,
                                                  std::optional<base::ModuleId> module) {
    if (!module) {
        return moduleBars(capture, analysis);
    }
    std::vector<ClassificationBar> bars;
    for (const base::GraphId id : capture.module(*module).graphs) {
        bars.push_back({*module, id, "graph " + capture.graph(id).name, analysis.graph(id).verdicts});
    }
    return bars;
}

}  // namespace dimscope::series
