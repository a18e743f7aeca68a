// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_files.h"

#include <QDir>
#include <QFileInfo>
#include <QHash>

namespace dimscope::session {
namespace {

QString absolute(const QString& path) {
    return QDir::cleanPath(QFileInfo(path).absoluteFilePath());
}

}  // namespace

RecentFiles::RecentFiles(const QStringList& paths) {
    add(paths);
}

void RecentFiles::add(const QStringList& paths) {
    QStringList all;
    for (const QString& path : paths) {
        if (!path.isEmpty() && path != QLatin1String("-")) {
            all += absolute(path);
        }
    }
    all += m_paths;
    all.removeDuplicates();
    m_paths = all.mid(0, kMost);
}

void RecentFiles::remove(const QString& path) {
    m_paths.removeAll(absolute(path));
}

void RecentFiles::clear() {
    m_paths.clear();
}

QList<RecentFiles::Entry> RecentFiles::entries() const {
    QHash<QString, int> names;
    for (const QString& path : m_paths) {
        ++names[QFileInfo(path).fileName()];
    }
    QList<Entry> entries;
    for (const QString& path : m_paths) {
        const QFileInfo info(path);
        QString name = info.fileName();
        if (names[name] > 1) {
            name += QStringLiteral(" (") + QDir::toNativeSeparators(info.absolutePath()) + u')';
        }
        entries += {path, name, info.exists() ? Presence::present : Presence::missing};
    }
    return entries;
}

}  // namespace dimscope::session
