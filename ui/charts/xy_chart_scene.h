// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QColor>
#include <QList>
#include <QPen>
#include <QPointF>
#include <QRectF>
#include <QSize>
#include <memory>
#include <optional>
#include <vector>

#include "core/module/axis_rule.h"

class QObject;
class QPainter;

namespace dimscope::charts {

/// Line and scatter series of Qt Charts on one x scale, in lanes that each have a y scale of their own.
/// Knows nothing of captures. Axes are hidden: labels and grid are drawn by the chart that owns the scene.
class XyChartScene {
 public:
    /// The scene's QObjects become children of `owner`.
    explicit XyChartScene(QObject* owner);
    ~XyChartScene();

    struct Lane {
        QRectF plot;  ///< where `low` to `high` lies, in widget coordinates
        double low = 0;
        double high = 1;
    };
    struct Line {
        QList<QPointF> points;
        QPen pen;
    };
    struct Marks {
        QList<QPointF> points;
        /// Square, triangle, disc; none: a diamond, for what does not count.
        std::optional<module::Verdict> shape = module::Verdict::fixed;
        double size = 7;
        QColor fill;
        QColor edge;
        double edgeWidth = 1;
    };

    /// Size of the whole picture and the part of it that holds every lane.
    void setGeometry(QSize size, const QRectF& plot);
    void setXRange(double low, double high);
    /// Scales of the lanes, from the top; more or fewer than before add or hide lanes. After setGeometry.
    void setLanes(const std::vector<Lane>& lanes);
    /// Replaces what a lane shows.
    void setLines(std::size_t lane, const std::vector<Line>& lines);
    void setMarks(std::size_t lane, const std::vector<Marks>& marks);

    void render(QPainter& painter);

 private:
    void addLane();

    std::unique_ptr<struct XyChartParts> m_parts;
};

}  // namespace dimscope::charts
