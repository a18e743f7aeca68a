// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/evolution_chart.h"

#include <QGuiApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPaintEngine>
#include <QPainter>
#include <QStyleHints>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/evolution_chart_private.h"

namespace dimscope::charts {

namespace {

constexpr double kWheelStep = 1.25;  ///< zoom of one notch
constexpr double kKeyStep = 1.5;

}  // namespace

EvolutionChart::EvolutionChart(QWidget* parent) : ChartPane(parent), d(std::make_unique<Private>(*this)) {
    setAccessibleName(tr("Multiplier evolution"));
    describeAgain();
}

EvolutionChart::~EvolutionChart() = default;

void EvolutionChart::setTensor(const ChartData& content, std::optional<base::TensorId> tensor) {
    const std::optional<base::TensorId> wanted = content ? tensor : std::nullopt;
    if (d->data == content && d->tensor == wanted) {
        return;
    }
    if (d->isCurrent()) {
        d->pictureView = d->view;
    }
    const bool sameShape = d->isSameShape(content, wanted);
    d->data = content;
    d->tensor = wanted;
    d->hovered.reset();
    d->pressed.reset();
    d->dragging = false;
    if (!sameShape) {
        d->firstLane = 0;
        d->selectedAxis.reset();
        d->selectedSample.reset();
        d->view = d->wholeView();
    }
    d->request();
    describeAgain();
    emit visibleSamplesChanged();
}

void EvolutionChart::setSelectedAxis(std::optional<int> axis) {
    if (d->selectedAxis == axis) {
        return;
    }
    d->selectedAxis = axis;
    const int lanes = std::max(1, d->tensor ? d->lanesWanted() : 1);
    if (axis && *axis < d->axisCount() && (*axis < d->firstLane || *axis >= d->firstLane + lanes)) {
        setFirstLane(*axis / lanes * lanes);
    }
    update();
}

void EvolutionChart::setSelectedSample(std::optional<base::SampleId> sample) {
    if (d->selectedSample == sample) {
        return;
    }
    d->selectedSample = sample;
    if (sample && sample->value < d->sampleCount()) {
        d->reveal(*sample);
    }
    update();
}

void EvolutionChart::setFirstLane(int axis) {
    const int first = std::clamp(axis, 0, std::max(0, d->axisCount() - 1));
    if (first == d->firstLane) {
        return;
    }
    if (d->isCurrent()) {
        d->pictureView = d->view;
    }
    d->firstLane = first;
    d->request();
}

void EvolutionChart::zoomBy(double factor) {
    if (!d->isCurrent() || factor <= 0) {
        return;
    }
    const double middle = d->selectedSample && d->selectedSample->value >= d->view.low &&
                                  d->selectedSample->value <= d->view.high
                              ? d->selectedSample->value
                              : (d->view.low + d->view.high) / 2;
    d->zoom(1 / factor, middle);
}

void EvolutionChart::resetZoom() {
    d->setView(d->wholeView());
}

std::optional<series::SampleRange> EvolutionChart::visibleSamples() const {
    if (!d->tensor || !EvolutionText(d->data, *d->tensor).emptySentence().isEmpty()) {
        return std::nullopt;
    }
    const double last = static_cast<double>(d->sampleCount()) - 1;
    return series::SampleRange{static_cast<std::uint32_t>(std::clamp(std::ceil(d->view.low), 0.0, last)),
                               static_cast<std::uint32_t>(std::clamp(std::floor(d->view.high), 0.0, last))};
}

QString EvolutionChart::summary() const {
    return d->tensor ? EvolutionText(d->data, *d->tensor).sentence() : d->message();
}

bool EvolutionChart::isBusy() const {
    return d->job.isBusy() || d->refine.isActive();
}

void EvolutionChart::paintBack(QPainter& painter, QSize size) const {
    if (d->message().isEmpty()) {
        paintEvolutionBack(painter, d->painted(size));
    }
}

void EvolutionChart::paintSeries(QPainter& painter, QSize size) const {
    if (d->message().isEmpty()) {
        const bool toSvg = painter.paintEngine()->type() == QPaintEngine::SVG;
        d->fillScene(d->painted(size), size, toSvg ? Clipping::byPoints : Clipping::byPainter);
        d->scene->render(painter);
    }
}

void EvolutionChart::paintFront(QPainter& painter, QSize size) const {
    const QString message = d->message();
    const QRectF area(QPointF(0, 0), size);
    if (message.isEmpty()) {
        paintEvolutionFront(painter, d->painted(size));
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    if (d->tensor && !EvolutionText(d->data, *d->tensor).emptySentence().isEmpty()) {
        paintEvolutionSummary(painter, area, style, EvolutionText(d->data, *d->tensor));
    } else {
        paintMessage(painter, area, style, message);
    }
}

void EvolutionChart::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        ChartPane::mousePressEvent(event);
        return;
    }
    d->calloutAtSelection = false;
    d->pressed = event->position();
    d->pressedView = d->view;
    d->dragging = false;
}

void EvolutionChart::mouseMoveEvent(QMouseEvent* event) {
    const QPointF position = event->position();
    if (d->pressed && (event->buttons() & Qt::LeftButton) && d->isCurrent()) {
        const double moved = position.x() - d->pressed->x();
        if (!d->dragging && std::abs(moved) >= QGuiApplication::styleHints()->startDragDistance()) {
            d->dragging = true;
            d->hovered.reset();
            setCursor(Qt::ClosedHandCursor);
        }
        if (d->dragging) {
            const double width = d->painted(size()).layout.plot.width();
            const double by = moved / width * d->pressedView.span();
            d->setView({d->pressedView.low - by, d->pressedView.high - by});
        }
        return;
    }
    const auto sample = d->sampleAt(position);
    if (sample != d->hovered || sample) {
        d->hovered = sample;
        d->pointer = position;
        d->calloutAtSelection = false;
        update();
    }
}

void EvolutionChart::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || !d->pressed) {
        ChartPane::mouseReleaseEvent(event);
        return;
    }
    d->pressed.reset();
    unsetCursor();
    if (std::exchange(d->dragging, false)) {
        return;
    }
    if (const auto axis = d->axisLabelAt(event->position())) {
        setSelectedAxis(axis);
        emit axisClicked(*d->tensor, *axis);
    } else if (const auto sample = d->sampleAt(event->position())) {
        d->select(*sample);
    }
}

void EvolutionChart::mouseDoubleClickEvent(QMouseEvent* event) {
    if (event->button() == Qt::LeftButton) {
        d->pressed.reset();
        resetZoom();
    }
}

void EvolutionChart::leaveEvent(QEvent*) {
    d->hovered.reset();
    update();
}

void EvolutionChart::wheelEvent(QWheelEvent* event) {
    if (!d->isCurrent()) {
        event->ignore();
        return;
    }
    const EvolutionLayout layout = d->painted(size()).layout;
    const QPoint delta = event->angleDelta();
    if (std::abs(delta.x()) > std::abs(delta.y())) {
        const double by = -delta.x() / 1200.0 * d->view.span();
        d->setView({d->view.low + by, d->view.high + by});
    } else if (delta.y() != 0) {
        const double about = std::clamp(layout.toSample(event->position().x()), d->view.low, d->view.high);
        d->zoom(std::pow(kWheelStep, -delta.y() / 120.0), about);
        d->hovered = d->sampleAt(event->position());
        d->pointer = event->position();
    }
    event->accept();
}

void EvolutionChart::keyPressEvent(QKeyEvent* event) {
    const qint64 step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    switch (event->key()) {
        case Qt::Key_Left: d->moveSelection(-step); break;
        case Qt::Key_Right: d->moveSelection(step); break;
        case Qt::Key_Up: d->moveAxis(-1); break;
        case Qt::Key_Down: d->moveAxis(1); break;
        case Qt::Key_PageUp: d->page(-1); break;
        case Qt::Key_PageDown: d->page(1); break;
        case Qt::Key_Plus:
        case Qt::Key_Equal: zoomBy(kKeyStep); break;
        case Qt::Key_Minus: zoomBy(1 / kKeyStep); break;
        case Qt::Key_Home: resetZoom(); break;
        default: ChartPane::keyPressEvent(event); return;
    }
    event->accept();
}

void EvolutionChart::resizeEvent(QResizeEvent* event) {
    ChartPane::resizeEvent(event);
    d->placeButtons();
    if (d->tensor && !d->isExact()) {
        d->refine.start();
    }
}

void EvolutionChart::changeEvent(QEvent* event) {
    ChartPane::changeEvent(event);
    if (d && event->type() == QEvent::FontChange) {
        d->placeButtons();
        d->refine.start();
    }
}

}  // namespace dimscope::charts
