// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/message_bar.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTextEdit>
#include <QToolButton>

#include "ui/widgets/icons.h"
#include "ui/widgets/theme_colors.h"

namespace dimscope::widgets {

namespace {

constexpr int kMaxLines = 7;

void setSoftColors(QWidget* widget) {
    QPalette palette = widget->palette();
    palette.setColor(QPalette::Base, Qt::transparent);
    widget->setPalette(palette);
}

}  // namespace

MessageBar::MessageBar(const QString& accessibleName, QWidget* parent)
    : QWidget(parent), m_sign(new QLabel), m_text(new QTextEdit), m_buttons(new QHBoxLayout) {
    setAccessibleName(accessibleName);
    m_text->setAccessibleName(accessibleName);
    m_text->setReadOnly(true);
    m_text->setAcceptRichText(false);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setTabChangesFocus(true);
    m_text->setFrameShape(QFrame::NoFrame);
    m_text->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_text->setWordWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    m_text->document()->setDocumentMargin(1);
    m_text->viewport()->setAutoFillBackground(false);
    setSoftColors(m_text);
    m_sign->setAlignment(Qt::AlignTop);
    m_sign->setAccessibleName(accessibleName);

    auto* copy = new QToolButton;
    copy->setIcon(icon(QStringLiteral("copy")));
    copy->setToolTip(tr("Copy the message"));
    copy->setAccessibleName(tr("Copy the message"));
    copy->setAutoRaise(true);
    connect(copy, &QToolButton::clicked, this,
            [this] { QApplication::clipboard()->setText(m_text->toPlainText()); });
    auto* close = new QToolButton;
    close->setIcon(icon(QStringLiteral("close")));
    close->setToolTip(tr("Close the message"));
    close->setAccessibleName(tr("Close the message"));
    close->setAutoRaise(true);
    connect(close, &QToolButton::clicked, this, &MessageBar::dismiss);

    m_buttons->setSpacing(6);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(10, 6, 8, 6);
    layout->setSpacing(8);
    layout->addWidget(m_sign);
    layout->addWidget(m_text, 1);
    layout->addLayout(m_buttons);
    layout->addWidget(copy, 0, Qt::AlignTop);
    layout->addWidget(close, 0, Qt::AlignTop);
    hide();
}

void MessageBar::showMessage(Kind kind, const QString& text, const QList<Choice>& choices) {
    m_kind = kind;
    m_text->setPlainText(text);
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        // A choice may be the sender of the call that shows the next message.
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const Choice& choice : choices) {
        auto* button = new QPushButton(choice.text);
        button->setAccessibleName(choice.text);
        connect(button, &QPushButton::clicked, this, [this, act = choice.act] {
            dismiss();
            act();
        });
        m_buttons->addWidget(button, 0, Qt::AlignTop);
    }
    updateSign();
    show();
    fitHeight();
    update();
}

QString MessageBar::text() const {
    return m_text->toPlainText();
}

QColor MessageBar::color() const {
    const ThemeColors colors = ThemeColors::of(palette());
    switch (m_kind) {
        case Kind::error: return colors.error;
        case Kind::warning: return colors.warning;
        case Kind::information: break;
    }
    return palette().color(QPalette::Link);
}

void MessageBar::updateSign() {
    const QString sign = m_kind == Kind::error     ? QStringLiteral("■")
                         : m_kind == Kind::warning ? QStringLiteral("▲")
                                                   : QStringLiteral("●");
    m_sign->setText(sign);
    QPalette palette = m_sign->palette();
    if (palette.color(QPalette::WindowText) != color()) {
        palette.setColor(QPalette::WindowText, color());
        m_sign->setPalette(palette);
    }
}

void MessageBar::dismiss() {
    hide();
    emit closed();
}

void MessageBar::fitHeight() {
    const int line = m_text->fontMetrics().lineSpacing();
    const int wanted = qRound(m_text->document()->size().height()) + 2;
    m_text->setFixedHeight(qBound(line + 4, wanted, kMaxLines * line + 4));
}

void MessageBar::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = color();
    fill.setAlpha(28);
    painter.setPen(color());
    painter.setBrush(palette().color(QPalette::Base));
    const QRectF frame = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(frame, 4, 4);
    painter.setBrush(fill);
    painter.drawRoundedRect(frame, 4, 4);
}

void MessageBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitHeight();
}

void MessageBar::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Escape) {
        dismiss();
        return;
    }
    QWidget::keyPressEvent(event);
}

void MessageBar::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) {
        QPalette text = palette();
        text.setColor(QPalette::Base, Qt::transparent);
        if (m_text->palette().color(QPalette::Text) != text.color(QPalette::Text)) {
            m_text->setPalette(text);
        }
        updateSign();
    }
}

}  // namespace dimscope::widgets
