// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QString>
#include <QStringList>

#include "core/base/cancel_token.h"
#include "core/readers/open_capture.h"

class QApplication;

/// The door into the window for the program's main.
namespace dimscope::shell {

/// What to open at the start. Without paths the bundled sample capture opens.
struct StartOptions {
    QStringList paths;
    readers::OpenOptions open;
};

/// Shows the window and runs the event loop. Returns the exit code of the program: 0, since what cannot be
/// read is said in the window, where another file can be opened.
[[nodiscard]] int runWindow(QApplication& application, const StartOptions& options);

/// What to draw into a file.
struct ScreenshotOptions {
    StartOptions start;
    QString output;            ///< PNG file; "-" is the standard output
    QString view;              ///< one of viewNames(); empty: "window"
    QString theme;             ///< "light", "dark", or empty: light
    QSize size = {1400, 875};  ///< of the window, in pixels
    base::CancelToken cancel;  ///< ends the work before the file is written
};

/// Opens the files, waits until everything is drawn and writes a picture; needs no display. Returns the exit
/// code: 0 done, 2 no such view or theme, 3 the input cannot be read, 4 the output cannot be written, 5
/// cancelled; with the reason in `error`.
[[nodiscard]] int takeScreenshot(QApplication& application, const ScreenshotOptions& options, QString* error);

/// Names that ScreenshotOptions::view takes: "window", one per panel, one per chart.
[[nodiscard]] QStringList viewNames();

}  // namespace dimscope::shell
