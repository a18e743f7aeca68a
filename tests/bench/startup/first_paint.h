// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QObject>
#include <QWidget>
#include <cstdlib>

/// Ends the process as soon as a window has painted itself for the first time.
class LeaveAtFirstPaint : public QObject {
 public:
    explicit LeaveAtFirstPaint(QWidget& window) { window.installEventFilter(this); }

 protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Paint && !m_painted) {
            m_painted = true;
            QMetaObject::invokeMethod(
                this, [] { std::_Exit(0); }, Qt::QueuedConnection);
        }
        return QObject::eventFilter(watched, event);
    }

 private:
    bool m_painted = false;
};
