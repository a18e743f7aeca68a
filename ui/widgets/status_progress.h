// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>

class QProgressBar;
class QToolButton;

namespace dimscope::widgets {

class ElidedLabel;

/// Progress of long work with a cancel button, for the status bar. Work that ends within kDelayMs never
/// shows.
class StatusProgress : public QWidget {
    Q_OBJECT

 public:
    static constexpr int kDelayMs = 200;

    explicit StatusProgress(QWidget* parent = nullptr);

    void begin(const QString& what);
    /// `fraction` from 0 to 1; below 0: no end in sight.
    void setProgress(double fraction, const QString& what);
    void finish();
    [[nodiscard]] bool isRunning() const { return m_running; }

 signals:
    void cancelRequested();

 private:
    QTimer m_delay;
    ElidedLabel* m_what;
    QProgressBar* m_bar;
    QToolButton* m_cancel;
    bool m_running = false;
};

}  // namespace dimscope::widgets
