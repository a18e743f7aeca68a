// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/xy_chart_scene.h"

#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QLegend>
#include <QLineSeries>
#include <QPainter>
#include <QScatterSeries>
#include <QValueAxis>

namespace dimscope::charts {

struct XyLaneParts {
    QValueAxis* y = nullptr;
    std::vector<QLineSeries*> lines;
    std::vector<QScatterSeries*> marks;
};

struct XyChartParts {
    QGraphicsScene* scene = nullptr;
    QChart* chart = nullptr;
    QValueAxis* x = nullptr;
    QSize size;
    QRectF plot;
    std::vector<XyLaneParts> lanes;

    void attach(QXYSeries& series, QValueAxis& y) const {
        chart->addSeries(&series);
        series.attachAxis(x);
        series.attachAxis(&y);
    }
};

namespace {

void hide(QValueAxis& axis) {
    axis.setVisible(false);
    axis.setLabelsVisible(false);
    axis.setGridLineVisible(false);
    axis.setTickCount(2);
}

QScatterSeries::MarkerShape shapeOf(std::optional<module::Verdict> verdict) {
    if (!verdict) {
        return QScatterSeries::MarkerShapeRotatedRectangle;
    }
    switch (*verdict) {
        case module::Verdict::fixed: return QScatterSeries::MarkerShapeRectangle;
        case module::Verdict::batch: return QScatterSeries::MarkerShapeTriangle;
        case module::Verdict::dynamic: break;
    }
    return QScatterSeries::MarkerShapeCircle;
}

}  // namespace

XyChartScene::XyChartScene(QObject* owner) : m_parts(std::make_unique<XyChartParts>()) {
    m_parts->scene = new QGraphicsScene(owner);
    m_parts->scene->setItemIndexMethod(QGraphicsScene::NoIndex);
    m_parts->chart = new QChart;
    QChart& chart = *m_parts->chart;
    chart.setAnimationOptions(QChart::NoAnimation);
    chart.setBackgroundVisible(false);
    chart.setDropShadowEnabled(false);
    chart.setMargins(QMargins(0, 0, 0, 0));
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    chart.legend()->hide();
    m_parts->scene->addItem(&chart);
    m_parts->x = new QValueAxis;
    hide(*m_parts->x);
    chart.addAxis(m_parts->x, Qt::AlignBottom);
}

XyChartScene::~XyChartScene() = default;

void XyChartScene::setGeometry(QSize size, const QRectF& plot) {
    if (m_parts->size == size && m_parts->plot == plot) {
        return;
    }
    m_parts->size = size;
    m_parts->plot = plot;
    m_parts->scene->setSceneRect(QRectF(QPointF(0, 0), size));
    m_parts->chart->resize(size);
    m_parts->chart->setPlotArea(plot);
    m_parts->chart->layout()->activate();
}

void XyChartScene::setXRange(double low, double high) {
    m_parts->x->setRange(low, high);
}

void XyChartScene::addLane() {
    XyLaneParts lane;
    lane.y = new QValueAxis;
    hide(*lane.y);
    m_parts->chart->addAxis(lane.y, Qt::AlignLeft);
    m_parts->lanes.push_back(std::move(lane));
}

void XyChartScene::setLanes(const std::vector<Lane>& lanes) {
    while (m_parts->lanes.size() < lanes.size()) {
        addLane();
    }
    for (std::size_t index = 0; index < lanes.size(); ++index) {
        // One plot area holds all lanes: the lane's axis reaches as far beyond its ends as the plot does.
        const Lane& lane = lanes[index];
        const double perPixel = (lane.high - lane.low) / std::max(1.0, lane.plot.height());
        m_parts->lanes[index].y->setRange(lane.low - (m_parts->plot.bottom() - lane.plot.bottom()) * perPixel,
                                          lane.high + (lane.plot.top() - m_parts->plot.top()) * perPixel);
    }
    for (std::size_t index = lanes.size(); index < m_parts->lanes.size(); ++index) {
        setLines(index, {});
        setMarks(index, {});
    }
}

void XyChartScene::setLines(std::size_t lane, const std::vector<Line>& lines) {
    XyLaneParts& parts = m_parts->lanes[lane];
    while (parts.lines.size() < lines.size()) {
        auto* series = new QLineSeries;
        m_parts->attach(*series, *parts.y);
        parts.lines.push_back(series);
    }
    for (std::size_t index = 0; index < parts.lines.size(); ++index) {
        QLineSeries& series = *parts.lines[index];
        const bool used = index < lines.size();
        if (used) {
            series.setPen(lines[index].pen);
            series.replace(lines[index].points);
        } else if (series.count() > 0) {
            series.replace(QList<QPointF>());
        }
        series.setVisible(used);
    }
}

void XyChartScene::setMarks(std::size_t lane, const std::vector<Marks>& marks) {
    XyLaneParts& parts = m_parts->lanes[lane];
    while (parts.marks.size() < marks.size()) {
        auto* series = new QScatterSeries;
        m_parts->attach(*series, *parts.y);
        parts.marks.push_back(series);
    }
    for (std::size_t index = 0; index < parts.marks.size(); ++index) {
        QScatterSeries& series = *parts.marks[index];
        const bool used = index < marks.size();
        if (used) {
            const Marks& mark = marks[index];
            series.setMarkerShape(shapeOf(mark.shape));
            series.setMarkerSize(mark.size);
            series.setBrush(mark.fill);
            series.setPen(mark.edge.isValid() ? QPen(mark.edge, mark.edgeWidth) : QPen(Qt::NoPen));
            series.replace(mark.points);
        } else if (series.count() > 0) {
            series.replace(QList<QPointF>());
        }
        series.setVisible(used);
    }
}

void XyChartScene::render(QPainter& painter) {
    const QRectF area(QPointF(0, 0), m_parts->size);
    m_parts->scene->render(&painter, area, area);
}

}  // namespace dimscope::charts
