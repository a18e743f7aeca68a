// SPDX-License-Identifier: GPL-3.0-or-later
// How another capture is chosen and compared with the open one.
#include <QAction>

#include "ui/shell/compare_window.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/file_dialog.h"

namespace dimscope::shell {

void MainWindow::connectCompare() {
    connect(m_actions.compare, &QAction::triggered, this, &MainWindow::askForOther);
}

CompareWindow* MainWindow::compareWindow() const {
    return m_compareWindow;
}

void MainWindow::askForOther() {
    auto* dialog = new widgets::FileDialog(this, tr("Compare With"), m_settings.folder);
    dialog->setObjectName(QStringLiteral("compareDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    dialog->setNameFilters(captureNameFilters());
    connect(dialog, &QFileDialog::filesSelected, this, [this, dialog](const QStringList& paths) {
        m_settings.folder = dialog->directory().absolutePath();
        compareWith(paths);
    });
    dialog->open();
}

void MainWindow::compareWith(const QStringList& paths) {
    if (!m_compareWindow) {
        m_compareWindow = new CompareWindow(m_workspace, m_compare, this);
        m_compareWindow->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_compareWindow, &CompareWindow::chooseRequested, this, &MainWindow::askForOther);
        connect(m_compareWindow, &CompareWindow::filesDropped, this, &MainWindow::compareWith);
    }
    m_compareWindow->show();
    m_compareWindow->raise();
    m_compareWindow->activateWindow();
    m_compare.start(paths);
}

}  // namespace dimscope::shell
