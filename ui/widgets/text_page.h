// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>

namespace dimscope::widgets {

/// A page of rich text whose links are worked by mouse and keyboard (Tab and Enter) and told by
/// `anchorClicked`; it opens nothing itself. A frame shows that the keyboard is on it.
class TextPage : public QTextBrowser {
    Q_OBJECT

 public:
    explicit TextPage(QWidget* parent = nullptr);

 protected:
    void paintEvent(QPaintEvent* event) override;
};

/// Draws the focus frame along the edge of a view that has no current row or link to show it with, if the
/// keyboard is on it and was used.
void drawFocusFrame(QAbstractScrollArea& view);

}  // namespace dimscope::widgets
