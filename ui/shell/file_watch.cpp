// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/file_watch.h"

#include <QFileInfo>
#include <QSet>

namespace dimscope::shell {

FileWatch::FileWatch(QObject* parent) : QObject(parent) {
    m_debounce.setSingleShot(true);
    m_debounce.setInterval(kDebounceMs);
    const auto later = [this] { m_debounce.start(); };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, later);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, later);
    connect(&m_debounce, &QTimer::timeout, this, &FileWatch::look);
}

FileWatch::State FileWatch::stateOf(const QString& file) {
    const QFileInfo info(file);
    return info.exists() ? State{info.lastModified(), info.size()} : State{};
}

void FileWatch::watch(const QStringList& files) {
    m_debounce.stop();
    m_states.clear();
    const QStringList old = m_watcher.files() + m_watcher.directories();
    if (!old.isEmpty()) {
        m_watcher.removePaths(old);
    }
    QSet<QString> watched;
    for (const QString& file : files.mid(0, kMaxFiles)) {
        if (QFileInfo(file).isFile()) {
            m_states.insert(file, stateOf(file));
            watched.insert(file);
            watched.insert(QFileInfo(file).absolutePath());
        }
    }
    if (!watched.isEmpty()) {
        m_watcher.addPaths(watched.values());
    }
}

void FileWatch::look() {
    QStringList names;
    for (auto it = m_states.begin(); it != m_states.end(); ++it) {
        const State now = stateOf(it.key());
        // A file that is gone may be about to be replaced; it counts when it is back.
        if (now.bytes < 0 || now == *it) {
            continue;
        }
        *it = now;
        names += QFileInfo(it.key()).fileName();
        if (!m_watcher.files().contains(it.key())) {
            m_watcher.addPath(it.key());
        }
    }
    if (!names.isEmpty()) {
        names.sort();
        emit changed(names);
    }
}

}  // namespace dimscope::shell
