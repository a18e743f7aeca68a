// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>
#include <QVariant>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QSettings;

namespace dimscope::session {

enum class Theme : std::uint8_t { system, light, dark };
enum class OnFileChange : std::uint8_t { offerReload, reload, ignore };

/// All that the program remembers between runs, with its defaults.
struct Settings {
    Theme theme = Theme::system;
    OnFileChange onFileChange = OnFileChange::offerReload;
    QStringList recentFiles;  ///< newest first, absolute
    QString lastFolder;       ///< of the open dialog
    QString lastExportFolder;
    QByteArray windowGeometry;  ///< QWidget::saveGeometry
    QByteArray windowState;     ///< QMainWindow::saveState: docks and toolbars
    QByteArray centerSplit;     ///< QSplitter::saveState of the middle column
    QByteArray tensorColumns;   ///< QHeaderView::saveState of each table
    QByteArray axisColumns;
    QByteArray sampleColumns;
    QByteArray problemColumns;
    int chartTab = 0;  ///< 0 to 3

    friend bool operator==(const Settings&, const Settings&) = default;
};

/// One row of the table of settings: where a value is kept, what it may be, and how it gets in and out of the
/// struct. A stored value of another type or outside the range counts as absent.
struct SettingRow {
    QString key;
    QMetaType type;
    QVariant defaultValue;
    std::optional<std::pair<int, int>> range;  ///< of numbers, both ends included
    std::optional<int> longest;                ///< of lists: entries
    std::function<QVariant(const Settings&)> get;
    std::function<void(Settings&, const QVariant&)> set;
};
[[nodiscard]] const std::vector<SettingRow>& settingRows();

/// Settings in a file. Values equal to the default are not written, so that defaults can change.
class SettingsStore {
 public:
    /// The user's own file (QSettings of this organisation and application).
    SettingsStore();
    /// An INI file.
    explicit SettingsStore(const QString& path);
    ~SettingsStore();

    [[nodiscard]] Settings load() const;
    /// False where the file could not be written.
    bool save(const Settings& settings);
    [[nodiscard]] QString path() const;

 private:
    std::unique_ptr<QSettings> m_file;
};

}  // namespace dimscope::session
