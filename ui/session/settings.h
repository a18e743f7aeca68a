// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QSettings;

namespace dimscope::session {

/// What the window remembers from one run to the next, with its defaults.
struct Settings {
    QString theme = QStringLiteral("system");     ///< "system", "light" or "dark"
    QString chart = QStringLiteral("evolution");  ///< name of the chart in front
    QStringList recent;                           ///< as RecentFiles::stored()
    QString folder;                               ///< where the last file dialog was
    QByteArray geometry;                          ///< QWidget::saveGeometry
    QByteArray docks;                             ///< QMainWindow::saveState
    QByteArray centre;                            ///< QSplitter::saveState of tables and charts
    QJsonObject columns;                          ///< per table

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// One row of the table of settings: where a value is kept, what it may be, and how it gets in and out of the
/// struct. A stored value of another type or outside the range counts as absent.
struct SettingRow {
    QString key;
    QMetaType type;
    QVariant defaultValue;
    QStringList allowed;         ///< words that a text may be; empty: any
    std::optional<int> longest;  ///< entries that a list may have; more are cut off
    std::function<QVariant(const Settings&)> get;
    std::function<void(Settings&, const QVariant&)> set;
};
[[nodiscard]] const std::vector<SettingRow>& settingRows();

/// Settings in a file. Values equal to the default are not written, so that defaults can change.
class SettingsStore {
 public:
    /// The user's own: QSettings of the program's organisation and name.
    SettingsStore();
    /// An INI file.
    explicit SettingsStore(const QString& path);
    ~SettingsStore();

    [[nodiscard]] Settings load() const;
    /// False where they could not be written.
    bool save(const Settings& settings);

 private:
    std::unique_ptr<QSettings> m_file;
};

}  // namespace dimscope::session
