// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCursor>
#include <QKeyEvent>
#include <QMouseEvent>
#include <algorithm>
#include <array>
#include <cmath>

#include "ui/charts/ranges_chart_private.h"

namespace dimscope::charts {

namespace {

/// A pointer that moves less has not dragged.
constexpr double kDragFrom = 2;
/// Sizes that were seen catch a handle this near, in pixels.
constexpr double kCatch = 4;
constexpr std::int64_t kFarStep = 10;

bool isMove(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Home || key == Qt::Key_End;
}

/// The sizes of a bar that are known without its samples.
std::vector<std::int64_t> knownSizes(const series::RangeBar& bar) {
    std::vector<std::int64_t> sizes{bar.min, bar.max};
    for (const auto& size : {bar.mode, bar.last}) {
        if (size) {
            sizes.push_back(*size);
        }
    }
    std::sort(sizes.begin(), sizes.end());
    return sizes;
}

}  // namespace

std::optional<RangesChart::Private::Hovered> RangesChart::Private::handleAt(QPointF pointer) const {
    const auto row = message().isEmpty() ? q.rowAt(pointer) : std::nullopt;
    if (!row || !isEditable(*row)) {
        return std::nullopt;
    }
    const ChartStyle style = ChartStyle::of(q);
    const RowsLayout layout = q.rowsLayout(q.size(), style);
    const BandPlace place = BandPlace::of(*band(*row), scale, q.barsArea(layout, style), layout.row(*row));
    const auto handle = place.handleAt(pointer);
    return handle ? std::optional(Hovered{*row, *handle}) : std::nullopt;
}

void RangesChart::Private::begin(int row, BandHandle handle, Edit::By by) {
    const RangeBand own = *band(row);
    edit = Edit{row, handle, by, own, own};
    requestSeen(row);
}

void RangesChart::Private::moveTo(std::int64_t size) {
    const RangeBand to = withValue(edit->before, edit->handle, size);
    if (to.sameSizes(edit->now)) {
        return;
    }
    edit->now = to;
    if (!to.sameSizes(edit->before)) {
        edit->now.origin = RangeBand::Origin::overridden;
    }
    edit->told = true;
    if (edit->by == Edit::By::keyboard &&
        (scale.position(to.max) > scale.high || scale.position(to.min) < scale.low)) {
        updateScale();
    }
    q.update();
    q.describeAgain();
    emit q.bandChanging(to.tensor, to.axis, edit->handle, to.value(edit->handle));
}

void RangesChart::Private::dragTo(double x) {
    if (!edit->told && std::abs(x - edit->pressed) <= kDragFrom) {
        return;
    }
    const ChartStyle style = ChartStyle::of(q);
    const QRectF area = q.barsArea(q.rowsLayout(q.size(), style), style);
    const double target = x + edit->grip;
    std::int64_t size = scale.sizeAt(area, target);
    double nearest = kCatch;
    for (const std::int64_t known : knownSizes(bar(edit->row))) {
        if (const double away = std::abs(scale.x(area, known) - target); known > 0 && away < nearest) {
            nearest = away;
            size = known;
        }
    }
    moveTo(size);
}

void RangesChart::Private::commit() {
    if (!edit) {
        return;
    }
    const RangeBand to = edit->now;
    if (to.sameSizes(edit->before)) {
        cancel();
        return;
    }
    rowBands[static_cast<std::size_t>(edit->row)] = to;
    edit.reset();
    updateScale();
    q.update();
    q.describeAgain();
    emit q.bandChanged(to.tensor, to.axis, to.min, to.opt, to.max);
}

void RangesChart::Private::cancel() {
    if (!edit) {
        return;
    }
    const Edit given = *std::exchange(edit, std::nullopt);
    updateScale();
    q.update();
    q.describeAgain();
    if (given.told) {
        emit q.bandCancelled(given.before.tensor, given.before.axis);
    }
}

void RangesChart::Private::setHovered(std::optional<Hovered> handle) {
    if (hovered == handle) {
        return;
    }
    hovered = handle;
    if (hovered) {
        q.setCursor(Qt::SizeHorCursor);
    } else {
        q.unsetCursor();
    }
    q.update();
}

void RangesChart::Private::setFocused(std::optional<BandHandle> handle) {
    focused = handle;
    if (focused && q.currentRow()) {
        requestSeen(*q.currentRow());
    }
    q.update();
    q.describeAgain();
}

void RangesChart::Private::focusNext(int by) {
    if (!focused) {
        setFocused(by > 0 ? BandHandle::min : BandHandle::max);
        return;
    }
    setFocused(static_cast<BandHandle>((static_cast<int>(*focused) + by + 3) % 3));
}

void RangesChart::Private::followCurrentRow() {
    if (focused) {
        setFocused(q.currentRow() && isEditable(*q.currentRow()) ? focused : std::nullopt);
    }
}

void RangesChart::Private::requestSeen(int row) {
    const series::RangeBar& own = bar(row);
    if (seen && picture->data == seenOf && seen->tensor == own.tensor && seen->axis == own.axis) {
        return;
    }
    seen.reset();
    seenOf = picture->data;
    seenJob.start([from = picture->data, tensor = own.tensor, axis = own.axis] {
        return SeenSizes::compute(from, tensor, axis);
    });
}

std::int64_t RangesChart::Private::nextSeen(int row, std::int64_t from, int direction) const {
    const series::RangeBar& own = bar(row);
    const bool known = seen && seen->tensor == own.tensor && seen->axis == own.axis && !seen->sizes.empty();
    const std::vector<std::int64_t> sizes = known ? seen->sizes : knownSizes(own);
    if (direction > 0) {
        const auto next = std::upper_bound(sizes.begin(), sizes.end(), from);
        return next != sizes.end() ? *next : steppedSize(from, kFarStep);
    }
    const auto next = std::lower_bound(sizes.begin(), sizes.end(), from);
    return next != sizes.begin() ? *std::prev(next) : from - kFarStep;
}

void RangesChart::Private::moveByKey(int key, Qt::KeyboardModifiers modifiers) {
    const int row = *q.currentRow();
    if (!edit) {
        begin(row, *focused, Edit::By::keyboard);
    }
    const std::int64_t from = edit->now.value(*focused);
    const bool far = modifiers.testFlag(Qt::ShiftModifier);
    switch (key) {
        case Qt::Key_Left: moveTo(far ? nextSeen(row, from, -1) : from - 1); break;
        case Qt::Key_Right: moveTo(far ? nextSeen(row, from, 1) : steppedSize(from, 1)); break;
        case Qt::Key_Home: moveTo(bar(row).min); break;
        default: moveTo(bar(row).max); break;
    }
}

bool RangesChart::Private::handleKey(QKeyEvent& event) {
    const int key = event.key();
    if (edit && edit->by == Edit::By::mouse) {
        if (key == Qt::Key_Escape) {
            cancel();
            setHovered(std::nullopt);
        }
        return true;
    }
    if (key == Qt::Key_Escape) {
        if (edit) {
            cancel();
            return true;
        }
        const bool leaves = focused.has_value();
        setFocused(std::nullopt);
        return leaves;
    }
    const bool plain = !(event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    if (!plain || !q.currentRow() || !isEditable(*q.currentRow())) {
        return false;
    }
    if (key == Qt::Key_H) {
        commit();
        q.forgetPointed();
        focusNext(event.modifiers().testFlag(Qt::ShiftModifier) ? -1 : 1);
        return true;
    }
    if (!focused || !isMove(key)) {
        return false;
    }
    // A key that is still held down after Escape does not begin again.
    if (edit || !event.isAutoRepeat()) {
        q.forgetPointed();
        moveByKey(key, event.modifiers());
    }
    return true;
}

bool RangesChart::event(QEvent* event) {
    if (event->type() == QEvent::ShortcutOverride) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if ((d->edit || d->focused) && (key == Qt::Key_Escape || isMove(key))) {
            event->accept();
            return true;
        }
    }
    return BarRowsPane::event(event);
}

void RangesChart::keyPressEvent(QKeyEvent* event) {
    if (d->handleKey(*event)) {
        event->accept();
        return;
    }
    d->commit();
    BarRowsPane::keyPressEvent(event);
    d->followCurrentRow();
}

void RangesChart::keyReleaseEvent(QKeyEvent* event) {
    if (d->edit && d->edit->by == Private::Edit::By::keyboard && isMove(event->key())) {
        if (!event->isAutoRepeat()) {
            d->commit();
        }
        event->accept();
        return;
    }
    BarRowsPane::keyReleaseEvent(event);
}

void RangesChart::focusOutEvent(QFocusEvent* event) {
    if (d->edit && d->edit->by == Private::Edit::By::keyboard) {
        d->commit();
    }
    BarRowsPane::focusOutEvent(event);
}

void RangesChart::mousePressEvent(QMouseEvent* event) {
    if (d->edit && d->edit->by == Private::Edit::By::mouse) {
        event->accept();
        return;
    }
    d->commit();
    const auto handle = event->button() == Qt::LeftButton ? d->handleAt(event->position()) : std::nullopt;
    if (!handle) {
        BarRowsPane::mousePressEvent(event);
        return;
    }
    setCurrentRow(handle->row);
    d->setFocused(handle->handle);
    d->begin(handle->row, handle->handle, Private::Edit::By::mouse);
    const ChartStyle style = ChartStyle::of(*this);
    const QRectF area = barsArea(rowsLayout(size(), style), style);
    d->edit->pressed = event->position().x();
    d->edit->grip =
        std::clamp(d->scale.x(area, d->edit->before.value(handle->handle)), area.left(), area.right()) -
        event->position().x();
    d->setHovered(handle);
}

void RangesChart::mouseMoveEvent(QMouseEvent* event) {
    if (d->edit && d->edit->by == Private::Edit::By::mouse) {
        d->dragTo(event->position().x());
        return;
    }
    BarRowsPane::mouseMoveEvent(event);
    d->setHovered(event->buttons() == Qt::NoButton ? d->handleAt(event->position()) : std::nullopt);
}

void RangesChart::mouseReleaseEvent(QMouseEvent* event) {
    if (!d->edit || d->edit->by != Private::Edit::By::mouse) {
        BarRowsPane::mouseReleaseEvent(event);
        return;
    }
    if (event->button() != Qt::LeftButton) {
        return;
    }
    const int row = d->edit->row;
    const bool clicked = !d->edit->told;
    d->commit();
    d->setHovered(d->handleAt(event->position()));
    if (clicked) {
        activate(row, event->position());
    }
}

void RangesChart::leaveEvent(QEvent* event) {
    if (!d->edit) {
        d->setHovered(std::nullopt);
    }
    BarRowsPane::leaveEvent(event);
}

}  // namespace dimscope::charts
