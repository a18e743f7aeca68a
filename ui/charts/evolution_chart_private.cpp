// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/evolution_chart_private.h"

#include <QToolButton>
#include <algorithm>
#include <cmath>

#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

constexpr int kRefineDelay = 40;  // ms
constexpr int kBusyDelay = 150;   // ms
constexpr double kSmallestSpan = 3;
/// Part of the view that is asked for beyond each end, so that a short drag shows no hole.
constexpr double kBeyond = 0.12;

/// The part of a curve within the view, cut at its ends.
QList<QPointF> cut(const QList<QPointF>& points, const XView& view) {
    QList<QPointF> kept;
    for (qsizetype index = 0; index < points.size(); ++index) {
        const QPointF& point = points[index];
        if (index > 0) {
            const QPointF& before = points[index - 1];
            for (const double end : {view.low, view.high}) {
                if (before.x() < end && point.x() > end) {
                    const double part = (end - before.x()) / (point.x() - before.x());
                    kept.push_back({end, before.y() + part * (point.y() - before.y())});
                }
            }
        }
        if (point.x() >= view.low && point.x() <= view.high) {
            kept.push_back(point);
        }
    }
    return kept;
}

void removeOutside(QList<QPointF>& points, const XView& view) {
    points.removeIf([&view](const QPointF& point) { return point.x() < view.low || point.x() > view.high; });
}

}  // namespace

EvolutionChart::Private::Private(EvolutionChart& chart)
    : q(chart), job([this](std::shared_ptr<const EvolutionPicture> answer) { arrived(std::move(answer)); }) {
    refine.setSingleShot(true);
    refine.setInterval(kRefineDelay);
    QObject::connect(&refine, &QTimer::timeout, &q, [this] { request(); });
    busyDelay.setSingleShot(true);
    busyDelay.setInterval(kBusyDelay);
    QObject::connect(&busyDelay, &QTimer::timeout, &q, [this] {
        saysBusy = !isCurrent();
        q.pictureChanged();
    });
}

bool EvolutionChart::Private::isSameShape(const ChartData& other,
                                          std::optional<base::TensorId> otherTensor) const {
    if (!tensor || !otherTensor) {
        return false;
    }
    const capture::Tensor& before = data.capture->tensor(*tensor);
    const capture::Tensor& after = other.capture->tensor(*otherTensor);
    return *tensor == *otherTensor && before.accessPath == after.accessPath && before.rank == after.rank &&
           data.capture->graph(before.graph).name == other.capture->graph(after.graph).name &&
           data.capture->graph(before.graph).samples == other.capture->graph(after.graph).samples;
}

int EvolutionChart::Private::axisCount() const {
    return tensor ? static_cast<int>(data.analysis->tensor(*tensor).axes.size()) : 0;
}

std::size_t EvolutionChart::Private::sampleCount() const {
    return tensor ? data.capture->graph(data.capture->tensor(*tensor).graph).samples : 0;
}

int EvolutionChart::Private::lanesWanted() const {
    return std::min(axisCount() - firstLane, laneCapacity(q.size(), ChartStyle::of(q)));
}

XView EvolutionChart::Private::wholeView() const {
    const auto count = static_cast<double>(std::max<std::size_t>(1, sampleCount()));
    return {-0.5, count - 0.5};
}

bool EvolutionChart::Private::isCurrent() const {
    return picture && tensor && picture->request.data == data && picture->request.tensor == *tensor &&
           picture->request.firstLane == firstLane;
}

bool EvolutionChart::Private::isExact() const {
    return isCurrent() && picture->request.laneCount == lanesWanted() && picture->request.range.first == 0 &&
           picture->request.range.last + std::size_t{1} == sampleCount() &&
           sampleCount() * picture->lanes.size() <= kMaxMarkers;
}

series::SampleRange EvolutionChart::Private::rangeToAsk() const {
    const double last = static_cast<double>(sampleCount()) - 1;
    if (sampleCount() * static_cast<std::size_t>(std::max(1, lanesWanted())) <= kMaxMarkers) {
        return {0, static_cast<std::uint32_t>(last)};
    }
    const double beyond = view.span() * kBeyond + 1;
    return {static_cast<std::uint32_t>(std::clamp(std::floor(view.low - beyond), 0.0, last)),
            static_cast<std::uint32_t>(std::clamp(std::ceil(view.high + beyond), 0.0, last))};
}

void EvolutionChart::Private::request() {
    refine.stop();
    if (!tensor || !EvolutionText(data, *tensor).emptySentence().isEmpty()) {
        job.cancel();
        busyDelay.stop();
        saysBusy = false;
        picture.reset();
        placeButtons();
        q.pictureChanged();
        emit q.updated();
        return;
    }
    EvolutionRequest wanted;
    wanted.data = data;
    wanted.tensor = *tensor;
    wanted.firstLane = firstLane;
    wanted.laneCount = lanesWanted();
    wanted.range = rangeToAsk();
    wanted.columns = static_cast<std::size_t>(std::max(60, q.width() - 80) * (1 + 2 * kBeyond));
    if (isCurrent() && picture->request.laneCount == wanted.laneCount) {
        for (const EvolutionLane& lane : picture->lanes) {
            wanted.extents.push_back(lane.extent.value_or(Extent{}));
            wanted.hasExtent.push_back(lane.extent.has_value());
        }
    }
    if (!isCurrent() && !busyDelay.isActive()) {
        busyDelay.start();
    }
    job.start([wanted] { return computeEvolution(wanted); });
}

void EvolutionChart::Private::arrived(std::shared_ptr<const EvolutionPicture> answer) {
    picture = std::move(answer);
    busyDelay.stop();
    saysBusy = false;
    placeButtons();
    q.pictureChanged();
    emit q.updated();
}

void EvolutionChart::Private::setView(XView wanted) {
    const XView whole = wholeView();
    const double span = std::clamp(wanted.span(), std::min(kSmallestSpan, whole.span()), whole.span());
    const double low = std::clamp(wanted.low, whole.low, whole.high - span);
    const XView kept{low, low + span};
    if (kept == view) {
        return;
    }
    view = kept;
    if (!isExact()) {
        refine.start();
    }
    q.pictureChanged();
    emit q.visibleSamplesChanged();
}

void EvolutionChart::Private::zoom(double factor, double aboutSample) {
    const double span = std::max(view.span() * factor, std::min(kSmallestSpan, wholeView().span()));
    const double part = (aboutSample - view.low) / view.span();
    setView({aboutSample - part * span, aboutSample + (1 - part) * span});
}

void EvolutionChart::Private::reveal(base::SampleId sample) {
    const double x = sample.value;
    const double margin = std::min(0.5, view.span() / 4);
    if (x - margin < view.low) {
        setView({x - margin, x - margin + view.span()});
    } else if (x + margin > view.high) {
        setView({x + margin - view.span(), x + margin});
    }
}

void EvolutionChart::Private::select(base::SampleId sample) {
    selectedSample = sample;
    q.update();
    emit q.sampleClicked(sample);
}

void EvolutionChart::Private::moveSelection(qint64 by) {
    if (!isCurrent() || sampleCount() == 0) {
        return;
    }
    const auto last = static_cast<qint64>(sampleCount()) - 1;
    const qint64 start = static_cast<qint64>(std::ceil(view.low));
    const qint64 to = selectedSample ? selectedSample->value + by : start;
    const base::SampleId sample{static_cast<std::uint32_t>(std::clamp<qint64>(to, 0, last))};
    calloutAtSelection = true;
    hovered.reset();
    reveal(sample);
    select(sample);
    const EvolutionText text(data, *tensor);
    q.setAccessibleDescription(
        text.callout(sample, firstLane, static_cast<int>(picture->lanes.size())).sentence());
}

void EvolutionChart::Private::moveAxis(int by) {
    if (!isCurrent() || axisCount() == 0) {
        return;
    }
    const int to = selectedAxis ? *selectedAxis + by : firstLane;
    const int axis = std::clamp(to, 0, axisCount() - 1);
    q.setSelectedAxis(axis);
    emit q.axisClicked(*tensor, axis);
}

void EvolutionChart::Private::page(int by) {
    q.setFirstLane(firstLane + by * std::max(1, lanesWanted()));
}

EvolutionView EvolutionChart::Private::painted(QSize size) const {
    EvolutionView result;
    result.style = ChartStyle::of(q);
    result.picture = picture.get();
    const int axes =
        static_cast<int>(picture->request.data.analysis->tensor(picture->request.tensor).axes.size());
    const int shown = static_cast<int>(picture->lanes.size());
    result.layout = layOutEvolution(size, result.style, *picture, isCurrent() ? view : pictureView,
                                    shown < axes ? Paging::shown : Paging::none);
    result.pagingText = EvolutionChart::tr("showing axes %1–%2 of %3")
                            .arg(picture->request.firstLane)
                            .arg(picture->request.firstLane + shown - 1)
                            .arg(axes);
    if (isCurrent()) {
        result.selectedAxis = selectedAxis;
        if (selectedSample && selectedSample->value < sampleCount()) {
            result.selectedSample = selectedSample;
        }
        result.pointedSample = hovered;
        result.pointer = pointer;
        if (!hovered && calloutAtSelection && q.hasFocus()) {
            result.pointedSample = result.selectedSample;
            result.pointer = QPointF(0, size.height() / 2.0);
        }
    }
    return result;
}

std::optional<base::SampleId> EvolutionChart::Private::sampleAt(QPointF position) const {
    if (!isCurrent()) {
        return std::nullopt;
    }
    const EvolutionLayout layout = painted(q.size()).layout;
    if (!layout.plot.adjusted(-6, 0, 6, 0).contains(position)) {
        return std::nullopt;
    }
    const double last = static_cast<double>(sampleCount()) - 1;
    return base::SampleId{
        static_cast<std::uint32_t>(std::clamp(std::round(layout.toSample(position.x())), 0.0, last))};
}

std::optional<int> EvolutionChart::Private::axisLabelAt(QPointF position) const {
    if (!isCurrent()) {
        return std::nullopt;
    }
    const EvolutionLayout layout = painted(q.size()).layout;
    for (std::size_t index = 0; index < layout.lanes.size(); ++index) {
        if (position.x() < layout.plot.left() - 6 && layout.lanes[index].row.contains(position)) {
            return picture->lanes[index].axis;
        }
    }
    return std::nullopt;
}

void EvolutionChart::Private::fillScene(const EvolutionView& shown, QSize size, Clipping clipping) {
    if (!scene) {
        scene = std::make_unique<XyChartScene>(&q);
    }
    const EvolutionLayout& layout = shown.layout;
    scene->setGeometry(size, layout.plot);
    scene->setXRange(layout.view.low, layout.view.high);
    std::vector<XyChartScene::Lane> lanes;
    for (const LaneGeometry& lane : layout.lanes) {
        lanes.push_back({lane.plot, lane.scale.low, lane.scale.high});
    }
    scene->setLanes(lanes);
    const double markSize = std::clamp(std::round(layout.plot.width() / layout.view.span() * 0.7), 3.0, 7.0);
    if (clipping == Clipping::byPainter && inScene == picture && sceneText == shown.style.text &&
        sceneMarkSize == markSize) {
        return;
    }
    // Cut curves serve one view only.
    inScene = clipping == Clipping::byPainter ? picture : nullptr;
    sceneText = shown.style.text;
    sceneMarkSize = markSize;
    for (std::size_t index = 0; index < picture->lanes.size(); ++index) {
        const EvolutionLane& lane = picture->lanes[index];
        const module::Verdict verdict = picture->request.data.analysis->tensor(picture->request.tensor)
                                            .axes[static_cast<std::size_t>(lane.axis)]
                                            .verdict;
        const QColor color = verdictColor(shown.style.colors, verdict);
        std::vector<XyChartScene::Line> lines;
        for (const QList<QPointF>& segment : lane.segments) {
            lines.push_back(
                {clipping == Clipping::byPainter ? segment : cut(segment, layout.view), QPen(color, 1.5)});
        }
        scene->setLines(index, lines);
        std::vector<XyChartScene::Marks> marks;
        if (!lane.marks.isEmpty()) {
            // Triangles and squares of one width look unequally large beside discs.
            const double width = verdict == module::Verdict::fixed ? markSize - 1 : markSize;
            QList<QPointF> points = lane.marks;
            if (clipping == Clipping::byPoints) {
                removeOutside(points, layout.view);
            }
            marks.push_back({points, verdict, width, color, shown.style.background});
        }
        if (!lane.excluded.isEmpty()) {
            QList<QPointF> points = lane.excluded;
            if (clipping == Clipping::byPoints) {
                removeOutside(points, layout.view);
            }
            marks.push_back({points, std::nullopt, std::max(markSize + 1, 5.0), shown.style.background,
                             shown.style.colors.secondary, 1.3});
        }
        scene->setMarks(index, marks);
    }
}

void EvolutionChart::Private::placeButtons() {
    const bool paged = isCurrent() && static_cast<int>(picture->lanes.size()) < axisCount();
    if (!previous && !paged) {
        return;
    }
    if (!previous) {
        const auto make = [this](Qt::ArrowType arrow, const QString& name, int by) {
            auto* button = new QToolButton(&q);
            button->setArrowType(arrow);
            button->setAutoRaise(true);
            button->setAccessibleName(name);
            button->setToolTip(name);
            QObject::connect(button, &QToolButton::clicked, &q, [this, by] { page(by); });
            return button;
        };
        previous = make(Qt::LeftArrow, EvolutionChart::tr("Previous axes"), -1);
        next = make(Qt::RightArrow, EvolutionChart::tr("Next axes"), 1);
    }
    previous->setVisible(paged);
    next->setVisible(paged);
    if (paged) {
        const QRectF paging = painted(q.size()).layout.paging;
        const int side = std::clamp(static_cast<int>(paging.height()) - 2, 14, 22);
        const int top = static_cast<int>(paging.center().y()) - side / 2;
        const int right = static_cast<int>(paging.right());
        previous->setGeometry(right - 2 * side - 2, top, side, side);
        next->setGeometry(right - side, top, side, side);
        previous->setEnabled(firstLane > 0);
        next->setEnabled(firstLane + static_cast<int>(picture->lanes.size()) < axisCount());
    }
}

QString EvolutionChart::Private::message() const {
    if (!data.capture) {
        return EvolutionChart::tr("no capture is open");
    }
    if (!tensor) {
        return EvolutionChart::tr("select a tensor to see its multipliers sample by sample");
    }
    const QString empty = EvolutionText(data, *tensor).emptySentence();
    if (!empty.isEmpty()) {
        return empty;
    }
    if (!picture || (saysBusy && !isCurrent())) {
        return saysBusy ? EvolutionChart::tr("reading %1 samples…")
                              .arg(exactNumber(static_cast<std::int64_t>(sampleCount())))
                        : QStringLiteral(" ");
    }
    return {};
}

}  // namespace dimscope::charts
