// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/compare_view.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QSplitter>
#include <QStringList>
#include <QVBoxLayout>

#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/compare_charts.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::ChangeTableModel;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    return index.column() == Model::Severity ? severityRuns(index, colors) : plainRuns(index, colors);
}

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Severity: return {10};
        case Model::Place: return {26};
        case Model::Kind: return {18};
        case Model::Before:
        case Model::After: return {14};
        case Model::Message: return {60};
        default: return {};
    }
}

}  // namespace

CompareView::CompareView(session::Workspace& workspace, session::CompareController& controller,
                         QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_controller(controller),
      m_names(new widgets::ElidedLabel),
      m_summary(new widgets::ElidedLabel),
      m_filter(new widgets::FilterEdit),
      m_view(new widgets::TableView(tr("Changes"))),
      m_charts(new CompareCharts),
      m_splitter(new QSplitter(Qt::Vertical)),
      m_messages(new widgets::MessageBar(tr("Message"))),
      m_progress(new widgets::StatusProgress),
      m_swap(new QPushButton(tr("S&wap"))),
      m_choose(new QPushButton(tr("&Choose File…"))),
      m_reload(new QPushButton(tr("&Reload"))) {
    m_filter->setAccessibleName(tr("Filter of the changes"));
    m_filter->setAcceptDrops(false);  // files that are dropped are for the window
    m_filter->setPlaceholderText(tr("Filter: unet, range-grown, warning, -note …"));
    m_swap->setToolTip(tr("What is before becomes after"));
    m_reload->setToolTip(tr("Read the files of the other capture again"));
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view));
    m_view->setDefaultColumns(&columnOf);
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    layOut();
    connect(m_filter, &QLineEdit::textChanged, &m_model, &Model::setFilter);
    connect(m_filter, &widgets::FilterEdit::leaveRequested, this,
            [this] { m_view->setFocus(Qt::OtherFocusReason); });
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_kept = m_current; });
    connect(&m_model, &Model::rowsReordered, this, &CompareView::followReorder);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &CompareView::showChange);
    connect(m_view, &QAbstractItemView::activated, this, &CompareView::goTo);
    connect(m_swap, &QPushButton::clicked, &controller, &session::CompareController::swap);
    connect(m_reload, &QPushButton::clicked, &controller, &session::CompareController::reload);
    connect(m_choose, &QPushButton::clicked, this, &CompareView::chooseRequested);
    connectController();
    showCompared();
}

void CompareView::layOut() {
    auto* top = new QHBoxLayout;
    top->addWidget(m_names, 1);
    for (QPushButton* button : {m_swap, m_reload, m_choose}) {
        button->setAccessibleName(button->text().remove(u'&'));
        button->setAutoDefault(false);
        top->addWidget(button);
    }
    auto* second = new QHBoxLayout;
    second->addWidget(m_filter, 1);
    second->addWidget(m_progress);
    second->addWidget(m_summary);
    m_summary->setForegroundRole(QPalette::PlaceholderText);
    m_summary->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_splitter->setAccessibleName(tr("Changes and charts"));
    m_splitter->addWidget(m_view);
    m_splitter->addWidget(m_charts);
    m_splitter->setChildrenCollapsible(false);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->addLayout(top);
    all->addWidget(m_messages);
    all->addLayout(second);
    all->addWidget(m_splitter, 1);
    setTabOrder(m_filter, m_view);
    setTabOrder(m_view, m_charts->tabs());
}

void CompareView::connectController() {
    using session::CompareController;
    connect(&m_controller, &CompareController::started, this, [this] {
        m_messages->hide();
        m_progress->begin(tr("Loading…"));
        showEmptyText();
    });
    connect(&m_controller, &CompareController::progressed, m_progress, &widgets::StatusProgress::setProgress);
    connect(&m_controller, &CompareController::loaded, this, [this] {
        m_progress->finish();
        showEmptyText();
    });
    connect(&m_controller, &CompareController::cancelled, this, [this] {
        m_progress->finish();
        m_messages->showMessage(widgets::MessageBar::Kind::information,
                                tr("Loading was cancelled; nothing has changed."));
        showEmptyText();
    });
    connect(&m_controller, &CompareController::failed, this, [this](const base::Error& error) {
        m_progress->finish();
        m_messages->showMessage(widgets::MessageBar::Kind::error, QString::fromStdString(error.text()),
                                {{tr("Try Again"), [this] { m_controller.reload(); }}});
        showEmptyText();
    });
    connect(m_progress, &widgets::StatusProgress::cancelRequested, &m_controller, &CompareController::cancel);
    connect(&m_controller, &CompareController::comparedChanged, this, &CompareView::showCompared);
}

void CompareView::showCompared() {
    m_current = nullptr;
    const session::ComparedPtr shown = std::exchange(m_shown, m_controller.compared());
    // The changes live as long as the comparison that holds them.
    m_model.setChanges(m_shown ? Model::ChangesPtr(m_shown, &m_shown->comparison.changes) : nullptr);
    QStringList parts;
    const auto add = [&](base::Severity severity, const QString& one, const QString& many) {
        if (const std::uint64_t count = m_model.count(severity)) {
            parts += widgets::counted(count, one, many);
        }
    };
    add(base::Severity::error, tr("1 error"), tr("%1 errors"));
    add(base::Severity::warning, tr("1 warning"), tr("%1 warnings"));
    add(base::Severity::note, tr("1 note"), tr("%1 notes"));
    m_summary->setFullText(!m_shown          ? QString()
                           : parts.isEmpty() ? tr("no differences")
                                             : parts.join(QStringLiteral(" · ")));
    m_summary->updateGeometry();
    m_names->setFullText(m_shown ? tr("%1  →  %2").arg(m_shown->before.title, m_shown->after.title)
                                 : QString());
    m_swap->setEnabled(m_shown != nullptr);
    m_reload->setEnabled(m_controller.other() != nullptr);
    showCharts();
    showEmptyText();
    showChange();
}

void CompareView::showCharts() {
    const bool hasChanges = m_shown && !m_shown->comparison.equal();
    const bool wasHidden = m_charts->isHidden();
    m_charts->setVisible(hasChanges);
    if (hasChanges && wasHidden) {
        m_splitter->setSizes({m_splitter->height() * 55 / 100, m_splitter->height() * 45 / 100});
    }
}

void CompareView::showEmptyText() {
    if (m_shown) {
        m_view->setEmptyText(m_shown->comparison.equal() ? tr("No differences.")
                                                         : tr("No change fits the filter."));
    } else if (m_controller.isBusy()) {
        m_view->setEmptyText(tr("Comparing…"));
    } else if (!m_workspace.document()) {
        m_view->setEmptyText(tr("Nothing is open to compare with."));
    } else {
        m_view->setEmptyText(tr("Choose a file to compare with, or drop it here."));
    }
}

QString CompareView::summary() const {
    return m_summary->text();
}

QString CompareView::names() const {
    return m_names->text();
}

void CompareView::copyRows() {
    m_view->copyRows();
}

void CompareView::followReorder() {
    // The current change stays current where it is still shown.
    for (int row = 0; m_kept != nullptr && row < m_model.rowCount(); ++row) {
        if (m_model.change(row) == m_kept) {
            m_view->selectRows({row});
            break;
        }
    }
    showChange();
}

void CompareView::showChange() {
    const QModelIndex current = m_view->currentIndex();
    m_current = current.isValid() ? m_model.change(current.row()) : nullptr;
    m_charts->setChange(m_shown, m_current);
}

void CompareView::goTo(const QModelIndex& index) {
    const compare::Change* change = index.isValid() ? m_model.change(index.row()) : nullptr;
    if (change == nullptr || !m_workspace.document()) {
        return;
    }
    const bool isOpenFirst = m_controller.order() == session::CompareOrder::openFirst;
    const compare::Place& place = isOpenFirst ? change->placeBefore : change->placeAfter;
    session::Selection selection;
    selection.module = place.module;
    selection.graph = place.graph;
    if (place.tensor) {
        selection.tensors = {*place.tensor};
        selection.axis = change->axis;
    }
    if (selection == session::Selection{}) {
        m_messages->showMessage(widgets::MessageBar::Kind::information,
                                tr("The open capture does not have it."));
        return;
    }
    m_workspace.select(std::move(selection));
    emit jumped();
}

}  // namespace dimscope::panels
