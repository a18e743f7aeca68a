// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/writers/svg_evolution.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/inference/evolution.h"
#include "core/series/series.h"
#include "core/writers/html_text.h"
#include "core/writers/svg_scale.h"

namespace dimscope::writers {

namespace {

constexpr std::size_t kLanesPerGraph = 8;
constexpr std::size_t kComparedColumns = 256;  // of a graph, to find axes with equal sizes
constexpr std::size_t kPixelColumns = 160;
constexpr std::size_t kDottedSamples = 160;  // up to here every sample has its dot
constexpr std::size_t kHollowDots = 100;     // of a lane
constexpr std::size_t kLabelLength = 30;
constexpr std::size_t kNamedAlike = 3;

constexpr double kWidth = 1000;
constexpr double kLeft = 270;
constexpr double kRight = 850;
constexpr double kPlotHeight = 34;
constexpr double kBandHeight = 6;
constexpr double kLaneHeight = 56;
constexpr double kTop = 8;

struct Lane {
    const capture::Tensor* tensor = nullptr;
    std::size_t axis = 0;
    std::vector<std::string> alike;  ///< labels of axes with equal sizes

    [[nodiscard]] std::string label() const { return tensor->accessPath + ":" + std::to_string(axis); }
};

struct Lanes {
    std::vector<Lane> lanes;
    std::size_t left = 0;  ///< axes that have none
};

/// What is drawn of a graph.
struct Chart {
    const ReportInput& input;
    const capture::Graph& graph;
    std::vector<std::uint32_t> kept;  ///< samples that count; empty: all
    std::vector<Lane> lanes;
    bool multipliers = false;  ///< else sizes

    [[nodiscard]] double x(double sample) const {
        return kLeft + (kRight - kLeft) * sample / static_cast<double>(graph.samples);
    }
};

const inference::AxisAnalysis& analysisOf(const ReportInput& input, const Lane& lane) {
    return input.analysis.tensor(lane.tensor->id).axes[lane.axis];
}

bool equalSizes(const Lane& lane, const capture::Tensor& tensor, std::size_t axis) {
    const auto left = lane.tensor->column(lane.axis);
    const auto right = tensor.column(axis);
    return std::equal(left.begin(), left.end(), right.begin(), right.end());
}

Lanes lanesOf(const ReportInput& input, const capture::Graph& graph, std::size_t limit) {
    Lanes out;
    std::size_t compared = 0;
    for (const base::TensorId id : graph.tensors) {
        const capture::Tensor& tensor = input.capture.tensor(id);
        const auto& axes = input.analysis.tensor(id).axes;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            if (axes[axis].verdict == module::Verdict::fixed) {
                continue;
            }
            const auto twin = std::find_if(out.lanes.begin(), out.lanes.end(), [&](const Lane& lane) {
                const inference::AxisAnalysis& known = analysisOf(input, lane);
                return known.min == axes[axis].min && known.max == axes[axis].max &&
                       ++compared <= kComparedColumns && equalSizes(lane, tensor, axis);
            });
            if (twin != out.lanes.end()) {
                twin->alike.push_back(tensor.accessPath + ":" + std::to_string(axis));
            } else if (out.lanes.size() < limit) {
                out.lanes.push_back({&tensor, axis, {}});
            } else {
                ++out.left;
            }
        }
    }
    return out;
}

double valueAt(const Chart& chart, const Lane& lane, std::size_t sample) {
    const std::int64_t size = lane.tensor->column(lane.axis)[sample];
    return chart.multipliers ? inference::multiplierOf(size, (*chart.graph.batchSizes)[sample])
                             : static_cast<double>(size);
}

std::vector<std::uint32_t> keptSamples(const ReportInput& input, const capture::Graph& graph) {
    std::vector<std::uint32_t> kept;
    const auto excluded = excludedSamples(input, graph.id);
    for (std::uint32_t sample = 0; !excluded.empty() && sample < graph.samples; ++sample) {
        if (!std::binary_search(excluded.begin(), excluded.end(), sample)) {
            kept.push_back(sample);
        }
    }
    return kept;
}

std::vector<std::int64_t> picked(std::span<const std::int64_t> column,
                                 const std::vector<std::uint32_t>& kept) {
    std::vector<std::int64_t> out;
    out.reserve(kept.size());
    for (const std::uint32_t sample : kept) {
        out.push_back(column[sample]);
    }
    return out;
}

std::vector<series::Point> decimated(const Chart& chart, std::span<const std::int64_t> sizes,
                                     std::span<const std::int64_t> batchSizes) {
    const series::SampleRange all{0, static_cast<std::uint32_t>(sizes.size() - 1)};
    return chart.multipliers ? series::multiplierSeries(sizes, batchSizes, all, kPixelColumns)
                             : series::sizeSeries(sizes, all, kPixelColumns);
}

/// Points of the samples that count, x as samples of the capture.
std::vector<series::Point> pointsOf(const Chart& chart, const Lane& lane) {
    const auto sizes = lane.tensor->column(lane.axis);
    if (chart.kept.empty()) {
        return decimated(chart, sizes, *chart.graph.batchSizes);
    }
    std::vector<series::Point> points =
        decimated(chart, picked(sizes, chart.kept), picked(*chart.graph.batchSizes, chart.kept));
    for (series::Point& point : points) {
        point.x = static_cast<double>(chart.kept[static_cast<std::size_t>(point.x)]);
    }
    return points;
}

/// A line through the points, broken at gaps; a dot on each where samples are few.
void drawPoints(TextStream& out, const Chart& chart, const std::vector<series::Point>& points,
                const SvgScale& y) {
    std::string line;
    std::string dots;
    bool pen = false;
    for (const series::Point& point : points) {
        if (std::isnan(point.y)) {
            pen = false;
            continue;
        }
        const std::string place = coordinate(chart.x(point.x + 0.5)) + " " + coordinate(y.at(point.y));
        line += (pen ? "L" : "M") + place;
        dots += "M" + place + "h0";
        pen = true;
    }
    out << "<path class=\"l\" d=\"" << line << "\"/>";
    if (chart.graph.samples <= kDottedSamples || line.find('L') == std::string::npos) {
        out << "<path class=\"p\" d=\"" << dots << "\"/>";
    }
}

void drawExcluded(TextStream& out, const Chart& chart, const Lane& lane, const SvgScale& y) {
    const auto excluded = excludedSamples(chart.input, chart.graph.id);
    for (std::size_t i = 0; i < std::min(excluded.size(), kHollowDots); ++i) {
        const double value = valueAt(chart, lane, excluded[i]);
        if (!std::isnan(value)) {
            out << "<circle class=\"h\" cx=\"" << coordinate(chart.x(excluded[i] + 0.5)) << "\" cy=\""
                << coordinate(y.at(value)) << "\" r=\"3\"><title>sample " << excluded[i]
                << ", excluded</title></circle>";
        }
    }
}

/// The verdict so far as a band, and a line at every change.
void drawVerdicts(TextStream& out, const Chart& chart, const inference::AxisAnalysis& axis, double top) {
    const double band = top + kPlotHeight + 4;
    double from = kLeft;
    module::Verdict verdict = axis.flips.empty() ? axis.verdict : axis.flips.front().before;
    const auto segment = [&](double to) {
        out << "<rect class=\"f" << verdictClass(verdict) << "\" x=\"" << coordinate(from) << "\" y=\""
            << coordinate(band) << "\" width=\"" << coordinate(to - from) << "\" height=\""
            << coordinate(kBandHeight) << "\"><title>" << module::name(verdict) << "</title></rect>";
        from = to;
    };
    for (const inference::Flip& flip : axis.flips) {
        segment(chart.x(flip.sample.value));
        verdict = flip.after;
        out << "<path class=\"x\" d=\"M" << coordinate(from) << " " << coordinate(top) << "V"
            << coordinate(band + kBandHeight) << "\"/>";
    }
    segment(kRight);
}

void drawLabels(TextStream& out, const Chart& chart, const Lane& lane, double top, double smallest,
                double largest) {
    const inference::AxisAnalysis& axis = analysisOf(chart.input, lane);
    const std::string label = lane.label();
    out << "<text class=\"n\" x=\"" << coordinate(kLeft - 54) << "\" y=\"" << coordinate(top + 16)
        << "\"><title>" << htmlText(label) << "</title>" << htmlText(elided(label, kLabelLength))
        << "</text>";
    if (!lane.alike.empty()) {
        out << "<text class=\"m\" x=\"" << coordinate(kLeft - 54) << "\" y=\"" << coordinate(top + 31)
            << "\">and " << lane.alike.size() << " more</text>";
    }
    if (smallest < largest) {
        out << "<text class=\"m\" x=\"" << coordinate(kLeft - 6) << "\" y=\"" << coordinate(top + 8) << "\">"
            << shortNumber(largest) << "</text><text class=\"m\" x=\"" << coordinate(kLeft - 6) << "\" y=\""
            << coordinate(top + kPlotHeight) << "\">" << shortNumber(smallest) << "</text>";
    } else {
        out << "<text class=\"m\" x=\"" << coordinate(kLeft - 6) << "\" y=\""
            << coordinate(top + kPlotHeight / 2 + 4) << "\">" << shortNumber(largest) << "</text>";
    }
    out << "<text class=\"t" << verdictClass(axis.verdict) << "\" x=\"" << coordinate(kRight + 12)
        << "\" y=\"" << coordinate(top + 20) << "\">" << sign(axis.verdict) << " "
        << htmlText(elided(axisText(axis), 16)) << "</text>\n";
}

void drawLane(TextStream& out, const Chart& chart, const Lane& lane, double top) {
    const std::vector<series::Point> points = pointsOf(chart, lane);
    std::optional<double> smallest;
    std::optional<double> largest;
    const auto take = [&](double value) {
        if (!std::isnan(value)) {
            smallest = std::min(smallest.value_or(value), value);
            largest = std::max(largest.value_or(value), value);
        }
    };
    for (const series::Point& point : points) {
        take(point.y);
    }
    const auto excluded = excludedSamples(chart.input, chart.graph.id);
    for (std::size_t i = 0; i < std::min(excluded.size(), kHollowDots); ++i) {
        take(valueAt(chart, lane, excluded[i]));
    }
    const SvgScale y(ScaleKind::linear, smallest.value_or(0), largest.value_or(0), top + kPlotHeight - 4,
                     top + 4);
    out << "<rect class=\"a\" x=\"" << coordinate(kLeft) << "\" y=\"" << coordinate(top) << "\" width=\""
        << coordinate(kRight - kLeft) << "\" height=\"" << coordinate(kPlotHeight) << "\"/>";
    drawVerdicts(out, chart, analysisOf(chart.input, lane), top);
    drawPoints(out, chart, points, y);
    drawExcluded(out, chart, lane, y);
    drawLabels(out, chart, lane, top, smallest.value_or(0), largest.value_or(0));
}

void drawSamples(TextStream& out, const Chart& chart, double bottom) {
    const SvgScale samples(ScaleKind::linear, 0, static_cast<double>(chart.graph.samples - 1), 0, 0);
    for (const double tick : samples.ticks(8)) {
        if (std::trunc(tick) == tick) {
            out << "<text class=\"k\" x=\"" << coordinate(chart.x(tick + 0.5)) << "\" y=\""
                << coordinate(bottom + 12) << "\">" << shortNumber(tick) << "</text>";
        }
    }
    out << "<text class=\"m\" x=\"" << coordinate(kLeft - 54) << "\" y=\"" << coordinate(bottom + 12)
        << "\">sample</text>\n";
}

void writeReasons(TextStream& out, const Chart& chart) {
    out << "<ul>";
    for (const Lane& lane : chart.lanes) {
        out << "<li>" << htmlCode(lane.label());
        for (std::size_t i = 0; i < std::min(lane.alike.size(), kNamedAlike); ++i) {
            out << (i == 0 ? ", equal in every sample to " : ", ") << htmlCode(lane.alike[i]);
        }
        if (lane.alike.size() > kNamedAlike) {
            out << " and " << lane.alike.size() - kNamedAlike << " more";
        }
        for (const inference::Flip& flip : analysisOf(chart.input, lane).flips) {
            out << "; <b class=\"t" << verdictClass(flip.after) << "\">" << sign(flip.after) << " "
                << module::name(flip.after) << "</b> from sample " << flip.sample.value << ": "
                << htmlText(flip.reason);
        }
        out << "</li>\n";
    }
    out << "</ul>\n";
}

void writeIntroduction(TextStream& out, const Chart& chart, std::size_t left) {
    out << "<section class=\"chart\"><h3>Evolution</h3>\n<p>"
        << (chart.multipliers ? "Size / batch size" : "Size, since no batch size is known,")
        << " of each axis that is not static, sample by sample; below each lane the verdict so far.";
    const auto excluded = excludedSamples(chart.input, chart.graph.id);
    if (!excluded.empty()) {
        out << " Hollow: excluded samples";
        if (excluded.size() > kHollowDots) {
            out << " (the first " << kHollowDots << " of " << excluded.size() << ")";
        }
        out << ".";
    }
    if (left > 0) {
        out << " Not drawn: " << counted(left, "more axis") << "; the table has all.";
    }
    out << "</p>\n";
}

}  // namespace

void writeEvolutionChart(TextStream& out, const ReportInput& input, const capture::Graph& graph,
                         std::size_t& limit) {
    const inference::GraphAnalysis& analysis = input.analysis.graph(graph.id);
    if (graph.isSummary() || analysis.verdicts.batch + analysis.verdicts.dynamic == 0) {
        return;
    }
    Lanes lanes = lanesOf(input, graph, std::min(kLanesPerGraph, limit));
    limit -= lanes.lanes.size();
    const Chart chart{input, graph, keptSamples(input, graph), std::move(lanes.lanes),
                      !analysis.batchSizes.empty()};
    writeIntroduction(out, chart, lanes.left);
    if (!chart.lanes.empty()) {
        const double bottom = kTop + kLaneHeight * static_cast<double>(chart.lanes.size());
        out << "<svg viewBox=\"0 0 " << coordinate(kWidth) << " " << coordinate(bottom + 18)
            << "\" role=\"img\" aria-label=\"Evolution of " << counted(chart.lanes.size(), "axis") << " over "
            << counted(graph.samples, "sample") << "\">\n";
        for (std::size_t i = 0; i < chart.lanes.size(); ++i) {
            drawLane(out, chart, chart.lanes[i], kTop + kLaneHeight * static_cast<double>(i));
        }
        drawSamples(out, chart, bottom);
        out << "</svg>\n";
        writeReasons(out, chart);
    }
    out << "</section>\n";
}

}  // namespace dimscope::writers
