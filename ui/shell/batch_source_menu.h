// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QObject>
#include <QString>

#include "ui/session/label_editor.h"
#include "ui/session/labeller.h"
#include "ui/session/overrides_editor.h"

class QAction;
class QMenu;
class QToolButton;

namespace dimscope::shell {

/// "input_ids:0", "sample:0 / 2", "4", "recorded": a source as the window writes it.
[[nodiscard]] QString sourceText(const capture::BatchSizeSource& source);

/// Where unknown batch sizes are taken from: a menu of what was recorded, of candidates and of a dialog for
/// others, and the button of the toolbar that shows the present one. Each choice is one step to undo. Where
/// the files hold ranges and no calls, a choice makes overrides: the axis, and what is a multiple of it,
/// become batch axes.
class BatchSourceMenu : public QObject {
    Q_OBJECT

 public:
    /// Fills `menu`, which a menu bar may show, too. All must outlive it.
    BatchSourceMenu(QMenu& menu, session::Workspace& workspace, session::LabelEditor& labels,
                    const session::Labeller& labeller, session::OverridesEditor& editor, QWidget& window);

    /// For a toolbar, which takes it over.
    [[nodiscard]] QToolButton* button() const { return m_button; }

 private:
    enum class Kind { constant, axis };

    QAction* add(const char* name, const QString& text);
    void follow();
    /// Ranges without calls, of which some axis could be the batch.
    [[nodiscard]] bool isOfRanges() const;
    void take(const capture::BatchSizeSource& source);
    void takeCandidate(std::size_t index);
    void showButton(const capture::BatchSizeSource& now);
    void showRanges();
    void showCandidates(const capture::BatchSizeSource& now);
    void ask(Kind kind);

    QMenu& m_menu;
    session::Workspace& m_workspace;
    session::LabelEditor& m_labels;
    const session::Labeller& m_labeller;
    session::OverridesEditor& m_editor;
    QWidget& m_window;
    QToolButton* m_button;
    QAction* m_recorded;
    QList<QAction*> m_candidates;  ///< hidden where there are fewer
    QAction* m_constant;
    QAction* m_axis;
};

}  // namespace dimscope::shell
