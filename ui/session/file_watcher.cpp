// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/file_watcher.h"

#include <QFileInfo>
#include <QSet>
#include <algorithm>

namespace dimscope::session {
namespace {

constexpr int kQuietMilliseconds = 250;
/// A file that is written without a pause is told about all the same.
constexpr int kLongestMilliseconds = 2000;

}  // namespace

FileWatcher::FileWatcher(QObject* parent) : QObject(parent) {
    m_quiet.setSingleShot(true);
    connect(&m_quiet, &QTimer::timeout, this, &FileWatcher::tell);
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, &FileWatcher::look);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, &FileWatcher::look);
}

FileWatcher::Stamp FileWatcher::stampOf(const QString& file) {
    const QFileInfo info(file);
    return info.exists() ? Stamp{true, info.size(), info.lastModified()} : Stamp{};
}

FileWatcher::Stamps FileWatcher::stamps() const {
    Stamps stamps;
    for (const QString& file : m_files) {
        stamps.insert(file, stampOf(file));
    }
    return stamps;
}

void FileWatcher::setFiles(const QStringList& files) {
    m_quiet.stop();
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    if (!watched.isEmpty()) {
        m_watcher.removePaths(watched);
    }
    m_files = files.mid(0, kMost);
    m_told = stamps();
    m_latest = m_told;
    watchAgain();
}

void FileWatcher::watchAgain() {
    QSet<QString> wanted;
    for (const QString& file : m_files) {
        for (const QString& path : {file, QFileInfo(file).absolutePath()}) {
            if (QFileInfo::exists(path)) {
                wanted.insert(path);
            }
        }
    }
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    wanted.subtract(QSet<QString>(watched.begin(), watched.end()));
    if (!wanted.isEmpty()) {
        m_watcher.addPaths(wanted.values());
    }
}

void FileWatcher::look() {
    watchAgain();
    Stamps now = stamps();
    if (now == m_latest) {
        return;  // something else in the folder
    }
    m_latest = std::move(now);
    if (!m_quiet.isActive()) {
        m_sinceFirst.start();
    }
    const qint64 left = kLongestMilliseconds - m_sinceFirst.elapsed();
    m_quiet.start(static_cast<int>(std::clamp<qint64>(left, 0, kQuietMilliseconds)));
}

void FileWatcher::tell() {
    watchAgain();
    const Stamps now = stamps();
    QStringList names;
    for (auto it = now.cbegin(); it != now.cend(); ++it) {
        if (it->exists && *it != m_told.value(it.key())) {
            m_told.insert(it.key(), *it);
            names += QFileInfo(it.key()).fileName();
        }
    }
    m_latest = now;
    if (!names.isEmpty()) {
        names.sort();
        emit changed(names);
    }
}

}  // namespace dimscope::session
