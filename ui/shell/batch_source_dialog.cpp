// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/batch_source_dialog.h"

#include <QComboBox>
#include <QCompleter>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QRadioButton>
#include <QSpinBox>
#include <QStringList>
#include <QVBoxLayout>
#include <algorithm>
#include <limits>
#include <set>

#include "ui/charts/latest_job.h"
#include "ui/models/format.h"
#include "ui/widgets/counted.h"

namespace dimscope::shell {

namespace {

using capture::BatchSizeSource;

constexpr int kFieldWidth = 320;
constexpr int kIndent = 22;  // under the mark of a radio button

QSpinBox* makeNumber(const QString& name, int least) {
    auto* box = new QSpinBox;
    box->setRange(least, std::numeric_limits<int>::max());
    box->setAccessibleName(name);
    return box;
}

int fitted(std::int64_t number) {
    return static_cast<int>(std::clamp<std::int64_t>(number, 0, std::numeric_limits<int>::max()));
}

}  // namespace

BatchSourceDialog::BatchSourceDialog(std::shared_ptr<const capture::Capture> recording,
                                     std::optional<base::GraphId> graph, const BatchSizeSource& start,
                                     QWidget* parent)
    : QDialog(parent),
      m_recording(std::move(recording)),
      m_isConstant(new QRadioButton(tr("&The same for every call"))),
      m_isAxis(new QRadioButton(tr("&Axis of a tensor"))),
      m_constant(makeNumber(tr("Constant batch size"), 1)),
      m_tensor(new QComboBox),
      m_axis(makeNumber(tr("Axis"), 0)),
      m_divisor(makeNumber(tr("Divisor"), 1)),
      m_preview(new QLabel),
      m_job(std::make_unique<charts::LatestJob<Preview>>(
          [this](const std::shared_ptr<const Preview>& preview) { showPreview(*preview); })) {
    setObjectName(QStringLiteral("batchSourceDialog"));
    setWindowTitle(tr("Batch Size Source"));
    setAccessibleName(windowTitle());
    addFields();
    fillTensors(graph);
    showSource(start);
    connect(m_isConstant, &QRadioButton::toggled, this, &BatchSourceDialog::follow);
    connect(m_tensor, &QComboBox::currentTextChanged, this, &BatchSourceDialog::follow);
    for (QSpinBox* box : {m_constant, m_axis, m_divisor}) {
        connect(box, &QSpinBox::valueChanged, this, &BatchSourceDialog::follow);
    }
    follow();
}

BatchSourceDialog::~BatchSourceDialog() = default;

void BatchSourceDialog::addFields() {
    m_isConstant->setAccessibleName(tr("The same batch size for every call"));
    m_isAxis->setAccessibleName(tr("Axis of a tensor"));
    m_tensor->setEditable(true);
    m_tensor->setInsertPolicy(QComboBox::NoInsert);
    m_tensor->setAccessibleName(tr("Tensor"));
    m_tensor->lineEdit()->setAccessibleName(tr("Tensor"));
    m_tensor->view()->setAccessibleName(tr("Tensors"));
    m_tensor->setMinimumWidth(kFieldWidth);
    m_tensor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_preview->setObjectName(QStringLiteral("preview"));
    m_preview->setWordWrap(true);
    m_preview->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_preview->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    m_preview->setMinimumHeight(3 * fontMetrics().lineSpacing());

    auto* constant = new QFormLayout;
    constant->setContentsMargins(kIndent, 0, 0, 6);
    constant->addRow(tr("&Batch size"), m_constant);
    auto* axis = new QFormLayout;
    axis->setContentsMargins(kIndent, 0, 0, 6);
    axis->addRow(tr("Te&nsor"), m_tensor);
    axis->addRow(tr("A&xis"), m_axis);
    axis->addRow(tr("&Divided by"), m_divisor);

    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
    buttons->setAccessibleName(windowTitle());
    m_accept = buttons->button(QDialogButtonBox::Ok);
    m_accept->setAccessibleName(tr("Use this source"));
    m_accept->setDefault(true);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    const bool hasSamples = m_recording->sampleCount() > 0;
    m_isConstant->setEnabled(hasSamples);
    auto* head =
        new QLabel(hasSamples ? tr("Batch size of calls whose recording does not say it:")
                              : tr("What of the ranges is the batch size. The files hold no calls, so "
                                   "the answer becomes overrides:"));
    head->setWordWrap(true);
    auto* all = new QVBoxLayout(this);
    all->addWidget(head);
    all->addWidget(m_isConstant);
    all->addLayout(constant);
    all->addWidget(m_isAxis);
    all->addLayout(axis);
    all->addWidget(m_preview, 1);
    all->addWidget(buttons);
}

void BatchSourceDialog::fillTensors(std::optional<base::GraphId> graph) {
    const bool hasSamples = m_recording->sampleCount() > 0;
    const capture::Graph* shown = graph ? &m_recording->graph(*graph) : nullptr;
    for (const capture::Graph& other : m_recording->graphs()) {
        if (other.isSummary() && hasSamples) {
            continue;
        }
        if (shown == nullptr || (shown->isSummary() && hasSamples)) {
            shown = &other;
        }
        for (const base::TensorId id : other.tensors) {
            const capture::Tensor& tensor = m_recording->tensor(id);
            int& rank = m_ranks[QString::fromStdString(tensor.accessPath)];
            rank = std::max(rank, static_cast<int>(tensor.rank));
        }
    }
    QStringList paths;
    if (shown != nullptr) {
        for (const base::TensorId id : shown->tensors) {
            const capture::Tensor& tensor = m_recording->tensor(id);
            if (tensor.side() == module::Side::input && tensor.rank > 0) {
                paths += QString::fromStdString(tensor.accessPath);
            }
        }
    }
    m_tensor->addItems(paths);
    QCompleter* completer = m_tensor->completer();
    completer->setCompletionMode(QCompleter::PopupCompletion);
    completer->setFilterMode(Qt::MatchContains);
    completer->setCaseSensitivity(Qt::CaseInsensitive);
    completer->popup()->setAccessibleName(tr("Tensors"));
}

void BatchSourceDialog::showSource(const BatchSizeSource& source) {
    const auto* constant = std::get_if<BatchSizeSource::Constant>(&source.from);
    m_isConstant->setChecked(constant != nullptr);
    m_isAxis->setChecked(constant == nullptr);
    if (constant != nullptr) {
        m_constant->setValue(fitted(constant->batchSize));
    }
    if (const auto* axis = std::get_if<BatchSizeSource::TensorAxis>(&source.from)) {
        m_tensor->setCurrentText(QString::fromStdString(axis->accessPath));
        m_axis->setValue(axis->axis);
        m_divisor->setValue(fitted(axis->divisor));
    }
    if (constant != nullptr) {
        m_constant->setFocus();
        m_constant->selectAll();
    } else {
        m_tensor->setFocus();
        m_tensor->lineEdit()->selectAll();
    }
}

std::optional<BatchSizeSource> BatchSourceDialog::source() const {
    if (m_isConstant->isChecked()) {
        return BatchSizeSource{BatchSizeSource::Constant{m_constant->value()}};
    }
    const QString path = m_tensor->currentText();
    if (m_axis->value() >= m_ranks.value(path, 0)) {
        return std::nullopt;
    }
    return BatchSizeSource{
        BatchSizeSource::TensorAxis{path.toStdString(), m_axis->value(), m_divisor->value()}};
}

void BatchSourceDialog::follow() {
    m_constant->setEnabled(m_isConstant->isChecked());
    for (QWidget* field : QList<QWidget*>{m_tensor, m_axis, m_divisor}) {
        field->setEnabled(m_isAxis->isChecked());
    }
    const QString path = m_tensor->currentText();
    const int rank = m_ranks.value(path, 0);
    if (rank > 0) {
        m_axis->setMaximum(rank - 1);  // may change the value, and so come here again
    }
    const auto wanted = source();
    m_accept->setEnabled(wanted.has_value());
    if (!wanted) {
        m_job->cancel();
        m_preview->setText(m_ranks.contains(path) ? tr("%1 is a scalar: it has no axes.").arg(path)
                           : path.isEmpty()       ? tr("Choose a tensor, or type a part of its path.")
                                                  : tr("No tensor has the path %1.").arg(path));
        return;
    }
    m_job->start([recording = m_recording, source = *wanted] {
        return std::make_shared<const Preview>(previewOf(recording, source));
    });
}

BatchSourceDialog::Preview BatchSourceDialog::previewOf(
    const std::shared_ptr<const capture::Capture>& recording, const BatchSizeSource& source) {
    const auto* axis = std::get_if<BatchSizeSource::TensorAxis>(&source.from);
    if (axis != nullptr && recording->sampleCount() == 0) {
        Preview preview;
        preview.ranges = inference::rangeBatchOf(*recording, *axis);
        return preview;
    }
    base::Diagnostics ignored;
    const auto filled = capture::withBatchSizes(recording, source, ignored);
    Preview preview;
    std::set<std::int64_t> some;
    for (std::size_t graph = 0; graph < recording->graphs().size(); ++graph) {
        if (recording->graphs()[graph].isSummary()) {
            continue;
        }
        const auto& before = *recording->graphs()[graph].batchSizes;
        const auto& after = *filled->graphs()[graph].batchSizes;
        for (std::size_t sample = 0; sample < before.size(); ++sample) {
            if (before[sample] != capture::kUnknownBatch) {
                continue;
            }
            ++preview.unknown;
            const std::int64_t size = after[sample];
            if (size == capture::kUnknownBatch) {
                continue;
            }
            preview.least = preview.filled == 0 ? size : std::min(preview.least, size);
            preview.most = std::max(preview.most, size);
            ++preview.filled;
            if (some.size() <= kShown) {
                some.insert(size);
            }
        }
    }
    preview.some.assign(some.begin(), some.end());
    return preview;
}

void BatchSourceDialog::showRanges(const inference::RangeBatchCandidate& ranges) {
    m_accept->setEnabled(ranges.tensors > 0);
    m_preview->setText(ranges.tensors == 0
                           ? tr("No tensor gets a batch axis: the axis has one size only, or sizes that are "
                                "not multiples of "
                                "the divisor, or its graph has a batch axis already.")
                           : widgets::counted(ranges.tensors, tr("1 tensor gets a batch axis"),
                                              tr("%1 tensors get a batch axis")) +
                                 tr(": batch sizes %1 to %2.")
                                     .arg(models::numberText(ranges.least), models::numberText(ranges.most)));
}

void BatchSourceDialog::showPreview(const Preview& preview) {
    if (preview.ranges) {
        showRanges(*preview.ranges);
        return;
    }
    if (preview.unknown == 0) {
        m_preview->setText(tr("The recording says every batch size; a source changes nothing."));
        return;
    }
    QStringList sizes;
    for (const std::int64_t size : preview.some) {
        sizes += models::numberText(size);
    }
    QString text = widgets::counted(preview.unknown, tr("%2 of 1 sample without a batch size gets one"),
                                    tr("%2 of %1 samples without a batch size get one"))
                       .replace(QStringLiteral("%2"), models::numberText(preview.filled));
    if (preview.some.size() > kShown) {
        text +=
            tr(": from %1 to %2.").arg(models::numberText(preview.least), models::numberText(preview.most));
    } else if (preview.filled > 0) {
        text += tr(": %1.").arg(sizes.join(QStringLiteral(", ")));
    } else {
        text += u'.';
    }
    if (preview.filled < preview.unknown) {
        text += tr(" The others have no such axis, or a size that is not a multiple of the divisor.");
    }
    m_preview->setText(text);
}

}  // namespace dimscope::shell
