// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QHBoxLayout;
class QLabel;
class QVBoxLayout;

namespace dimscope::widgets {

class ElidedLabel;

/// Top of a panel: title at the left, a live summary at the right, controls between them. Also serves as
/// the title bar of a dock, which is dragged by it.
class PanelTitleBar : public QWidget {
    Q_OBJECT

 public:
    explicit PanelTitleBar(const QString& title, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const;
    void setSummary(const QString& summary);
    [[nodiscard]] QString summary() const;
    /// Takes the title's place, e.g. a tab bar.
    void setLeadingWidget(QWidget* widget);
    /// Stands before the summary.
    void addControl(QWidget* widget);

 protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

 private:
    void updateColors();

    QHBoxLayout* m_layout;
    QLabel* m_title;
    ElidedLabel* m_summary;
};

/// A panel: title bar above content, in one rounded frame. In a dock the title bar moves to the dock.
class PanelFrame : public QWidget {
    Q_OBJECT

 public:
    PanelFrame(const QString& title, const QString& objectName, QWidget* parent = nullptr);

    [[nodiscard]] QString title() const;
    [[nodiscard]] PanelTitleBar* titleBar() const { return m_titleBar; }
    void setSummary(const QString& summary) { m_titleBar->setSummary(summary); }
    [[nodiscard]] QString summary() const { return m_titleBar->summary(); }
    /// Where the keyboard goes when it comes to the panel.
    [[nodiscard]] virtual QWidget* focusTarget() const;

 protected:
    void setContent(QWidget* content);
    void paintEvent(QPaintEvent* event) override;

 private:
    PanelTitleBar* m_titleBar;
    QVBoxLayout* m_layout;
};

}  // namespace dimscope::widgets
