// SPDX-License-Identifier: GPL-3.0-or-later
// How the overrides panel is built: rows of controls, tables and menus.
#include <QAction>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <array>
#include <utility>

#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/override_delegate.h"
#include "ui/panels/overrides_panel.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/line_edit.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::OverrideTableModel;
using Problems = models::ProblemTableModel;
using session::OverridesEditor;

/// Rows of axes that the panel never gets lower than.
constexpr int kLeastRows = 2;

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
    const auto add = [&](const QString& label, widgets::LineEdit* edit, const QString& name, int stretch) {
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
    add(m_axisMenu, tr("Axis ▾"), tr("Opt, symbol and range of the current axis"));
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
}

void OverridesPanel::makeAxisMenu() {
    const auto add = [this](const QString& text, const QKeySequence& key, const auto& act) {
        auto* action = new QAction(text, this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        m_view->addAction(action);
        connect(action, &QAction::triggered, this, [this, act] {
            if (m_model.tensor() && currentAxis()) {
                act(*m_model.tensor(), *currentAxis());
            }
        });
        return action;
    };
    const std::array picks{std::pair(overrides::OptChoice::largest, QKeySequence(tr("Ctrl+L"))),
                           std::pair(overrides::OptChoice::median, QKeySequence(tr("Ctrl+M"))),
                           std::pair(overrides::OptChoice::mostFrequent, QKeySequence(tr("Ctrl+T")))};
    const QStringList words = Model::optWords();
    for (std::size_t i = 0; i < picks.size(); ++i) {
        const overrides::OptChoice choice = picks[i].first;
        m_picks += add(tr("Opt: %1 size seen").arg(words.at(static_cast<int>(i))), picks[i].second,
                       [this, choice](base::TensorId tensor, std::size_t axis) {
                           m_editor->pickOpt(tensor, axis, choice);
                       });
    }
    m_rename = add(tr("Rename symbol everywhere…"), QKeySequence(tr("Shift+F2")),
                   [this](base::TensorId, std::size_t) { askForSymbol(); });
    m_copy = add(tr("Copy range to symbol"), QKeySequence(tr("Ctrl+D")),
                 [this](base::TensorId tensor, std::size_t axis) { m_editor->copyToSymbol(tensor, axis); });
    m_copy->setToolTip(tr("State the range of this axis on every axis of the graph that shares its symbol"));
    m_axisMenu->setMenu(new QMenu(m_axisMenu));
    m_axisMenu->setPopupMode(QToolButton::InstantPopup);
    m_axisMenu->menu()->addActions(m_picks);
    m_axisMenu->menu()->addSeparator();
    m_axisMenu->menu()->addActions({m_rename, m_copy});
}

void OverridesPanel::askForSymbol() {
    const base::TensorId tensor = *m_model.tensor();
    const std::size_t axis = *currentAxis();
    const QString present =
        m_model.index(static_cast<int>(axis), Model::Symbol).data(Qt::EditRole).toString();
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("renameSymbolDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Rename Symbol"));
    dialog->setLabelText(tr("New name of %1 wherever it stands in the graph:").arg(present));
    dialog->setTextValue(present);
    connect(dialog, &QInputDialog::textValueSelected, this, [this, tensor, axis](const QString& text) {
        // Another tensor may be shown by now, another capture not: the dialog is modal.
        if (m_editor && m_model.tensor() && !text.trimmed().isEmpty()) {
            m_editor->renameSymbol(tensor, axis, text.trimmed());
        }
    });
    dialog->open();
}

void OverridesPanel::setUpTable() {
    const auto symbols = [this] {
        return m_model.tensor() ? m_editor->symbols(*m_model.tensor()) : QStringList();
    };
    const auto picks = [this] { return hasSamples() ? Model::optWords() : QStringList(); };
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
    auto* scroll = new QScrollArea;
    scroll->setAccessibleName(tr("Overrides of the tensor"));
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidgetResizable(true);
    scroll->setWidget(page);
    // Low panels scroll, down to the head of the table and one row.
    scroll->setMinimumHeight(m_view->horizontalHeader()->sizeHint().height() +
                             m_view->verticalHeader()->defaultSectionSize());
    // What is covered and the buttons stay in sight however low the panel is.
    auto* whole = new QWidget;
    auto* rows = new QVBoxLayout(whole);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(scroll, 1);
    rows->addWidget(makeFootRow());
    const QList<QWidget*> stops{m_name, m_note, m_view, m_problemsView, m_accept, m_axisMenu, m_reset};
    for (qsizetype i = 0; i + 1 < stops.size(); ++i) {
        setTabOrder(stops[i], stops[i + 1]);
    }
    return whole;
}

}  // namespace dimscope::panels
