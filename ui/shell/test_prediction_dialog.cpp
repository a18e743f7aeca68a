// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/test_prediction_dialog.h"

#include <QDialogButtonBox>
#include <QFileInfo>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <chrono>
#include <limits>
#include <string>
#include <utility>

#include "core/files/atomic_file.h"
#include "core/trial/prediction.h"
#include "core/trial/request.h"
#include "core/writers/native_writer.h"
#include "ui/models/roles.h"
#include "ui/panels/cell_runs.h"
#include "ui/panels/table_text.h"
#include "ui/shell/native_path.h"
#include "ui/shell/sample_form.h"
#include "ui/widgets/cell_delegate.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/file_dialog.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/status_progress.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

namespace {

using Model = models::TrialTableModel;
using session::TensorWorker;

constexpr QSize kSize{900, 640};
constexpr std::int64_t kMebi = std::int64_t{1} << 20U;
constexpr int kFailureLines = 7;
constexpr int kLongestTime = 24 * 3600;

int columnWidth(int column) {
    switch (column) {
        case Model::BatchSize: return 10;
        case Model::Verdict: return 14;
        case Model::Output: return 26;
        case Model::Dtype:
        case Model::Time: return 10;
        default: return 18;
    }
}

/// What is no longer as it should be is said in the colour of errors, too.
std::optional<widgets::TextRuns> runsOf(const QModelIndex& index, const widgets::ThemeColors& colors) {
    widgets::TextRuns runs = panels::plainRuns(index, colors);
    if (index.column() == Model::Verdict && index.data(models::SeverityRole).isValid()) {
        for (widgets::TextRun& run : runs) {
            run.color = panels::severityColor(colors, base::Severity::error);
        }
    }
    return runs;
}

}  // namespace

TestPredictionDialog::TestPredictionDialog(session::DocumentPtr document,
                                           std::optional<base::GraphId> selected, QStringList inputs,
                                           QWidget* parent)
    : QDialog(parent),
      m_inputs(std::move(inputs)),
      m_form(new SampleForm(std::move(document), selected, SampleForm::WithoutGraph::allowed)),
      m_modelEdit(new QLineEdit),
      m_batchSizes(new QLineEdit(QStringLiteral("1, 2, 4"))),
      m_time(new QSpinBox),
      m_memory(new QSpinBox),
      m_table(new widgets::TableView(tr("Outputs"))),
      m_failure(new QPlainTextEdit),
      m_summary(new QLabel),
      m_message(new widgets::MessageBar(tr("Message"))),
      m_progress(new widgets::StatusProgress),
      m_run(new QPushButton(tr("&Run"))),
      m_save(new QPushButton(tr("Save as &Capture…"))),
      m_open(new QPushButton(tr("&Open as Capture"))) {
    setObjectName(QStringLiteral("testPredictionDialog"));
    setWindowTitle(tr("Test a Prediction"));
    setAccessibleName(windowTitle());
    addFields();
    connect(m_form, &SampleForm::planChanged, this, &TestPredictionDialog::follow);
    connect(m_modelEdit, &QLineEdit::textChanged, this, &TestPredictionDialog::follow);
    connect(m_batchSizes, &QLineEdit::textChanged, this, &TestPredictionDialog::follow);
    connect(m_run, &QPushButton::clicked, this, &TestPredictionDialog::run);
    connect(m_save, &QPushButton::clicked, this, &TestPredictionDialog::askForPath);
    connect(m_open, &QPushButton::clicked, this, &TestPredictionDialog::openAsCapture);
    connect(&m_worker, &TensorWorker::progressed, m_progress, &widgets::StatusProgress::setProgress);
    connect(&m_worker, &TensorWorker::finished, this, &TestPredictionDialog::take);
    connect(&m_worker, &TensorWorker::failed, this, &TestPredictionDialog::fail);
    connect(&m_worker, &TensorWorker::cancelled, this, &TestPredictionDialog::takePartial);
    connect(m_progress, &widgets::StatusProgress::cancelRequested, &m_worker, &TensorWorker::cancel);
    resize(kSize);
    follow();
}

TestPredictionDialog::~TestPredictionDialog() = default;

void TestPredictionDialog::addFields() {
    m_modelEdit->setAccessibleName(tr("Model"));
    m_modelEdit->setPlaceholderText(tr("a TorchScript program, as torch.jit.save writes it (.pt)"));
    auto* browse = new QPushButton(tr("Bro&wse…"));
    browse->setAccessibleName(tr("Choose the model"));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &TestPredictionDialog::askForModel);
    m_batchSizes->setAccessibleName(tr("Batch sizes"));
    m_time->setRange(1, kLongestTime);
    m_time->setValue(static_cast<int>(
        std::chrono::duration_cast<std::chrono::seconds>(TensorWorker::kDefaultTime).count()));
    m_time->setSuffix(tr(" s"));
    m_time->setAccessibleName(tr("Time limit in seconds"));
    m_memory->setRange(1, std::numeric_limits<int>::max());
    m_memory->setValue(static_cast<int>(
        std::clamp<std::int64_t>(TensorWorker::defaultMemory() / kMebi, 1, std::numeric_limits<int>::max())));
    m_memory->setSuffix(tr(" MiB"));
    m_memory->setAccessibleName(tr("Memory limit in mebibytes"));
    m_table->setItemDelegate(new widgets::CellDelegate(&runsOf, m_table));
    m_table->setDefaultColumns([](int column) { return widgets::ColumnLayout::Column{columnWidth(column)}; });
    m_table->setModel(&m_model);
    m_table->setRowsToText(panels::rowsAsTsv(m_model));
    m_table->setSortingEnabled(false);
    m_table->setFrameShape(QFrame::StyledPanel);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
            &TestPredictionDialog::showFailure);
    m_failure->setObjectName(QStringLiteral("failureText"));
    m_failure->setAccessibleName(tr("What the model said"));
    m_failure->setReadOnly(true);
    m_failure->setTabChangesFocus(true);
    m_failure->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_failure->setFixedHeight(kFailureLines * fontMetrics().lineSpacing());
    m_failure->hide();
    m_summary->setObjectName(QStringLiteral("trialSummary"));
    m_message->hide();

    auto* file = new QHBoxLayout;
    file->addWidget(m_modelEdit, 1);
    file->addWidget(browse);
    auto* limits = new QHBoxLayout;
    limits->addWidget(m_batchSizes, 1);
    const auto addLimit = [limits](const QString& text, QSpinBox* box) {
        auto* label = new QLabel(text);
        label->setBuddy(box);
        limits->addWidget(label);
        limits->addWidget(box);
    };
    addLimit(tr("Time &limit"), m_time);
    addLimit(tr("Memor&y limit"), m_memory);
    QFormLayout* rows = m_form->rows();
    rows->insertRow(0, tr("&Model"), file);
    qobject_cast<QLabel*>(rows->labelForField(file))->setBuddy(m_modelEdit);
    rows->addRow(tr("Ba&tch sizes"), limits);
    qobject_cast<QLabel*>(rows->labelForField(limits))->setBuddy(m_batchSizes);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_form);
    all->addWidget(m_table, 1);
    all->addWidget(m_failure);
    all->addWidget(m_summary);
    all->addWidget(m_message);
    all->addWidget(m_progress);
    addButtons();
}

void TestPredictionDialog::addButtons() {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->setAccessibleName(windowTitle());
    for (QPushButton* button : {m_run, m_save, m_open}) {
        buttons->addButton(button, QDialogButtonBox::ActionRole);
    }
    m_run->setDefault(true);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout()->addWidget(buttons);
}

std::optional<std::vector<std::int64_t>> TestPredictionDialog::parseBatchSizes(const QString& text) {
    static const QRegularExpression kBetween(QStringLiteral("[,\\s]+"));
    std::vector<std::int64_t> sizes;
    for (const QString& word : text.split(kBetween, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qlonglong size = word.toLongLong(&isNumber);
        if (!isNumber || size < 1 || std::find(sizes.begin(), sizes.end(), size) != sizes.end()) {
            return std::nullopt;
        }
        sizes.push_back(size);
    }
    return sizes.empty() ? std::nullopt : std::optional(std::move(sizes));
}

void TestPredictionDialog::setModelFile(const QString& path) {
    m_modelEdit->setText(path);
}

void TestPredictionDialog::setBatchSizes(const QString& text) {
    m_batchSizes->setText(text);
}

void TestPredictionDialog::setTimeLimit(int seconds) {
    m_time->setValue(seconds);
}

void TestPredictionDialog::follow() {
    const bool isFree = !m_worker.isRunning();
    m_table->setEmptyText(isFree
                              ? tr("Nothing has been run. The model runs in a process of its own; a crash or "
                                   "an endless loop there leaves this window untouched.")
                              : tr("The model runs in a process of its own…"));
    const bool hasSizes = parseBatchSizes(m_batchSizes->text()).has_value();
    m_batchSizes->setToolTip(hasSizes ? tr("Batch sizes to run, between commas")
                                      : tr("Expected positive numbers between commas, each once: 1, 2, 4"));
    m_form->setEnabled(isFree);
    m_run->setEnabled(isFree && hasSizes && m_form->plan() && !m_modelEdit->text().isEmpty());
    const bool hasCalls = isFree && m_outcome && m_outcome->capture;
    m_save->setEnabled(hasCalls);
    m_open->setEnabled(hasCalls);
    if (isFree && !hasSizes) {
        m_summary->setText(QStringLiteral("■ ") + m_batchSizes->toolTip());
    } else if (!m_outcome) {
        m_summary->setText({});
    }
}

void TestPredictionDialog::askForModel() {
    auto* dialog = new widgets::FileDialog(this, tr("Choose a Model"), m_form->folder());
    dialog->setObjectName(QStringLiteral("modelFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("TorchScript programs (*.pt *.pth *.ts)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& path) {
        m_form->setFolder(dialog->directory().absolutePath());
        setModelFile(path);
    });
    dialog->open();
}

void TestPredictionDialog::run() {
    const auto sizes = parseBatchSizes(m_batchSizes->text());
    if (!sizes || !m_form->plan() || m_worker.isRunning()) {
        return;
    }
    m_outcome = nullptr;
    m_asked = *sizes;
    m_model.setOutcome({}, {}, {});
    showFailure();
    m_message->hide();
    const trial::ProbeTask task{m_modelEdit->text().toStdString(), m_form->samplePath().toStdString(), *sizes,
                                trial::axesOf(*m_form->plan()), m_memory->value() * kMebi};
    m_progress->begin(tr("Starting…"));
    m_worker.start(task, *m_form->plan(), std::chrono::seconds(m_time->value()));
    follow();
    m_summary->setText(tr("Running…"));
}

void TestPredictionDialog::take(const session::TrialOutcomePtr& outcome) {
    m_outcome = outcome;
    std::optional<trial::Prediction> prediction;
    if (const auto graph = m_form->graph()) {
        const session::Document& document = *m_form->document();
        prediction = trial::predictOutputs(*document.capture, *document.analysis, *graph);
    }
    std::vector<trial::OutputCheck> checks;
    if (outcome->capture) {
        checks = trial::checkOutputs(prediction, *outcome->capture);
    }
    m_model.setOutcome(m_asked, std::move(checks), *outcome);
    for (int row = 0; row < m_model.rowCount(); ++row) {
        if (m_model.isFinding(row)) {
            m_table->setCurrentIndex(m_model.index(row, Model::Output));
            break;
        }
    }
    showFailure();
    end();
    const int findings = m_model.findingCount();
    m_summary->setText(findings > 0 ? QStringLiteral("■ ") +
                                          widgets::counted(static_cast<std::uint64_t>(findings),
                                                           tr("1 row is not as predicted, or failed"),
                                                           tr("%1 rows are not as predicted, or failed"))
                       : !prediction ? tr("It ran at every batch size; nothing was predicted.")
                                     : tr("✓ Every output is as predicted."));
}

void TestPredictionDialog::showFailure() {
    const QModelIndex current = m_table->currentIndex();
    const QString text = current.isValid() ? m_model.failureText(current.row()) : QString();
    m_failure->setPlainText(text);
    m_failure->setVisible(!text.isEmpty());
}

void TestPredictionDialog::takePartial(const session::TrialOutcomePtr& outcome) {
    if (outcome) {
        take(outcome);
    } else {
        end();
    }
    m_summary->setText(outcome ? tr("Cancelled: the other rows are of batch sizes that had ended.")
                               : QString());
    m_message->showMessage(widgets::MessageBar::Kind::information, tr("The test was cancelled."));
}

void TestPredictionDialog::end() {
    m_progress->finish();
    follow();
}

void TestPredictionDialog::fail(const base::Error& error) {
    end();
    m_message->showMessage(widgets::MessageBar::Kind::error, QString::fromStdString(error.text()));
}

void TestPredictionDialog::askForPath() {
    const QFileInfo model(m_modelEdit->text());
    auto* dialog = new widgets::FileDialog(this, tr("Save as Capture"), model.absolutePath());
    dialog->setObjectName(QStringLiteral("saveTrialDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setNameFilters({tr("Captures (*.shapes.jsonl)"), tr("All files (*)")});
    dialog->selectFile(model.completeBaseName() + QStringLiteral(".shapes.jsonl"));
    connect(dialog, &QFileDialog::fileSelected, this, &TestPredictionDialog::saveTo);
    dialog->open();
}

void TestPredictionDialog::saveTo(const QString& path) {
    if (!m_outcome || !m_outcome->capture) {
        return;
    }
    if (isAmong(path, m_inputs + QStringList{m_form->samplePath(), m_modelEdit->text()})) {
        fail({base::ErrorCode::writeFailed,
              "found an open file, the sample or the model as the place to write",
              "expected another name",
              "nothing has been written; choose a new file",
              base::SourceLocation{.file = path.toStdString()},
              {}});
        return;
    }
    const auto written = files::writeAtomically(nativePath(path), [this](const files::TextSink& sink) {
        return writers::writeNativeCapture(*m_outcome->capture, sink);
    });
    if (!written) {
        fail(written.error());
        return;
    }
    m_message->showMessage(widgets::MessageBar::Kind::information, tr("Written to %1").arg(path));
}

void TestPredictionDialog::openAsCapture() {
    std::string text;
    const auto written = writers::writeNativeCapture(*m_outcome->capture, [&text](std::string_view part) {
        text += part;
        return base::Result<void>();
    });
    if (!written) {
        fail(written.error());
        return;
    }
    emit openRequested(QString::fromStdString(text),
                       tr("probe of %1").arg(QFileInfo(m_modelEdit->text()).fileName()));
    accept();
}

}  // namespace dimscope::shell
