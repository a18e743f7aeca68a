// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QChart>
#include <QDir>
#include <QFont>
#include <QGraphicsScene>
#include <QImage>
#include <QRegularExpression>
#include <QSet>
#include <QSignalSpy>
#include <QStyleFactory>
#include <QTest>
#include <QWheelEvent>
#include <QXYSeries>

#include "tests/support/sample_data.h"
#include "ui/charts/chart_pane.h"
#include "ui/widgets/theme.h"

namespace dimscope::test {

inline charts::ChartData chartData(const test_support::SampleData& data) {
    return {data.capture, data.analysis};
}

/// One look for all pictures, whatever the machine.
inline void fixLook() {
    QApplication::setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    QApplication::setFont(QFont(QStringLiteral("DejaVu Sans"), 9));
    QApplication::setPalette(widgets::themePalette(widgets::ThemeChoice::light));
}

/// Every warning fails the test but the one that the offscreen platform always prints.
inline void failOnWarnings() {
    QTest::failOnWarning(
        QRegularExpression(QStringLiteral("^(?!This plugin does not support propagateSizeHints)")));
}

inline void showAt(charts::ChartPane& chart, QSize size) {
    chart.resize(size);
    chart.show();
    QVERIFY(QTest::qWaitForWindowExposed(&chart));
}

/// The numbers of what was asked for last are drawn.
inline void settle(charts::ChartPane& chart) {
    QTRY_VERIFY_WITH_TIMEOUT(!chart.isBusy(), 60000);
    chart.repaint();
}

/// The Qt Charts object behind a chart; it stands in the chart's own coordinates.
inline QChart* innerChart(charts::ChartPane& chart) {
    for (QGraphicsScene* scene : chart.findChildren<QGraphicsScene*>()) {
        for (QGraphicsItem* item : scene->items()) {
            if (auto* inner = qobject_cast<QChart*>(item->toGraphicsObject())) {
                return inner;
            }
        }
    }
    return nullptr;
}

/// Visible series of a type, in the order they were added.
template <class Series>
QList<Series*> shownSeries(charts::ChartPane& chart) {
    QList<Series*> found;
    if (QChart* inner = innerChart(chart)) {
        for (QAbstractSeries* series : inner->series()) {
            if (auto* wanted = qobject_cast<Series*>(series); wanted && wanted->isVisible()) {
                found.push_back(wanted);
            }
        }
    }
    return found;
}

inline void wheel(QWidget& widget, QPointF position, int notches) {
    QWheelEvent event(position, widget.mapToGlobal(position), QPoint(), QPoint(0, notches * 120),
                      Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(&widget, &event);
}

inline void moveTo(QWidget& widget, QPointF position, Qt::MouseButtons buttons = Qt::NoButton) {
    QMouseEvent event(QEvent::MouseMove, position, widget.mapToGlobal(position), Qt::NoButton, buttons,
                      Qt::NoModifier);
    QApplication::sendEvent(&widget, &event);
}

inline void drag(QWidget& widget, QPointF from, QPointF to) {
    QTest::mousePress(&widget, Qt::LeftButton, Qt::NoModifier, from.toPoint());
    moveTo(widget, (from + to) / 2, Qt::LeftButton);
    moveTo(widget, to, Qt::LeftButton);
    QTest::mouseRelease(&widget, Qt::LeftButton, Qt::NoModifier, to.toPoint());
}

/// Different colours of a picture, counted up to a few.
inline int colorCount(const QImage& image) {
    QSet<QRgb> colors;
    for (int y = 0; y < image.height(); y += 2) {
        for (int x = 0; x < image.width() && colors.size() < 64; x += 2) {
            colors.insert(image.pixel(x, y));
        }
    }
    return static_cast<int>(colors.size());
}

/// Takes the chart as it stands on the screen and keeps the picture.
inline QImage grabAs(charts::ChartPane& chart, const QString& name) {
    QDir().mkpath(QStringLiteral(DIMSCOPE_GRAB_DIR));
    const QImage image = chart.grab().toImage();
    image.save(QStringLiteral(DIMSCOPE_GRAB_DIR "/%1.png").arg(name));
    return image;
}

/// Keeps light and dark pictures; both must show something, on their own background.
inline void checkBothThemes(charts::ChartPane& chart, const QString& name) {
    for (const auto theme : {widgets::ThemeChoice::light, widgets::ThemeChoice::dark}) {
        const QPalette palette = widgets::themePalette(theme);
        chart.setPalette(palette);
        const QImage image = grabAs(chart, name + QLatin1Char('-') + widgets::themeName(theme));
        QCOMPARE(image.pixelColor(image.width() - 3, 3), palette.color(QPalette::Base));
        QVERIFY2(colorCount(image) > 8, qPrintable(name));
    }
    chart.setPalette(widgets::themePalette(widgets::ThemeChoice::light));
}

}  // namespace dimscope::test
