// SPDX-License-Identifier: GPL-3.0-or-later
// A Qt window with nothing in it: the yardstick of bench_startup.
#include <QApplication>
#include <QMainWindow>

#include "tests/bench/startup/first_paint.h"

int main(int argc, char** argv) {
    const QApplication application(argc, argv);
    QMainWindow window;
    window.resize(1400, 875);
    const LeaveAtFirstPaint leave(window);
    window.show();
    return QApplication::exec();
}
