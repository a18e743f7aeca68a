// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QString>
#include <QStringList>
#include <cstdint>

namespace dimscope::session {

/// What was opened last, newest first: an entry holds all files (or folders) of one load. Missing ones stay,
/// since a drive may be away, but cannot be opened.
class RecentFiles {
 public:
    static constexpr int kMost = 12;

    enum class Presence : std::uint8_t { present, missing };
    struct Entry {
        QStringList paths;  ///< absolute
        QString text;       ///< for a menu: the first path, and how many more
        Presence presence = Presence::present;
    };

    RecentFiles() = default;
    /// From stored(): at most kMost, doubles once.
    explicit RecentFiles(const QStringList& stored);

    /// Puts the files of a load in front. Standard input is not a file.
    void add(const QStringList& paths);
    void clear() { m_stored.clear(); }

    /// One text per entry, its paths separated by line feeds.
    [[nodiscard]] const QStringList& stored() const { return m_stored; }
    /// Looks at the disk.
    [[nodiscard]] QList<Entry> entries() const;

 private:
    QStringList m_stored;
};

}  // namespace dimscope::session
