// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/svg_ranges.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "core/series/series.h"
#include "core/writers/html_text.h"
#include "core/writers/svg_scale.h"

namespace dimscope::writers {

namespace {

constexpr std::size_t kBarsPerGraph = 32;
constexpr double kSpreadOfLinear = 50;  // as the window's chart
constexpr std::size_t kLabelLength = 32;

constexpr double kWidth = 1000;
constexpr double kLeft = 240;
constexpr double kRight = 820;
constexpr double kRowHeight = 22;
constexpr double kTop = 4;

struct Contract {
    std::int64_t min = 0;
    std::int64_t opt = 0;
    std::int64_t max = 0;
};

struct Bar {
    series::RangeBar seen;
    std::optional<std::uint64_t> distinct;
    std::optional<Contract> contract;  ///< none: the inferred one
};

std::optional<Contract> contractOf(const ReportInput& input, base::TensorId tensor, std::size_t axis) {
    if (originOf(input, tensor) == overrides::SpecOrigin::inferred) {
        return {};
    }
    const inference::EffectiveSpec spec = effectiveSpec(input, tensor);
    if (axis >= spec.min.size() || axis >= spec.opt.size() || axis >= spec.max.size()) {
        return {};
    }
    return Contract{spec.min[axis], spec.opt[axis], spec.max[axis]};
}

std::vector<Bar> barsOf(const ReportInput& input, const capture::Graph& graph) {
    std::vector<Bar> bars;
    series::RangeBars all = series::rangeBars(input.capture, input.analysis, graph.tensors,
                                              std::numeric_limits<std::size_t>::max());
    for (series::RangeBar& seen : all.bars) {
        const auto axis = static_cast<std::size_t>(seen.axis);
        std::optional<Contract> contract = contractOf(input, seen.tensor, axis);
        const bool moves = contract && (contract->min != seen.min || contract->max != seen.max);
        if (seen.verdict != module::Verdict::fixed || moves) {
            const auto distinct = input.analysis.tensor(seen.tensor).axes[axis].distinct;
            bars.push_back({std::move(seen), distinct, contract});
        }
    }
    return bars;
}

SvgScale scaleOf(const std::vector<Bar>& bars, std::size_t shown) {
    std::int64_t largest = 1;
    std::int64_t smallest = std::numeric_limits<std::int64_t>::max();
    const auto take = [&](std::int64_t value) {
        largest = std::max(largest, value);
        smallest = value > 0 ? std::min(smallest, value) : smallest;
    };
    for (std::size_t i = 0; i < shown; ++i) {
        take(bars[i].seen.min);
        take(bars[i].seen.max);
        if (bars[i].contract) {
            take(bars[i].contract->min);
            take(bars[i].contract->max);
        }
    }
    const double top = static_cast<double>(largest);
    const double bottom = static_cast<double>(std::min(smallest, largest));
    return top > kSpreadOfLinear * bottom ? SvgScale(ScaleKind::logarithmic, bottom, top, kLeft, kRight)
                                          : SvgScale(ScaleKind::linear, 0, top, kLeft, kRight);
}

std::string valueText(const Bar& bar) {
    std::string out = bar.seen.min == bar.seen.max
                          ? std::to_string(bar.seen.min)
                          : std::to_string(bar.seen.min) + " to " + std::to_string(bar.seen.max);
    if (bar.distinct && *bar.distinct > 1) {
        out += ", " + counted(*bar.distinct, "size");
    }
    return out;
}

/// A line from min to max with its ends, and a diamond at opt; sizes seen outside in the colour of errors.
void drawContract(TextStream& out, const series::RangeBar& seen, const Contract& contract,
                  const SvgScale& scale, double middle) {
    const auto place = [&scale](std::int64_t value) { return scale.at(static_cast<double>(value)); };
    const double from = place(contract.min);
    const double to = place(contract.max);
    const double opt = place(contract.opt);
    const auto uncovered = [&](std::int64_t low, std::int64_t high) {
        if (low < high) {
            out << "<rect class=\"e\" x=\"" << coordinate(place(low)) << "\" y=\"" << coordinate(middle - 4)
                << "\" width=\"" << coordinate(place(high) - place(low)) << "\" height=\"8\" rx=\"2\"/>";
        }
    };
    uncovered(seen.min, std::min(seen.max, contract.min));
    uncovered(std::max(seen.min, contract.max), seen.max);
    out << "<path class=\"c\" d=\"M" << coordinate(from) << " " << coordinate(middle - 8) << "v16M"
        << coordinate(to) << " " << coordinate(middle - 8) << "v16M" << coordinate(from) << " "
        << coordinate(middle) << "H" << coordinate(to) << "\"/><path class=\"o\" d=\"M" << coordinate(opt - 5)
        << " " << coordinate(middle) << "l5 -5 5 5 -5 5z\"><title>min " << contract.min << ", opt "
        << contract.opt << ", max " << contract.max << "</title></path>";
}

void drawBar(TextStream& out, const Bar& bar, const SvgScale& scale, double middle) {
    const double from = scale.at(static_cast<double>(bar.seen.min));
    const double to = scale.at(static_cast<double>(bar.seen.max));
    const double width = std::max(to - from, 4.0);
    out << "<text class=\"n\" x=\"" << coordinate(kLeft - 12) << "\" y=\"" << coordinate(middle + 4)
        << "\"><title>" << htmlText(bar.seen.label) << "</title>"
        << htmlText(elided(bar.seen.label, kLabelLength)) << "</text><rect class=\"f"
        << verdictClass(bar.seen.verdict) << "\" x=\""
        << coordinate(std::max(kLeft, from - (width - (to - from)) / 2)) << "\" y=\""
        << coordinate(middle - 4) << "\" width=\"" << coordinate(width) << "\" height=\"8\" rx=\"2\"/>";
    if (bar.contract) {
        drawContract(out, bar.seen, *bar.contract, scale, middle);
    }
    out << "<text class=\"t" << verdictClass(bar.seen.verdict) << "\" x=\"" << coordinate(kRight + 16)
        << "\" y=\"" << coordinate(middle + 4) << "\">" << sign(bar.seen.verdict) << " " << valueText(bar)
        << "</text>\n";
}

void drawGrid(TextStream& out, const SvgScale& scale, double bottom) {
    for (const double tick : scale.ticks(8)) {
        const std::string x = coordinate(scale.at(tick));
        out << "<path class=\"g\" d=\"M" << x << " " << coordinate(kTop) << "V" << coordinate(bottom)
            << "\"/><text class=\"k\" x=\"" << x << "\" y=\"" << coordinate(bottom + 14) << "\">"
            << shortNumber(tick) << "</text>";
    }
    out << "\n";
}

}  // namespace

void writeRangeChart(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                     std::size_t& limit) {
    const std::vector<Bar> bars = barsOf(input, graph);
    if (bars.empty()) {
        return;
    }
    const std::size_t shown = std::min({bars.size(), kBarsPerGraph, limit});
    limit -= shown;
    out << "<section class=\"chart\"><h3>Ranges</h3>\n";
    const bool marked = std::any_of(bars.begin(), bars.begin() + static_cast<std::ptrdiff_t>(shown),
                                    [](const Bar& bar) { return bar.contract.has_value(); });
    out << "<p>Smallest to largest size seen of each axis that is not static"
        << (marked ? "; the lines are the effective min and max, ◆ is opt, red is not covered" : "") << ".";
    if (shown < bars.size()) {
        out << " The first " << shown << " of " << counted(bars.size(), "axis") << "; the table has all.";
    }
    out << "</p>\n";
    if (shown > 0) {
        const SvgScale scale = scaleOf(bars, shown);
        const double bottom = kTop + kRowHeight * static_cast<double>(shown);
        out << "<svg viewBox=\"0 0 " << coordinate(kWidth) << " " << coordinate(bottom + 20)
            << "\" role=\"img\" aria-label=\"Ranges of " << counted(shown, "axis") << "\">\n";
        drawGrid(out, scale, bottom);
        for (std::size_t i = 0; i < shown; ++i) {
            drawBar(out, bars[i], scale, kTop + kRowHeight * (static_cast<double>(i) + 0.5));
        }
        out << "</svg>\n";
    }
    out << "</section>\n";
}

}  // namespace dimscope::writers
