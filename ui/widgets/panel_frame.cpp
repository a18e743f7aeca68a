// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/panel_frame.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/widgets/elided_label.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

namespace {

constexpr qreal kRadius = 4;

}  // namespace

PanelTitleBar::PanelTitleBar(const QString& title, QWidget* parent)
    : QWidget(parent),
      m_layout(new QHBoxLayout(this)),
      m_title(new QLabel(title)),
      m_summary(new ElidedLabel) {
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setTextFormat(Qt::PlainText);
    m_summary->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_layout->setContentsMargins(8, 3, 8, 3);
    m_layout->setSpacing(8);
    m_layout->addWidget(m_title);
    // Takes what the title and the controls leave.
    m_summary->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_layout->addWidget(m_summary, 1);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAccessibleName(title);
    updateColors();
}

QString PanelTitleBar::title() const {
    return m_title->text();
}

void PanelTitleBar::setSummary(const QString& summary) {
    m_summary->setFullText(summary);
    m_summary->updateGeometry();
}

QString PanelTitleBar::summary() const {
    return m_summary->text();
}

void PanelTitleBar::setLeadingWidget(QWidget* widget) {
    m_title->hide();
    m_layout->insertWidget(0, widget, 0, Qt::AlignBottom);
    m_layout->setContentsMargins(6, 4, 8, 0);
}

void PanelTitleBar::addControl(QWidget* widget) {
    m_layout->insertWidget(m_layout->indexOf(m_summary), widget);
}

void PanelTitleBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(palette().color(QPalette::AlternateBase));
    painter.setPen(palette().color(QPalette::Mid));
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, kRadius * 2);
    painter.drawRoundedRect(frame, kRadius, kRadius);
    painter.setRenderHint(QPainter::Antialiasing, false);
    painter.drawLine(rect().bottomLeft(), rect().bottomRight());
}

void PanelTitleBar::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        updateColors();
    }
    QWidget::changeEvent(event);
}

void PanelTitleBar::updateColors() {
    QPalette colors = m_summary->palette();
    const QColor secondary = ThemeColors::of(palette()).secondary;
    if (colors.color(QPalette::WindowText) != secondary) {
        colors.setColor(QPalette::WindowText, secondary);
        m_summary->setPalette(colors);
    }
}

PanelFrame::PanelFrame(const QString& title, const QString& objectName, QWidget* parent)
    : QWidget(parent), m_titleBar(new PanelTitleBar(title, this)), m_layout(new QVBoxLayout(this)) {
    setObjectName(objectName);
    setAccessibleName(title);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    m_layout->addWidget(m_titleBar);
}

QString PanelFrame::title() const {
    return accessibleName();
}

QWidget* PanelFrame::focusTarget() const {
    return m_titleBar;
}

void PanelFrame::setContent(QWidget* content) {
    auto* inner = new QVBoxLayout;
    inner->setContentsMargins(1, 0, 1, 1);
    inner->addWidget(content);
    m_layout->addLayout(inner, 1);
}

void PanelFrame::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(palette().color(QPalette::Base));
    painter.setPen(palette().color(QPalette::Mid));
    const QRectF frame = QRectF(rect()).adjusted(0.5, -kRadius * 2, -0.5, -0.5);
    painter.drawRoundedRect(frame, kRadius, kRadius);
}

}  // namespace dimscope::widgets
