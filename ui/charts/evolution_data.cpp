// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/evolution_data.h"

#include <QRegularExpression>
#include <QStringList>
#include <algorithm>
#include <cmath>

#include "core/inference/evolution.h"
#include "ui/charts/number_text.h"
#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

/// More runs than this would need as many series; the rest of a torn curve is drawn as marks.
constexpr std::size_t kMaxSegments = 24;

/// Of what is drawn: samples that count, and excluded ones.
std::optional<Extent> extentOf(const std::vector<series::Point>& points,
                               const std::vector<series::Point>& excluded) {
    std::optional<Extent> extent;
    for (const auto* values : {&points, &excluded}) {
        for (const series::Point& point : *values) {
            if (std::isnan(point.y)) {
                continue;
            }
            if (!extent) {
                extent = Extent{point.y, point.y};
            }
            extent->low = std::min(extent->low, point.y);
            extent->high = std::max(extent->high, point.y);
        }
    }
    return extent;
}

/// Evenly thinned, so that what is left still covers the whole range. Marks stand by sample.
QList<QPointF> thinned(QList<QPointF> marks, std::size_t most) {
    if (static_cast<std::size_t>(marks.size()) <= most) {
        return marks;
    }
    QList<QPointF> kept;
    const double stride = static_cast<double>(marks.size()) / static_cast<double>(most);
    for (std::size_t index = 0; index < most; ++index) {
        kept.push_back(marks[static_cast<qsizetype>(static_cast<double>(index) * stride)]);
    }
    return kept;
}

/// Splits a curve at its gaps. `marks` receives runs of one point, which a line would not show.
void split(const std::vector<series::Point>& points, EvolutionLane& lane) {
    QList<QPointF> run;
    const auto close = [&] {
        if (run.size() == 1) {
            lane.marks.push_back(run.front());
        } else if (run.size() > 1) {
            lane.segments.push_back(run);
        }
        run.clear();
    };
    for (const series::Point& point : points) {
        if (std::isnan(point.y)) {
            close();
        } else {
            run.push_back(QPointF(point.x, point.y));
        }
    }
    close();
}

void limitSegments(EvolutionLane& lane, std::size_t maxMarks) {
    while (lane.segments.size() > kMaxSegments) {
        lane.marks.append(lane.segments.back());
        lane.segments.pop_back();
    }
    if (static_cast<std::size_t>(lane.marks.size()) > maxMarks) {
        std::sort(lane.marks.begin(), lane.marks.end(),
                  [](const QPointF& left, const QPointF& right) { return left.x() < right.x(); });
        lane.marks = thinned(std::move(lane.marks), maxMarks);
    }
}

std::vector<series::Point> valuesOf(const capture::Tensor& tensor, const capture::Graph& graph, int axis,
                                    LaneUnit unit, series::SampleRange range, std::size_t columns,
                                    std::span<const std::uint32_t> excluded) {
    const auto sizes = tensor.column(static_cast<std::size_t>(axis));
    return unit == LaneUnit::multiplier
               ? series::multiplierSeries(sizes, *graph.batchSizes, range, columns, excluded)
               : series::sizeSeries(sizes, range, columns, excluded);
}

LaneUnit unitOf(const capture::Graph& graph, const ChartData& data) {
    const std::uint64_t counted = graph.samples - data.excluded(graph.id).size();
    return data.analysis->graph(graph.id).unknownBatchSamples < counted ? LaneUnit::multiplier
                                                                        : LaneUnit::size;
}

double valueAt(const capture::Tensor& tensor, const capture::Graph& graph, int axis, LaneUnit unit,
               std::uint32_t sample) {
    const std::int64_t size = tensor.column(static_cast<std::size_t>(axis))[sample];
    return unit == LaneUnit::multiplier ? inference::multiplierOf(size, (*graph.batchSizes)[sample])
                                        : static_cast<double>(size);
}

/// Excluded samples with a value.
std::vector<series::Point> excludedPoints(const capture::Tensor& tensor, const capture::Graph& graph,
                                          int axis, LaneUnit unit, std::span<const std::uint32_t> excluded) {
    std::vector<series::Point> points;
    for (const std::uint32_t sample : excluded) {
        if (const double value = valueAt(tensor, graph, axis, unit, sample); !std::isnan(value)) {
            points.push_back({static_cast<double>(sample), value});
        }
    }
    return points;
}

}  // namespace

std::shared_ptr<const EvolutionPicture> computeEvolution(EvolutionRequest request) {
    auto picture = std::make_shared<EvolutionPicture>();
    const capture::Tensor& tensor = request.data.capture->tensor(request.tensor);
    const capture::Graph& graph = request.data.capture->graph(tensor.graph);
    const std::span<const std::uint32_t> excluded = request.data.excluded(tensor.graph);
    picture->unit = unitOf(graph, request.data);
    const auto lanes = static_cast<std::size_t>(std::max(1, request.laneCount));
    const std::size_t columns = std::max<std::size_t>(1, std::min(request.columns, kMaxPoints / lanes / 5));
    const std::size_t visible = request.range.last - request.range.first + std::size_t{1};
    const series::SampleRange all{0, static_cast<std::uint32_t>(graph.samples - 1)};
    for (int index = 0; index < request.laneCount; ++index) {
        EvolutionLane lane;
        lane.axis = request.firstLane + index;
        const auto position = static_cast<std::size_t>(index);
        const auto points =
            valuesOf(tensor, graph, lane.axis, picture->unit, request.range, columns, excluded);
        const auto left = excludedPoints(tensor, graph, lane.axis, picture->unit, excluded);
        if (position < request.extents.size()) {
            if (request.hasExtent[position]) {
                lane.extent = request.extents[position];
            }
        } else if (request.range == all) {
            lane.extent = extentOf(points, left);
        } else {
            lane.extent =
                extentOf(valuesOf(tensor, graph, lane.axis, picture->unit, all, columns, excluded), left);
        }
        for (const series::Point& point : left) {
            if (point.x >= request.range.first && point.x <= request.range.last) {
                lane.excluded.push_back(QPointF(point.x, point.y));
            }
        }
        lane.excluded = thinned(std::move(lane.excluded), kMaxMarkers / 4 / lanes);
        split(points, lane);
        if (visible * lanes <= kMaxMarkers) {
            for (const QList<QPointF>& segment : lane.segments) {
                lane.marks.append(segment);
            }
        }
        limitSegments(lane, kMaxMarkers / lanes);
        picture->lanes.push_back(std::move(lane));
    }
    picture->request = std::move(request);
    return picture;
}

EvolutionText::EvolutionText(const ChartData& data, base::TensorId tensor)
    : m_capture(*data.capture),
      m_tensor(m_capture.tensor(tensor)),
      m_graph(m_capture.graph(m_tensor.graph)),
      m_analysis(data.analysis->tensor(tensor)),
      m_data(data) {}

LaneUnit EvolutionText::unit() const {
    return unitOf(m_graph, m_data);
}

QString EvolutionText::axisName(int axis) {
    return tr("axis %1").arg(axis);
}

QString EvolutionText::symbol(int axis) const {
    const inference::AxisAnalysis& analysis = m_analysis.axes[static_cast<std::size_t>(axis)];
    if (!analysis.symbol.empty()) {
        return QString::fromStdString(analysis.symbol);
    }
    return analysis.min == analysis.max ? shortNumber(analysis.min) : verdictWord(analysis.verdict);
}

QString EvolutionText::label(int axis) const {
    return unit() == LaneUnit::multiplier ? symbol(axis) : tr("%1 · size").arg(symbol(axis));
}

QString EvolutionText::range(int axis) const {
    const inference::AxisAnalysis& analysis = m_analysis.axes[static_cast<std::size_t>(axis)];
    if (analysis.min == analysis.max) {
        return exactNumber(analysis.min);
    }
    return tr("%1 to %2").arg(exactNumber(analysis.min), exactNumber(analysis.max));
}

std::optional<std::int64_t> EvolutionText::multiplierAt(int axis, const inference::Flip& flip) const {
    const std::int64_t batchSize = (*m_graph.batchSizes)[flip.sample.value];
    if (flip.after != module::Verdict::batch || batchSize == capture::kUnknownBatch) {
        return std::nullopt;
    }
    return m_tensor.column(static_cast<std::size_t>(axis))[flip.sample.value] / batchSize;
}

QString EvolutionText::flip(int axis, const inference::Flip& flip, FlipDetail detail) const {
    const QString after = verdictText(flip.after, multiplierAt(axis, flip));
    if (detail == FlipDetail::outcome) {
        return QStringLiteral("→ %1").arg(after);
    }
    QString text =
        tr("flip at %1: %2 → %3").arg(exactNumber(flip.sample.value), verdictWord(flip.before), after);
    if (detail == FlipDetail::reason && !flip.reason.empty()) {
        // The core writes multipliers in ASCII.
        static const QRegularExpression asciiTimes(QStringLiteral("\\bx(?=\\d)"));
        QString reason = QString::fromStdString(flip.reason);
        text += QStringLiteral(" (%1)").arg(reason.replace(asciiTimes, QStringLiteral("×")));
    }
    return text;
}

std::span<const std::uint32_t> EvolutionText::excluded() const {
    return m_data.excluded(m_graph.id);
}

bool EvolutionText::isExcluded(base::SampleId sample) const {
    return std::binary_search(excluded().begin(), excluded().end(), sample.value);
}

CalloutLine EvolutionText::calloutLine(int axis, base::SampleId sample) const {
    const inference::AxisAnalysis& analysis = m_analysis.axes[static_cast<std::size_t>(axis)];
    const std::int64_t size = m_tensor.column(static_cast<std::size_t>(axis))[sample.value];
    const double multiplier = inference::multiplierOf(size, (*m_graph.batchSizes)[sample.value]);
    CalloutLine line;
    if (!isExcluded(sample)) {
        line.verdict = inference::verdictAt(analysis, sample);
    }
    line.text = std::isnan(multiplier) ? tr("axis %1: size %2").arg(axis).arg(exactNumber(size))
                                       : tr("axis %1: size %2 → multiplier %3")
                                             .arg(axis)
                                             .arg(exactNumber(size), compactNumber(multiplier));
    return line;
}

Callout EvolutionText::callout(base::SampleId sample, int firstLane, int laneCount) const {
    Callout callout;
    const std::int64_t batchSize = (*m_graph.batchSizes)[sample.value];
    callout.title = batchSize == capture::kUnknownBatch
                        ? tr("sample %1 · batch size unknown").arg(sample.value)
                        : tr("sample %1 · batch size %2").arg(sample.value).arg(exactNumber(batchSize));
    if (isExcluded(sample)) {
        callout.title += tr(" · ◇ excluded");
        callout.lines.push_back({tr("left out on purpose: verdict and ranges are without it"), std::nullopt});
    }
    for (int axis = firstLane; axis < firstLane + laneCount; ++axis) {
        callout.lines.push_back(calloutLine(axis, sample));
        for (const inference::Flip& flipped : m_analysis.axes[static_cast<std::size_t>(axis)].flips) {
            if (flipped.sample == sample) {
                callout.lines.push_back({flip(axis, flipped, FlipDetail::reason), std::nullopt});
            }
        }
    }
    return callout;
}

QString EvolutionText::emptySentence() const {
    const QString path = QString::fromStdString(m_tensor.accessPath);
    if (m_graph.isSummary()) {
        return m_capture.sampleCount() == 0
                   ? tr("no samples in this file")
                   : tr("no samples in this file for graph %1").arg(QString::fromStdString(m_graph.name));
    }
    return axisCount() == 0 ? tr("%1 is a scalar: it has no axes").arg(path) : QString();
}

QString EvolutionText::sentence() const {
    const QString path = QString::fromStdString(m_tensor.accessPath);
    QStringList parts;
    for (int axis = 0; axis < axisCount(); ++axis) {
        const inference::AxisAnalysis& analysis = m_analysis.axes[static_cast<std::size_t>(axis)];
        QString part = tr("axis %1 %2, %3")
                           .arg(axis)
                           .arg(verdictText(analysis.verdict, analysis.multiplier), range(axis));
        for (const inference::Flip& flipped : analysis.flips) {
            part += QStringLiteral(", ") + flip(axis, flipped, FlipDetail::reason);
        }
        parts.push_back(part);
    }
    const QString axes = parts.join(QStringLiteral("; "));
    const QString empty = emptySentence();
    if (!empty.isEmpty()) {
        return axes.isEmpty() ? empty : tr("%1; %2: %3").arg(empty, path, axes);
    }
    const QString what =
        unit() == LaneUnit::multiplier ? tr("size / batch size") : tr("size (no batch size known)");
    const QString samples =
        m_graph.samples == 1 ? tr("1 sample")
                             : tr("%1 samples").arg(exactNumber(static_cast<std::int64_t>(m_graph.samples)));
    const QString left =
        excluded().empty()
            ? QString()
            : tr(", %1 excluded").arg(exactNumber(static_cast<std::int64_t>(excluded().size())));
    return tr("%1: %2 over %3; %4").arg(path, what, samples + left, axes);
}

}  // namespace dimscope::charts
