// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>
#include <filesystem>

namespace dimscope::shell {

/// A path as the file system has it.
[[nodiscard]] std::filesystem::path nativePath(const QString& path);

/// Whether the path leads to one of the files, by whatever name; empty names are none.
[[nodiscard]] bool isAmong(const QString& path, const QStringList& files);

}  // namespace dimscope::shell
