// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/navigator_panel.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QTreeView>

#include "ui/models/finding_text.h"
#include "ui/models/format.h"
#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/widgets/badge_delegate.h"
#include "ui/widgets/counted.h"

namespace dimscope::panels {

namespace {

/// More graphs than these are not unfolded at once.
constexpr std::size_t kUnfoldedGraphs = 300;

widgets::BadgeDelegate::Row rowOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    widgets::BadgeDelegate::Row row;
    const QString text = index.data(Qt::DisplayRole).toString();
    const bool isSecondary = index.data(models::SecondaryRole).toBool();
    // What stands behind the first dot says less than the name.
    const bool isGraph = index.data(models::GraphIdRole).isValid() && !index.data(models::SideRole).isValid();
    const qsizetype dot = isGraph ? text.indexOf(QStringLiteral(" · ")) : -1;
    const auto face = widgets::TextRun::Face::normal;
    row.text.append({dot < 0 ? text : text.left(dot), isSecondary ? colors.secondary : QColor(), face});
    if (dot >= 0) {
        row.text.append({text.mid(dot), colors.secondary, face});
    }
    if (const QString badge = index.data(models::BadgeRole).toString(); badge != models::noValue()) {
        row.badges.append({badge, colors.secondary, widgets::BadgeDelegate::Frame::rounded,
                           index.data(models::BadgeToolTipRole).toString()});
    }
    const auto counts = index.data(models::FindingCountsRole).value<QList<qulonglong>>();
    for (const auto severity : {base::Severity::error, base::Severity::warning, base::Severity::note}) {
        const qulonglong count = counts.value(static_cast<qsizetype>(severity));
        if (count > 0) {
            row.badges.append({models::severitySign(severity) + QString::number(count),
                               severityColor(colors, severity), widgets::BadgeDelegate::Frame::none,
                               NavigatorPanel::tr("findings: %1").arg(models::countText(count, severity))});
        }
    }
    return row;
}

}  // namespace

NavigatorPanel::NavigatorPanel(session::Workspace& workspace, TensorScope& scope, QWidget* parent)
    : PanelFrame(tr("Navigator"), QStringLiteral("navigator"), parent),
      m_workspace(workspace),
      m_scope(scope),
      m_view(new QTreeView) {
    m_view->setAccessibleName(tr("Navigator"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setHeaderHidden(true);
    m_view->header()->setAccessibleName(tr("Columns of the Navigator"));
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(14);
    m_view->setItemDelegate(new widgets::BadgeDelegate(&rowOf, m_view));
    m_view->setModel(&m_model);
    setContent(m_view);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { takeScope(current); });
    connect(&workspace, &session::Workspace::documentChanged, this, &NavigatorPanel::showDocument);
    connect(&scope, &TensorScope::scopeChanged, this, &NavigatorPanel::showScope);
    showDocument();
}

QWidget* NavigatorPanel::focusTarget() const {
    return m_view;
}

void NavigatorPanel::showDocument() {
    const QScopedValueRollback guard(m_showing, true);
    const session::DocumentPtr document = m_workspace.document();
    m_model.setSnapshot(snapshotOf(document), document ? document->title : QString());
    if (!document) {
        setSummary({});
        return;
    }
    const std::size_t modules = document->capture->modules().size();
    const std::size_t graphs = document->capture->graphs().size();
    setSummary(widgets::counted(modules, tr("1 module"), tr("%1 modules")) + QStringLiteral(" · ") +
               widgets::counted(graphs, tr("1 graph"), tr("%1 graphs")));
    m_view->expandToDepth(graphs <= kUnfoldedGraphs ? 1 : 0);
    showScope();
}

QModelIndex NavigatorPanel::indexOfScope() const {
    const TensorScope::Scope& scope = m_scope.scope();
    if (scope.graph) {
        return m_model.indexOf(*scope.graph, scope.side);
    }
    return scope.module ? m_model.indexOf(*scope.module) : m_model.index(0, 0);
}

void NavigatorPanel::showScope() {
    const QScopedValueRollback guard(m_showing, true);
    const QModelIndex index = indexOfScope();
    if (index.isValid()) {
        m_view->setCurrentIndex(index);
        m_view->scrollTo(index);
    }
}

void NavigatorPanel::takeScope(const QModelIndex& index) {
    if (m_showing || !index.isValid()) {
        return;
    }
    TensorScope::Scope scope;
    if (const QVariant id = index.data(models::ModuleIdRole); id.isValid()) {
        scope.module = base::ModuleId{id.toUInt()};
    }
    if (const QVariant id = index.data(models::GraphIdRole); id.isValid()) {
        scope.graph = base::GraphId{id.toUInt()};
    }
    if (const QVariant side = index.data(models::SideRole); side.isValid()) {
        scope.side = static_cast<module::Side>(side.toInt());
    }
    m_scope.setScope(scope);
}

}  // namespace dimscope::panels
