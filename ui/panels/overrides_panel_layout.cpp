// SPDX-License-Identifier: GPL-3.0-or-later
// How the overrides panel is built: rows of controls, tables and menus.
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/override_delegate.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::OverrideTableModel;
using Problems = models::ProblemTableModel;
using session::OverridesEditor;

/// Rows of axes that the panel never gets lower than.
constexpr int kLeastRows = 3;

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Axis: return {6};
        case Model::Seen: return {18};
        case Model::Kind: return {11};
        case Model::Symbol: return {14};
        case Model::Min:
        case Model::Opt:
        case Model::Max: return {10};
        case Model::Batch: return {7};
        case Model::Multiplier: return {7};
        default: return {};
    }
}

widgets::ColumnLayout::Column problemColumnOf(int column) {
    switch (column) {
        case Problems::Severity: return {10};
        case Problems::Message: return {60};
        default: return {18, true};
    }
}

std::optional<widgets::TextRuns> problemRuns(const QModelIndex& index, const widgets::ThemeColors& colors) {
    const QVariant axis = index.data(models::AxisRole);
    if (index.column() == Problems::Severity) {
        return severityRuns(index, colors);
    }
    widgets::TextRuns runs = plainRuns(index, colors);
    if (index.column() == Problems::Message && axis.isValid()) {
        runs.prepend({OverridesPanel::tr("axis %1: ").arg(axis.toInt()), colors.secondary,
                      widgets::TextRun::Face::normal});
    }
    return runs;
}

QHBoxLayout* rowLayout(QWidget* row) {
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->setSpacing(8);
    return layout;
}

}  // namespace

QWidget* OverridesPanel::makeNameRow() {
    auto* row = new QWidget;
    QHBoxLayout* layout = rowLayout(row);
    const auto add = [&](const QString& label, QLineEdit* edit, const QString& name, int stretch) {
        auto* word = new QLabel(label);
        word->setBuddy(edit);
        edit->setAccessibleName(name);
        edit->setMinimumWidth(90);
        edit->installEventFilter(this);
        layout->addWidget(word);
        layout->addWidget(edit, stretch);
    };
    add(tr("Name"), m_name, tr("Name of the tensor in the target"), 2);
    m_name->setToolTip(tr("Name of the tensor in the target; empty: its path"));
    add(tr("Note"), m_note, tr("Note on the tensor"), 3);
    return row;
}

QWidget* OverridesPanel::makeFootRow() {
    auto* row = new QWidget;
    QHBoxLayout* layout = rowLayout(row);
    m_coverage->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_coverage->setMinimumWidth(150);
    layout->addWidget(m_coverage, 1);
    const auto add = [&](QToolButton* button, const QString& text, const QString& tip) {
        button->setText(text);
        button->setAccessibleName(QString(text).remove(QStringLiteral(" ▾")));
        button->setToolTip(tip);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setFocusPolicy(Qt::StrongFocus);
        layout->addWidget(button);
    };
    add(m_accept, tr("Accept inferred ▾"), tr("Take over what the samples say"));
    add(m_copy, tr("Copy to symbol"),
        tr("State the range of this axis on every axis of the graph that shares its symbol"));
    add(m_reset, tr("Reset ▾"), tr("Remove what was stated"));
    return row;
}

void OverridesPanel::makeMenus() {
    using Reach = OverridesEditor::Reach;
    const auto addAccept = [this](const QString& text, Reach reach) {
        return m_accept->menu()->addAction(text, this, [this, reach] {
            if (m_model.tensor()) {
                m_editor->acceptInferred(*m_model.tensor(), reach, currentAxis());
            }
        });
    };
    const auto addReset = [this](const QString& text, Reach reach) {
        return m_reset->menu()->addAction(text, this, [this, reach] {
            if (m_model.tensor()) {
                m_editor->reset(*m_model.tensor(), reach);
            }
        });
    };
    for (QToolButton* button : {m_accept, m_reset}) {
        button->setMenu(new QMenu(button));
        button->setPopupMode(QToolButton::InstantPopup);
    }
    m_acceptAxis = addAccept(tr("This axis"), Reach::axis);
    addAccept(tr("This tensor"), Reach::tensor);
    addAccept(tr("This graph"), Reach::graph);
    addAccept(tr("Everything"), Reach::all);
    m_resetTensor = addReset(tr("This tensor"), Reach::tensor);
    addReset(tr("This graph"), Reach::graph);
    addReset(tr("Everything"), Reach::all);
    connect(m_copy, &QToolButton::clicked, this, [this] {
        if (m_model.tensor() && currentAxis()) {
            m_editor->copyToSymbol(*m_model.tensor(), *currentAxis());
        }
    });
}

void OverridesPanel::setUpTable() {
    const auto symbols = [this] {
        return m_model.tensor() ? m_editor->symbols(*m_model.tensor()) : QStringList();
    };
    const auto picks = [this] {
        const session::DocumentPtr document = m_workspace.document();
        const auto tensor = m_model.tensor();
        const bool hasSamples =
            document && tensor &&
            !document->capture->graph(document->capture->tensor(*tensor).graph).isSummary();
        return hasSamples ? Model::optWords() : QStringList();
    };
    m_view->setItemDelegate(new OverrideDelegate(symbols, picks, m_view));
    m_view->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                            QAbstractItemView::AnyKeyPressed);
    m_view->setDefaultColumns(&columnOf);
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    // At most a few rows, in the order of the shape: there is nothing to sort.
    m_view->setSortingEnabled(false);
    m_view->installEventFilter(this);
    m_view->setMinimumHeight(m_view->horizontalHeader()->sizeHint().height() +
                             kLeastRows * m_view->verticalHeader()->defaultSectionSize());
}

QWidget* OverridesPanel::makeAxesPage() {
    setUpTable();
    m_problemsView->setItemDelegate(new widgets::CellDelegate(&problemRuns, m_problemsView));
    m_problemsView->setDefaultColumns(&problemColumnOf);
    m_problemsView->setRowsToText(rowsAsTsv(m_problems));
    m_problemsView->setModel(&m_problems);
    m_problemsView->setSortingEnabled(false);
    m_problemsView->horizontalHeader()->hide();
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(makeNameRow());
    layout->addWidget(m_view, 1);
    layout->addWidget(m_problemsView);
    layout->addWidget(makeFootRow());
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Overrides of the tensor"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    const QList<QWidget*> stops{m_name, m_note, m_view, m_problemsView, m_accept, m_copy, m_reset};
    for (qsizetype i = 0; i + 1 < stops.size(); ++i) {
        setTabOrder(stops[i], stops[i + 1]);
    }
    return scroll;
}

}  // namespace dimscope::panels
