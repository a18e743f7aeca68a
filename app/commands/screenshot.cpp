// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/screenshot.h"

#include <QApplication>
#include <QFile>
#include <cstdio>

#include "app/commands/command.h"
#include "app/commands/start_options.h"
#include "ui/shell/application.h"

namespace dimscope::app {

namespace {

/// Passes on what Qt has to say, but for two notices that its offscreen platform prints on every start and
/// that mean nothing for a picture.
void passOn(QtMsgType, const QMessageLogContext&, const QString& message) {
    if (!message.contains(QStringLiteral("XDG_RUNTIME_DIR")) &&
        !message.contains(QStringLiteral("propagateSizeHints"))) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(message));
    }
}

}  // namespace

Exit runScreenshot(const CommandLine& line, char* program, const base::CancelToken& cancel) {
    if (const auto checked = checkOutput(line, {line.files.begin(), line.files.end()}); !checked) {
        return endWith(checked.error());
    }
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) {
        qputenv("QT_QPA_PLATFORM", "offscreen");
    }
    qInstallMessageHandler(passOn);
    int count = program != nullptr ? 1 : 0;
    char* arguments[] = {program, nullptr};
    QApplication application(count, arguments);
    shell::ScreenshotOptions options;
    options.start = startOptions(line);
    options.output = QFile::decodeName(QByteArray::fromStdString(line.output));
    options.view = QString::fromStdString(line.view);
    options.theme = QString::fromStdString(line.theme);
    options.size = {line.size.width, line.size.height};
    options.cancel = cancel;
    QString error;
    const int code = shell::takeScreenshot(application, options, &error);
    if (!error.isEmpty()) {
        std::fprintf(stderr, "%s\n", qUtf8Printable(error));
    }
    return static_cast<Exit>(code);
}

std::vector<std::string> screenshotViews() {
    std::vector<std::string> names;
    for (const QString& name : shell::viewNames()) {
        names.push_back(name.toStdString());
    }
    return names;
}

}  // namespace dimscope::app
