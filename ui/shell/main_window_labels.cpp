// SPDX-License-Identifier: GPL-3.0-or-later
// How batch sizes are stated for samples, and taken back.
#include <QAction>
#include <QInputDialog>
#include <QSpinBox>
#include <QStatusBar>
#include <algorithm>
#include <limits>

#include "ui/models/format.h"
#include "ui/panels/samples_panel.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panel_layout.h"
#include "ui/widgets/counted.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

void MainWindow::connectLabels() {
    m_layout->samples()->view()->addActions(
        {m_actions.setBatchSize, m_actions.restoreBatchSize, m_actions.relabelProposed});
    connect(m_actions.setBatchSize, &QAction::triggered, this, &MainWindow::askForBatchSize);
    connect(m_actions.restoreBatchSize, &QAction::triggered, this, &MainWindow::restoreBatchSizes);
    connect(m_actions.relabelProposed, &QAction::triggered, this, [this] {
        if (const auto graph = m_layout->samples()->graph()) {
            m_labels.relabelProposed(*graph);
        }
    });
    connect(&m_labels, &session::LabelEditor::proposed, this, [this](base::GraphId, std::size_t samples) {
        statusBar()->showMessage(
            samples == 0 ? tr("No sample of the graph has a batch size that its sizes contradict.")
                         : widgets::counted(samples, tr("1 sample relabelled as its sizes say."),
                                            tr("%1 samples relabelled as their sizes say.")),
            kMessageMs);
    });
    // After the panel, which has been told first.
    connect(&m_workspace, &session::Workspace::documentChanged, this, &MainWindow::showLabels);
    connect(&m_workspace, &session::Workspace::selectionChanged, this, &MainWindow::showLabels);
    showLabels();
}

void MainWindow::showLabels() {
    const panels::SamplesPanel* panel = m_layout->samples();
    const bool hasSamples = m_labels.canEdit() && panel->graph() &&
                            !m_workspace.document()->capture->graph(*panel->graph()).isSummary();
    m_actions.setBatchSize->setEnabled(hasSamples);
    m_actions.restoreBatchSize->setEnabled(hasSamples && panel->model().relabelledCount() > 0);
    m_actions.relabelProposed->setEnabled(hasSamples);
}

void MainWindow::askForBatchSize() {
    const panels::SamplesPanel* panel = m_layout->samples();
    const std::vector<std::uint32_t> samples = panel->selectedSamples();
    if (!panel->graph() || samples.empty()) {
        statusBar()->showMessage(tr("Select rows in Samples first."), kMessageMs);
        return;
    }
    const session::DocumentPtr document = m_workspace.document();
    const base::GraphId graph = *panel->graph();
    const auto now = (*document->capture->graph(graph).batchSizes)[samples.front()];
    const auto recorded = (*document->recording()->graph(graph).batchSizes)[samples.front()];
    auto* dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("batchSizeDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Set Batch Size"));
    dialog->setAccessibleName(dialog->windowTitle());
    dialog->setInputMode(QInputDialog::IntInput);
    dialog->setLabelText(
        samples.size() == 1
            ? tr("Batch size of sample %1 (recorded: %2):")
                  .arg(QString::number(samples.front()), models::batchSizeText(recorded))
            : tr("Batch size of %1 samples:").arg(models::numberText(std::uint64_t{samples.size()})));
    dialog->setIntRange(1, std::numeric_limits<int>::max());
    dialog->setIntValue(static_cast<int>(std::clamp<std::int64_t>(now, 1, std::numeric_limits<int>::max())));
    if (auto* number = dialog->findChild<QSpinBox*>()) {
        number->setAccessibleName(tr("Batch size"));
    }
    connect(dialog, &QInputDialog::intValueSelected, this,
            [this, graph, samples, recording = document->recording()](int batchSize) {
                const session::DocumentPtr open = m_workspace.document();
                if (!open || open->recording() != recording) {
                    return;  // another capture has come meanwhile
                }
                std::vector<capture::Relabel> relabels;
                relabels.reserve(samples.size());
                for (const std::uint32_t sample : samples) {
                    relabels.push_back({sample, batchSize});
                }
                m_labels.relabel(graph, relabels);
            });
    dialog->open();
}

void MainWindow::restoreBatchSizes() {
    const panels::SamplesPanel* panel = m_layout->samples();
    const std::vector<std::uint32_t> samples = panel->selectedSamples();
    const bool isAnyRelabelled = std::any_of(samples.begin(), samples.end(), [panel](std::uint32_t sample) {
        return panel->model().isRelabelled(base::SampleId{sample});
    });
    if (!panel->graph() || !isAnyRelabelled) {
        statusBar()->showMessage(tr("Select relabelled rows (✎) in Samples first."), kMessageMs);
        return;
    }
    m_labels.restoreRecorded(*panel->graph(), samples);
}

}  // namespace dimscope::shell
