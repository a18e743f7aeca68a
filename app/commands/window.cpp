// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/window.h"

#include <QApplication>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "app/commands/command.h"
#include "app/commands/start_options.h"
#include "ui/shell/application.h"
#include "ui/widgets/fonts_ahead.h"

namespace dimscope::app {

namespace {

bool isSet(const char* variable) {
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool hasDisplay() {
    return isSet("DISPLAY") || isSet("WAYLAND_DISPLAY") || isSet("QT_QPA_PLATFORM");
}

}  // namespace

Exit runWindow(const CommandLine& line, char* program) {
    if (!hasDisplay()) {
        const std::string file = line.files.empty() ? "FILE" : line.files.front();
        std::fprintf(
            stderr,
            "dimscope: found no display (neither DISPLAY nor WAYLAND_DISPLAY is set); expected one for "
            "the window; without one, use:\n"
            "  dimscope describe %s\n"
            "  dimscope report %s -o report.json\n"
            "  dimscope screenshot %s -o window.png\n",
            file.c_str(), file.c_str(), file.c_str());
        return Exit::usage;
    }
    int count = program != nullptr ? 1 : 0;
    char* arguments[] = {program, nullptr};
    widgets::FontsAhead fonts;
    QApplication application(count, arguments);
    fonts.wait();
    return static_cast<Exit>(shell::runWindow(application, startOptions(line)));
}

}  // namespace dimscope::app
