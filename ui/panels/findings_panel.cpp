// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/findings_panel.h"

#include <QEvent>
#include <QItemSelectionModel>
#include <QLocale>
#include <QToolButton>

#include "ui/panels/cell_runs.h"
#include "ui/panels/finding_place.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::FindingTableModel;

constexpr std::array kSeverities{base::Severity::error, base::Severity::warning, base::Severity::note};

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    return index.column() == Model::Severity ? severityRuns(index, colors) : plainRuns(index, colors);
}

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Severity: return {9};
        case Model::Code: return {15};
        case Model::Module: return {9};
        case Model::Graph: return {5};
        case Model::Side: return {6, true};
        case Model::Tensor: return {11};
        case Model::Axis: return {4};
        case Model::Samples: return {7};
        case Model::Message: return {60};
        default: return {};
    }
}

}  // namespace

FindingsPanel::FindingsPanel(session::Workspace& workspace, QWidget* parent)
    : PanelFrame(tr("Findings"), QStringLiteral("findings"), parent),
      m_workspace(workspace),
      m_view(new widgets::TableView(tr("Findings"))),
      m_filter(new widgets::FilterEdit) {
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view));
    m_view->setDefaultColumns(&columnOf);
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    setContent(m_view);
    addControls();

    connect(m_view, &QAbstractItemView::activated, this, &FindingsPanel::goTo);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (!m_isResetting) {
                    m_current = m_model.numberAt(current.row());
                }
            });
    connect(&m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_isResetting = true; });
    connect(&m_model, &models::TableModel::rowsReordered, this, &FindingsPanel::showRows);
    connect(&workspace, &session::Workspace::documentChanged, this, &FindingsPanel::showDocument);
    showDocument();
}

void FindingsPanel::addControls() {
    m_filter->setAccessibleName(tr("Filter of the findings"));
    m_filter->setPlaceholderText(tr("Filter: text, code:two-point, module:unet …"));
    m_filter->setToolTip(tr(
        "<p>Findings that fit every word are shown. A word is part of the code, the sentence, the module or "
        "the tensor, or one of</p>"
        "<p><b>code:</b>two-point<br><b>severity:</b>error<br><b>module:</b>unet<br><b>graph:</b>prefill<br>"
        "<b>tensor:</b>sample</p><p>A minus before a word excludes; quotes keep blanks.</p>"));
    m_filter->setMinimumWidth(260);
    m_filter->setMaximumWidth(320);
    m_filter->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    titleBar()->addControl(m_filter);
    connect(m_filter, &QLineEdit::textChanged, this, &FindingsPanel::takeFilter);
    connect(m_filter, &widgets::FilterEdit::leaveRequested, m_view, qOverload<>(&QWidget::setFocus));
    for (const base::Severity severity : kSeverities) {
        auto* button = new QToolButton;
        button->setCheckable(true);
        button->setChecked(true);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        connect(button, &QToolButton::toggled, this, &FindingsPanel::takeFilter);
        titleBar()->addControl(button);
        m_buttons[static_cast<std::size_t>(severity)] = button;
    }
}

QWidget* FindingsPanel::focusTarget() const {
    return m_view;
}

void FindingsPanel::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange && m_buttons[0] != nullptr) {
        showCounts();
    }
    PanelFrame::changeEvent(event);
}

void FindingsPanel::showDocument() {
    const session::DocumentPtr document = m_workspace.document();
    if (document == m_shown && document) {
        return;
    }
    m_shown = document;
    m_current.reset();
    m_model.setSnapshot(snapshotOf(document));
    showCounts();
    showSummary();
}

void FindingsPanel::showCounts() {
    const widgets::ThemeColors colors = widgets::ThemeColors::of(palette());
    for (const base::Severity severity : kSeverities) {
        QToolButton* shown = button(severity);
        const std::uint64_t count = m_model.counts().of(severity);
        shown->setText(models::severitySign(severity) + u' ' + QLocale().toString(qulonglong{count}));
        shown->setAccessibleName(tr("Show %1").arg(models::countText(count, severity)));
        shown->setToolTip(shown->accessibleName());
        QPalette own = shown->palette();
        const QColor color = shown->isChecked() ? severityColor(colors, severity) : colors.secondary;
        own.setColor(QPalette::ButtonText, color);
        if (own != shown->palette()) {
            shown->setPalette(own);
        }
    }
}

void FindingsPanel::showSummary() {
    if (!m_shown) {
        setSummary({});
        m_view->setEmptyText(tr("Nothing is open."));
        return;
    }
    const QLocale locale;
    const int all = m_model.sourceRowCount();
    setSummary(all == 0 ? tr("none")
                        : tr("%1 of %2").arg(locale.toString(m_model.rowCount()), locale.toString(all)));
    m_view->setEmptyText(all == 0 ? tr("No findings: the samples show nothing beyond the verdicts.")
                                  : tr("No finding fits the filter."));
}

void FindingsPanel::showRows() {
    showSummary();
    if (const auto row = m_current ? m_model.rowOfNumber(*m_current) : std::nullopt) {
        m_view->selectRows({*row});
    }
    m_isResetting = false;
}

void FindingsPanel::takeFilter() {
    models::FindingFilter filter = models::FindingFilter::parse(m_filter->text());
    for (const base::Severity severity : kSeverities) {
        if (!button(severity)->isChecked()) {
            filter.hide(severity);
        }
    }
    showCounts();
    m_model.setFilter(filter);
}

void FindingsPanel::goTo(const QModelIndex& index) {
    if (const auto row = m_model.findingAt(index.row())) {
        m_workspace.select(placeOf(*row));
    }
}

}  // namespace dimscope::panels
