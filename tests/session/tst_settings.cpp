// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include "ui/session/settings.h"

using namespace dimscope::session;

namespace {

/// A value of the row's type that is not its default.
QVariant otherValue(const SettingRow& row) {
    if (!row.allowed.isEmpty()) {
        return row.allowed.back();
    }
    if (row.type == QMetaType::fromType<QJsonObject>()) {
        return QJsonObject{{QStringLiteral("Tensors"), QJsonObject{{QStringLiteral("widths; ö"), 7}}}};
    }
    if (row.type == QMetaType::fromType<QString>()) {
        return QStringLiteral("/a folder/with, comma;ö=\"");
    }
    if (row.type == QMetaType::fromType<QStringList>()) {
        return QStringList{QStringLiteral("/one, two"), QStringLiteral("/three")};
    }
    if (row.type == QMetaType::fromType<QByteArray>()) {
        return QByteArray("\0\x01\xff,;@", 6);
    }
    return {};
}

}  // namespace

class TstSettings : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    [[nodiscard]] QString path() const { return m_folder.filePath("settings.ini"); }
    static void addRows() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(settingRows().size()); ++i) {
            QTest::newRow(qPrintable(settingRows()[static_cast<std::size_t>(i)].key)) << i;
        }
    }

 private slots:
    void cleanup() { QFile::remove(path()); }

    void defaultsWithoutAFile() { QCOMPARE(SettingsStore(path()).load(), Settings{}); }

    void keysAreUnique() {
        QStringList keys;
        for (const SettingRow& row : settingRows()) {
            keys += row.key;
        }
        QCOMPARE(keys.removeDuplicates(), 0);
    }

    void roundTrip_data() { addRows(); }
    void roundTrip() {
        QFETCH(int, row);
        const SettingRow& setting = settingRows()[static_cast<std::size_t>(row)];
        const QVariant value = otherValue(setting);
        QVERIFY(value.isValid());
        QVERIFY(value != setting.defaultValue);
        Settings settings;
        setting.set(settings, value);
        QCOMPARE(setting.get(settings), value);
        QVERIFY(SettingsStore(path()).save(settings));
        QCOMPARE(setting.get(SettingsStore(path()).load()), value);
        QCOMPARE(SettingsStore(path()).load(), settings);  // no other row has changed
    }

    void defaultsAreNotWritten_data() { addRows(); }
    void defaultsAreNotWritten() {
        QFETCH(int, row);
        const SettingRow& setting = settingRows()[static_cast<std::size_t>(row)];
        Settings settings;
        setting.set(settings, otherValue(setting));
        SettingsStore store(path());
        QVERIFY(store.save(settings));
        QVERIFY(store.save(Settings{}));
        QVERIFY(!QSettings(path(), QSettings::IniFormat).contains(setting.key));
    }

    void storedRubbishCountsAsAbsent_data() {
        QTest::addColumn<QString>("key");
        QTest::addColumn<QVariant>("stored");
        QTest::newRow("unknown theme") << "theme" << QVariant("pink");
        QTest::newRow("theme as list") << "theme" << QVariant(QStringList{"dark", "light"});
        QTest::newRow("unknown chart") << "chart" << QVariant("pie");
        QTest::newRow("columns that are no object") << "window/columns" << QVariant("[1]");
        QTest::newRow("columns that are no JSON") << "window/columns" << QVariant("{");
    }
    void storedRubbishCountsAsAbsent() {
        QFETCH(QString, key);
        QFETCH(QVariant, stored);
        {
            QSettings file(path(), QSettings::IniFormat);
            file.setValue(key, stored);
        }
        QCOMPARE(SettingsStore(path()).load(), Settings{});
    }

    void recentFilesAreCut() {
        Settings settings;
        for (int i = 0; i < 20; ++i) {
            settings.recent += QStringLiteral("/f%1").arg(i);
        }
        QVERIFY(SettingsStore(path()).save(settings));
        QCOMPARE(SettingsStore(path()).load().recent, settings.recent.mid(0, 12));
    }

    void oneRecentFile() {
        Settings settings;
        settings.recent = {QStringLiteral("/only one")};
        QVERIFY(SettingsStore(path()).save(settings));
        QCOMPARE(SettingsStore(path()).load().recent, settings.recent);
    }

    void unwritableFile() {
        QVERIFY(QDir(m_folder.path()).mkpath("folder.ini"));
        Settings settings;
        settings.folder = QStringLiteral("/x");
        QVERIFY(!SettingsStore(m_folder.filePath("folder.ini")).save(settings));
    }
};

QTEST_APPLESS_MAIN(TstSettings)
#include "tst_settings.moc"
