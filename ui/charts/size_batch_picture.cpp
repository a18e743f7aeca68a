// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/size_batch_picture.h"

#include <QStringList>
#include <algorithm>
#include <cmath>

#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

constexpr std::size_t kMaxPairs = 1000;
constexpr double kSmallestMark = 7;
constexpr double kLargestMark = 25;
constexpr double kEqualMark = 11;  ///< where every pair was seen equally often
constexpr int kMarkSteps = 7;

QString number(std::uint64_t count) {
    return exactNumber(static_cast<std::int64_t>(count));
}

QString samplesText(std::uint64_t count) {
    return count == 1 ? SizeBatchPicture::tr("1 sample")
                      : SizeBatchPicture::tr("%1 samples").arg(number(count));
}

void measure(SizeBatchPicture& picture) {
    bool first = true;
    bool counted = false;
    for (const series::BatchPoint& point : picture.points) {
        const auto size = static_cast<double>(point.size);
        const auto batchSize = static_cast<double>(point.batchSize);
        picture.lowSize = first ? size : std::min(picture.lowSize, size);
        picture.highSize = first ? size : std::max(picture.highSize, size);
        first = false;
        if (!SizeBatchPicture::isExcluded(point)) {
            picture.smallestCount = counted ? std::min(picture.smallestCount, point.count) : point.count;
            picture.largestCount = std::max(picture.largestCount, point.count);
            counted = true;
        }
        if (point.batchSize == capture::kUnknownBatch) {
            picture.hasUnknown = true;
            continue;
        }
        picture.lowBatch = picture.hasKnown ? std::min(picture.lowBatch, batchSize) : batchSize;
        picture.highBatch = picture.hasKnown ? std::max(picture.highBatch, batchSize) : batchSize;
        picture.hasKnown = true;
    }
}

enum class FromZero { ifNear, always };

Ticks scale(double low, double high, int count, FromZero zero) {
    const bool fromZero = zero == FromZero::always || low <= high / 2;
    return looseTicks(fromZero ? std::min(0.0, low) : low, high, count, TickSpacing::whole);
}

}  // namespace

std::shared_ptr<const SizeBatchPicture> SizeBatchPicture::compute(const ChartData& data,
                                                                  base::TensorId tensor, int axis) {
    auto picture = std::make_shared<SizeBatchPicture>();
    const capture::Tensor& columns = data.capture->tensor(tensor);
    const inference::AxisAnalysis& analysis =
        data.analysis->tensor(tensor).axes[static_cast<std::size_t>(axis)];
    picture->data = data;
    picture->tensor = tensor;
    picture->axis = axis;
    picture->verdict = analysis.verdict;
    picture->multiplier = analysis.multiplier;
    series::BatchPoints found = series::batchPoints(columns.column(static_cast<std::size_t>(axis)),
                                                    *data.capture->graph(columns.graph).batchSizes, kMaxPairs,
                                                    data.excluded(columns.graph));
    picture->distinct = found.distinct;
    picture->points = std::move(found.points);
    std::sort(picture->points.begin(), picture->points.end(),
              [](const series::BatchPoint& left, const series::BatchPoint& right) {
                  return std::pair(left.batchSize, left.size) < std::pair(right.batchSize, right.size);
              });
    measure(*picture);
    return picture;
}

bool SizeBatchPicture::isOffLine(const series::BatchPoint& point) const {
    if (verdict != module::Verdict::batch || !multiplier || *multiplier == 0 ||
        point.batchSize == capture::kUnknownBatch || isExcluded(point)) {
        return false;
    }
    return point.size % *multiplier != 0 || point.size / *multiplier != point.batchSize;
}

std::uint64_t SizeBatchPicture::pairsOffLine() const {
    return static_cast<std::uint64_t>(std::count_if(
        points.begin(), points.end(), [this](const series::BatchPoint& point) { return isOffLine(point); }));
}

std::uint64_t SizeBatchPicture::pairsExcluded() const {
    return static_cast<std::uint64_t>(std::count_if(points.begin(), points.end(), &isExcluded));
}

QString SizeBatchPicture::axisText() const {
    return QStringLiteral("%1:%2")
        .arg(QString::fromStdString(data.capture->tensor(tensor).accessPath))
        .arg(axis);
}

Callout SizeBatchPicture::callout(std::size_t index) const {
    const series::BatchPoint& point = points[index];
    Callout callout;
    const bool unknown = point.batchSize == capture::kUnknownBatch;
    callout.title =
        unknown ? tr("batch size unknown · size %1").arg(exactNumber(point.size))
                : tr("batch size %1 · size %2").arg(exactNumber(point.batchSize), exactNumber(point.size));
    if (isExcluded(point)) {
        callout.title += tr(" · ◇ excluded");
    }
    const std::uint64_t samples = isExcluded(point) ? point.excluded : point.count;
    callout.lines.push_back(
        {samples == 1 ? tr("sample %1").arg(point.first.value)
                      : tr("%1, the first is sample %2").arg(samplesText(samples)).arg(point.first.value),
         std::nullopt});
    if (point.excluded > 0) {
        callout.lines.push_back({isExcluded(point) ? tr("left out on purpose: the verdict is without it")
                                                   : tr("%1 more excluded").arg(number(point.excluded)),
                                 std::nullopt});
    }
    if (!unknown) {
        callout.lines.push_back(
            {tr("multiplier %1")
                 .arg(compactNumber(static_cast<double>(point.size) / static_cast<double>(point.batchSize))),
             std::nullopt});
    }
    if (isOffLine(point)) {
        callout.lines.push_back({tr("not %1 times the batch size").arg(*multiplier), std::nullopt});
    }
    return callout;
}

QString SizeBatchPicture::sentence() const {
    constexpr std::size_t kTold = 12;
    QStringList parts;
    for (std::size_t index = 0; index < std::min(points.size(), kTold); ++index) {
        const series::BatchPoint& point = points[index];
        const QString samples =
            isExcluded(point) ? tr("%1 excluded").arg(samplesText(point.excluded)) : samplesText(point.count);
        parts.push_back(point.batchSize == capture::kUnknownBatch
                            ? tr("unknown batch size: size %1 (%2)").arg(exactNumber(point.size), samples)
                            : tr("batch size %1: size %2 (%3)")
                                  .arg(exactNumber(point.batchSize), exactNumber(point.size), samples));
    }
    if (distinct > kTold) {
        parts.push_back(tr("and %1 more").arg(number(distinct - kTold)));
    }
    const QString pairs = distinct == 1 ? tr("1 pair") : tr("%1 pairs").arg(number(distinct));
    return tr("%1, %2: size versus batch size, %3; %4")
        .arg(axisText(), verdictText(verdict, multiplier), pairs, parts.join(QStringLiteral("; ")));
}

QPointF SizeBatchLayout::place(const series::BatchPoint& point) const {
    const double ordinate = toY(static_cast<double>(point.size));
    return point.batchSize == capture::kUnknownBatch
               ? QPointF(unknown.center().x(), ordinate)
               : QPointF(toX(static_cast<double>(point.batchSize)), ordinate);
}

SizeBatchLayout layOutSizeBatch(QSize size, const ChartStyle& style, const SizeBatchPicture& picture) {
    SizeBatchLayout layout;
    const double line = style.lineHeight();
    const double top = line + 14;
    // The name of the scale gets a row where there is one to spare; the caption names it anyway.
    layout.hasAxisName = size.height() >= 240;
    const double bottom = size.height() - line * (layout.hasAxisName ? 2 : 1) - 10;
    const double height = std::max(20.0, bottom - top);
    const FromZero zero = picture.verdict == module::Verdict::batch ? FromZero::always : FromZero::ifNear;
    layout.y = scale(picture.lowSize, picture.highSize,
                     std::clamp(static_cast<int>(height / (line * 2)), 1, 8), zero);
    double tickWidth = style.width(SizeBatchPicture::tr("size"));
    for (const double tick : layout.y.values) {
        tickWidth = std::max(tickWidth, style.width(tickText(tick, layout.y.step)));
    }
    double left = 12 + std::ceil(tickWidth) + 8;
    const double right = std::max(left + 40, static_cast<double>(size.width()) - 18);
    if (picture.hasUnknown) {
        const double wanted = style.width(SizeBatchPicture::tr("unknown")) + 16;
        layout.unknown = QRectF(left, top, picture.hasKnown ? wanted : right - left, height);
        left = layout.unknown.right();
    }
    layout.plot = QRectF(left, top, std::max(10.0, right - left), height);
    layout.caption = QRectF(12, 4, size.width() - 24, line + 2);
    layout.xAxis = QRectF(left, bottom, layout.plot.width(), size.height() - bottom);
    const int columns = std::clamp(static_cast<int>(layout.plot.width() / 60), 1, 12);
    layout.x = scale(picture.lowBatch, picture.highBatch, columns, zero);

    // Room for the marks at the ends of the scales.
    const double mark = markSize(picture, picture.largestCount) / 2 + 3;
    const double padX =
        (layout.x.high - layout.x.low) * mark / std::max(mark, layout.plot.width() - 2 * mark);
    const double padY = (layout.y.high - layout.y.low) * mark / std::max(mark, height - 2 * mark);
    layout.low = layout.x.low - padX;
    layout.high = layout.x.high + padX;
    layout.bottom = layout.y.low - padY;
    layout.top = layout.y.high + padY;
    return layout;
}

double markSize(const SizeBatchPicture& picture, std::uint64_t count) {
    // Many pairs stand close together: smaller marks keep them apart.
    const std::size_t pairs = picture.points.size();
    const double largest = pairs <= 40 ? kLargestMark : pairs <= 200 ? 15 : 9;
    const double smallest = pairs <= 200 ? kSmallestMark : 5;
    if (picture.smallestCount == picture.largestCount) {
        return std::min(largest, kEqualMark);
    }
    const double part = std::sqrt(static_cast<double>(count) / static_cast<double>(picture.largestCount));
    const double step = std::round(part * (kMarkSteps - 1)) / (kMarkSteps - 1);
    return smallest + std::round(step * (largest - smallest));
}

}  // namespace dimscope::charts
