// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/ids.h"
#include "core/capture/capture.h"
#include "core/inference/analysis.h"

/// Numbers for charts: pure functions of columns, small whatever the capture's size.
namespace dimscope::series {

/// x in sample indexes, y in the unit of the series; a NaN y is a gap.
struct Point {
    double x = 0;
    double y = 0;
    friend bool operator==(const Point&, const Point&) = default;
};

/// A visible stretch of the sample scale, both ends included.
struct SampleRange {
    std::uint32_t first = 0;
    std::uint32_t last = 0;
    friend bool operator==(const SampleRange&, const SampleRange&) = default;
};

/// Sizes or multipliers of one axis over `range`, at most about 4 x `columns` points: per pixel column the
/// first, smallest, largest and last value in their order, so that no spike is lost; few samples come as they
/// are. Unknown multipliers are gaps, and so are `excluded` samples (indexes, ascending).
[[nodiscard]] std::vector<Point> multiplierSeries(std::span<const std::int64_t> sizes,
                                                  std::span<const std::int64_t> batchSizes, SampleRange range,
                                                  std::size_t columns,
                                                  std::span<const std::uint32_t> excluded = {});
[[nodiscard]] std::vector<Point> sizeSeries(std::span<const std::int64_t> sizes, SampleRange range,
                                            std::size_t columns,
                                            std::span<const std::uint32_t> excluded = {});

/// A distinct (batch size, size) pair and how often it was seen.
struct BatchPoint {
    std::int64_t batchSize = 0;  ///< capture::kUnknownBatch where unknown
    std::int64_t size = 0;
    std::uint64_t count = 0;
    base::SampleId first;        ///< first sample that has it; of those that count, where there are any
    std::uint64_t excluded = 0;  ///< samples that have it but do not count
    friend bool operator==(const BatchPoint&, const BatchPoint&) = default;
};

struct BatchPoints {
    std::vector<BatchPoint> points;  ///< most frequent first, at most `limit`; those of count 0 last
    std::uint64_t distinct = 0;      ///< how many there are in all
};
[[nodiscard]] BatchPoints batchPoints(std::span<const std::int64_t> sizes,
                                      std::span<const std::int64_t> batchSizes, std::size_t limit,
                                      std::span<const std::uint32_t> excluded = {});

/// One bar of the ranges chart.
struct RangeBar {
    base::TensorId tensor;
    int axis = 0;
    std::string label;  ///< "sample:0"
    module::Verdict verdict = module::Verdict::fixed;
    std::int64_t min = 0;
    std::int64_t max = 0;
    std::optional<std::int64_t> mode;
    std::optional<std::int64_t> last;
};
/// Bars of the given tensors' axes in order, at most `limit` (the rest is counted in `left`).
struct RangeBars {
    std::vector<RangeBar> bars;
    std::uint64_t left = 0;
    bool logarithmic = false;  ///< the spread asks for it: largest max over smallest positive min above 50
};
[[nodiscard]] RangeBars rangeBars(const capture::Capture& capture, const inference::Analysis& analysis,
                                  std::span<const base::TensorId> tensors, std::size_t limit);

/// One stacked bar of the classification chart: a module, or a graph of one.
struct ClassificationBar {
    base::ModuleId module;
    std::optional<base::GraphId> graph;
    std::string label;
    inference::VerdictCounts counts;
};
/// Bars of all modules, or of the graphs of one. Modules with nothing in them are left out.
[[nodiscard]] std::vector<ClassificationBar> classificationBars(const capture::Capture& capture,
                                                                const inference::Analysis& analysis,
                                                                std::optional<base::ModuleId> module);

}  // namespace dimscope::series
