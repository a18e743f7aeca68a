// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/panel_layout.h"

#include <QAbstractScrollArea>
#include <QDockWidget>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTabBar>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/charts/chart_pane.h"
#include "ui/panels/axes_panel.h"
#include "ui/panels/charts_panel.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/navigator_panel.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/panels/tensors_panel.h"
#include "ui/panels/what_if_view.h"
#include "ui/session/settings.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

/// Raised when the docks change, so that an old state is not restored into a new set.
constexpr int kStateVersion = 2;
constexpr int kMargin = 6;

/// A tab that lies behind another is visible to Qt, but has no region.
bool isSeen(const QWidget& widget) {
    const auto* area = qobject_cast<const QAbstractScrollArea*>(&widget);
    const QWidget& shown = area != nullptr ? *area->viewport() : widget;
    return shown.isVisible() && !shown.visibleRegion().isEmpty();
}

}  // namespace

PanelLayout::PanelLayout(QMainWindow& window, session::Workspace& workspace,
                         session::OverridesDocument& document, session::OverridesJudge& judge,
                         session::OverridesEditor& editor)
    : QObject(&window),
      m_window(window),
      m_scope(workspace),
      m_navigator(new panels::NavigatorPanel(workspace, m_scope)),
      m_tensors(new panels::TensorsPanel(workspace, m_scope)),
      m_axes(new panels::AxesPanel(workspace)),
      m_charts(new panels::ChartsPanel(workspace, m_scope)),
      m_samples(new panels::SamplesPanel(workspace)),
      m_problems(new panels::ProblemsPanel(workspace)),
      m_details(new panels::DetailsPanel(workspace)),
      m_overrides(new panels::OverridesPanel(workspace, document, judge, editor)),
      m_centre(new QSplitter(Qt::Vertical)) {
    m_centre->setObjectName(QStringLiteral("centre"));
    m_centre->setAccessibleName(tr("Tensors, axes and charts"));
    for (QWidget* panel : QList<QWidget*>{m_tensors, m_axes, m_charts}) {
        m_centre->addWidget(panel);
    }
    m_centre->setChildrenCollapsible(false);
    m_centre->setStretchFactor(0, 1);
    m_centre->setStretchFactor(1, 0);
    m_centre->setStretchFactor(2, 2);
    auto* central = new QWidget;
    central->setAccessibleName(tr("Tensors, axes and charts"));
    m_centreLayout = new QVBoxLayout(central);
    m_centreLayout->setContentsMargins(0, 0, 0, 0);
    m_centreLayout->setSpacing(kMargin);
    m_centreLayout->addWidget(m_centre, 1);
    window.setCentralWidget(central);

    window.setDockOptions(QMainWindow::AnimatedDocks | QMainWindow::AllowNestedDocks |
                          QMainWindow::AllowTabbedDocks);
    window.setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    window.setContentsMargins(kMargin, 0, kMargin, 0);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    for (widgets::PanelFrame* panel :
         QList<widgets::PanelFrame*>{m_navigator, m_samples, m_details, m_problems, m_overrides}) {
        m_docks.append(addDock(panel));
    }
    arrange();
}

QDockWidget* PanelLayout::addDock(widgets::PanelFrame* panel) {
    auto* dock = new QDockWidget(panel->title(), &m_window);
    dock->setObjectName(panel->objectName() + QStringLiteral("Dock"));
    dock->setAccessibleName(panel->title());
    dock->setTitleBarWidget(panel->titleBar());
    dock->setWidget(panel);
    return dock;
}

void PanelLayout::arrange() {
    QDockWidget* navigator = m_docks[0];
    QDockWidget* samples = m_docks[1];
    QDockWidget* details = m_docks[2];
    QDockWidget* problems = m_docks[3];
    QDockWidget* overrides = m_docks[4];
    for (QDockWidget* dock : m_docks) {
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
    }
    m_window.addDockWidget(Qt::LeftDockWidgetArea, navigator);
    m_window.splitDockWidget(navigator, samples, Qt::Vertical);
    if (m_window.width() >= kRoomForRightColumn) {
        m_window.addDockWidget(Qt::RightDockWidgetArea, details);
        m_window.splitDockWidget(details, problems, Qt::Vertical);
        m_window.addDockWidget(Qt::BottomDockWidgetArea, overrides);
    } else {
        m_window.tabifyDockWidget(navigator, details);
        m_window.tabifyDockWidget(samples, problems);
        m_window.tabifyDockWidget(problems, overrides);
    }
    for (QDockWidget* dock : m_docks) {
        dock->show();
    }
    navigator->raise();
    samples->raise();
    resize();
}

void PanelLayout::resize() {
    QDockWidget* navigator = m_docks[0];
    QDockWidget* samples = m_docks[1];
    const int width = m_window.width();
    const int height = m_window.height();
    m_window.resizeDocks({navigator, samples}, {height * 55 / 100, height * 45 / 100}, Qt::Vertical);
    if (width >= kRoomForRightColumn) {
        m_window.resizeDocks({navigator, m_docks[2]}, {width * 17 / 100, width * 20 / 100}, Qt::Horizontal);
        m_window.resizeDocks({m_docks[2], m_docks[3]}, {height * 60 / 100, height * 40 / 100}, Qt::Vertical);
        m_window.resizeDocks({m_docks[4]}, {height * 26 / 100}, Qt::Vertical);
    } else {
        m_window.resizeDocks({navigator}, {width * 27 / 100}, Qt::Horizontal);
    }
    m_centre->setSizes({height * 26 / 100, height * 20 / 100, height * 54 / 100});
}

void PanelLayout::reset() {
    arrange();
    for (widgets::TableView* table : tables()) {
        table->resetColumns();
    }
}

QList<widgets::TableView*> PanelLayout::tables() const {
    return {m_tensors->view(),  m_axes->view(),      m_samples->view(),
            m_problems->view(), m_overrides->view(), m_overrides->whatIf()->view()};
}

QStringList PanelLayout::panelNames() {
    return {QStringLiteral("navigator"), QStringLiteral("tensors"),  QStringLiteral("axes"),
            QStringLiteral("samples"),   QStringLiteral("problems"), QStringLiteral("details"),
            QStringLiteral("overrides")};
}

QWidget* PanelLayout::bringUp(const QString& name) {
    for (QDockWidget* dock : m_docks) {
        if (dock->widget()->objectName() == name) {
            dock->show();
            dock->raise();
            return dock;
        }
    }
    for (int i = 0; i < m_centre->count(); ++i) {
        if (m_centre->widget(i)->objectName() == name) {
            return m_centre->widget(i);
        }
    }
    return nullptr;
}

void PanelLayout::addBar(QWidget* bar) {
    m_centreLayout->insertWidget(m_centreLayout->count() - 1, bar);
}

void PanelLayout::save(session::Settings& settings) const {
    settings.docks = m_window.saveState(kStateVersion);
    settings.centre = m_centre->saveState();
    settings.chart = m_charts->currentChart();
    for (const widgets::TableView* table : tables()) {
        settings.columns.insert(table->accessibleName(), table->columnState());
    }
}

void PanelLayout::restore(const session::Settings& settings) {
    if (!m_window.restoreState(settings.docks, kStateVersion)) {
        arrange();
    }
    if (!settings.centre.isEmpty()) {
        m_centre->restoreState(settings.centre);
    }
    m_charts->setCurrentChart(settings.chart);
    for (widgets::TableView* table : tables()) {
        table->restoreColumnState(settings.columns.value(table->accessibleName()).toObject());
    }
}

QList<QWidget*> PanelLayout::focusStops() const {
    return {m_navigator->view(),        m_tensors->view(), m_axes->view(),    m_charts->currentPane(),
            m_overrides->focusTarget(), m_samples->view(), m_details->view(), m_problems->view()};
}

void PanelLayout::moveFocus(int step) {
    const QList<QWidget*> stops = focusStops();
    const auto count = static_cast<int>(stops.size());
    int at = step > 0 ? -1 : count;
    for (int i = 0; i < count; ++i) {
        const QWidget* focus = m_window.focusWidget();
        if (focus != nullptr && (stops[i] == focus || stops[i]->isAncestorOf(focus))) {
            at = i;
        }
    }
    for (int tried = 1; tried <= count; ++tried) {
        QWidget* next = stops[((at + step * tried) % count + count) % count];
        if (isSeen(*next)) {
            next->setFocus(Qt::ShortcutFocusReason);
            return;
        }
    }
}

}  // namespace dimscope::shell
