// SPDX-License-Identifier: GPL-3.0-or-later
// How the overrides meet menus, panels and the title.
#include <QAction>
#include <QStatusBar>
#include <algorithm>

#include "ui/panels/charts_panel.h"
#include "ui/panels/samples_panel.h"
#include "ui/shell/document_text.h"
#include "ui/shell/main_window.h"
#include "ui/shell/panel_layout.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

void MainWindow::connectOverrides() {
    using session::OverridesDocument;
    connect(m_actions.openOverrides, &QAction::triggered, this, [this] {
        m_overridesFiles->setFolder(m_settings.folder);
        m_overridesFiles->askForOpenPath();
    });
    connect(m_actions.importShapes, &QAction::triggered, this, [this] {
        m_overridesFiles->setFolder(m_settings.folder);
        m_overridesFiles->askForImportPath();
    });
    connect(m_actions.saveOverrides, &QAction::triggered, this, [this] {
        m_overridesFiles->setFolder(m_settings.folder);
        m_overridesFiles->save();
    });
    connect(m_actions.saveOverridesAs, &QAction::triggered, this, [this] {
        m_overridesFiles->setFolder(m_settings.folder);
        m_overridesFiles->askForSavePath();
    });
    connect(m_actions.exportContract, &QAction::triggered, this, [this] {
        m_overridesFiles->setFolder(m_settings.folder);
        m_overridesFiles->showExport();
    });
    for (const auto signal :
         {&OverridesDocument::changed, &OverridesDocument::pathChanged, &OverridesDocument::dirtyChanged}) {
        connect(&m_overrides, signal, this, &MainWindow::showOverrides);
    }
    connect(&m_judge, &session::OverridesJudge::judgedChanged, this, &MainWindow::showOverrides);
    m_layout->samples()->view()->addActions({m_actions.excludeSamples, m_actions.includeSamples});
    connect(m_actions.excludeSamples, &QAction::triggered, this,
            [this] { useSamples(overrides::SampleUse::excluded); });
    connect(m_actions.includeSamples, &QAction::triggered, this,
            [this] { useSamples(overrides::SampleUse::included); });
    m_layout->charts()->showOverrides(m_judge, m_editor);
    showOverrides();
}

void MainWindow::useSamples(overrides::SampleUse use) {
    const panels::SamplesPanel* panel = m_layout->samples();
    const std::vector<std::uint32_t> samples = panel->selectedSamples();
    if (!panel->graph() || samples.empty()) {
        statusBar()->showMessage(tr("Select rows in Samples first."), kMessageMs);
        return;
    }
    const capture::Graph& graph = m_workspace.document()->capture->graph(*panel->graph());
    const bool leavesNone =
        use == overrides::SampleUse::excluded &&
        static_cast<std::size_t>(std::count_if(samples.begin(), samples.end(), [&](std::uint32_t sample) {
            return !panel->model().isExcluded(base::SampleId{sample});
        })) >= graph.samples - panel->model().excludedCount();
    if (leavesNone) {
        statusBar()->showMessage(tr("At least one sample of a graph stays."), kMessageMs);
        return;
    }
    m_editor.setSamples(*panel->graph(), samples, use);
}

void MainWindow::showOverrides() {
    setWindowTitle(shell::windowTitle(m_workspace.document(), m_overrides.path()));
    setWindowModified(m_overrides.isDirty() || m_labels.isDirty());
    const bool hasOverrides = !m_overrides.set()->empty();
    m_actions.importShapes->setEnabled(m_editor.canEdit());
    m_actions.excludeSamples->setEnabled(m_editor.canEdit());
    m_actions.includeSamples->setEnabled(m_editor.canEdit() && !m_judge.judged()->exclusions->empty());
    m_actions.saveOverrides->setEnabled(!m_overrides.isInFile());
    m_actions.saveOverridesAs->setEnabled(hasOverrides || m_overrides.isDirty());
}

}  // namespace dimscope::shell
