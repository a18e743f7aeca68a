// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/compare_window.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QPushButton>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/panels/compare_view.h"
#include "ui/widgets/filter_edit.h"
#include "ui/widgets/table_view.h"

namespace dimscope::shell {

CompareWindow::CompareWindow(session::Workspace& workspace, session::CompareController& controller,
                             QWidget* parent)
    : QDialog(parent), m_controller(controller), m_view(new panels::CompareView(workspace, controller)) {
    setObjectName(QStringLiteral("compareWindow"));
    setWindowTitle(tr("Compare"));
    setAccessibleName(windowTitle());
    setAcceptDrops(true);
    resize(1000, 660);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->button(QDialogButtonBox::Close)->setAccessibleName(tr("Close"));
    buttons->button(QDialogButtonBox::Close)->setAutoDefault(false);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_view, 1);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_view, &panels::CompareView::chooseRequested, this, &CompareWindow::chooseRequested);
    const auto addKey = [this](const QKeySequence& key, auto act) {
        auto* action = new QAction(this);
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(action, &QAction::triggered, this, act);
        addAction(action);
    };
    addKey(QKeySequence::Find, [this] {
        m_view->filter()->setFocus(Qt::ShortcutFocusReason);
        m_view->filter()->selectAll();
    });
    addKey(QKeySequence::Copy, [this] { m_view->copyRows(); });
    addKey(QKeySequence(Qt::Key_F5), [this] { m_controller.reload(); });
    m_view->view()->setFocus();
}

void CompareWindow::dragEnterEvent(QDragEnterEvent* event) {
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void CompareWindow::dropEvent(QDropEvent* event) {
    QStringList paths;
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            paths += url.toLocalFile();
        }
    }
    event->acceptProposedAction();
    if (!paths.isEmpty()) {
        emit filesDropped(paths);
    }
}

void CompareWindow::done(int result) {
    m_controller.close();
    QDialog::done(result);
}

}  // namespace dimscope::shell
