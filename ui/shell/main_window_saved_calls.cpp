// SPDX-License-Identifier: GPL-3.0-or-later
// Files in which a program saved arguments are shown before they become the open document.
#include <QStatusBar>
#include <variant>

#include "ui/shell/main_window.h"
#include "ui/shell/saved_calls_dialog.h"

namespace dimscope::shell {

void MainWindow::askAndOpen(const QStringList& paths, const readers::OpenOptions& options) {
    const bool isStated =
        !std::holds_alternative<capture::BatchSizeSource::Recorded>(options.batchSizes.from);
    open(paths, options, isStated ? Ask::nothing : Ask::aboutSavedCalls);
}

bool MainWindow::askAboutSavedCalls(const session::DocumentPtr& document) {
    if (m_tried.ask != Ask::aboutSavedCalls || m_tried.session || !holdsSavedCalls(*document->recording())) {
        return false;
    }
    if (m_savedCalls != nullptr && m_savedCalls->isVisible()) {
        m_savedCalls->setDocument(document);  // read again
        return true;
    }
    m_savedCalls = new SavedCallsDialog(document, m_tried.options, this);
    m_savedCalls->setAttribute(Qt::WA_DeleteOnClose);
    const auto again = [this, asked = m_tried, overrides = m_triedOverrides](Ask ask) {
        Request request = asked;
        request.options = m_savedCalls->options();
        request.ask = ask;
        startNow(std::move(request), overrides);
    };
    connect(m_savedCalls, &SavedCallsDialog::rereadRequested, this, [again] { again(Ask::aboutSavedCalls); });
    connect(m_savedCalls, &QDialog::accepted, this, [again] { again(Ask::answered); });
    connect(m_savedCalls, &QDialog::rejected, this, [this] {
        m_loader.cancel();
        statusBar()->showMessage(tr("Nothing was opened."), kMessageMs);
    });
    connect(&m_loader, &session::LoadController::failed, m_savedCalls, &QDialog::reject);
    m_savedCalls->open();
    return true;
}

}  // namespace dimscope::shell
