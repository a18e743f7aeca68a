// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/panel_layout.h"

#include <QAbstractScrollArea>
#include <QChildEvent>
#include <QMainWindow>
#include <QSplitter>
#include <QTabBar>
#include <QVBoxLayout>

#include "ui/charts/chart_pane.h"
#include "ui/panels/axes_panel.h"
#include "ui/panels/charts_panel.h"
#include "ui/panels/details_panel.h"
#include "ui/panels/evidence_panel.h"
#include "ui/panels/findings_panel.h"
#include "ui/panels/navigator_panel.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/problems_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/panels/tensors_panel.h"
#include "ui/session/settings.h"
#include "ui/widgets/late_dock.h"
#include "ui/widgets/panel_frame.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

/// Raised when the docks change, so that an old state is not restored into a new set.
constexpr int kStateVersion = 3;
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
                         session::OverridesEditor& editor, session::LabelEditor& labels)
    : QObject(&window),
      m_window(window),
      m_scope(workspace),
      m_navigator(new panels::NavigatorPanel(workspace, m_scope)),
      m_tensors(new panels::TensorsPanel(workspace, judge, m_scope)),
      m_axes(new panels::AxesPanel(workspace)),
      m_charts(new panels::ChartsPanel(workspace, m_scope)),
      m_samples(new panels::SamplesPanel(workspace)),
      m_centre(new QSplitter(Qt::Vertical)) {
    m_centre->setObjectName(QStringLiteral("centre"));
    m_centre->setAccessibleName(tr("Tensors, axes and charts"));
    for (QWidget* panel : QList<QWidget*>{m_tensors, m_axes, m_charts}) {
        m_centre->addWidget(panel);
    }
    m_centre->setChildrenCollapsible(false);
    m_centre->setStretchFactor(0, 26);
    m_centre->setStretchFactor(1, 20);
    m_centre->setStretchFactor(2, 54);
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
    m_navigatorDock = addDock(new widgets::LateDock(m_navigator, &window));
    m_overridesDock =
        addLate(tr("Overrides"), QStringLiteral("overrides"), [&workspace, &document, &judge, &editor] {
            return new panels::OverridesPanel(workspace, document, judge, editor);
        });
    m_findingsDock = addLate(tr("Findings"), QStringLiteral("findings"),
                             [&workspace] { return new panels::FindingsPanel(workspace); });
    m_samplesDock = addDock(new widgets::LateDock(m_samples, &window));
    m_evidenceDock = addLate(tr("Evidence"), QStringLiteral("evidence"), [this, &workspace, &labels] {
        auto* panel = new panels::EvidencePanel(workspace, m_scope, &labels);
        connect(panel, &panels::EvidencePanel::findingsRequested, this,
                [this] { static_cast<void>(bringUp(QStringLiteral("findings"))); });
        return panel;
    });
    m_detailsDock = addLate(tr("Details"), QStringLiteral("details"),
                            [&workspace] { return new panels::DetailsPanel(workspace); });
    m_problemsDock = addLate(tr("Problems"), QStringLiteral("problems"), [&workspace, &judge] {
        auto* panel = new panels::ProblemsPanel(workspace);
        panel->showOverrides(judge);
        return panel;
    });
    window.installEventFilter(this);
}

widgets::LateDock* PanelLayout::addDock(widgets::LateDock* dock) {
    m_docks.append(dock);
    return dock;
}

widgets::LateDock* PanelLayout::addLate(const QString& title, const QString& name,
                                        std::function<widgets::PanelFrame*()> make) {
    auto* dock = new widgets::LateDock(title, name, std::move(make), &m_window);
    connect(dock, &widgets::LateDock::made, this,
            [this](widgets::PanelFrame* panel) { restoreColumns(*panel); });
    return addDock(dock);
}

panels::ProblemsPanel* PanelLayout::problems() const {
    return static_cast<panels::ProblemsPanel*>(m_problemsDock->panel());
}

panels::DetailsPanel* PanelLayout::details() const {
    return static_cast<panels::DetailsPanel*>(m_detailsDock->panel());
}

panels::OverridesPanel* PanelLayout::overrides() const {
    return static_cast<panels::OverridesPanel*>(m_overridesDock->panel());
}

panels::FindingsPanel* PanelLayout::findings() const {
    return static_cast<panels::FindingsPanel*>(m_findingsDock->panel());
}

panels::EvidencePanel* PanelLayout::evidence() const {
    return static_cast<panels::EvidencePanel*>(m_evidenceDock->panel());
}

bool PanelLayout::isBusy() const {
    const auto* evidence = static_cast<const panels::EvidencePanel*>(m_evidenceDock->madePanel());
    const auto* findings = static_cast<const panels::FindingsPanel*>(m_findingsDock->madePanel());
    return m_tensors->model().isBusy() || m_samples->model().isBusy() || m_charts->currentPane()->isBusy() ||
           (findings != nullptr && findings->model().isBusy()) || (evidence != nullptr && evidence->isBusy());
}

void PanelLayout::makeAll() {
    for (widgets::LateDock* dock : m_docks) {
        static_cast<void>(dock->panel());
    }
}

bool PanelLayout::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::ChildPolished) {
        // Qt makes the tabs of docks that lie behind each other, and gives them no name.
        if (auto* tabs = qobject_cast<QTabBar*>(static_cast<QChildEvent*>(event)->child())) {
            tabs->setAccessibleName(tr("Tabs of panels"));
        }
    }
    if (watched == &m_window && event->type() == QEvent::Paint && !m_isPainted) {
        m_isPainted = true;
        QMetaObject::invokeMethod(this, &PanelLayout::makeAll, Qt::QueuedConnection);
    }
    return QObject::eventFilter(watched, event);
}

void PanelLayout::arrange() {
    for (widgets::LateDock* dock : m_docks) {
        dock->setFloating(false);
        m_window.removeDockWidget(dock);
    }
    m_window.addDockWidget(Qt::LeftDockWidgetArea, m_navigatorDock);
    m_window.splitDockWidget(m_navigatorDock, m_samplesDock, Qt::Vertical);
    const bool isWide = m_window.width() >= kRoomForRightColumn;
    if (isWide) {
        m_window.addDockWidget(Qt::RightDockWidgetArea, m_evidenceDock);
        m_window.splitDockWidget(m_evidenceDock, m_problemsDock, Qt::Vertical);
        m_window.tabifyDockWidget(m_evidenceDock, m_detailsDock);
        m_window.addDockWidget(Qt::BottomDockWidgetArea, m_overridesDock);
        m_window.tabifyDockWidget(m_overridesDock, m_findingsDock);
    } else {
        m_window.tabifyDockWidget(m_navigatorDock, m_detailsDock);
        m_window.tabifyDockWidget(m_detailsDock, m_evidenceDock);
        m_window.tabifyDockWidget(m_samplesDock, m_problemsDock);
        m_window.tabifyDockWidget(m_problemsDock, m_overridesDock);
        m_window.addDockWidget(Qt::BottomDockWidgetArea, m_findingsDock);
    }
    for (widgets::LateDock* dock : m_docks) {
        dock->show();
    }
    // A table of sentences needs the width: where there is little room it shows when it is asked for.
    m_findingsDock->setVisible(isWide);
    m_overridesDock->raise();
    m_evidenceDock->raise();
    m_navigatorDock->raise();
    m_samplesDock->raise();
    resize();
}

void PanelLayout::resize() {
    const int width = m_window.width();
    const int height = m_window.height();
    m_window.resizeDocks({m_navigatorDock, m_samplesDock}, {height * 55 / 100, height * 45 / 100},
                         Qt::Vertical);
    if (width >= kRoomForRightColumn) {
        m_window.resizeDocks({m_navigatorDock, m_evidenceDock}, {width * 17 / 100, width * 21 / 100},
                             Qt::Horizontal);
        m_window.resizeDocks({m_evidenceDock, m_problemsDock}, {height * 72 / 100, height * 28 / 100},
                             Qt::Vertical);
        m_window.resizeDocks({m_overridesDock}, {height * 26 / 100}, Qt::Vertical);
    } else {
        m_window.resizeDocks({m_navigatorDock}, {width * 27 / 100}, Qt::Horizontal);
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
    QList<widgets::TableView*> all = m_centre->findChildren<widgets::TableView*>();
    for (const widgets::LateDock* dock : m_docks) {
        all += dock->findChildren<widgets::TableView*>();
    }
    return all;
}

QStringList PanelLayout::panelNames() {
    return {QStringLiteral("navigator"), QStringLiteral("tensors"),  QStringLiteral("axes"),
            QStringLiteral("samples"),   QStringLiteral("problems"), QStringLiteral("details"),
            QStringLiteral("overrides"), QStringLiteral("findings"), QStringLiteral("evidence")};
}

QWidget* PanelLayout::bringUp(const QString& name) {
    for (widgets::LateDock* dock : m_docks) {
        if (dock->panelName() == name) {
            static_cast<void>(dock->panel());
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
    settings.columns = m_columns;
    for (const widgets::TableView* table : tables()) {
        settings.columns.insert(table->accessibleName(), table->columnState());
    }
}

void PanelLayout::restore(const session::Settings& settings) {
    // Docks get the sizes they had only in a layout that knows its own; it learns it else when it is shown.
    if (!settings.docks.isEmpty()) {
        m_window.layout()->setGeometry(m_window.rect());
    }
    if (!m_window.restoreState(settings.docks, kStateVersion)) {
        arrange();
    }
    if (!settings.centre.isEmpty()) {
        m_centre->restoreState(settings.centre);
    }
    m_charts->setCurrentChart(settings.chart);
    m_columns = settings.columns;
    restoreColumns(*m_centre);
    for (const widgets::LateDock* dock : m_docks) {
        restoreColumns(*dock);
    }
}

void PanelLayout::restorePlaces(const QByteArray& docks, const QByteArray& centre) {
    if (!docks.isEmpty()) {
        m_window.restoreState(docks, kStateVersion);
    }
    if (!centre.isEmpty()) {
        m_centre->restoreState(centre);
    }
}

void PanelLayout::restoreColumns(const QWidget& panel) const {
    for (widgets::TableView* table : panel.findChildren<widgets::TableView*>()) {
        table->restoreColumnState(m_columns.value(table->accessibleName()).toObject());
    }
}

QList<QWidget*> PanelLayout::focusStops() const {
    QList<QWidget*> stops;
    for (const widgets::PanelFrame* panel :
         QList<widgets::PanelFrame*>{m_navigator, m_tensors, m_axes, m_charts}) {
        stops.append(panel->focusTarget());
    }
    for (const widgets::LateDock* dock : m_docks) {
        const widgets::PanelFrame* panel = dock->madePanel();
        if (panel != nullptr && panel != m_navigator) {
            stops.append(panel->focusTarget());
        }
    }
    return stops;
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
