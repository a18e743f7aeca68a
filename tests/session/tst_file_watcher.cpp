// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "ui/session/file_watcher.h"

using namespace dimscope::session;

namespace {

void write(const QString& path, const QByteArray& text,
           QIODevice::OpenMode mode = QIODevice::WriteOnly | QIODevice::Truncate) {
    QFile file(path);
    QVERIFY(file.open(mode));
    file.write(text);
}

constexpr int kPatience = 5000;
/// Longer than the watcher waits for quiet.
constexpr int kQuiet = 600;

}  // namespace

class TstFileWatcher : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;

 private slots:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_file = m_folder->filePath("capture.jsonl");
        write(m_file, "one\n");
    }

    void oneSignalPerBurst() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < 5; ++i) {
            write(m_file, QByteArray(i + 10, 'x'));
            QTest::qWait(20);
        }
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
        QCOMPARE(changed[0][0].toStringList(), QStringList{"capture.jsonl"});
        QVERIFY(timer.elapsed() >= 250);
        QTest::qWait(kQuiet);
        QCOMPARE(changed.count(), 1);
        write(m_file, "again");
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 2, kPatience);
    }

    void appended() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        write(m_file, "more\n", QIODevice::Append);
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
    }

    void replacedByRenaming() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        for (int round = 1; round <= 3; ++round) {
            const QString other = m_folder->filePath("new");
            write(other, QByteArray(100 * round, 'y'));
            QVERIFY(QFile::remove(m_file));
            QVERIFY(QFile::rename(other, m_file));
            QTRY_COMPARE_WITH_TIMEOUT(changed.count(), round, kPatience);
        }
    }

    void awayAndBack() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        QVERIFY(QFile::remove(m_file));
        QTest::qWait(kQuiet);
        QCOMPARE(changed.count(), 0);
        write(m_file, "another text\n");
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
    }

    void otherFilesOfTheFolderDoNotCount() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        write(m_folder->filePath("other"), "x");
        QTest::qWait(kQuiet);
        QCOMPARE(changed.count(), 0);
    }

    void writtenWithoutAPause() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        QElapsedTimer timer;
        timer.start();
        while (changed.isEmpty() && timer.elapsed() < kPatience) {
            write(m_file, "line\n", QIODevice::Append);
            QTest::qWait(50);
        }
        QCOMPARE(changed.count(), 1);
        QVERIFY2(timer.elapsed() < 4000, "a file that never rests is told about within two seconds");
    }

    void severalFilesInOneSignal() {
        const QString second = m_folder->filePath("another.jsonl");
        write(second, "one\n");
        FileWatcher watcher;
        watcher.setFiles({m_file, second});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        write(m_file, "two and more\n");
        write(second, "two and more\n");
        QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatience);
        QCOMPARE(changed[0][0].toStringList(), (QStringList{"another.jsonl", "capture.jsonl"}));
    }

    void nothingAfterOtherFiles() {
        FileWatcher watcher;
        watcher.setFiles({m_file});
        QSignalSpy changed(&watcher, &FileWatcher::changed);
        write(m_file, "new text");
        watcher.setFiles({});
        write(m_file, "newer text");
        QTest::qWait(kQuiet);
        QCOMPARE(changed.count(), 0);
        QVERIFY(watcher.files().isEmpty());
    }
};

QTEST_GUILESS_MAIN(TstFileWatcher)
#include "tst_file_watcher.moc"
