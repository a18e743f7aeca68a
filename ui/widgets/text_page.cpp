// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/text_page.h"

#include <QPainter>
#include <QStyleOptionFocusRect>

namespace dimscope::widgets {

TextPage::TextPage(QWidget* parent) : QTextBrowser(parent) {
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    document()->setDocumentMargin(8);
}

void TextPage::paintEvent(QPaintEvent* event) {
    QTextBrowser::paintEvent(event);
    drawFocusFrame(*this);
}

void drawFocusFrame(QAbstractScrollArea& view) {
    if (!view.hasFocus()) {
        return;
    }
    QStyleOptionFocusRect option;
    option.initFrom(&view);
    option.rect = view.viewport()->rect();
    QPainter painter(view.viewport());
    view.style()->drawPrimitive(QStyle::PE_FrameFocusRect, &option, &painter, &view);
}

}  // namespace dimscope::widgets
