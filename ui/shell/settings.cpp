// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/shell/settings.h"

#include <QJsonDocument>
#include <QSettings>
#include <type_traits>

namespace dimscope::shell {

namespace {

/// The table of settings: key and member.
template <class SettingsType, class Visit>
void eachSetting(SettingsType& settings, const Visit& visit) {
    visit("theme", settings.theme);
    visit("chart", settings.chart);
    visit("recent", settings.recent);
    visit("folder", settings.folder);
    visit("window/geometry", settings.geometry);
    visit("window/docks", settings.docks);
    visit("window/centre", settings.centre);
    visit("window/columns", settings.columns);
}

}  // namespace

void Settings::addRecent(const QStringList& paths) {
    const QString entry = paths.join(u'\n');
    if (entry.isEmpty()) {
        return;
    }
    recent.removeAll(entry);
    recent.prepend(entry);
    while (recent.size() > kRecent) {
        recent.removeLast();
    }
}

Settings Settings::load(const QSettings& store) {
    Settings settings;
    eachSetting(settings, [&store](const char* key, auto& member) {
        using Member = std::remove_reference_t<decltype(member)>;
        const QVariant value = store.value(QLatin1String(key));
        if (!value.isValid()) {
            return;
        }
        if constexpr (std::is_same_v<Member, QJsonObject>) {
            member = QJsonDocument::fromJson(value.toByteArray()).object();
        } else {
            member = value.value<Member>();
        }
    });
    return settings;
}

void Settings::save(QSettings& store) const {
    eachSetting(*this, [&store](const char* key, const auto& member) {
        using Member = std::remove_cv_t<std::remove_reference_t<decltype(member)>>;
        if constexpr (std::is_same_v<Member, QJsonObject>) {
            store.setValue(QLatin1String(key), QJsonDocument(member).toJson(QJsonDocument::Compact));
        } else {
            store.setValue(QLatin1String(key), member);
        }
    });
}

}  // namespace dimscope::shell
