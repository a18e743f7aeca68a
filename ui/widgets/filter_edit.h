// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/line_edit.h"

namespace dimscope::widgets {

/// The filter box: a clear button, Escape clears, Down leaves for the table that is filtered.
class FilterEdit : public LineEdit {
    Q_OBJECT

 public:
    explicit FilterEdit(QWidget* parent = nullptr);

 signals:
    void leaveRequested();

 protected:
    void keyPressEvent(QKeyEvent* event) override;
};

}  // namespace dimscope::widgets
