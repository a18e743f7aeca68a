// SPDX-License-Identifier: GPL-3.0-or-later
// Work with real tensors, which another process does: resizing saved samples, testing predictions.
#include "ui/shell/main_window.h"
#include "ui/shell/resize_sample_dialog.h"
#include "ui/shell/sample_form.h"
#include "ui/shell/test_prediction_dialog.h"

namespace dimscope::shell {

void MainWindow::connectTrial() {
    connect(m_actions.resizeSample, &QAction::triggered, this, &MainWindow::resizeSample);
    connect(m_actions.testPrediction, &QAction::triggered, this, &MainWindow::testPrediction);
}

QStringList MainWindow::openFiles() const {
    const session::DocumentPtr document = m_workspace.document();
    QStringList files = document ? document->files : QStringList();
    for (const QString& path : {m_overrides.path(), m_sessionFiles->path()}) {
        if (!path.isEmpty()) {
            files += path;
        }
    }
    return files;
}

void MainWindow::resizeSample() {
    auto* dialog =
        new ResizeSampleDialog(m_workspace.document(), m_workspace.selection().graph, openFiles(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->form().setFolder(m_settings.folder);
    dialog->open();
}

void MainWindow::testPrediction() {
    auto* dialog =
        new TestPredictionDialog(m_workspace.document(), m_workspace.selection().graph, openFiles(), this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->form().setFolder(m_settings.folder);
    connect(dialog, &TestPredictionDialog::openRequested, this, &MainWindow::openText);
    dialog->open();
}

}  // namespace dimscope::shell
