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

/// What a choice would do to ranges.
QString effectOf(const inference::RangeBatchCandidate& candidate) {
    return widgets::counted(candidate.tensors, BatchSourceMenu::tr("1 tensor gets a batch axis"),
                            BatchSourceMenu::tr("%1 tensors get a batch axis")) +
           BatchSourceMenu::tr(", as overrides: batch sizes %1 to %2. Undo takes it back.")
               .arg(models::numberText(candidate.least), models::numberText(candidate.most));
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
                                 const session::Labeller& labeller, session::OverridesEditor& editor,
                                 QWidget& window)
    : QObject(&window),
      m_menu(menu),
      m_workspace(workspace),
      m_labels(labels),
      m_labeller(labeller),
      m_editor(editor),
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
        connect(entry, &QAction::triggered, this, [this, i] { takeCandidate(i); });
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

bool BatchSourceMenu::isOfRanges() const {
    return !m_labels.canEdit() && !m_labeller.rangeCandidates().empty();
}

void BatchSourceMenu::take(const BatchSizeSource& source) {
    const auto* axis = std::get_if<BatchSizeSource::TensorAxis>(&source.from);
    if (m_labels.canEdit()) {
        m_labels.setSource(source);
    } else if (axis != nullptr) {
        m_editor.takeBatchSize(*axis);
    }
}

void BatchSourceMenu::takeCandidate(std::size_t index) {
    if (isOfRanges()) {
        if (index < m_labeller.rangeCandidates().size()) {
            take({m_labeller.rangeCandidates()[index].source});
        }
    } else if (index < m_labeller.candidates().size()) {
        take(m_labeller.candidates()[index].source);
    }
    follow();
}

void BatchSourceMenu::follow() {
    const BatchSizeSource& now = m_labels.labelling()->source;
    const bool canEdit = m_labels.canEdit();
    const bool ofRanges = isOfRanges();
    showButton(now);
    m_menu.menuAction()->setEnabled(canEdit || ofRanges);
    m_constant->setEnabled(canEdit);
    m_axis->setEnabled(canEdit || ofRanges);
    m_recorded->setEnabled(canEdit);
    m_recorded->setChecked(!ofRanges && std::holds_alternative<BatchSizeSource::Recorded>(now.from));
    if (ofRanges) {
        showRanges();
    } else {
        showCandidates(now);
    }
}

void BatchSourceMenu::showButton(const BatchSizeSource& now) {
    const QString text = isOfRanges() ? tr("not recorded") : sourceText(now);
    m_button->setText(tr("Batch size: %1 ▾").arg(entryText(shortened(text, kLongest))));
    m_button->setAccessibleName(tr("Batch size source: %1").arg(text));
    m_button->setEnabled(m_labels.canEdit() || isOfRanges());
    if (m_labels.canEdit()) {
        m_button->setToolTip(
            tr("Where the batch size of calls comes from whose recording does not say it: %1").arg(text));
    } else if (isOfRanges()) {
        m_button->setToolTip(
            tr("The files hold ranges and no calls. Say which axis is the batch, and it and "
               "what is a multiple of it become batch axes, as overrides."));
    } else {
        m_button->setToolTip(tr("Nothing is open that has samples, or ranges that grow with a batch size."));
    }
}

void BatchSourceMenu::showRanges() {
    const auto& found = m_labeller.rangeCandidates();
    for (qsizetype i = 0; i < m_candidates.size(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        QAction* entry = m_candidates[i];
        entry->setVisible(at < found.size());
        entry->setChecked(false);
        if (at < found.size()) {
            entry->setText(entryText(sourceText({found[at].source})));
            entry->setToolTip(effectOf(found[at]));
        }
    }
    m_constant->setChecked(false);
    m_axis->setChecked(false);
    m_constant->setText(tr("&Constant…"));
    m_axis->setText(tr("&Axis of a Tensor…"));
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
    if (!m_labels.canEdit() && !isOfRanges()) {
        return;
    }
    BatchSizeSource start = m_labels.labelling()->source;
    if (isOfRanges()) {
        start.from = m_labeller.rangeCandidates().front().source;
    } else if (kind == Kind::constant && !std::holds_alternative<BatchSizeSource::Constant>(start.from)) {
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
            take(*source);
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
