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
        QCOMPARE(recent.stored(), (QStringList{"/a", "/b"}));
        recent.add({"/c"});
        recent.add({"/b"});
        QCOMPARE(recent.stored(), (QStringList{"/b", "/c", "/a"}));
        recent.clear();
        QVERIFY(recent.stored().isEmpty());
        QVERIFY(recent.entries().isEmpty());
    }

    void filesOfOneLoadAreOneEntry() {
        RecentFiles recent;
        recent.add({"/a", "/b", "/a"});
        recent.add({"/a"});
        QCOMPARE(recent.stored(), (QStringList{"/a", "/a\n/b"}));
        const auto entries = RecentFiles(recent.stored()).entries();
        QCOMPARE(entries[0].paths, (QStringList{"/a"}));
        QCOMPARE(entries[0].text, QStringLiteral("/a"));
        QCOMPARE(entries[1].paths, (QStringList{"/a", "/b"}));
        QCOMPARE(entries[1].text, QStringLiteral("/a and 1 more"));
    }

    void atMostTwelve() {
        RecentFiles recent;
        for (int i = 0; i < 13; ++i) {
            recent.add({QStringLiteral("/f%1").arg(i)});
        }
        QCOMPARE(recent.stored().size(), 12);
        QCOMPARE(recent.stored().front(), QStringLiteral("/f12"));
        QCOMPARE(recent.stored().back(), QStringLiteral("/f1"));
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
        RecentFiles recent;
        recent.add({path});
        QTEST(recent.stored().value(0), "kept");
    }

    void missingFilesStay() {
        QTemporaryDir folder;
        QFile file(folder.filePath("x.json"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        RecentFiles recent;
        recent.add({folder.filePath("x.json"), folder.filePath("gone.json")});
        recent.add({folder.filePath("gone.json")});
        recent.add({folder.filePath("x.json")});
        const auto entries = recent.entries();
        QCOMPARE(entries.size(), 3);
        QVERIFY(entries[0].presence == RecentFiles::Presence::present);
        QVERIFY(entries[1].presence == RecentFiles::Presence::missing);
        QVERIFY(entries[2].presence == RecentFiles::Presence::missing);
    }
};

QTEST_APPLESS_MAIN(TstRecentFiles)
#include "tst_recent_files.moc"
