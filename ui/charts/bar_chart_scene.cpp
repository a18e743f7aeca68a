// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/bar_chart_scene.h"

#include <QBarCategoryAxis>
#include <QBarSet>
#include <QChart>
#include <QGraphicsLayout>
#include <QGraphicsScene>
#include <QHorizontalStackedBarSeries>
#include <QLegend>
#include <QPainter>
#include <QPen>
#include <QStringList>
#include <QValueAxis>
#include <algorithm>

namespace dimscope::charts {

struct BarChartParts {
    QGraphicsScene* scene = nullptr;
    QChart* chart = nullptr;
    QHorizontalStackedBarSeries* series = nullptr;
    QValueAxis* length = nullptr;
    QBarCategoryAxis* rows = nullptr;
    QSize size;
    QRectF plot;
};

namespace {

void hide(QAbstractAxis& axis) {
    axis.setVisible(false);
    axis.setLabelsVisible(false);
    axis.setGridLineVisible(false);
}

}  // namespace

BarChartScene::BarChartScene(QObject* owner) : m_parts(std::make_unique<BarChartParts>()) {
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
    m_parts->length = new QValueAxis;
    m_parts->rows = new QBarCategoryAxis;
    hide(*m_parts->length);
    hide(*m_parts->rows);
    chart.addAxis(m_parts->length, Qt::AlignBottom);
    chart.addAxis(m_parts->rows, Qt::AlignLeft);
    m_parts->series = new QHorizontalStackedBarSeries;
    chart.addSeries(m_parts->series);
    m_parts->series->attachAxis(m_parts->length);
    m_parts->series->attachAxis(m_parts->rows);
}

BarChartScene::~BarChartScene() = default;

void BarChartScene::setGeometry(QSize size, const QRectF& plot) {
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

void BarChartScene::setScale(double length, double thickness) {
    m_parts->length->setRange(0, length);
    m_parts->series->setBarWidth(thickness);
}

void BarChartScene::setParts(const std::vector<Part>& parts) {
    const qsizetype rows = parts.empty() ? 0 : parts.front().lengths.size();
    if (m_parts->rows->count() != rows) {
        QStringList names;
        for (qsizetype row = 0; row < rows; ++row) {
            names.push_back(QString::number(row));
        }
        m_parts->rows->clear();
        m_parts->rows->append(names);
    }
    QList<QBarSet*> sets;
    for (const Part& part : parts) {
        auto* set = new QBarSet(QString());
        set->setPen(QPen(Qt::NoPen));
        set->setBrush(part.color.isValid() ? QBrush(part.color) : QBrush(Qt::NoBrush));
        QList<double> lengths = part.lengths;
        std::reverse(lengths.begin(), lengths.end());  // categories count from the bottom
        set->append(lengths);
        sets.push_back(set);
    }
    m_parts->series->clear();
    m_parts->series->append(sets);
}

void BarChartScene::render(QPainter& painter) {
    const QRectF area(QPointF(0, 0), m_parts->size);
    m_parts->scene->render(&painter, area, area);
}

}  // namespace dimscope::charts
