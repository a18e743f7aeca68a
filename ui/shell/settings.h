// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>

class QSettings;

namespace dimscope::shell {

/// What the window remembers from one run to the next. Anything unreadable falls back to the default here.
struct Settings {
    static constexpr int kRecent = 10;

    QString theme = QStringLiteral("system");
    QString chart = QStringLiteral("evolution");
    /// Newest first; the files of one load in one entry, separated by line feeds.
    QStringList recent;
    QString folder;  ///< where the last file dialog was
    QByteArray geometry;
    QByteArray docks;
    QByteArray centre;    ///< splitter of tables and charts
    QJsonObject columns;  ///< per table

    void addRecent(const QStringList& paths);

    [[nodiscard]] static Settings load(const QSettings& store);
    void save(QSettings& store) const;

    friend bool operator==(const Settings&, const Settings&) = default;
};

}  // namespace dimscope::shell
