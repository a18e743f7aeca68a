// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/status_progress.h"

#include <QHBoxLayout>
#include <QProgressBar>
#include <QToolButton>

#include "ui/widgets/elided_label.h"
#include "ui/widgets/icons.h"

namespace dimscope::widgets {

StatusProgress::StatusProgress(QWidget* parent)
    : QWidget(parent), m_what(new ElidedLabel), m_bar(new QProgressBar), m_cancel(new QToolButton) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_what);
    layout->addWidget(m_bar);
    layout->addWidget(m_cancel);
    m_bar->setFixedWidth(140);
    m_bar->setMaximumHeight(fontMetrics().height() + 2);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress"));
    m_cancel->setIcon(icon(QStringLiteral("cancel")));
    m_cancel->setAutoRaise(true);
    m_cancel->setToolTip(tr("Cancel"));
    m_cancel->setAccessibleName(tr("Cancel"));
    connect(m_cancel, &QToolButton::clicked, this, &StatusProgress::cancelRequested);
    m_delay.setSingleShot(true);
    m_delay.setInterval(kDelayMs);
    connect(&m_delay, &QTimer::timeout, this, &QWidget::show);
    hide();
}

void StatusProgress::begin(const QString& what) {
    m_running = true;
    setProgress(-1, what);
    if (!isVisible()) {
        m_delay.start();
    }
}

void StatusProgress::setProgress(double fraction, const QString& what) {
    if (!what.isEmpty()) {
        m_what->setFullText(what);
        m_what->updateGeometry();
    }
    m_bar->setMaximum(fraction < 0 ? 0 : 1000);
    m_bar->setValue(fraction < 0 ? 0 : qRound(qMin(fraction, 1.0) * 1000));
}

void StatusProgress::finish() {
    m_running = false;
    m_delay.stop();
    hide();
}

}  // namespace dimscope::widgets
