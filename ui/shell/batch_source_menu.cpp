// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/batch_source_menu.h"

#include <QAction>
#include <QMenu>
#include <QToolButton>
#include <algorithm>

#include "ui/models/format.h"
#include "ui/shell/batch_source_dialog.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/icons.h"

namespace dimscope::shell {

namespace {

using capture::BatchSizeSource;

/// Longer paths would push the filter box out of the toolbar.
constexpr qsizetype kLongest = 24;

QString shortened(const QString& text, qsizetype longest) {
    return text.size() <= longest ? text : text.left(longest / 2) + u'…' + text.right(longest / 2 - 1);
}

QString entryText(const QString& text) {
    return QString(text).replace(u'&', QStringLiteral("&&"));
}

/// Why an axis is proposed.
QString reasonOf(const inference::BatchSourceCandidate& candidate) {
    QStringList parts{widgets::counted(candidate.unknown,
                                       BatchSourceMenu::tr("%2 of 1 sample without a batch size gets one"),
                                       BatchSourceMenu::tr("%2 of %1 samples without a batch size get one"))
                          .replace(QStringLiteral("%2"), models::numberText(candidate.fills))};
    if (candidate.agreeing > 1) {
        parts += BatchSourceMenu::tr("axis 0 of %1 tensors is a whole multiple of it in every one of them")
                     .arg(models::numberText(candidate.agreeing));
    }
    if (!candidate.varies) {
        parts += BatchSourceMenu::tr("it is the same in all of them, so that nothing confirms it");
    }
    return parts.join(QStringLiteral("; ")) + u'.';
}

}  // namespace

QString sourceText(const BatchSizeSource& source) {
    if (std::holds_alternative<BatchSizeSource::Recorded>(source.from)) {
        return BatchSourceMenu::tr("recorded");
    }
    const auto* axis = std::get_if<BatchSizeSource::TensorAxis>(&source.from);
    if (axis == nullptr) {
        return QString::fromStdString(source.text());
    }
    const QString text =
        QStringLiteral("%1:%2").arg(QString::fromStdString(axis->accessPath)).arg(axis->axis);
    return axis->divisor == 1 ? text : text + QStringLiteral(" / %1").arg(axis->divisor);
}

BatchSourceMenu::BatchSourceMenu(QMenu& menu, session::Workspace& workspace, session::LabelEditor& labels,
                                 const session::Labeller& labeller, QWidget& window)
    : QObject(&window),
      m_menu(menu),
      m_workspace(workspace),
      m_labels(labels),
      m_labeller(labeller),
      m_window(window),
      m_button(new QToolButton(&window)) {
    m_menu.setToolTipsVisible(true);
    m_recorded = add("batchSource.recorded", tr("&Recorded"));
    m_recorded->setToolTip(tr("Batch sizes that the recording does not say stay unknown."));
    connect(m_recorded, &QAction::triggered, this, [this] {
        m_labels.setSource({});
        follow();
    });
    m_menu.addSeparator();
    for (std::size_t i = 0; i < inference::kMostCandidates; ++i) {
        QAction* entry = add("batchSource.candidate", tr("Candidate"));
        m_candidates += entry;
        connect(entry, &QAction::triggered, this, [this, i] {
            if (i < m_labeller.candidates().size()) {
                m_labels.setSource(m_labeller.candidates()[i].source);
            }
            follow();
        });
    }
    m_menu.addSeparator();
    m_constant = add("batchSource.constant", tr("&Constant…"));
    connect(m_constant, &QAction::triggered, this, [this] { ask(Kind::constant); });
    m_axis = add("batchSource.axis", tr("&Axis of a Tensor…"));
    m_axis->setShortcut(QKeySequence(tr("Ctrl+B")));
    connect(m_axis, &QAction::triggered, this, [this] { ask(Kind::axis); });

    m_button->setObjectName(QStringLiteral("batchSource"));
    m_button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_button->setPopupMode(QToolButton::InstantPopup);
    m_button->setMenu(&m_menu);
    m_button->setFocusPolicy(Qt::TabFocus);
    connect(&workspace, &session::Workspace::documentChanged, this, &BatchSourceMenu::follow);
    connect(&labels, &session::LabelEditor::changed, this, &BatchSourceMenu::follow);
    connect(&labeller, &session::Labeller::candidatesChanged, this, &BatchSourceMenu::follow);
    follow();
}

QAction* BatchSourceMenu::add(const char* name, const QString& text) {
    auto* action = new QAction(text, &m_window);
    action->setObjectName(QLatin1String(name));
    action->setCheckable(true);
    m_menu.addAction(action);
    return action;
}

void BatchSourceMenu::follow() {
    const BatchSizeSource& now = m_labels.labelling()->source;
    const bool canEdit = m_labels.canEdit();
    const QString text = sourceText(now);
    m_button->setText(tr("Batch size: %1 ▾").arg(entryText(shortened(text, kLongest))));
    m_button->setAccessibleName(tr("Batch size source: %1").arg(text));
    m_button->setToolTip(
        canEdit ? tr("Where the batch size of calls comes from whose recording does not say it: %1").arg(text)
                : tr("Nothing is open that has samples."));
    m_button->setEnabled(canEdit);
    m_menu.menuAction()->setEnabled(canEdit);
    m_constant->setEnabled(canEdit);
    m_axis->setEnabled(canEdit);
    m_recorded->setEnabled(canEdit);
    m_recorded->setChecked(std::holds_alternative<BatchSizeSource::Recorded>(now.from));
    showCandidates(now);
}

void BatchSourceMenu::showCandidates(const BatchSizeSource& now) {
    const auto& found = m_labeller.candidates();
    bool isListed = false;
    for (qsizetype i = 0; i < m_candidates.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        QAction* entry = m_candidates[i];
        const bool isThere = at < found.size() && m_labels.canEdit();
        entry->setVisible(isThere);
        if (!isThere) {
            continue;
        }
        entry->setText(entryText(sourceText(found[at].source)));
        entry->setToolTip(reasonOf(found[at]));
        entry->setChecked(found[at].source == now);
        isListed = isListed || found[at].source == now;
    }
    const bool isConstant = std::holds_alternative<BatchSizeSource::Constant>(now.from);
    const bool isOtherAxis = std::holds_alternative<BatchSizeSource::TensorAxis>(now.from) && !isListed;
    m_constant->setChecked(isConstant);
    m_axis->setChecked(isOtherAxis);
    m_constant->setText(isConstant ? tr("&Constant %1…").arg(sourceText(now)) : tr("&Constant…"));
    m_axis->setText(isOtherAxis ? tr("&Axis of a Tensor (%1)…").arg(entryText(sourceText(now)))
                                : tr("&Axis of a Tensor…"));
}

void BatchSourceMenu::ask(Kind kind) {
    follow();  // a click has changed the mark
    const session::DocumentPtr document = m_workspace.document();
    if (!m_labels.canEdit()) {
        return;
    }
    BatchSizeSource start = m_labels.labelling()->source;
    if (kind == Kind::constant && !std::holds_alternative<BatchSizeSource::Constant>(start.from)) {
        start.from = BatchSizeSource::Constant{};
    } else if (kind == Kind::axis && !std::holds_alternative<BatchSizeSource::TensorAxis>(start.from)) {
        const auto& found = m_labeller.candidates();
        start = found.empty() ? BatchSizeSource{} : found.front().source;
    }
    auto* dialog =
        new BatchSourceDialog(document->recording(), m_workspace.selection().graph, start, &m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QDialog::accepted, this, [this, dialog] {
        if (const auto source = dialog->source()) {
            m_labels.setSource(*source);
        }
    });
    connect(&m_workspace, &session::Workspace::documentChanged, dialog,
            [this, dialog, recording = document->recording()] {
                const session::DocumentPtr now = m_workspace.document();
                if (!now || now->recording() != recording) {
                    dialog->reject();
                }
            });
    dialog->open();
}

}  // namespace dimscope::shell
