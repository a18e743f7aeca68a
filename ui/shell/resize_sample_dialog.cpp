// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/resize_sample_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <limits>
#include <utility>

#include "core/readers/saved_calls.h"
#include "core/trial/request.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/shell/native_path.h"
#include "ui/shell/sample_form.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

using Model = models::ResizeTableModel;
using session::TensorWorker;

constexpr QSize kSize{760, 520};

int columnWidth(int column) {
    switch (column) {
        case Model::Path: return 28;
        case Model::Dtype: return 10;
        case Model::BatchAxes: return 20;
        default: return 18;
    }
}

}  // namespace

ResizeSampleDialog::ResizeSampleDialog(session::DocumentPtr document, std::optional<base::GraphId> selected,
                                       QStringList inputs, QWidget* parent)
    : QDialog(parent),
      m_inputs(std::move(inputs)),
      m_form(new SampleForm(std::move(document), selected, SampleForm::WithoutGraph::refused)),
      m_batchSize(new QSpinBox),
      m_table(new widgets::TableView(tr("Tensors of the sample"))),
      m_message(new widgets::MessageBar(tr("Message"))),
      m_progress(new widgets::StatusProgress),
      m_write(new QPushButton(tr("&Write…"))) {
    setObjectName(QStringLiteral("resizeSampleDialog"));
    setWindowTitle(tr("Resize a Sample"));
    setAccessibleName(windowTitle());
    addFields();
    const auto change = [this] {
        m_message->hide();  // it was about what has changed now
        follow();
    };
    connect(m_form, &SampleForm::planChanged, this, change);
    connect(m_batchSize, &QSpinBox::valueChanged, this, change);
    connect(m_write, &QPushButton::clicked, this, &ResizeSampleDialog::askForPath);
    connect(&m_worker, &TensorWorker::progressed, m_progress, &widgets::StatusProgress::setProgress);
    connect(&m_worker, &TensorWorker::finished, this, &ResizeSampleDialog::take);
    connect(&m_worker, &TensorWorker::failed, this, &ResizeSampleDialog::fail);
    connect(&m_worker, &TensorWorker::cancelled, this, [this] {
        m_progress->finish();
        m_staged.reset();
        m_message->showMessage(widgets::MessageBar::Kind::information,
                               tr("The resizing was cancelled; no file was changed."));
        follow();
    });
    connect(m_progress, &widgets::StatusProgress::cancelRequested, &m_worker, &TensorWorker::cancel);
    resize(kSize);
    follow();
}

ResizeSampleDialog::~ResizeSampleDialog() = default;

void ResizeSampleDialog::addFields() {
    m_batchSize->setRange(1, std::numeric_limits<int>::max());
    m_batchSize->setAccessibleName(tr("Batch size"));
    m_table->setItemDelegate(new widgets::CellDelegate(&panels::plainRuns, m_table));
    m_table->setDefaultColumns([](int column) { return widgets::ColumnLayout::Column{columnWidth(column)}; });
    m_table->setModel(&m_model);
    m_table->setRowsToText(panels::rowsAsTsv(m_model));
    m_table->setSortingEnabled(false);
    m_table->setFrameShape(QFrame::StyledPanel);
    m_table->setEmptyText(tr("The shapes stand here before anything is written."));
    m_message->hide();
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->setAccessibleName(windowTitle());
    buttons->addButton(m_write, QDialogButtonBox::ActionRole);
    m_write->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    m_form->rows()->addRow(tr("Ba&tch size"), m_batchSize);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_form);
    all->addWidget(m_table, 1);
    all->addWidget(m_message);
    all->addWidget(m_progress);
    all->addWidget(buttons);
}

void ResizeSampleDialog::setBatchSize(int batchSize) {
    m_batchSize->setValue(batchSize);
}

void ResizeSampleDialog::follow() {
    const auto& plan = m_form->plan();
    bool canWrite = false;
    if (plan) {
        const auto sizes = plan->sizesAt(m_batchSize->value());
        m_model.setPlan(*plan, sizes ? *sizes : std::vector<module::Sizes>());
        canWrite = static_cast<bool>(sizes);
        if (!sizes) {
            m_message->showMessage(widgets::MessageBar::Kind::error,
                                   QString::fromStdString(sizes.error().text()));
        }
    } else {
        m_model.setPlan({}, {});
    }
    m_form->setEnabled(!m_worker.isRunning());
    m_write->setEnabled(canWrite && !m_worker.isRunning());
}

void ResizeSampleDialog::askForPath() {
    const QFileInfo sample(m_form->samplePath());
    auto* dialog = new widgets::FileDialog(this, tr("Write the Sample"), sample.absolutePath());
    dialog->setObjectName(QStringLiteral("writeSampleDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Saved arguments (*.pt)"), tr("All files (*)")});
    dialog->setDefaultSuffix(QStringLiteral("pt"));
    dialog->selectFile(QString::fromStdString(
        readers::nameAtBatchSize(sample.fileName().toStdString(), m_batchSize->value())));
    connect(dialog, &QFileDialog::fileSelected, this, &ResizeSampleDialog::writeTo);
    dialog->open();
}

void ResizeSampleDialog::writeTo(const QString& path) {
    if (!m_form->plan() || m_worker.isRunning()) {
        return;
    }
    if (isAmong(path, m_inputs + QStringList{m_form->samplePath()})) {
        fail({base::ErrorCode::writeFailed,
              "found an open file or the sample itself as the place to write",
              "expected another name",
              "nothing has been written; choose a new file",
              base::SourceLocation{.file = path.toStdString()},
              {}});
        return;
    }
    auto staged = files::StagedFile::forTarget(nativePath(path));
    if (!staged) {
        fail(staged.error());
        return;
    }
    m_staged.emplace(std::move(*staged));
    m_path = path;
    m_message->hide();
    const trial::BatchTask task{m_form->samplePath().toStdString(), m_batchSize->value(),
                                trial::axesOf(*m_form->plan()), m_staged->path().string(),
                                TensorWorker::defaultMemory()};
    m_progress->begin(tr("Resizing…"));
    m_worker.start(task, *m_form->plan());
    follow();
}

void ResizeSampleDialog::take() {
    m_progress->finish();
    const auto committed = m_staged->commit();
    m_staged.reset();
    if (!committed) {
        fail(committed.error());
        return;
    }
    m_message->showMessage(widgets::MessageBar::Kind::information, tr("Written to %1").arg(m_path));
    follow();
    emit written(m_path);
}

void ResizeSampleDialog::fail(const base::Error& error) {
    m_progress->finish();
    m_staged.reset();
    follow();
    m_message->showMessage(widgets::MessageBar::Kind::error, QString::fromStdString(error.text()));
}

}  // namespace dimscope::shell
