// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "ui/session/recent_files.h"

using namespace dimscope::session;

class TstRecentFiles : public QObject {
    Q_OBJECT

 private slots:
    void newestFirst() {
        RecentFiles recent({"/a", "/b"});
        recent.add({"/c"});
        recent.add({"/b"});
        QCOMPARE(recent.paths(), (QStringList{"/b", "/c", "/a"}));
        recent.add({"/d", "/e"});
        QCOMPARE(recent.paths(), (QStringList{"/d", "/e", "/b", "/c", "/a"}));
        recent.remove("/c");
        QCOMPARE(recent.paths(), (QStringList{"/d", "/e", "/b", "/a"}));
        recent.clear();
        QVERIFY(recent.paths().isEmpty());
    }

    void atMostTwelve() {
        RecentFiles recent;
        for (int i = 0; i < 13; ++i) {
            recent.add({QStringLiteral("/f%1").arg(i)});
        }
        QCOMPARE(recent.paths().size(), 12);
        QCOMPARE(recent.paths().front(), QStringLiteral("/f12"));
        QCOMPARE(recent.paths().back(), QStringLiteral("/f1"));
    }

    void pathsAreAbsoluteAndClean_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("kept");
        QTest::newRow("relative") << "x.jsonl" << QDir::current().absoluteFilePath("x.jsonl");
        QTest::newRow("dots") << "/a/../b/./c"
                              << "/b/c";
        QTest::newRow("standard input") << "-" << QString();
        QTest::newRow("empty") << "" << QString();
    }
    void pathsAreAbsoluteAndClean() {
        QFETCH(QString, path);
        const RecentFiles recent({path});
        QTEST(recent.paths().value(0), "kept");
    }

    void missingFilesStay() {
        QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("one"));
        QVERIFY(QDir(folder.path()).mkpath("two"));
        QFile file(folder.filePath("one/x.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const RecentFiles recent(
            {folder.filePath("one/x.json"), folder.filePath("two/x.json"), "/other.json"});
        const auto entries = recent.entries();
        QCOMPARE(entries.size(), 3);
        QVERIFY(entries[0].presence == RecentFiles::Presence::present);
        QVERIFY(entries[1].presence == RecentFiles::Presence::missing);
        // Two files of one name are told apart by their folder.
        QVERIFY(entries[0].name.startsWith("x.json (") && entries[0].name.contains("one"));
        QVERIFY(entries[1].name.contains("two"));
        QCOMPARE(entries[2].name, QStringLiteral("other.json"));
    }
};

QTEST_APPLESS_MAIN(TstRecentFiles)
#include "tst_recent_files.moc"
