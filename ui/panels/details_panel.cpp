// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/details_panel.h"

#include <QHeaderView>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

#include "ui/models/finding_text.h"
#include "ui/panels/cell_runs.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/counted.h"

namespace dimscope::panels {

namespace {

/// Shorter values are read in the tree itself.
constexpr int kShortText = 24;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    const auto severity = static_cast<base::Severity>(index.data(DetailTreeModel::SeverityRole).toInt());
    const QString text = index.data(Qt::DisplayRole).toString();
    const auto face = widgets::TextRun::Face::normal;
    if (severity != base::Severity::note && index.column() == DetailTreeModel::Key) {
        return widgets::TextRuns{
            {models::severitySign(severity) + u' ' + text, severityColor(colors, severity), face}};
    }
    const bool isValue = index.column() == DetailTreeModel::Value;
    return widgets::TextRuns{{text, isValue ? QColor() : colors.secondary, face}};
}

}  // namespace

DetailsPanel::DetailsPanel(session::Workspace& workspace, QWidget* parent)
    : PanelFrame(tr("Details"), QStringLiteral("details"), parent),
      m_workspace(workspace),
      m_view(new QTreeView),
      m_text(new QPlainTextEdit) {
    m_view->setAccessibleName(tr("Details"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setUniformRowHeights(true);
    m_view->setIndentation(14);
    m_view->setAllColumnsShowFocus(true);
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view, widgets::CellDelegate::Lines::none));
    m_view->setModel(&m_model);
    m_view->header()->setAccessibleName(tr("Columns of Details"));
    m_view->header()->resizeSection(DetailTreeModel::Key, 24 * fontMetrics().averageCharWidth());
    QFont bold = m_view->header()->font();
    bold.setBold(true);
    m_view->header()->setFont(bold);

    m_text->setAccessibleName(tr("Full text of the selected detail"));
    m_text->setReadOnly(true);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setPlaceholderText(tr("Long values are shown here in full."));

    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setObjectName(QStringLiteral("detailsSplitter"));
    splitter->addWidget(m_view);
    auto* lower = new QWidget;
    lower->setAccessibleName(m_text->accessibleName());
    auto* lowerLayout = new QVBoxLayout(lower);
    lowerLayout->setContentsMargins(0, 0, 0, 0);
    lowerLayout->setSpacing(0);
    auto* line = new QFrame;
    line->setFrameShape(QFrame::HLine);
    line->setForegroundRole(QPalette::Mid);
    line->setAccessibleName(m_text->accessibleName());
    lowerLayout->addWidget(line);
    lowerLayout->addWidget(m_text);
    splitter->addWidget(lower);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setCollapsible(0, false);
    setContent(splitter);

    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this,
            [this](const QModelIndex& current) { showText(current); });
    connect(&workspace, &session::Workspace::documentChanged, this, &DetailsPanel::showSelection);
    connect(&workspace, &session::Workspace::selectionChanged, this, &DetailsPanel::showSelection);
    showSelection();
}

QWidget* DetailsPanel::focusTarget() const {
    return m_view;
}

void DetailsPanel::showSelection() {
    const session::DocumentPtr document = m_workspace.document();
    const session::Selection& selection = m_workspace.selection();
    const bool isShown = document == m_shown && selection.module == m_module && selection.graph == m_graph;
    if (isShown) {
        return;
    }
    m_shown = document;
    m_module = selection.module;
    m_graph = selection.graph;
    m_model.setSource(document, m_module, m_graph);
    m_view->expandToDepth(0);
    const int failures = m_model.failureCount();
    setSummary(failures > 0 ? widgets::counted(static_cast<std::uint64_t>(failures), tr("1 failure"),
                                               tr("%1 failures"))
                            : QString());
    if (m_model.rowCount() > 0) {
        m_view->selectionModel()->setCurrentIndex(m_model.index(0, 0), QItemSelectionModel::NoUpdate);
    }
    showText(m_view->currentIndex());
}

void DetailsPanel::showText(const QModelIndex& index) {
    const QString text = index.data(DetailTreeModel::FullTextRole).toString();
    const bool fits = text.size() < kShortText && !text.contains(u'\n');
    m_text->setPlainText(fits ? QString() : text);
}

}  // namespace dimscope::panels
