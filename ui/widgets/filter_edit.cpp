// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_edit.h"

#include <QKeyEvent>

namespace dimscope::widgets {

FilterEdit::FilterEdit(QWidget* parent) : QLineEdit(parent) {
    setClearButtonEnabled(true);
}

bool FilterEdit::event(QEvent* event) {
    // Without a history of its own it leaves undo and redo to the window.
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        if ((key->matches(QKeySequence::Undo) && !isUndoAvailable()) ||
            (key->matches(QKeySequence::Redo) && !isRedoAvailable())) {
            key->ignore();
            return true;
        }
    }
    return QLineEdit::event(event);
}

void FilterEdit::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
        case Qt::Key_Escape:
            if (text().isEmpty()) {
                emit leaveRequested();
            } else {
                clear();
            }
            return;
        case Qt::Key_Down:
        case Qt::Key_Return:
        case Qt::Key_Enter: emit leaveRequested(); return;
        default: QLineEdit::keyPressEvent(event);
    }
}

}  // namespace dimscope::widgets
