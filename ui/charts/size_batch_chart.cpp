// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/size_batch_chart.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <algorithm>
#include <cmath>
#include <map>

#include "ui/charts/evolution_data.h"
#include "ui/charts/evolution_painter.h"
#include "ui/charts/latest_job.h"
#include "ui/charts/size_batch_picture.h"
#include "ui/charts/verdict_mark.h"
#include "ui/charts/xy_chart_scene.h"
#include "ui/widgets/text_runs.h"

namespace dimscope::charts {

class SizeBatchChart::Private {
 public:
    explicit Private(SizeBatchChart& chart)
        : q(chart), job([this](std::shared_ptr<const SizeBatchPicture> answer) {
              picture = std::move(answer);
              pointed.reset();
              q.pictureChanged();
              emit q.updated();
          }) {}

    [[nodiscard]] QString message() const;
    [[nodiscard]] std::optional<std::size_t> pointAt(QPointF position) const;
    [[nodiscard]] std::optional<std::size_t> selectedPoint() const;
    void choose(std::size_t point);
    void move(int by);
    void fillScene(const SizeBatchLayout& layout, const ChartStyle& style, QSize size);
    [[nodiscard]] QList<QPointF> line(const SizeBatchLayout& layout) const;
    void paintScales(QPainter& painter, const SizeBatchLayout& layout, const ChartStyle& style) const;
    void paintCaption(QPainter& painter, const SizeBatchLayout& layout, const ChartStyle& style) const;

    SizeBatchChart& q;
    ChartData data;
    std::optional<base::TensorId> tensor;
    int axis = 0;
    std::optional<base::SampleId> selectedSample;
    std::shared_ptr<const SizeBatchPicture> picture;
    std::unique_ptr<XyChartScene> scene;
    std::optional<std::size_t> pointed;
    std::optional<std::size_t> pressed;
    bool calloutAtSelection = false;
    LatestJob<SizeBatchPicture> job;
};

QString SizeBatchChart::Private::message() const {
    if (!data.capture) {
        return SizeBatchChart::tr("no capture is open");
    }
    if (!tensor) {
        return SizeBatchChart::tr("select an axis to see its sizes at each batch size");
    }
    const QString empty = EvolutionText(data, *tensor).emptySentence();
    if (!empty.isEmpty()) {
        return empty;
    }
    return picture ? QString() : SizeBatchChart::tr("counting pairs of batch size and size…");
}

std::optional<std::size_t> SizeBatchChart::Private::pointAt(QPointF position) const {
    if (!message().isEmpty()) {
        return std::nullopt;
    }
    constexpr double kReach = 5;  // pixels beyond the mark's edge
    const SizeBatchLayout layout = layOutSizeBatch(q.size(), ChartStyle::of(q), *picture);
    std::optional<std::size_t> nearest;
    double nearestDistance = 0;
    for (std::size_t index = 0; index < picture->points.size(); ++index) {
        const QPointF off = layout.place(picture->points[index]) - position;
        const double distance =
            std::hypot(off.x(), off.y()) - markSize(*picture, picture->points[index].count) / 2;
        if (distance <= kReach && (!nearest || distance < nearestDistance)) {
            nearest = index;
            nearestDistance = distance;
        }
    }
    return nearest;
}

std::optional<std::size_t> SizeBatchChart::Private::selectedPoint() const {
    const capture::Graph& graph =
        picture->data.capture->graph(picture->data.capture->tensor(picture->tensor).graph);
    if (!selectedSample || selectedSample->value >= graph.samples) {
        return std::nullopt;
    }
    const std::int64_t batchSize = (*graph.batchSizes)[selectedSample->value];
    const std::int64_t size = picture->data.capture->tensor(picture->tensor)
                                  .column(static_cast<std::size_t>(picture->axis))[selectedSample->value];
    for (std::size_t index = 0; index < picture->points.size(); ++index) {
        if (picture->points[index].batchSize == batchSize && picture->points[index].size == size) {
            return index;
        }
    }
    return std::nullopt;
}

void SizeBatchChart::Private::choose(std::size_t point) {
    selectedSample = picture->points[point].first;
    q.update();
    emit q.sampleClicked(*selectedSample);
}

void SizeBatchChart::Private::move(int by) {
    if (!message().isEmpty() || picture->points.empty()) {
        return;
    }
    const auto current = selectedPoint();
    const auto last = static_cast<int>(picture->points.size()) - 1;
    const int to = current ? std::clamp(static_cast<int>(*current) + by, 0, last) : 0;
    calloutAtSelection = true;
    pointed.reset();
    choose(static_cast<std::size_t>(to));
    q.setAccessibleDescription(picture->callout(static_cast<std::size_t>(to)).sentence());
}

QList<QPointF> SizeBatchChart::Private::line(const SizeBatchLayout& layout) const {
    if (picture->verdict != module::Verdict::batch || !picture->multiplier || !picture->hasKnown) {
        return {};
    }
    const auto slope = static_cast<double>(*picture->multiplier);
    if (slope <= 0) {
        return {};
    }
    const double from = std::max(std::max(layout.x.low, 0.0), layout.bottom / slope);
    const double to = std::min(layout.high, layout.top / slope);
    return to > from ? QList<QPointF>{{from, slope * from}, {to, slope * to}} : QList<QPointF>();
}

void SizeBatchChart::Private::fillScene(const SizeBatchLayout& layout, const ChartStyle& style, QSize size) {
    if (!scene) {
        scene = std::make_unique<XyChartScene>(&q);
    }
    // The column of unknown batch sizes belongs to the plot, at a place left of the scale.
    const QRectF plot = layout.unknown.isEmpty() ? layout.plot : layout.unknown.united(layout.plot);
    const double perPixel = (layout.high - layout.low) / layout.plot.width();
    const double low = layout.low - (layout.plot.left() - plot.left()) * perPixel;
    const double unknownX = layout.low - (layout.plot.left() - layout.unknown.center().x()) * perPixel;
    scene->setGeometry(size, plot);
    scene->setXRange(low, layout.high);
    scene->setLanes({{plot, layout.bottom, layout.top}});

    const QColor color = verdictColor(style.colors, picture->verdict);
    QColor fill = color;
    fill.setAlpha(style.colors.dark ? 190 : 170);
    QColor faint = color;
    faint.setAlpha(150);
    enum class Kind { counted, offLine, excluded };
    std::map<std::pair<Kind, double>, QList<QPointF>> groups;
    for (const series::BatchPoint& point : picture->points) {
        const double x =
            point.batchSize == capture::kUnknownBatch ? unknownX : static_cast<double>(point.batchSize);
        const Kind kind = SizeBatchPicture::isExcluded(point) ? Kind::excluded
                          : picture->isOffLine(point)         ? Kind::offLine
                                                              : Kind::counted;
        groups[{kind, markSize(*picture, point.count)}].push_back(
            QPointF(x, static_cast<double>(point.size)));
    }
    std::vector<XyChartScene::Marks> marks;
    for (const auto& [kind, points] : groups) {
        switch (kind.first) {
            case Kind::counted:
                marks.push_back({points, picture->verdict, kind.second, fill, color, 1});
                break;
            case Kind::offLine:
                marks.push_back(
                    {points, module::Verdict::dynamic, kind.second, style.background, style.colors.error, 2});
                break;
            case Kind::excluded:
                marks.push_back(
                    {points, std::nullopt, kind.second, style.background, style.colors.secondary, 1.3});
                break;
        }
    }
    const QList<QPointF> proportion = line(layout);
    std::vector<XyChartScene::Line> lines;
    if (!proportion.isEmpty()) {
        QPen pen(faint, 1.4);
        pen.setDashPattern({6, 4});
        lines.push_back({proportion, pen});
    }
    scene->setLines(0, lines);
    scene->setMarks(0, marks);
}

void SizeBatchChart::Private::paintScales(QPainter& painter, const SizeBatchLayout& layout,
                                          const ChartStyle& style) const {
    const double line = style.lineHeight();
    painter.setFont(style.font);
    const double left = layout.unknown.isEmpty() ? layout.plot.left() : layout.unknown.left();
    for (const double tick : layout.y.values) {
        const double y = layout.toY(tick);
        painter.setPen(QPen(style.colors.grid, 1));
        painter.drawLine(QPointF(left, crisp(y)), QPointF(layout.plot.right(), crisp(y)));
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(0, y - line / 2, left - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                         tickText(tick, layout.y.step));
    }
    const double labels = layout.xAxis.top() + 3;
    if (!layout.unknown.isEmpty()) {
        painter.setPen(QPen(style.colors.grid, 1, Qt::DashLine));
        painter.drawLine(QPointF(crisp(layout.unknown.right()), layout.plot.top()),
                         QPointF(crisp(layout.unknown.right()), layout.plot.bottom()));
        painter.setPen(style.colors.secondary);
        painter.drawText(
            QRectF(layout.unknown.left(), labels, layout.unknown.width(), line), Qt::AlignCenter,
            picture->hasKnown ? SizeBatchPicture::tr("unknown") : SizeBatchPicture::tr("batch size unknown"));
    }
    if (!picture->hasKnown) {
        return;
    }
    if (layout.hasAxisName) {
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(layout.plot.left(), labels + line, layout.plot.width(), line),
                         Qt::AlignCenter, SizeBatchChart::tr("batch size"));
    }
    double taken = layout.unknown.isEmpty() ? 0 : layout.unknown.right();
    for (const double tick : layout.x.values) {
        const double x = layout.toX(tick);
        painter.setPen(QPen(style.colors.grid, 1));
        painter.drawLine(QPointF(crisp(x), layout.plot.top()), QPointF(crisp(x), layout.plot.bottom()));
        const QString text = tickText(tick, layout.x.step);
        const double width = style.width(text) + 2;
        if (x - width / 2 < taken) {
            continue;
        }
        taken = x + width / 2 + 6;
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(x - width / 2, labels, width, line), Qt::AlignCenter, text);
    }
}

void SizeBatchChart::Private::paintCaption(QPainter& painter, const SizeBatchLayout& layout,
                                           const ChartStyle& style) const {
    const QRectF& row = layout.caption;
    double left = row.left();
    const QFontMetricsF mono(style.mono);
    const QString title =
        mono.elidedText(widgets::shortened(picture->axisText()), Qt::ElideMiddle, row.width() / 2);
    painter.setFont(style.mono);
    painter.setPen(style.text);
    painter.drawText(row, Qt::AlignLeft | Qt::AlignVCenter, title);
    left += mono.horizontalAdvance(title) + 18;
    paintVerdictSign(painter, picture->verdict, QPointF(left, row.center().y()), 8,
                     verdictColor(style.colors, picture->verdict));
    left += 9;
    QStringList words{verdictText(picture->verdict, picture->multiplier),
                      SizeBatchChart::tr("size over batch size")};
    if (picture->multiplier && picture->verdict == module::Verdict::batch) {
        words.push_back(SizeBatchChart::tr("dashed: size = %1 × batch size").arg(*picture->multiplier));
    }
    const std::uint64_t off = picture->pairsOffLine();
    if (off > 0) {
        words.push_back(SizeBatchChart::tr("○ off that line: %1").arg(off));
    }
    if (const std::uint64_t excluded = picture->pairsExcluded(); excluded > 0) {
        words.push_back(SizeBatchChart::tr("◇ excluded: %1").arg(excluded));
    }
    words.push_back(SizeBatchChart::tr("area: samples"));
    if (picture->distinct > picture->points.size()) {
        words.push_back(SizeBatchChart::tr("the %1 most frequent of %2 pairs")
                            .arg(picture->points.size())
                            .arg(exactNumber(static_cast<std::int64_t>(picture->distinct))));
    }
    painter.setFont(style.font);
    painter.setPen(style.colors.secondary);
    painter.drawText(QRectF(left, row.top(), row.right() - left, row.height()),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     style.elided(words.join(QStringLiteral(" · ")), row.right() - left));
}

SizeBatchChart::SizeBatchChart(QWidget* parent) : ChartPane(parent), d(std::make_unique<Private>(*this)) {
    setAccessibleName(tr("Size versus batch size"));
    describeAgain();
}

SizeBatchChart::~SizeBatchChart() = default;

void SizeBatchChart::setAxis(const ChartData& content, std::optional<base::TensorId> tensor, int axis) {
    std::optional<base::TensorId> wanted = content ? tensor : std::nullopt;
    if (wanted && !content.analysis->tensor(*wanted).axes.empty() &&
        (axis < 0 || axis >= static_cast<int>(content.analysis->tensor(*wanted).axes.size()))) {
        wanted.reset();
    }
    if (d->data == content && d->tensor == wanted && d->axis == axis) {
        return;
    }
    const bool sameTensor = d->data == content && d->tensor == wanted;
    d->data = content;
    d->tensor = wanted;
    d->axis = axis;
    if (!sameTensor) {
        d->selectedSample.reset();
    }
    d->pointed.reset();
    d->pressed.reset();
    if (!wanted || !EvolutionText(content, *wanted).emptySentence().isEmpty()) {
        d->job.cancel();
        d->picture.reset();
        pictureChanged();
        emit updated();
        return;
    }
    d->job.start([content, wanted, axis] { return SizeBatchPicture::compute(content, *wanted, axis); });
    describeAgain();
}

void SizeBatchChart::setSelectedSample(std::optional<base::SampleId> sample) {
    if (d->selectedSample != sample) {
        d->selectedSample = sample;
        update();
    }
}

QString SizeBatchChart::summary() const {
    const QString message = d->message();
    return message.isEmpty() ? d->picture->sentence() : message;
}

bool SizeBatchChart::isBusy() const {
    return d->job.isBusy();
}

void SizeBatchChart::paintBack(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const SizeBatchLayout layout = layOutSizeBatch(size, style, *d->picture);
    if (const auto point = d->selectedPoint()) {
        const QPointF center = layout.place(d->picture->points[*point]);
        const double left = layout.unknown.isEmpty() ? layout.plot.left() : layout.unknown.left();
        painter.fillRect(QRectF(center.x() - 4, layout.plot.top(), 8, layout.plot.height()),
                         style.colors.selection);
        painter.fillRect(QRectF(left, center.y() - 4, layout.plot.right() - left, 8), style.colors.selection);
    }
    d->paintScales(painter, layout, style);
}

void SizeBatchChart::paintSeries(QPainter& painter, QSize size) const {
    if (d->message().isEmpty()) {
        const ChartStyle style = ChartStyle::of(*this);
        d->fillScene(layOutSizeBatch(size, style, *d->picture), style, size);
        d->scene->render(painter);
    }
}

void SizeBatchChart::paintFront(QPainter& painter, QSize size) const {
    const ChartStyle style = ChartStyle::of(*this);
    const QString message = d->message();
    if (!message.isEmpty()) {
        const QRectF area(QPointF(0, 0), size);
        if (d->tensor && !EvolutionText(d->data, *d->tensor).emptySentence().isEmpty()) {
            paintEvolutionSummary(painter, area, style, EvolutionText(d->data, *d->tensor));
        } else {
            paintMessage(painter, area, style, message);
        }
        return;
    }
    const SizeBatchLayout layout = layOutSizeBatch(size, style, *d->picture);
    d->paintCaption(painter, layout, style);
    const auto selected = d->selectedPoint();
    const auto told = d->pointed ? d->pointed : d->calloutAtSelection && hasFocus() ? selected : std::nullopt;
    for (const auto& point : {selected, told}) {
        if (point) {
            const double radius = markSize(*d->picture, d->picture->points[*point].count) / 2 + 3;
            painter.setPen(QPen(style.text, 1.4));
            painter.setBrush(Qt::NoBrush);
            painter.drawEllipse(layout.place(d->picture->points[*point]), radius, radius);
        }
    }
    if (told) {
        const QRectF bounds(4, 4, size.width() - 8, size.height() - 8);
        paintCallout(painter, d->picture->callout(*told), layout.place(d->picture->points[*told]), bounds,
                     style);
    }
}

void SizeBatchChart::mousePressEvent(QMouseEvent* event) {
    d->calloutAtSelection = false;
    d->pressed = event->button() == Qt::LeftButton ? d->pointAt(event->position()) : std::nullopt;
    ChartPane::mousePressEvent(event);
}

void SizeBatchChart::mouseMoveEvent(QMouseEvent* event) {
    const auto point = d->pointAt(event->position());
    if (point != d->pointed) {
        d->pointed = point;
        setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
        update();
    }
}

void SizeBatchChart::mouseReleaseEvent(QMouseEvent* event) {
    const auto pressed = std::exchange(d->pressed, std::nullopt);
    if (event->button() == Qt::LeftButton && pressed && d->pointAt(event->position()) == pressed) {
        d->choose(*pressed);
    }
}

void SizeBatchChart::leaveEvent(QEvent*) {
    d->pointed.reset();
    update();
}

void SizeBatchChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Left:
        case Qt::Key_Up: d->move(-1); break;
        case Qt::Key_Right:
        case Qt::Key_Down: d->move(1); break;
        default: ChartPane::keyPressEvent(event); return;
    }
    event->accept();
}

}  // namespace dimscope::charts
