// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/sample_form.h"

#include <QComboBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <limits>
#include <utility>

#include "core/readers/open_capture.h"
#include "ui/charts/latest_job.h"
#include "ui/shell/native_path.h"
#include "ui/widgets/file_dialog.h"

namespace dimscope::shell {

namespace {

constexpr int kNoGraph = -1;
constexpr int kFieldWidth = 420;

base::Result<trial::SavedSample> readSample(const QString& path) {
    const auto opened = readers::openCapture({nativePath(path)});
    return opened ? trial::savedSample(*opened->capture) : opened.error();
}

QString textOf(const base::Error& error) {
    return QString::fromStdString(error.text());
}

}  // namespace

SampleForm::SampleForm(session::DocumentPtr document, std::optional<base::GraphId> selected,
                       WithoutGraph without, QWidget* parent)
    : QWidget(parent),
      m_document(std::move(document)),
      m_selected(selected),
      m_without(without),
      m_sampleEdit(new QLineEdit),
      m_graphs(new QComboBox),
      m_batchSize(new QSpinBox),
      m_note(new QLabel),
      m_rows(new QFormLayout(this)),
      m_job(std::make_unique<charts::LatestJob<Read>>(
          [this](const std::shared_ptr<const Read>& read) { takeSample(read); })) {
    addFields();
    connect(m_sampleEdit, &QLineEdit::editingFinished, this, [this] { setSample(m_sampleEdit->text()); });
    connect(m_graphs, &QComboBox::currentIndexChanged, this, &SampleForm::follow);
    connect(m_batchSize, &QSpinBox::valueChanged, this, &SampleForm::follow);
    follow();
}

SampleForm::~SampleForm() = default;

void SampleForm::addFields() {
    m_sampleEdit->setAccessibleName(tr("Sample"));
    m_sampleEdit->setPlaceholderText(tr("arguments of one call, as torch.save writes them (.pt)"));
    m_sampleEdit->setMinimumWidth(kFieldWidth);
    m_graphs->setAccessibleName(tr("Graph"));
    m_graphs->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_batchSize->setAccessibleName(tr("Batch size of the sample"));
    m_batchSize->setRange(0, std::numeric_limits<int>::max());
    m_batchSize->setSpecialValueText(tr("not known"));
    m_rows->setFieldGrowthPolicy(QFormLayout::ExpandingFieldsGrow);
    m_graphs->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_note->setObjectName(QStringLiteral("sampleNote"));
    m_note->setAccessibleName(tr("What follows the batch size"));
    m_note->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_note->setWordWrap(true);
    m_note->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_note->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_note->setMinimumHeight(2 * fontMetrics().lineSpacing());
    auto* browse = new QPushButton(tr("&Browse…"));
    browse->setAccessibleName(tr("Choose the sample"));
    browse->setAutoDefault(false);
    connect(browse, &QPushButton::clicked, this, &SampleForm::askForSample);

    auto* file = new QHBoxLayout;
    file->addWidget(m_sampleEdit, 1);
    file->addWidget(browse);
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->addRow(tr("&Sample"), file);
    m_rows->addRow(tr("&Graph"), m_graphs);
    if (m_without == WithoutGraph::allowed) {
        m_rows->addRow(tr("Its batch si&ze"), m_batchSize);
    }
    m_rows->addRow(QString(), m_note);
    qobject_cast<QLabel*>(m_rows->labelForField(file))->setBuddy(m_sampleEdit);
}

void SampleForm::askForSample() {
    auto* dialog = new widgets::FileDialog(this, tr("Choose a Sample"), m_folder);
    dialog->setObjectName(QStringLiteral("sampleFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Saved arguments (*.pt *.pth)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, [this, dialog](const QString& path) {
        m_folder = dialog->directory().absolutePath();
        setSample(path);
    });
    dialog->open();
}

void SampleForm::setSample(const QString& path) {
    if (path == m_path) {
        return;
    }
    m_path = path;
    m_sampleEdit->setText(path);
    m_read = nullptr;
    if (path.isEmpty()) {
        m_job->cancel();
    } else {
        m_job->start([path] { return std::make_shared<const Read>(readSample(path)); });
    }
    fillGraphs();
    follow();
}

bool SampleForm::isBusy() const {
    return m_job->isBusy();
}

const trial::SavedSample* SampleForm::sample() const {
    return m_read && *m_read ? &**m_read : nullptr;
}

std::optional<base::GraphId> SampleForm::graph() const {
    const QVariant chosen = m_graphs->currentData();
    return chosen.isValid() && chosen.toInt() != kNoGraph
               ? std::optional(base::GraphId{static_cast<std::uint32_t>(chosen.toInt())})
               : std::nullopt;
}

void SampleForm::takeSample(const std::shared_ptr<const Read>& read) {
    m_read = read;
    if (const trial::SavedSample* found = sample()) {
        const QSignalBlocker block(m_batchSize);
        m_batchSize->setValue(static_cast<int>(
            std::clamp<std::int64_t>(found->batchSize.value_or(0), 0, std::numeric_limits<int>::max())));
    }
    fillGraphs();
    follow();
}

void SampleForm::fillGraphs() {
    const QSignalBlocker block(m_graphs);
    m_graphs->clear();
    if (sample() != nullptr && m_document && m_document->capture) {
        const capture::Capture& capture = *m_document->capture;
        for (const base::GraphId id : trial::graphsLike(capture, *sample())) {
            const capture::Graph& graph = capture.graph(id);
            m_graphs->addItem(tr("%1 · graph %2")
                                  .arg(QString::fromStdString(capture.module(graph.module).name),
                                       QString::fromStdString(graph.name)),
                              static_cast<int>(id.value));
            if (m_selected == id) {
                m_graphs->setCurrentIndex(m_graphs->count() - 1);
            }
        }
    }
    if (sample() != nullptr && m_without == WithoutGraph::allowed) {
        m_graphs->addItem(tr("none: nothing is predicted, axis 0 follows the batch size"), kNoGraph);
    }
    m_graphs->setEnabled(m_graphs->count() > 0);
}

void SampleForm::follow() {
    m_plan.reset();
    const trial::SavedSample* found = sample();
    const auto chosen = graph();
    m_batchSize->setEnabled(found != nullptr && !chosen);
    if (found == nullptr) {
        say(m_path.isEmpty() ? tr("Choose the arguments of one call.")
            : m_read         ? QStringLiteral("■ ") + textOf(m_read->error())
                             : tr("Reading…"));
    } else if (m_graphs->count() == 0) {
        say(QStringLiteral("■ ") + whyNoGraph());
    } else {
        trial::SavedSample stated = *found;
        stated.batchSize =
            m_batchSize->value() > 0 ? std::optional<std::int64_t>(m_batchSize->value()) : std::nullopt;
        auto plan = chosen ? trial::resizeLike(*m_document->capture, *m_document->analysis, *chosen, *found)
                           : trial::resizeFirstAxes(stated);
        const bool fitsNone = m_graphs->count() == 1 && !chosen;
        say((plan ? tr("Follows the batch size: %1.").arg(QString::fromStdString(trial::describe(*plan)))
                  : QStringLiteral("■ ") + textOf(plan.error())) +
            (fitsNone ? QStringLiteral(" ") + tr("Nothing is predicted: %1.").arg(whyNoGraph()) : QString()));
        if (plan) {
            m_plan = std::move(*plan);
        }
    }
    emit planChanged();
}

QString SampleForm::whyNoGraph() const {
    if (!m_document || !m_document->capture) {
        return tr("no capture is open");
    }
    const auto graph = trial::graphLike(*m_document->capture, *sample(), {});
    return graph ? QString() : QString::fromStdString(graph.error().found);
}

void SampleForm::say(const QString& text) {
    m_note->setText(text);
}

}  // namespace dimscope::shell
