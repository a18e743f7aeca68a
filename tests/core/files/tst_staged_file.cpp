// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>
#include <optional>

#include "core/files/staged_file.h"

using namespace dimscope;
using files::StagedFile;

namespace {

void put(const std::filesystem::path& path, const char* text) {
    std::ofstream(path) << text;
}

}  // namespace

class TestStagedFile : public QObject {
    Q_OBJECT

 private slots:
    void init() { m_folder.emplace(); }

    void becomesTheTarget() {
        auto staged = StagedFile::forTarget(path("new.pt"));
        QVERIFY(staged);
        QVERIFY(!QFileInfo::exists(path("new.pt").c_str()));
        put(staged->path(), "new");
        QVERIFY(staged->commit());
        QCOMPARE(text("new.pt"), QByteArray("new"));
        const mode_t mask = ::umask(0);
        ::umask(mask);
        QCOMPARE(modeOf("new.pt"), 0666U & ~mask);
    }

    void replacesAFileAndKeepsItsPermissions() {
        put(path("old.pt"), "old");
        QCOMPARE(::chmod(path("old.pt").c_str(), 0640), 0);
        auto staged = StagedFile::forTarget(path("old.pt"));
        QVERIFY(staged);
        put(staged->path(), "new");
        QCOMPARE(text("old.pt"), QByteArray("old"));
        QVERIFY(staged->commit());
        QCOMPARE(text("old.pt"), QByteArray("new"));
        QCOMPARE(modeOf("old.pt"), mode_t{0640});
    }

    void keepsLinks() {
        put(path("real.pt"), "old");
        std::filesystem::create_symlink("real.pt", path("link.pt"));
        auto staged = StagedFile::forTarget(path("link.pt"));
        QVERIFY(staged);
        put(staged->path(), "new");
        QVERIFY(staged->commit());
        QVERIFY(std::filesystem::is_symlink(path("link.pt")));
        QCOMPARE(text("real.pt"), QByteArray("new"));
    }

    void leavesNothingBehind() {
        {
            auto staged = StagedFile::forTarget(path("out.pt"));
            QVERIFY(staged);
            put(staged->path(), "half");
            put(staged->path().string() + ".abc", "of a process that was killed");
            QCOMPARE(entries().size(), 1);
            StagedFile moved = std::move(*staged);
            QCOMPARE(entries().size(), 1);
        }
        QCOMPARE(entries(), QStringList());
    }

    void cancelled() {
        auto staged = StagedFile::forTarget(path("out.pt"));
        QVERIFY(staged);
        put(staged->path(), "whole");
        const base::CancelToken cancel;
        cancel.cancel();
        const auto done = staged->commit(cancel);
        QVERIFY(!done);
        QVERIFY(done.error().code == base::ErrorCode::cancelled);
        QVERIFY(!std::filesystem::exists(path("out.pt")));
    }

    void nothingWasWritten() {
        auto staged = StagedFile::forTarget(path("out.pt"));
        QVERIFY(staged);
        const auto done = staged->commit();
        QVERIFY(!done);
        QVERIFY(done.error().code == base::ErrorCode::writeFailed);
    }

    void devicesAreWrittenTo() {
        auto staged = StagedFile::forTarget("/dev/null");
        QVERIFY(staged);
        QVERIFY(staged->path().string().rfind("/dev", 0) != 0);
        put(staged->path(), "x");
        QVERIFY(staged->commit());
        QVERIFY(std::filesystem::is_character_file("/dev/null"));
        auto full = StagedFile::forTarget("/dev/full");
        QVERIFY(full);
        put(full->path(), "x");
        QVERIFY(!full->commit());
    }

    void places_data() {
        QTest::addColumn<QString>("place");
        QTest::newRow("folder that is not there") << "none/out.pt";
        QTest::newRow("folder") << "";
    }

    void places() {
        QFETCH(QString, place);
        const auto staged = StagedFile::forTarget(path(place.toUtf8().constData()));
        QVERIFY(!staged);
        QVERIFY(staged.error().code == base::ErrorCode::writeFailed);
        QCOMPARE(staged.error().where.file, path(place.toUtf8().constData()).string());
    }

 private:
    [[nodiscard]] std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder->path().toStdString()) / name;
    }
    [[nodiscard]] QByteArray text(const char* name) const {
        QFile file(path(name).c_str());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("<none>");
    }
    [[nodiscard]] mode_t modeOf(const char* name) const {
        struct stat status {};
        return ::stat(path(name).c_str(), &status) == 0 ? status.st_mode & 0777U : 0;
    }
    [[nodiscard]] QStringList entries() const {
        return QDir(m_folder->path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    std::optional<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestStagedFile)
#include "tst_staged_file.moc"
