// SPDX-License-Identifier: GPL-3.0-or-later
// Dimscope's window on the bundled sample capture, as the program starts it.
#include <QApplication>

#include "tests/bench/startup/first_paint.h"
#include "ui/shell/main_window.h"
#include "ui/widgets/fonts_ahead.h"
#include "ui/widgets/theme.h"

int main(int argc, char** argv) {
    dimscope::widgets::FontsAhead fonts;
    QApplication application(argc, argv);
    fonts.wait();
    dimscope::widgets::installStyle(application);
    dimscope::shell::MainWindow window(dimscope::shell::MainWindow::Memory::none);
    window.resize(1400, 875);
    const LeaveAtFirstPaint leave(window);
    window.openSample();
    window.show();
    return QApplication::exec();
}
