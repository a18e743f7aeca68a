// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/overrides/coverage.h"

#include <algorithm>

namespace dimscope::overrides {

namespace {

constexpr std::size_t kShownSamples = 10;

/// Whether sizes are outside [min, max].
bool isOutside(std::int64_t size, std::int64_t min, std::int64_t max) {
    return size < min || size > max;
}

AxisOutside scanAxis(std::span<const std::int64_t> column, std::int64_t min, std::int64_t max,
                     std::span<const std::uint32_t> excluded, std::vector<bool>& samples) {
    AxisOutside found;
    auto next = excluded.begin();
    for (std::size_t i = 0; i < column.size(); ++i) {
        if (next != excluded.end() && *next == i) {
            ++next;
            continue;
        }
        if (!isOutside(column[i], min, max)) {
            continue;
        }
        if (found.count == 0) {
            found.smallest = found.largest = column[i];
            samples.resize(column.size());
        }
        samples[i] = true;
        ++found.count;
        found.smallest = std::min(found.smallest, column[i]);
        found.largest = std::max(found.largest, column[i]);
        if (found.samples.size() < kShownSamples) {
            found.samples.push_back(static_cast<std::uint32_t>(i));
        }
    }
    return found;
}

}  // namespace

TensorOutside outside(const capture::Graph& graph, const capture::Tensor& tensor,
                      const inference::TensorAnalysis& analysis, const inference::EffectiveSpec& spec,
                      std::span<const std::uint32_t> excluded) {
    TensorOutside found;
    for (std::size_t axis = 0; axis < tensor.rank; ++axis) {
        const std::int64_t min = spec.min[axis];
        const std::int64_t max = spec.max[axis];
        const inference::AxisAnalysis& seen = analysis.axes[axis];
        if (!isOutside(seen.min, min, max) && !isOutside(seen.max, min, max)) {
            continue;
        }
        AxisOutside axisOutside;
        if (graph.isSummary()) {
            axisOutside.smallest = isOutside(seen.min, min, max) ? seen.min : seen.max;
            axisOutside.largest = isOutside(seen.max, min, max) ? seen.max : seen.min;
        } else {
            axisOutside = scanAxis(tensor.column(axis), min, max, excluded, found.samples);
        }
        axisOutside.axis = static_cast<int>(axis);
        found.axes.push_back(std::move(axisOutside));
    }
    return found;
}

Coverage coverageOf(const capture::Tensor& tensor, const TensorOutside& outside,
                    const inference::EffectiveSpec& spec, std::uint64_t samples) {
    Coverage coverage;
    coverage.samples = samples;
    const auto missed = std::count(outside.samples.begin(), outside.samples.end(), true);
    coverage.covered = samples - static_cast<std::uint64_t>(missed);
    if (missed == 0) {
        return coverage;
    }
    const auto first = static_cast<std::uint32_t>(
        std::find(outside.samples.begin(), outside.samples.end(), true) - outside.samples.begin());
    for (const AxisOutside& axis : outside.axes) {
        const auto index = static_cast<std::size_t>(axis.axis);
        const std::int64_t size = tensor.column(index)[first];
        if (isOutside(size, spec.min[index], spec.max[index])) {
            coverage.firstOutside = {base::SampleId{first}, tensor.id, axis.axis, size};
            break;
        }
    }
    return coverage;
}

std::string Coverage::text() const {
    if (samples == 0) {
        return {};
    }
    if (covered == samples) {
        return samples == 1 ? "the only sample" : "all " + std::to_string(samples) + " samples";
    }
    std::string out =
        std::to_string(covered) + " of " + std::to_string(samples) + (samples == 1 ? " sample" : " samples");
    if (firstOutside) {
        out += "; first outside: sample " + std::to_string(firstOutside->sample.value) + ", axis " +
               std::to_string(firstOutside->axis) + ", size " + std::to_string(firstOutside->size);
    }
    return out;
}

}  // namespace dimscope::overrides
