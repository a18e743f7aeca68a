// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/native_path.h"

#include <QFile>
#include <algorithm>
#include <iterator>
#include <vector>

#include "core/files/atomic_file.h"

namespace dimscope::shell {

std::filesystem::path nativePath(const QString& path) {
    return QFile::encodeName(path).toStdString();
}

bool isAmong(const QString& path, const QStringList& files) {
    std::vector<std::filesystem::path> paths;
    std::transform(files.begin(), files.end(), std::back_inserter(paths), nativePath);
    return files::isOneOf(nativePath(path), paths);
}

}  // namespace dimscope::shell
