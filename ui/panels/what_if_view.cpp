// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/what_if_view.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QVBoxLayout>

#include "ui/models/format.h"
#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/table_view.h"

namespace dimscope::panels {

namespace {

using Model = models::WhatIfTableModel;

std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    const bool isBroken = index.data(models::SeverityRole).isValid();
    if (isBroken && (index.column() == Model::Fits || index.column() == Model::Limits)) {
        return widgets::TextRuns{
            {index.data(Qt::DisplayRole).toString(), colors.error, widgets::TextRun::Face::normal}};
    }
    return plainRuns(index, colors);
}

widgets::ColumnLayout::Column columnOf(int column) {
    switch (column) {
        case Model::Fits: return {8};
        case Model::Path: return {26};
        case Model::Sizes: return {18};
        case Model::Elements: return {14};
        case Model::Bytes: return {10};
        case Model::Limits: return {40};
        default: return {};
    }
}

/// Sum of the bytes; none where one is not known or the sum is beyond 64 bits.
std::optional<std::uint64_t> totalBytes(const overrides::WhatIfAnswer& answer) {
    std::uint64_t total = 0;
    for (const overrides::WhatIfTensor& tensor : answer.tensors) {
        if (!tensor.bytes || __builtin_add_overflow(total, *tensor.bytes, &total)) {
            return std::nullopt;
        }
    }
    return total;
}

/// "8" and the selected tensor with its sizes to tune for, as something to type.
QString exampleFor(const session::Judged& judged, std::optional<base::TensorId> tensor) {
    if (!tensor || judged.capture->tensor(*tensor).rank == 0) {
        return WhatIfView::tr("a batch size, or shapes: 8");
    }
    return WhatIfView::tr("a batch size, or shapes: 8, or %1=%2")
        .arg(QString::fromStdString(judged.capture->tensor(*tensor).accessPath),
             models::sizesText(judged.judgement.spec(*tensor).opt).replace(u'×', u'x'));
}

}  // namespace

WhatIfView::WhatIfView(session::Workspace& workspace, session::OverridesJudge& judge, QWidget* parent)
    : QWidget(parent),
      m_workspace(workspace),
      m_judge(judge),
      m_edit(new widgets::FilterEdit),
      m_sentence(new widgets::ElidedLabel),
      m_view(new widgets::TableView(tr("What if"))) {
    setAccessibleName(tr("What if"));
    m_edit->setAccessibleName(tr("Batch size or shapes to try"));
    m_edit->setToolTip(
        tr("A batch size (8), shapes (sample=8x4x64x64), or both (batch=8 mask=8x77). What is "
           "not said follows from the batch size and from axes that share a symbol."));
    m_view->setItemDelegate(new widgets::CellDelegate(&runsOf, m_view));
    m_view->setDefaultColumns(&columnOf);
    m_view->setRowsToText(rowsAsTsv(m_model));
    m_view->setModel(&m_model);
    m_view->setSortingEnabled(false);
    auto* top = new QHBoxLayout;
    top->setContentsMargins(8, 4, 8, 4);
    top->setSpacing(8);
    top->addWidget(m_edit, 2);
    top->addWidget(m_sentence, 3);
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addLayout(top);
    all->addWidget(m_view, 1);
    setTabOrder(m_edit, m_view);

    connect(m_edit, &QLineEdit::textChanged, this, &WhatIfView::answer);
    connect(m_edit, &widgets::FilterEdit::leaveRequested, this,
            [this] { m_view->setFocus(Qt::OtherFocusReason); });
    connect(m_view, &QAbstractItemView::activated, this, [this](const QModelIndex& index) {
        if (const QVariant id = index.data(models::TensorIdRole); id.isValid()) {
            m_workspace.selectTensors({base::TensorId{id.toUInt()}});
        }
    });
    connect(&judge, &session::OverridesJudge::judgedChanged, this, &WhatIfView::answer);
    connect(&workspace, &session::Workspace::selectionChanged, this, &WhatIfView::answer);
    answer();
}

QString WhatIfView::sentence() const {
    return m_sentence->text();
}

void WhatIfView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    answer();
}

void WhatIfView::changeEvent(QEvent* event) {
    if (event->type() == QEvent::PaletteChange) {
        updateColor();
    }
    QWidget::changeEvent(event);
}

void WhatIfView::answer() {
    if (!isVisible()) {
        return;
    }
    const session::JudgedPtr judged = m_judge.judged();
    const session::Selection& selection = m_workspace.selection();
    const auto graph = judged ? selection.graph : std::nullopt;
    m_edit->setEnabled(graph.has_value());
    if (!graph) {
        m_model.clear();
        m_edit->setPlaceholderText({});
        say({}, Tone::quiet);
        m_view->setEmptyText(m_workspace.document() ? tr("Select a graph to try shapes on it.")
                                                    : tr("Nothing is open."));
        return;
    }
    m_edit->setPlaceholderText(exampleFor(*judged, selection.tensor()));
    answerFor(judged, *graph);
}

void WhatIfView::answerFor(const session::JudgedPtr& judged, base::GraphId graph) {
    const QString typed = m_edit->text().trimmed();
    m_view->setEmptyText(tr("Type a batch size or shapes to see whether they are covered."));
    if (typed.isEmpty()) {
        m_model.clear();
        say({}, Tone::quiet);
        return;
    }
    const auto question = overrides::parseWhatIf(typed.toStdString());
    const auto answer = question
                            ? overrides::answerWhatIf(*judged->capture, judged->judgement, graph, *question)
                            : base::Result<overrides::WhatIfAnswer>(question.error());
    if (!answer) {
        m_model.clear();
        m_view->setEmptyText({});
        say(QString::fromStdString(answer.error().sentence()), Tone::broken);
        return;
    }
    QStringList parts;
    std::uint64_t broken = 0;
    for (const overrides::WhatIfTensor& tensor : answer->tensors) {
        broken += tensor.limits.empty() ? 0U : 1U;
    }
    parts += answer->covered ? tr("covered") : tr("not covered");
    if (broken > 0) {
        parts += tr("%1 of %2 break a limit").arg(broken).arg(answer->tensors.size());
    }
    for (const std::string& conflict : answer->conflicts) {
        parts += QString::fromStdString(conflict);
    }
    if (const auto total = totalBytes(*answer)) {
        parts += tr("%1 in %2")
                     .arg(Model::bytesText(*total),
                          widgets::counted(answer->tensors.size(), tr("1 tensor"), tr("%1 tensors")));
    }
    say(parts.join(QStringLiteral(" · ")), answer->covered ? Tone::covered : Tone::broken);
    m_model.setAnswer({judged->capture, judged->analysis}, *answer);
}

void WhatIfView::say(const QString& sentence, Tone tone) {
    const QString sign = tone == Tone::covered  ? QStringLiteral("✓ ")
                         : tone == Tone::broken ? QStringLiteral("■ ")
                                                : QString();
    m_tone = tone;
    m_sentence->setFullText(sentence.isEmpty() ? QString() : sign + sentence);
    updateColor();
}

void WhatIfView::updateColor() {
    QPalette colors = palette();
    const auto theme = widgets::ThemeColors::of(colors);
    const QColor color = m_tone == Tone::broken ? theme.error : colors.color(QPalette::WindowText);
    if (m_sentence->palette().color(QPalette::WindowText) != color) {
        colors.setColor(QPalette::WindowText, color);
        m_sentence->setPalette(colors);
    }
}

}  // namespace dimscope::panels
