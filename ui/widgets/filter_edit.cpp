// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_edit.h"

#include <QKeyEvent>

namespace dimscope::widgets {

FilterEdit::FilterEdit(QWidget* parent) : LineEdit(parent) {
    setClearButtonEnabled(true);
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
        default: LineEdit::keyPressEvent(event);
    }
}

}  // namespace dimscope::widgets
