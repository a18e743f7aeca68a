// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/settings.h"

#include <QJsonDocument>
#include <QSettings>
#include <utility>

#include "ui/session/recent_files.h"

namespace dimscope::session {
namespace {

template <class T>
SettingRow row(const char* key, T Settings::*field) {
    SettingRow made;
    made.key = QString::fromLatin1(key);
    made.type = QMetaType::fromType<T>();
    made.get = [field](const Settings& settings) { return QVariant::fromValue(settings.*field); };
    made.set = [field](Settings& settings, const QVariant& value) { settings.*field = value.value<T>(); };
    made.defaultValue = made.get(Settings{});
    return made;
}

SettingRow word(const char* key, QString Settings::*field, QStringList allowed) {
    SettingRow made = row(key, field);
    made.allowed = std::move(allowed);
    return made;
}

SettingRow list(const char* key, QStringList Settings::*field, int longest) {
    SettingRow made = row(key, field);
    made.longest = longest;
    return made;
}

/// As it is kept: objects as JSON text, all else by QSettings.
QVariant storedForm(const QVariant& value) {
    if (value.metaType() == QMetaType::fromType<QJsonObject>()) {
        return QJsonDocument(value.toJsonObject()).toJson(QJsonDocument::Compact);
    }
    return value;
}

/// The stored value in the row's type; none where it is of another one or out of range. INI files keep a list
/// of one entry as the entry.
std::optional<QVariant> accepted(const SettingRow& row, const QVariant& stored) {
    if (!stored.isValid()) {
        return std::nullopt;
    }
    if (row.type == QMetaType::fromType<QJsonObject>()) {
        const QJsonDocument document = QJsonDocument::fromJson(stored.toByteArray());
        return document.isObject() ? std::optional(QVariant(document.object())) : std::nullopt;
    }
    QVariant value = stored;
    if (!value.convert(row.type)) {
        return std::nullopt;
    }
    if (!row.allowed.isEmpty() && !row.allowed.contains(value.toString())) {
        return std::nullopt;
    }
    if (row.longest && value.toStringList().size() > *row.longest) {
        value = value.toStringList().mid(0, *row.longest);
    }
    return value;
}

}  // namespace

const std::vector<SettingRow>& settingRows() {
    static const std::vector<SettingRow> kRows{
        word("theme", &Settings::theme,
             {QStringLiteral("system"), QStringLiteral("light"), QStringLiteral("dark")}),
        word("chart", &Settings::chart,
             {QStringLiteral("evolution"), QStringLiteral("size-batch"), QStringLiteral("ranges"),
              QStringLiteral("classification")}),
        list("recent", &Settings::recent, RecentFiles::kMost),
        row("folder", &Settings::folder),
        row("window/geometry", &Settings::geometry),
        row("window/docks", &Settings::docks),
        row("window/centre", &Settings::centre),
        row("window/columns", &Settings::columns),
    };
    return kRows;
}

SettingsStore::SettingsStore() : m_file(std::make_unique<QSettings>()) {}

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
            m_file->setValue(row.key, storedForm(value));
        }
    }
    m_file->sync();
    return m_file->status() == QSettings::NoError;
}

}  // namespace dimscope::session
