// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

namespace dimscope::widgets {

/// The filter box: a clear button, Escape clears, Down leaves for the table that is filtered.
class FilterEdit : public QLineEdit {
    Q_OBJECT

 public:
    explicit FilterEdit(QWidget* parent = nullptr);

 signals:
    void leaveRequested();

 protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace dimscope::widgets
