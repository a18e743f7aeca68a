// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QRectF>
#include <QSize>
#include <memory>
#include <vector>

class QObject;
class QPainter;

namespace dimscope::charts {

/// A horizontal stacked bar series of Qt Charts: rows from the top, parts of a row from the left. Axes are
/// hidden: labels and grid are drawn by the chart that owns the scene.
class BarChartScene {
 public:
    /// The scene's QObjects become children of `owner`.
    explicit BarChartScene(QObject* owner);
    ~BarChartScene();

    /// A part of every row: its colour (not valid: an invisible spacer) and lengths >= 0, top row first.
    struct Part {
        QColor color;
        QList<double> lengths;
    };

    /// Size of the whole picture and the part of it in which bars stand.
    void setGeometry(QSize size, const QRectF& plot);
    /// Length that fills the plot, and how much of a row's height a bar takes (0 to 1).
    void setScale(double length, double thickness);
    void setParts(const std::vector<Part>& parts);

    void render(QPainter& painter);

 private:
    std::unique_ptr<struct BarChartParts> m_parts;
};

}  // namespace dimscope::charts
