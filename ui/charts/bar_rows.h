// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QRectF>
#include <memory>
#include <optional>
#include <vector>

#include "ui/charts/bar_chart_scene.h"
#include "ui/charts/callout.h"
#include "ui/charts/chart_pane.h"
#include "ui/charts/chart_style.h"

class QScrollBar;

namespace dimscope::charts {

/// Where the rows of a bar chart lie, in widget coordinates. Only whole rows are shown; the rest scrolls.
struct RowsLayout {
    QRectF labels;
    QRectF plot;    ///< the rows that are shown, exactly
    QRectF axis;    ///< numbers under the plot
    QRectF legend;  ///< empty where there is no room
    double rowHeight = 20;
    int first = 0;  ///< first row shown
    int count = 0;  ///< rows shown

    [[nodiscard]] QRectF row(int index) const {
        return {0, plot.top() + (index - first) * rowHeight, plot.right(), rowHeight};
    }
    [[nodiscard]] bool shows(int index) const { return index >= first && index < first + count; }
};

/// What bar charts share: rows with labels at the left, scrolling, hover, a current row for the keyboard
/// (up, down, Page Up, Page Down, Home, End; Return activates).
class BarRowsPane : public ChartPane {
    Q_OBJECT

 public:
    explicit BarRowsPane(QWidget* parent = nullptr);
    ~BarRowsPane() override;

 protected:
    [[nodiscard]] virtual int rowCount() const = 0;
    [[nodiscard]] virtual QString rowLabel(int row) const = 0;
    [[nodiscard]] virtual QFont labelFont(const ChartStyle& style) const;
    /// Verdict whose sign stands before the label.
    [[nodiscard]] virtual std::optional<module::Verdict> rowSign(int row) const = 0;
    [[nodiscard]] virtual Callout rowCallout(int row, QPointF pointer) const = 0;
    /// A click at a place of a row, or Return on it (no place).
    virtual void activate(int row, std::optional<QPointF> place) = 0;
    /// Room left and right of the bars, within the plot, for values at their ends.
    [[nodiscard]] virtual double leftInset(const ChartStyle& style) const = 0;
    [[nodiscard]] virtual double rightInset(const ChartStyle& style) const = 0;

    [[nodiscard]] RowsLayout rowsLayout(QSize size, const ChartStyle& style) const;
    /// Part of the plot in which bars stand.
    [[nodiscard]] QRectF barsArea(const RowsLayout& layout, const ChartStyle& style) const;
    /// Row stripes of the current and the pointed row, and row labels.
    void paintRowsBack(QPainter& painter, const RowsLayout& layout, const ChartStyle& style) const;
    void paintRowsCallout(QPainter& painter, const RowsLayout& layout, const ChartStyle& style) const;
    [[nodiscard]] BarChartScene& scene() const;

    /// Rows have changed: scrolls to the start and drops the current row.
    void rowsChanged();
    void setCurrentRow(std::optional<int> row);
    [[nodiscard]] std::optional<int> currentRow() const { return m_current; }
    void revealRow(int row);
    [[nodiscard]] std::optional<int> rowAt(QPointF position) const;
    /// The row under the mouse; forgotten when the keyboard takes over.
    [[nodiscard]] std::optional<int> pointedRow() const { return m_pointed; }
    void forgetPointed();

    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void updateScrollBar();
    void moveCurrent(int to);

    mutable std::unique_ptr<BarChartScene> m_scene;
    QScrollBar* m_scrollBar;
    double m_labelWidth = 0;
    std::optional<int> m_current;
    std::optional<int> m_pressed;
    std::optional<int> m_pointed;
    QPointF m_pointer;
    bool m_calloutAtCurrent = false;
};

}  // namespace dimscope::charts
