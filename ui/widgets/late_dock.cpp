// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/late_dock.h"

#include <utility>

#include "ui/widgets/panel_frame.h"

namespace dimscope::widgets {

LateDock::LateDock(const QString& title, const QString& objectName, Make make, QWidget* parent)
    : QDockWidget(title, parent), m_panelName(objectName), m_make(std::move(make)) {
    name(title);
    take(new PanelFrame(title, objectName));
}

LateDock::LateDock(PanelFrame* panel, QWidget* parent)
    : QDockWidget(panel->title(), parent), m_panelName(panel->objectName()), m_panel(panel) {
    name(panel->title());
    take(panel);
}

void LateDock::name(const QString& title) {
    setObjectName(m_panelName + QStringLiteral("Dock"));
    setAccessibleName(title);
}

void LateDock::take(PanelFrame* panel) {
    QWidget* before = widget();
    QWidget* titleBefore = titleBarWidget();
    setTitleBarWidget(panel->titleBar());
    setWidget(panel);
    delete before;
    delete titleBefore;
}

PanelFrame* LateDock::panel() {
    if (m_panel == nullptr) {
        m_panel = std::exchange(m_make, {})();
        take(m_panel);
        emit made(m_panel);
    }
    return m_panel;
}

}  // namespace dimscope::widgets
