// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/icons.h"

#include <QApplication>
#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPalette>
#include <QSvgRenderer>

namespace dimscope::widgets {

namespace {

QByteArray svgText(const QString& name) {
    QFile file(QStringLiteral(":/dimscope/icons/%1.svg").arg(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Draws an SVG whose strokes say `currentColor` in the palette's button text colour.
class PaletteIconEngine : public QIconEngine {
 public:
    explicit PaletteIconEngine(QByteArray svg) : m_svg(std::move(svg)) {}

    void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State /*state*/) override {
        const auto group = mode == QIcon::Disabled ? QPalette::Disabled : QPalette::Normal;
        const QColor color = QApplication::palette().color(group, QPalette::ButtonText);
        QByteArray svg = m_svg;
        svg.replace("currentColor", color.name().toLatin1());
        QSvgRenderer(svg).render(painter, QRectF(rect));
    }

    QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
        QPixmap pixmap(size);
        pixmap.fill(Qt::transparent);
        QPainter painter(&pixmap);
        paint(&painter, QRect(QPoint(), size), mode, state);
        return pixmap;
    }

    [[nodiscard]] QIconEngine* clone() const override { return new PaletteIconEngine(m_svg); }

 private:
    QByteArray m_svg;
};

}  // namespace

QIcon icon(const QString& name) {
    return QIcon(new PaletteIconEngine(svgText(name)));
}

QIcon applicationIcon() {
    return icon(QStringLiteral("dimscope"));
}

}  // namespace dimscope::widgets
