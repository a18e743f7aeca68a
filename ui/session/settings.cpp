// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/settings.h"

#include <QSettings>
#include <type_traits>
#include <utility>

#include "ui/session/recent_files.h"

namespace dimscope::session {
namespace {

template <class T>
SettingRow row(const char* key, T Settings::*field) {
    SettingRow row;
    row.key = QString::fromLatin1(key);
    if constexpr (std::is_enum_v<T>) {
        row.type = QMetaType::fromType<int>();
        row.get = [field](const Settings& settings) { return QVariant(static_cast<int>(settings.*field)); };
        row.set = [field](Settings& settings, const QVariant& value) {
            settings.*field = static_cast<T>(value.toInt());
        };
    } else {
        row.type = QMetaType::fromType<T>();
        row.get = [field](const Settings& settings) { return QVariant::fromValue(settings.*field); };
        row.set = [field](Settings& settings, const QVariant& value) { settings.*field = value.value<T>(); };
    }
    row.defaultValue = row.get(Settings{});
    return row;
}

template <class T>
SettingRow ranged(const char* key, T Settings::*field, int first, int last) {
    SettingRow made = row(key, field);
    made.range = {first, last};
    return made;
}

SettingRow limited(const char* key, QStringList Settings::*field, int longest) {
    SettingRow made = row(key, field);
    made.longest = longest;
    return made;
}

/// The stored value in the row's type; none where it is of another one or out of range. INI files keep
/// numbers as text, and a list of one entry as the entry.
std::optional<QVariant> accepted(const SettingRow& row, QVariant stored) {
    if (!stored.isValid() || !stored.canConvert(row.type)) {
        return std::nullopt;
    }
    if (row.type == QMetaType::fromType<int>()) {
        bool isNumber = false;
        const int number = stored.toInt(&isNumber);
        if (!isNumber || (row.range && (number < row.range->first || number > row.range->second))) {
            return std::nullopt;
        }
        return QVariant(number);
    }
    if (row.type == QMetaType::fromType<QStringList>()) {
        QStringList list = stored.toStringList();
        if (row.longest && list.size() > *row.longest) {
            list.resize(*row.longest);
        }
        return QVariant(list);
    }
    if (!stored.convert(row.type)) {
        return std::nullopt;
    }
    return stored;
}

}  // namespace

const std::vector<SettingRow>& settingRows() {
    static const std::vector<SettingRow> kRows{
        ranged("appearance/theme", &Settings::theme, 0, 2),
        ranged("files/onFileChange", &Settings::onFileChange, 0, 2),
        limited("files/recent", &Settings::recentFiles, RecentFiles::kMost),
        row("files/lastFolder", &Settings::lastFolder),
        row("files/lastExportFolder", &Settings::lastExportFolder),
        row("window/geometry", &Settings::windowGeometry),
        row("window/state", &Settings::windowState),
        row("window/centerSplit", &Settings::centerSplit),
        row("tables/tensors", &Settings::tensorColumns),
        row("tables/axes", &Settings::axisColumns),
        row("tables/samples", &Settings::sampleColumns),
        row("tables/problems", &Settings::problemColumns),
        ranged("charts/tab", &Settings::chartTab, 0, 3),
    };
    return kRows;
}

SettingsStore::SettingsStore()
    : m_file(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                         QStringLiteral("dimscope"), QStringLiteral("dimscope"))) {}

SettingsStore::SettingsStore(const QString& path)
    : m_file(std::make_unique<QSettings>(path, QSettings::IniFormat)) {}

SettingsStore::~SettingsStore() = default;

Settings SettingsStore::load() const {
    Settings settings;
    for (const SettingRow& row : settingRows()) {
        if (const auto value = accepted(row, m_file->value(row.key))) {
            row.set(settings, *value);
        }
    }
    return settings;
}

bool SettingsStore::save(const Settings& settings) {
    for (const SettingRow& row : settingRows()) {
        const QVariant value = row.get(settings);
        if (value == row.defaultValue) {
            m_file->remove(row.key);
        } else {
            m_file->setValue(row.key, value);
        }
    }
    m_file->sync();
    return m_file->status() == QSettings::NoError;
}

QString SettingsStore::path() const {
    return m_file->fileName();
}

}  // namespace dimscope::session
