// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include "ui/session/label_editor.h"
#include "ui/session/labeller.h"

class QAction;
class QMenu;
class QToolButton;

namespace dimscope::shell {

/// "input_ids:0", "sample:0 / 2", "4", "recorded": a source as the window writes it.
[[nodiscard]] QString sourceText(const capture::BatchSizeSource& source);

/// Where unknown batch sizes are taken from: a menu of what was recorded, of candidates and of a dialog for
/// others, and the button of the toolbar that shows the present one. Each choice is one step to undo.
class BatchSourceMenu : public QObject {
    Q_OBJECT

 public:
    /// Fills `menu`, which a menu bar may show, too. All must outlive it.
    BatchSourceMenu(QMenu& menu, session::Workspace& workspace, session::LabelEditor& labels,
                    const session::Labeller& labeller, QWidget& window);

    /// For a toolbar, which takes it over.
    [[nodiscard]] QToolButton* button() const { return m_button; }

 private:
    enum class Kind { constant, axis };

    QAction* add(const char* name, const QString& text);
    void follow();
    void showCandidates(const capture::BatchSizeSource& now);
    void ask(Kind kind);

    QMenu& m_menu;
    session::Workspace& m_workspace;
    session::LabelEditor& m_labels;
    const session::Labeller& m_labeller;
    QWidget& m_window;
    QToolButton* m_button;
    QAction* m_recorded;
    QList<QAction*> m_candidates;  ///< hidden where there are fewer
    QAction* m_constant;
    QAction* m_axis;
};

}  // namespace dimscope::shell
