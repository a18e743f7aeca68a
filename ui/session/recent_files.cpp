// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/recent_files.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <algorithm>

namespace dimscope::session {
namespace {

QString textOf(const QStringList& paths) {
    const QString first = QDir::toNativeSeparators(paths.front());
    return paths.size() == 1 ? first
                             : QCoreApplication::translate("dimscope::session", "%1 and %2 more")
                                   .arg(first, QString::number(paths.size() - 1));
}

}  // namespace

RecentFiles::RecentFiles(const QStringList& stored) {
    for (auto entry = stored.crbegin(); entry != stored.crend(); ++entry) {
        add(entry->split(u'\n', Qt::SkipEmptyParts));
    }
}

void RecentFiles::add(const QStringList& paths) {
    QStringList files;
    for (const QString& path : paths) {
        if (!path.isEmpty() && path != QLatin1String("-")) {
            files += QDir::cleanPath(QFileInfo(path).absoluteFilePath());
        }
    }
    if (files.isEmpty()) {
        return;
    }
    files.removeDuplicates();
    const QString entry = files.join(u'\n');
    m_stored.removeAll(entry);
    m_stored.prepend(entry);
    m_stored = m_stored.mid(0, kMost);
}

QList<RecentFiles::Entry> RecentFiles::entries() const {
    QList<Entry> entries;
    for (const QString& stored : m_stored) {
        const QStringList paths = stored.split(u'\n');
        const bool allThere = std::all_of(paths.begin(), paths.end(),
                                          [](const QString& path) { return QFileInfo::exists(path); });
        entries += {paths, textOf(paths), allThere ? Presence::present : Presence::missing};
    }
    return entries;
}

}  // namespace dimscope::session
