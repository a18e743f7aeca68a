// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chart_pane.h"

#include <QBuffer>
#include <QEvent>
#include <QImageWriter>
#include <QPaintEvent>
#include <QPainter>
#include <QSaveFile>
#include <QSvgGenerator>

namespace dimscope::charts {

namespace {

constexpr int kImageScale = 2;

QString cannotWrite(const QString& path, const QString& reason) {
    return ChartPane::tr("%1: cannot be written: %2").arg(path, reason);
}

}  // namespace

ChartPane::ChartPane(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_OpaquePaintEvent);
}

ChartPane::~ChartPane() = default;

QSize ChartPane::sizeHint() const {
    return {760, 360};
}

QSize ChartPane::minimumSizeHint() const {
    return {240, 120};
}

QImage ChartPane::image(QSize imageSize) const {
    const QSize logical = imageSize.isEmpty() ? size() : imageSize;
    QImage result(logical * kImageScale, QImage::Format_ARGB32_Premultiplied);
    result.setDevicePixelRatio(kImageScale);
    result.setText(QStringLiteral("Title"), accessibleName());
    result.setText(QStringLiteral("Description"), summary());
    QPainter painter(&result);
    paintAll(painter, logical);
    return result;
}

QString ChartPane::savePng(const QString& path) const {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    QImageWriter writer(&file, "png");
    if (!writer.write(image())) {
        return cannotWrite(path, writer.errorString());
    }
    return file.commit() ? QString() : cannotWrite(path, file.errorString());
}

QByteArray ChartPane::svg(QSize imageSize) const {
    const QSize logical = imageSize.isEmpty() ? size() : imageSize;
    QByteArray text;
    QBuffer buffer(&text);
    buffer.open(QIODevice::WriteOnly);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    // With one of the two only, viewers scale the picture by their own idea of a point.
    generator.setSize(logical);
    generator.setViewBox(QRect(QPoint(0, 0), logical));
    generator.setResolution(logicalDpiX());
    generator.setTitle(accessibleName());
    generator.setDescription(summary());
    QPainter painter(&generator);
    paintAll(painter, logical);
    painter.end();
    return text;
}

QString ChartPane::saveSvg(const QString& path) const {
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly)) {
        return cannotWrite(path, file.errorString());
    }
    const QByteArray text = svg();
    if (file.write(text) != text.size() || !file.commit()) {
        return cannotWrite(path, file.errorString());
    }
    return {};
}

void ChartPane::pictureChanged() {
    m_series = QPixmap();
    update();
    describeAgain();
}

void ChartPane::describeAgain() {
    const QString text = spokenText();
    if (text != accessibleDescription()) {
        setAccessibleDescription(text);
    }
}

void ChartPane::paintAll(QPainter& painter, QSize logical) const {
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect(QPoint(0, 0), logical), palette().color(QPalette::Base));
    m_surface = Surface::file;
    paintBack(painter, logical);
    paintSeries(painter, logical);
    paintFront(painter, logical);
    m_surface = Surface::screen;
}

void ChartPane::paintKeptSeries(QPainter& painter) {
    const qreal ratio = devicePixelRatioF();
    const QSize pixels = (QSizeF(size()) * ratio).toSize();
    if (m_series.size() != pixels || !qFuzzyCompare(m_series.devicePixelRatio(), ratio)) {
        m_series = QPixmap(pixels);
        m_series.setDevicePixelRatio(ratio);
        m_series.fill(Qt::transparent);
        QPainter seriesPainter(&m_series);
        seriesPainter.setRenderHint(QPainter::Antialiasing);
        seriesPainter.setFont(font());
        paintSeries(seriesPainter, size());
    }
    painter.drawPixmap(QPoint(0, 0), m_series);
}

void ChartPane::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(rect(), palette().color(QPalette::Base));
    paintBack(painter, size());
    paintKeptSeries(painter);
    paintFront(painter, size());
    if (hasFocus() && window()->isActiveWindow()) {
        QColor frame = palette().color(QPalette::Highlight);
        frame.setAlpha(150);
        painter.setPen(QPen(frame, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void ChartPane::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    switch (event->type()) {
        case QEvent::PaletteChange:
        case QEvent::FontChange:
        case QEvent::StyleChange:
        case QEvent::LocaleChange:
            m_series = QPixmap();
            update();
            break;
        default: break;
    }
}

}  // namespace dimscope::charts
