// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/saved_calls_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <utility>

#include "core/readers/reader.h"
#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

using Model = models::SavedCallTableModel;

constexpr int kWidth = 820;
constexpr int kHeight = 480;
constexpr int kNoticeLines = 5;

/// Widths in characters.
int columnWidth(int column) {
    switch (column) {
        case Model::File: return 20;
        case Model::Module: return 16;
        case Model::Graph: return 6;
        case Model::BatchSize: return 12;
        default: return 60;
    }
}

/// One line for each; those that were only counted in a last one.
QString noticeText(const base::Diagnostics& diagnostics) {
    QStringList lines;
    for (const base::Diagnostic& diagnostic : diagnostics.items()) {
        lines += QString::fromStdString(diagnostic.text());
    }
    std::uint64_t more = 0;
    for (const auto& [code, dropped] : diagnostics.dropped()) {
        more += dropped;
    }
    if (more > 0) {
        lines += SavedCallsDialog::tr("and %1 more of the same kinds").arg(more);
    }
    return lines.join(QStringLiteral("\n"));
}

}  // namespace

bool holdsSavedCalls(const capture::Capture& recording) {
    return recording.sampleCount() > 0 &&
           std::any_of(recording.sources().begin(), recording.sources().end(), [](const auto& source) {
               const readers::Format* format = readers::formatById(source.format);
               return format != nullptr && format->holds == readers::Format::Holds::savedArguments;
           });
}

SavedCallsDialog::SavedCallsDialog(const session::DocumentPtr& document, const readers::OpenOptions& options,
                                   QWidget* parent)
    : QDialog(parent),
      m_options(options),
      m_head(new QLabel),
      m_table(new widgets::TableView(tr("Saved calls"))),
      m_isConstant(new QCheckBox(tr("&One batch size for all calls that none is typed for:"))),
      m_constant(new QSpinBox),
      m_isStrict(new QCheckBox(tr("&Values that are no tensors tell graphs apart"))),
      m_notices(new QPlainTextEdit),
      m_foot(new QLabel) {
    setObjectName(QStringLiteral("savedCallsDialog"));
    setWindowTitle(tr("Open Saved Arguments"));
    setAccessibleName(windowTitle());
    m_isStrict->setChecked(options.savedSamples == module::Strictness::strict);
    addFields();
    setDocument(document);
    connect(&m_model, &Model::batchSizesChanged, this, &SavedCallsDialog::follow);
    const auto takeConstant = [this] {
        m_constant->setEnabled(m_isConstant->isChecked());
        m_model.setConstant(m_isConstant->isChecked() ? std::optional<std::int64_t>(m_constant->value())
                                                      : std::nullopt);
    };
    connect(m_isConstant, &QCheckBox::toggled, this, takeConstant);
    connect(m_constant, &QSpinBox::valueChanged, this, takeConstant);
    connect(m_isStrict, &QCheckBox::toggled, this, &SavedCallsDialog::rereadRequested);
    resize(kWidth, kHeight);
    if (m_model.unknownCount() > 0) {
        m_table->setFocus();
        m_table->setCurrentIndex(m_model.index(m_model.firstUnknown(), Model::BatchSize));
    } else {
        m_accept->setFocus();
    }
}

void SavedCallsDialog::addFields() {
    m_head->setWordWrap(true);
    m_foot->setObjectName(QStringLiteral("foot"));
    m_foot->setWordWrap(true);
    m_foot->setMinimumHeight(2 * fontMetrics().lineSpacing());
    m_foot->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_notices->setObjectName(QStringLiteral("notices"));
    m_notices->setAccessibleName(tr("What was said of the files"));
    m_notices->setReadOnly(true);
    m_notices->setTabChangesFocus(true);
    m_notices->setFixedHeight(kNoticeLines * fontMetrics().lineSpacing());
    m_table->setItemDelegate(new widgets::CellDelegate(&panels::plainRuns, m_table));
    m_table->setDefaultColumns([](int column) { return widgets::ColumnLayout::Column{columnWidth(column)}; });
    m_table->setModel(&m_model);
    m_table->setRowsToText(panels::rowsAsTsv(m_model));
    m_table->setSortingEnabled(false);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed |
                             QAbstractItemView::AnyKeyPressed);
    m_table->installEventFilter(this);
    m_table->setFrameShape(QFrame::StyledPanel);
    m_constant->setRange(1, std::numeric_limits<int>::max());
    m_constant->setAccessibleName(tr("Batch size of all calls"));
    m_constant->setEnabled(false);
    m_isConstant->setAccessibleName(tr("One batch size for all calls that none is typed for"));
    m_isStrict->setAccessibleName(tr("Values that are no tensors tell graphs apart"));
    m_isStrict->setToolTip(
        tr("Flags and numbers beside the tensors are read, too, and calls that differ in them "
           "are calls of different graphs."));

    auto* constant = new QHBoxLayout;
    constant->addWidget(m_isConstant);
    constant->addWidget(m_constant);
    constant->addStretch(1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Open | QDialogButtonBox::Cancel);
    buttons->setAccessibleName(windowTitle());
    m_accept = buttons->button(QDialogButtonBox::Open);
    m_accept->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_head);
    all->addWidget(m_table, 1);
    all->addLayout(constant);
    all->addWidget(m_isStrict);
    all->addWidget(m_notices);
    all->addWidget(m_foot);
    all->addWidget(buttons);
}

bool SavedCallsDialog::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_table || event->type() != QEvent::KeyPress) {
        return QDialog::eventFilter(watched, event);
    }
    const int key = static_cast<const QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter) {
        return false;
    }
    if (m_table->hasFocus() && m_table->currentIndex().isValid()) {
        m_table->edit(m_table->currentIndex().siblingAtColumn(Model::BatchSize));
    }
    return true;
}

void SavedCallsDialog::setDocument(const session::DocumentPtr& document) {
    m_recording = document->recording();
    m_notices->setPlainText(noticeText(document->fileDiagnostics));
    m_notices->setVisible(!document->fileDiagnostics.empty());
    m_model.setRecording(m_recording);
    m_head->setText(
        tr("Understood as %1 in %2 of %3:")
            .arg(widgets::counted(m_recording->sampleCount(), tr("1 call"), tr("%1 calls")),
                 widgets::counted(m_recording->graphs().size(), tr("1 graph"), tr("%1 graphs")),
                 widgets::counted(m_recording->modules().size(), tr("1 module"), tr("%1 modules"))));
    follow();
}

readers::OpenOptions SavedCallsDialog::options() const {
    readers::OpenOptions wanted = m_options;
    wanted.savedSamples = m_isStrict->isChecked() ? module::Strictness::strict : module::Strictness::lenient;
    wanted.batchSizes = {};
    if (m_isConstant->isChecked()) {
        wanted.batchSizes.from = capture::BatchSizeSource::Constant{m_constant->value()};
    }
    wanted.relabels = m_model.relabels();
    return wanted;
}

void SavedCallsDialog::follow() {
    const int unknown = m_model.unknownCount();
    m_foot->setText(unknown == 0 ? tr("Every call has a batch size.")
                                 : widgets::counted(static_cast<std::uint64_t>(unknown),
                                                    tr("The batch size of 1 call is not known"),
                                                    tr("The batch sizes of %1 calls are not known")) +
                                       tr(": type it in its row, state one for all, or name the files as in "
                                          "unet_bs4.pt. Once they are "
                                          "open, Batch size in the toolbar proposes axes that tell it."));
}

}  // namespace dimscope::shell
