// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/line_edit.h"

#include <QKeyEvent>

namespace dimscope::widgets {

void LineEdit::forgetHistory() {
    const int cursor = cursorPosition();
    setText(text());  // clears the history, and says nothing where the text is the same
    setCursorPosition(cursor);
}

bool LineEdit::event(QEvent* event) {
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

}  // namespace dimscope::widgets
