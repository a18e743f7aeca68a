// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QHash>
#include <QObject>
#include <QStringList>
#include <QTimer>

namespace dimscope::shell {

/// Tells when one of the open files holds something else than when it was read. Watches the folders too,
/// since editors and running jobs replace files by renaming.
class FileWatch : public QObject {
    Q_OBJECT

 public:
    static constexpr int kDebounceMs = 250;
    /// More files than these are not watched: the system's watches are few.
    static constexpr int kMaxFiles = 500;

    explicit FileWatch(QObject* parent = nullptr);

    /// Watches these files, as they are now, instead of earlier ones.
    void watch(const QStringList& files);

 signals:
    /// Names of the files that changed, once per change.
    void changed(const QStringList& files);

 private:
    struct State {
        QDateTime modified;
        qint64 bytes = -1;
        friend bool operator==(const State&, const State&) = default;
    };
    [[nodiscard]] static State stateOf(const QString& file);
    void look();

    QFileSystemWatcher m_watcher;
    QTimer m_debounce;
    QHash<QString, State> m_states;
};

}  // namespace dimscope::shell
