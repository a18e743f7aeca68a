// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QElapsedTimer>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace dimscope::session {

/// Tells when files have other contents than when watching began (or than the last time it told). Watches the
/// files and their folders, since many programs save by renaming a new file over the old one. Files that are
/// away for a moment count as unchanged until they are back.
class FileWatcher : public QObject {
    Q_OBJECT

 public:
    /// More files than these are not watched: the system's watches are few.
    static constexpr int kMost = 500;

    explicit FileWatcher(QObject* parent = nullptr);

    /// Watches these from now on, as they are now, instead of earlier ones; absolute paths.
    void setFiles(const QStringList& files);
    [[nodiscard]] QStringList files() const { return m_files; }

 signals:
    /// Names of the files that changed, once per burst: after 250 ms without another change, but at most 2 s
    /// after the first.
    void changed(const QStringList& names);

 private:
    /// What tells that a file was written.
    struct Stamp {
        bool exists = false;
        qint64 bytes = 0;
        QDateTime modified;
        friend bool operator==(const Stamp&, const Stamp&) = default;
    };
    using Stamps = QHash<QString, Stamp>;

    [[nodiscard]] static Stamp stampOf(const QString& file);
    [[nodiscard]] Stamps stamps() const;
    void watchAgain();
    void look();
    void tell();

    QStringList m_files;
    Stamps m_told;    // as of setFiles or the last signal
    Stamps m_latest;  // as of the last look
    QFileSystemWatcher m_watcher;
    QTimer m_quiet;
    QElapsedTimer m_sinceFirst;
};

}  // namespace dimscope::session
