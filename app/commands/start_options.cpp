// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/commands/start_options.h"

#include <QFile>

#include "app/commands/command.h"

namespace dimscope::app {

shell::StartOptions startOptions(const CommandLine& line) {
    shell::StartOptions options;
    for (const std::string& file : line.files) {
        options.paths.append(QFile::decodeName(QByteArray::fromStdString(file)));
    }
    options.open = openOptions(line);
    return options;
}

}  // namespace dimscope::app
