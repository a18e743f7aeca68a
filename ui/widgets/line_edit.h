// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dimscope::widgets {

/// A line edit in a window that has an undo stack: without a history of its own it leaves undo and redo to
/// the window.
class LineEdit : public QLineEdit {
    Q_OBJECT

 public:
    using QLineEdit::QLineEdit;

    /// The text has been taken: it is what undo no longer goes behind. Text, cursor and focus stay.
    void forgetHistory();

 protected:
    bool event(QEvent* event) override;
};

}  // namespace dimscope::widgets
