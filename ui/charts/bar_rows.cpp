// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_rows.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "ui/charts/verdict_mark.h"
#include "ui/widgets/text_runs.h"

namespace dimscope::charts {

namespace {

constexpr double kMargin = 10;
constexpr double kSignWidth = 16;
constexpr double kTallestRow = 36;
constexpr double kNarrowestLabels = 44;  ///< the name of the scale stands in their column too
constexpr double kLegendFrom = 150;      ///< height below which the legend gives way to the rows

}  // namespace

BarRowsPane::BarRowsPane(QWidget* parent)
    : ChartPane(parent), m_scrollBar(new QScrollBar(Qt::Vertical, this)) {
    m_scrollBar->hide();
    m_scrollBar->setAccessibleName(tr("Rows of the chart"));
    connect(m_scrollBar, &QScrollBar::valueChanged, this, [this] { pictureChanged(); });
}

BarRowsPane::~BarRowsPane() = default;

BarChartScene& BarRowsPane::scene() const {
    if (!m_scene) {
        m_scene = std::make_unique<BarChartScene>(const_cast<BarRowsPane*>(this));
    }
    return *m_scene;
}

QFont BarRowsPane::labelFont(const ChartStyle& style) const {
    return style.font;
}

RowsLayout BarRowsPane::rowsLayout(QSize size, const ChartStyle& style) const {
    RowsLayout layout;
    const double line = style.lineHeight();
    const double smallest = line + 5;
    const double legend = size.height() >= kLegendFrom ? line + 8 : 0;
    const double top = 8;
    const double axis = line + 8;
    const double room = std::max(smallest, size.height() - top - axis - legend);
    const int fitting = std::max(1, static_cast<int>(room / smallest));
    layout.count = std::min(fitting, rowCount());
    layout.rowHeight = std::floor(std::clamp(room / std::max(1, layout.count), smallest, kTallestRow));
    layout.first = std::clamp(m_scrollBar->value(), 0, std::max(0, rowCount() - layout.count));
    const double labels = std::min(std::max(m_labelWidth, kNarrowestLabels), size.width() * 0.35);
    const double left = kMargin + kSignWidth + labels + 10;
    const double scrollBar = layout.count < rowCount() ? m_scrollBar->sizeHint().width() : 0;
    const double right = std::max(left + 20, size.width() - kMargin - scrollBar);
    layout.labels = QRectF(kMargin, top, left - kMargin - 10, layout.count * layout.rowHeight);
    layout.plot = QRectF(left, top, right - left, layout.count * layout.rowHeight);
    layout.axis = QRectF(left, layout.plot.bottom(), right - left, axis);
    if (legend > 0) {
        layout.legend = QRectF(kMargin, layout.axis.bottom(), size.width() - 2 * kMargin, legend);
    }
    return layout;
}

QRectF BarRowsPane::barsArea(const RowsLayout& layout, const ChartStyle& style) const {
    QRectF area = layout.plot.adjusted(leftInset(style), 0, -rightInset(style), 0);
    if (area.width() < 10) {
        area.setWidth(10);
    }
    return area;
}

void BarRowsPane::paintRowsBack(QPainter& painter, const RowsLayout& layout, const ChartStyle& style) const {
    const auto stripe = [&](int row, int alpha) {
        if (layout.shows(row)) {
            QColor color = style.colors.selection;
            color.setAlpha(alpha);
            painter.fillRect(layout.row(row), color);
        }
    };
    if (surface() == Surface::screen && m_pointed && m_pointed != m_current) {
        stripe(*m_pointed, 110);
    }
    if (surface() == Surface::screen && m_current) {
        stripe(*m_current, 255);
    }
    const QFont labels = labelFont(style);
    for (int row = layout.first; row < layout.first + layout.count; ++row) {
        const QRectF place = layout.row(row);
        QRectF text(layout.labels.left(), place.top(), layout.labels.width(), place.height());
        if (const auto sign = rowSign(row)) {
            paintVerdictSign(painter, *sign, QPointF(text.left() + 5, place.center().y()), 8,
                             verdictColor(style.colors, *sign));
            text.setLeft(text.left() + kSignWidth);
        }
        painter.setFont(labels);
        painter.setPen(style.text);
        painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                         QFontMetricsF(labels).elidedText(widgets::shortened(rowLabel(row)), Qt::ElideMiddle,
                                                          text.width() + 1));
    }
}

void BarRowsPane::paintRowsCallout(QPainter& painter, const RowsLayout& layout,
                                   const ChartStyle& style) const {
    std::optional<int> row = m_pointed;
    QPointF anchor = m_pointer;
    if (!row && m_calloutAtCurrent && hasFocus()) {
        row = m_current;
    }
    if (!row || !layout.shows(*row) || surface() == Surface::file) {
        return;
    }
    if (!m_pointed) {
        anchor = QPointF(layout.plot.center().x(), layout.row(*row).bottom() + layout.rowHeight);
    }
    const QRectF bounds(4, 4, layout.plot.right() - 8,
                        std::max(layout.axis.bottom(), layout.legend.bottom()) - 8);
    paintCallout(painter, rowCallout(*row, anchor), anchor, bounds, style);
}

void BarRowsPane::rowsChanged() {
    m_current.reset();
    m_pointed.reset();
    m_pressed.reset();
    const QFontMetricsF metrics(labelFont(ChartStyle::of(*this)));
    m_labelWidth = 0;
    for (int row = 0; row < rowCount(); ++row) {
        m_labelWidth =
            std::max(m_labelWidth, std::ceil(metrics.horizontalAdvance(widgets::shortened(rowLabel(row)))));
    }
    m_scrollBar->setValue(0);
    updateScrollBar();
}

void BarRowsPane::setCurrentRow(std::optional<int> row) {
    if (m_current == row) {
        return;
    }
    m_current = row;
    if (row) {
        revealRow(*row);
    }
    update();
}

void BarRowsPane::revealRow(int row) {
    const RowsLayout layout = rowsLayout(size(), ChartStyle::of(*this));
    if (row < layout.first) {
        m_scrollBar->setValue(row);
    } else if (row >= layout.first + layout.count) {
        m_scrollBar->setValue(row - layout.count + 1);
    }
}

void BarRowsPane::forgetPointed() {
    m_pointed.reset();
    update();
}

void BarRowsPane::updateScrollBar() {
    const RowsLayout layout = rowsLayout(size(), ChartStyle::of(*this));
    const bool scrolls = layout.count < rowCount();
    m_scrollBar->setRange(0, std::max(0, rowCount() - layout.count));
    m_scrollBar->setPageStep(std::max(1, layout.count));
    m_scrollBar->setVisible(scrolls);
    const int width = m_scrollBar->sizeHint().width();
    m_scrollBar->setGeometry(QRect(this->width() - width, static_cast<int>(layout.plot.top()), width,
                                   static_cast<int>(layout.plot.height())));
}

std::optional<int> BarRowsPane::rowAt(QPointF position) const {
    const RowsLayout layout = rowsLayout(size(), ChartStyle::of(*this));
    if (position.y() < layout.plot.top() || position.y() >= layout.plot.bottom() ||
        position.x() > layout.plot.right()) {
        return std::nullopt;
    }
    return layout.first + static_cast<int>((position.y() - layout.plot.top()) / layout.rowHeight);
}

void BarRowsPane::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        ChartPane::mousePressEvent(event);
        return;
    }
    m_calloutAtCurrent = false;
    m_pressed = rowAt(event->position());
}

void BarRowsPane::mouseMoveEvent(QMouseEvent* event) {
    m_pointed = rowAt(event->position());
    m_pointer = event->position();
    m_calloutAtCurrent = false;
    update();
}

void BarRowsPane::mouseReleaseEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        ChartPane::mouseReleaseEvent(event);
        return;
    }
    const auto row = rowAt(event->position());
    if (row && row == std::exchange(m_pressed, std::nullopt)) {
        setCurrentRow(row);
        activate(*row, event->position());
    }
}

void BarRowsPane::leaveEvent(QEvent*) {
    m_pointed.reset();
    update();
}

void BarRowsPane::wheelEvent(QWheelEvent* event) {
    if (!m_scrollBar->isVisible()) {
        event->ignore();
        return;
    }
    m_scrollBar->setValue(m_scrollBar->value() - event->angleDelta().y() / 40);
    m_pointed = rowAt(event->position());
    event->accept();
}

void BarRowsPane::moveCurrent(int to) {
    if (rowCount() == 0) {
        return;
    }
    m_calloutAtCurrent = true;
    m_pointed.reset();
    setCurrentRow(std::clamp(to, 0, rowCount() - 1));
    update();
}

void BarRowsPane::keyPressEvent(QKeyEvent* event) {
    const int current = m_current.value_or(-1);
    const int page = std::max(1, m_scrollBar->pageStep() - 1);
    switch (event->key()) {
        case Qt::Key_Up: moveCurrent(current - 1); break;
        case Qt::Key_Down: moveCurrent(current + 1); break;
        case Qt::Key_PageUp: moveCurrent(current - page); break;
        case Qt::Key_PageDown: moveCurrent(current + page); break;
        case Qt::Key_Home: moveCurrent(0); break;
        case Qt::Key_End: moveCurrent(rowCount() - 1); break;
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Space:
            if (m_current) {
                activate(*m_current, std::nullopt);
            }
            break;
        default: ChartPane::keyPressEvent(event); return;
    }
    event->accept();
}

void BarRowsPane::resizeEvent(QResizeEvent* event) {
    ChartPane::resizeEvent(event);
    updateScrollBar();
    if (m_current) {
        revealRow(*m_current);
    }
}

void BarRowsPane::changeEvent(QEvent* event) {
    ChartPane::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        const std::optional<int> current = m_current;
        rowsChanged();
        setCurrentRow(current);
    }
}

}  // namespace dimscope::charts
