// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <cstdint>

namespace dimscope::session {

/// Files opened last, newest first. Missing ones stay (a drive may be away) but cannot be opened.
class RecentFiles {
 public:
    static constexpr int kMost = 12;

    enum class Presence : std::uint8_t { present, missing };
    struct Entry {
        QString path;  ///< absolute
        QString name;  ///< file name, with its folder where another entry has the same
        Presence presence = Presence::present;
    };

    RecentFiles() = default;
    /// At most kMost, doubles once.
    explicit RecentFiles(const QStringList& paths);

    /// Puts files in front, in their order.
    void add(const QStringList& paths);
    void remove(const QString& path);
    void clear();

    [[nodiscard]] const QStringList& paths() const { return m_paths; }
    /// Looks at the disk.
    [[nodiscard]] QList<Entry> entries() const;

 private:
    QStringList m_paths;
};

}  // namespace dimscope::session
