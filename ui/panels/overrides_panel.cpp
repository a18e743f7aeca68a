// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/overrides_panel.h"

#include <QEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QSet>
#include <QStackedWidget>
#include <QTabBar>
#include <QToolButton>
#include <algorithm>

#include "core/overrides/edits.h"
#include "core/overrides/effective_specs.h"
#include "ui/models/roles.h"
#include "ui/panels/what_if_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/line_edit.h"
#include "ui/widgets/table_view.h"
#include "ui/widgets/text_runs.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::panels {

namespace {

using Model = models::OverrideTableModel;
using session::OverridesEditor;

/// Rows of problems that are seen without scrolling.
constexpr int kStaleMs = 200;  // a judgement that takes longer is told
constexpr int kProblemRows = 2;

std::vector<overrides::Problem> problemsOf(const session::Judged& judged, base::TensorId tensor) {
    std::vector<overrides::Problem> problems;
    for (const overrides::Problem& problem : judged.judgement.problems) {
        if (problem.tensorId == tensor) {
            problems.push_back(problem);
        }
    }
    return problems;
}

/// Symbols of the tensor's spec that overridden tensors of its graph state.
QStringList symbolsFollowed(const session::Judged& judged, base::TensorId tensor) {
    const capture::Graph& graph = judged.capture->graph(judged.capture->tensor(tensor).graph);
    const overrides::GraphOverrides* stated =
        judged.set->find(judged.capture->module(graph.module).name, graph.name);
    QStringList followed;
    for (const overrides::Dim& dim : judged.judgement.spec(tensor).shape) {
        const auto states = [&dim](const overrides::TensorOverride& other) {
            return std::find(other.shape.begin(), other.shape.end(), dim) != other.shape.end();
        };
        const auto* symbol = std::get_if<std::string>(&dim);
        if (symbol != nullptr && stated != nullptr &&
            std::any_of(stated->tensors.begin(), stated->tensors.end(), states)) {
            followed += QString::fromStdString(*symbol);
        }
    }
    followed.removeDuplicates();
    return followed;
}

QString originText(const session::Judged& judged, base::TensorId tensor, bool isStated) {
    if (isStated) {
        return OverridesPanel::tr("overridden");
    }
    if (judged.judgement.origins[tensor.value] != overrides::SpecOrigin::follows) {
        return OverridesPanel::tr("inferred");
    }
    return OverridesPanel::tr("follows %1").arg(symbolsFollowed(judged, tensor).join(QStringLiteral(", ")));
}

}  // namespace

OverridesPanel::OverridesPanel(session::Workspace& workspace, session::OverridesDocument& document,
                               session::OverridesJudge& judge, session::OverridesEditor& editor,
                               QWidget* parent)
    : PanelFrame(tr("Overrides"), QStringLiteral("overrides"), parent),
      m_workspace(workspace),
      m_document(document),
      m_judge(judge),
      m_editor(&editor),
      m_tabs(new QTabBar),
      m_pages(new QStackedWidget),
      m_whatIf(new WhatIfView(workspace, judge)),
      m_name(new widgets::LineEdit),
      m_note(new widgets::LineEdit),
      m_view(new widgets::TableView(tr("Overrides"))),
      m_problemsView(new widgets::TableView(tr("Problems of the tensor"))),
      m_coverage(new widgets::ElidedLabel),
      m_accept(new QToolButton),
      m_axisMenu(new QToolButton),
      m_reset(new QToolButton) {
    m_tabs->setAccessibleName(tr("Overrides"));
    m_tabs->setDrawBase(false);
    m_tabs->setExpanding(false);
    m_tabs->setElideMode(Qt::ElideNone);
    m_tabs->addTab(tr("Overrides"));
    m_tabs->addTab(tr("What if"));
    m_pages->setAccessibleName(tr("Overrides"));
    m_pages->addWidget(makeAxesPage());
    m_pages->addWidget(m_whatIf);
    titleBar()->setLeadingWidget(m_tabs);
    setContent(m_pages);
    makeMenus();
    makeAxisMenu();
    connectModel();
    connectSession();
    refresh();
}

QString OverridesPanel::coverage() const {
    return m_coverage->text();
}

void OverridesPanel::setCurrentTab(Tab tab) {
    m_tabs->setCurrentIndex(tab);
}

QWidget* OverridesPanel::focusTarget() const {
    return m_tabs->currentIndex() == WhatIf ? static_cast<QWidget*>(m_whatIf->edit()) : m_view;
}

void OverridesPanel::connectModel() {
    // In the name of the editor: it hears nothing once it is gone.
    OverridesEditor* editor = m_editor;
    connect(&m_model, &Model::dimEdited, editor, [editor](base::TensorId tensor, int axis, const auto& dim) {
        editor->setDim(tensor, static_cast<std::size_t>(axis), dim);
    });
    connect(&m_model, &Model::boundEdited, editor,
            [editor](base::TensorId tensor, int axis, int column, qint64 size) {
                const auto bound = column == Model::Min   ? OverridesEditor::Bound::min
                                   : column == Model::Opt ? OverridesEditor::Bound::opt
                                                          : OverridesEditor::Bound::max;
                editor->setBound(tensor, static_cast<std::size_t>(axis), bound, size);
            });
    connect(&m_model, &Model::optPicked, editor,
            [editor](base::TensorId tensor, int axis, overrides::OptChoice choice) {
                editor->pickOpt(tensor, static_cast<std::size_t>(axis), choice);
            });
    connect(
        &m_model, &Model::batchEdited, editor,
        [editor](base::TensorId tensor, std::optional<std::int64_t> axis,
                 std::optional<std::int64_t> multiplier) { editor->setBatchAxis(tensor, axis, multiplier); });
}

void OverridesPanel::connectSession() {
    connect(m_tabs, &QTabBar::currentChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_view->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &OverridesPanel::takeAxis);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &OverridesPanel::showActions);
    connect(m_problemsView, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        const QVariant axis = index.data(models::AxisRole);
        if (axis.isValid() && m_model.tensor()) {
            m_workspace.selectAxis(*m_model.tensor(), axis.toInt());
            m_view->setFocus(Qt::OtherFocusReason);
        }
    });
    for (widgets::LineEdit* edit : {m_name, m_note}) {
        connect(edit, &QLineEdit::editingFinished, this, &OverridesPanel::takeNames);
    }
    connect(&m_workspace, &session::Workspace::documentChanged, this, &OverridesPanel::refresh);
    connect(&m_workspace, &session::Workspace::selectionChanged, this, &OverridesPanel::refresh);
    connect(&m_document, &session::OverridesDocument::changed, this, &OverridesPanel::refresh);
    // What is shown is of the state before until the new one is judged.
    m_stale.setSingleShot(true);
    m_stale.setInterval(kStaleMs);
    connect(&m_document, &session::OverridesDocument::changed, &m_stale, qOverload<>(&QTimer::start));
    connect(&m_stale, &QTimer::timeout, this, [this] {
        if (m_judge.isBusy() && m_model.tensor()) {
            m_coverage->setFullText(tr("Checking…"));
        }
    });
    connect(&m_judge, &session::OverridesJudge::judgedChanged, this, &OverridesPanel::refresh);
}

bool OverridesPanel::hasSamples() const {
    const session::DocumentPtr document = m_workspace.document();
    const auto tensor = m_model.tensor();
    return document && tensor &&
           !document->capture->graph(document->capture->tensor(*tensor).graph).isSummary();
}

std::optional<std::size_t> OverridesPanel::currentAxis() const {
    const QModelIndex current = m_view->currentIndex();
    return current.isValid() ? std::optional(static_cast<std::size_t>(current.row())) : std::nullopt;
}

void OverridesPanel::refresh() {
    if (!m_editor) {
        return;
    }
    const session::DocumentPtr document = m_workspace.document();
    const session::JudgedPtr judged = m_judge.judged();
    const auto tensor = document ? m_workspace.selection().tensor() : std::nullopt;
    if (m_model.tensor() != tensor) {
        takeNames();
    }
    if (!document) {
        showNothing(tr("Nothing is open."));
    } else if (!judged || judged->capture != document->capture) {
        showNothing(tr("The samples are being looked at."));
    } else if (!tensor) {
        showNothing(tr("Select a tensor to state its sizes."));
    } else {
        showTensor(judged, *tensor);
    }
    showAxis();
    showActions();
}

void OverridesPanel::showNothing(const QString& why) {
    const QScopedValueRollback guard(m_showing, true);
    m_model.setTensor({}, std::nullopt);
    m_problems.setOverrideProblems({}, {});
    m_problemsView->hide();
    m_view->setEmptyText(why);
    setSummary({});
    for (widgets::LineEdit* edit : {m_name, m_note}) {
        edit->clear();
        edit->setPlaceholderText({});
        edit->setEnabled(false);
    }
    m_isOutside = false;
    m_coverage->setFullText({});
    updateColor();
}

void OverridesPanel::showTensor(const session::JudgedPtr& judged, base::TensorId tensor) {
    const QScopedValueRollback guard(m_showing, true);
    const capture::Tensor& of = judged->capture->tensor(tensor);
    std::vector<overrides::Problem> problems = problemsOf(*judged, tensor);
    Model::Shown shown{tensor, m_editor->shown(tensor), problems};
    if (!overrides::hasRank(shown.override, of.rank)) {
        shown.override =
            overrides::effectiveOverride({*judged->capture, *judged->analysis, judged->judgement}, tensor);
    }
    m_model.setTensor({judged->capture, judged->analysis}, std::move(shown));
    m_view->setEmptyText(tr("A scalar: it has no axes."));
    const QString origin = originText(*judged, tensor, m_editor->stated(tensor).has_value());
    setSummary(QString::fromStdString(of.accessPath) + QStringLiteral(" · ") + origin);
    showNames(*judged, tensor);
    showFoot(*judged, tensor, problems);
}

void OverridesPanel::showNames(const session::Judged& judged, base::TensorId tensor) {
    const auto stated = m_editor->stated(tensor);
    const auto show = [](widgets::LineEdit* edit, const std::string& text) {
        edit->setEnabled(true);
        // What is being typed stays.
        if (!(edit->hasFocus() && edit->isModified()) && edit->text().toStdString() != text) {
            edit->setText(QString::fromStdString(text));
            edit->setCursorPosition(0);
        }
    };
    show(m_name, stated ? stated->name.value_or(std::string()) : std::string());
    show(m_note, stated ? stated->note : std::string());
    m_name->setPlaceholderText(
        widgets::shortened(QString::fromStdString(judged.capture->tensor(tensor).accessPath)));
    m_note->setPlaceholderText(tr("why these sizes"));
}

void OverridesPanel::showFoot(const session::Judged& judged, base::TensorId tensor,
                              const std::vector<overrides::Problem>& problems) {
    const overrides::Coverage& coverage = judged.judgement.tensorCoverage[tensor.value];
    const QString text = QString::fromStdString(coverage.text());
    m_isOutside = coverage.firstOutside.has_value();
    m_coverage->setFullText(text.isEmpty() ? tr("A summary: there are no samples to be covered.")
                            : m_isOutside  ? tr("■ covers %1").arg(text)
                                           : tr("✓ covers %1").arg(text));
    updateColor();
    m_problems.setOverrideProblems({judged.capture, judged.analysis}, problems);
    const int rows = std::min(m_problems.rowCount(), kProblemRows);
    m_problemsView->setFixedHeight(rows * m_problemsView->verticalHeader()->defaultSectionSize());
    m_problemsView->setVisible(rows > 0);
    if (m_view->currentIndex().isValid()) {
        m_view->scrollTo(m_view->currentIndex());
    }
}

void OverridesPanel::showAxis() {
    const QScopedValueRollback guard(m_showing, true);
    const int row = m_workspace.selection().axis.value_or(-1);
    if (row < 0 || row >= m_model.rowCount()) {
        m_view->selectRows({});
    } else if (!m_view->selectedRowNumbers().contains(row) || m_view->currentIndex().row() != row) {
        m_view->selectRows({row});
    }
}

void OverridesPanel::showActions() {
    const bool canEdit = m_model.tensor().has_value();
    const bool hasAxis = canEdit && currentAxis().has_value();
    const bool isStated = canEdit && m_editor->stated(*m_model.tensor()).has_value();
    m_accept->setEnabled(canEdit);
    m_acceptAxis->setEnabled(hasAxis);
    const bool isNamed =
        hasAxis && m_model.index(static_cast<int>(*currentAxis()), Model::Kind).data(Qt::EditRole).toInt() ==
                       Model::Named;
    const bool hasOpt =
        hasAxis &&
        m_model.index(static_cast<int>(*currentAxis()), Model::Opt).flags().testFlag(Qt::ItemIsEditable) &&
        hasSamples();
    m_axisMenu->setEnabled(hasAxis);
    m_copy->setEnabled(isNamed);
    m_rename->setEnabled(isNamed);
    for (QAction* pick : m_picks) {
        pick->setEnabled(hasOpt);
    }
    m_reset->setEnabled(canEdit && !m_document.set()->empty());
    m_resetTensor->setEnabled(isStated);
}

void OverridesPanel::takeAxis() {
    const int row = m_view->currentIndex().row();
    if (m_showing || !m_model.tensor() || !m_view->selectionModel()->isRowSelected(row)) {
        return;
    }
    m_workspace.selectAxis(*m_model.tensor(), row);
}

void OverridesPanel::takeNames() {
    if (m_showing || !m_editor || !m_model.tensor()) {
        return;
    }
    const base::TensorId tensor = *m_model.tensor();
    // What is taken is a step of the window's history and no longer one of the field's.
    if (m_name->isModified()) {
        m_name->forgetHistory();
        m_editor->setName(tensor, m_name->text().trimmed());
    }
    if (m_note->isModified()) {
        m_note->forgetHistory();
        m_editor->setNote(tensor, m_note->text().trimmed());
    }
}

bool OverridesPanel::editByKey(const QModelIndex& index) {
    if (index.flags().testFlag(Qt::ItemIsEditable)) {
        m_view->edit(index);
        return true;
    }
    if (index.flags().testFlag(Qt::ItemIsUserCheckable)) {
        const bool isChecked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        return m_model.setData(index, isChecked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    }
    return false;
}

bool OverridesPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress) {
        return PanelFrame::eventFilter(watched, event);
    }
    const int key = static_cast<const QKeyEvent*>(event)->key();
    // A cell that is being edited lets its Return through to the table.
    if (watched == m_view && m_view->hasFocus() && (key == Qt::Key_Return || key == Qt::Key_Enter)) {
        return editByKey(m_view->currentIndex());
    }
    if ((watched == m_name || watched == m_note) && key == Qt::Key_Escape) {
        auto* edit = static_cast<widgets::LineEdit*>(watched);
        edit->setModified(false);
        refresh();
        edit->forgetHistory();
        return true;
    }
    return PanelFrame::eventFilter(watched, event);
}

void OverridesPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        updateColor();
    }
    PanelFrame::changeEvent(event);
}

void OverridesPanel::updateColor() {
    QPalette colors = palette();
    const auto theme = widgets::ThemeColors::of(colors);
    const QColor color = m_isOutside ? theme.error : colors.color(QPalette::WindowText);
    if (m_coverage->palette().color(QPalette::WindowText) != color) {
        colors.setColor(QPalette::WindowText, color);
        m_coverage->setPalette(colors);
    }
}

}  // namespace dimscope::panels
