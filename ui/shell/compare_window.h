// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QStringList>

#include "ui/session/compare_controller.h"
#include "ui/session/workspace.h"

namespace dimscope::panels {
class CompareView;
}

namespace dimscope::shell {

/// The comparison in a window beside the main one. Files that are dropped on it are compared with; closing it
/// forgets the other capture.
class CompareWindow : public QDialog {
    Q_OBJECT

 public:
    CompareWindow(session::Workspace& workspace, session::CompareController& controller,
                  QWidget* parent = nullptr);

    [[nodiscard]] panels::CompareView* view() const { return m_view; }

 signals:
    void chooseRequested();
    void filesDropped(const QStringList& paths);

 protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void done(int result) override;

 private:
    session::CompareController& m_controller;
    panels::CompareView* m_view;
};

}  // namespace dimscope::shell
