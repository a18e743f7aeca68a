// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QWidget>
#include <functional>

class QHBoxLayout;
class QLabel;
class QTextEdit;

namespace dimscope::widgets {

/// A message across the window that waits for nothing: its text can be selected and copied, its buttons act,
/// and it goes when it is closed or answered. Hidden until something is shown.
class MessageBar : public QWidget {
    Q_OBJECT

 public:
    enum class Kind { information, warning, error };
    struct Choice {
        QString text;
        std::function<void()> act;
    };

    explicit MessageBar(const QString& accessibleName, QWidget* parent = nullptr);

    /// Replaces what is shown. A choice acts and closes the bar.
    void showMessage(Kind kind, const QString& text, const QList<Choice>& choices = {});
    [[nodiscard]] QString text() const;
    [[nodiscard]] Kind kind() const { return m_kind; }

 signals:
    void closed();

 protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void dismiss();
    void fitHeight();
    void updateSign();
    [[nodiscard]] QColor color() const;

    Kind m_kind = Kind::information;
    QLabel* m_sign;
    QTextEdit* m_text;
    QHBoxLayout* m_buttons;
};

}  // namespace dimscope::widgets
