// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>
#include <vector>

#include "core/files/libzip.h"
#include "core/files/zip_archive.h"
#include "zip_bytes.h"

using namespace dimscope;
using base::ErrorCode;
using files::ZipArchive;
using test::ZipPart;

namespace {

/// Bytes that remember which of them were read.
class Watched final : public files::RandomBytes {
 public:
    explicit Watched(std::string bytes) : m_bytes(std::move(bytes)), m_read(m_bytes.size(), false) {}

    base::Result<std::size_t> readAt(std::uint64_t offset, std::span<char> into) override {
        if (fails) {
            return base::Error{
                ErrorCode::readFailed, "found that reading fails", "expected a disk", "", {}, {}};
        }
        const std::size_t size =
            offset >= m_bytes.size() ? 0 : std::min<std::size_t>(into.size(), m_bytes.size() - offset);
        for (std::size_t i = 0; i < size; ++i) {
            into[i] = m_bytes[offset + i];
            m_read[offset + i] = true;
        }
        return size;
    }
    [[nodiscard]] std::uint64_t size() const override { return m_bytes.size(); }
    [[nodiscard]] std::size_t readBetween(std::size_t begin, std::size_t end) const {
        return static_cast<std::size_t>(std::count(m_read.begin() + static_cast<std::ptrdiff_t>(begin),
                                                   m_read.begin() + static_cast<std::ptrdiff_t>(end), true));
    }

    bool fails = false;

 private:
    std::string m_bytes;
    std::vector<bool> m_read;
};

base::Result<std::string> contentOf(ZipArchive& archive, std::size_t index, std::uint64_t skipped = 0) {
    auto bytes = archive.read(archive.entries().at(index));
    if (!bytes) {
        return bytes.error();
    }
    if (auto done = (*bytes)->skip(skipped); !done) {
        return done.error();
    }
    std::string out;
    std::array<char, 1000> chunk{};
    for (;;) {
        const auto got = (*bytes)->read(chunk);
        if (!got) {
            return got.error();
        }
        if (*got == 0) {
            return out;
        }
        out.append(chunk.data(), *got);
    }
}

}  // namespace

class TestZipArchive : public QObject {
    Q_OBJECT

 private slots:
    void listsAndReads() {
        Watched bytes(test::zipOf({{"a/data.pkl", "first"}, {"a/", ""}, {"a/data/0", "second"}}));
        auto archive = ZipArchive::open(bytes, "x.zip");
        QVERIFY2(archive, archive ? "" : archive.error().text().c_str());
        QCOMPARE(archive->entries().size(), std::size_t{2});
        QCOMPARE(archive->entries()[0].name, std::string("a/data.pkl"));
        QCOMPARE(archive->entries()[1].name, std::string("a/data/0"));
        QCOMPARE(archive->entries()[1].size, std::uint64_t{6});
        QVERIFY(archive->entries()[1].stored);
        const auto content = contentOf(*archive, 1);
        QVERIFY(content);
        QCOMPARE(*content, std::string("second"));
    }

    void emptyArchive() {
        Watched bytes(test::zipOf({}));
        const auto archive = ZipArchive::open(bytes, "x.zip");
        QVERIFY(archive);
        QVERIFY(archive->entries().empty());
    }

    void readsNothingOfOtherFiles() {
        const std::string large(std::size_t{1} << 20U, 'w');
        Watched bytes(
            test::zipOf({{"a/data.pkl", "first"}, {"a/data/0", large}, {"a/end", std::string(70000, 'e')}}));
        auto archive = ZipArchive::open(bytes, "x.zip");
        QVERIFY(archive);
        QVERIFY(contentOf(*archive, 0));
        QCOMPARE(bytes.readBetween(60000, large.size()), std::size_t{0});
    }

    void passesOverParts() {
        const std::string large = std::string(std::size_t{1} << 20U, 'w') + "tail";
        Watched bytes(test::zipOf({{"a", large}, {"b", std::string(70000, 'e')}}));
        auto archive = ZipArchive::open(bytes, "x.zip");
        QVERIFY(archive);
        const auto content = contentOf(*archive, 0, std::uint64_t{1} << 20U);
        QVERIFY(content);
        QCOMPARE(*content, std::string("tail"));
        QVERIFY(bytes.readBetween(100, 1000000) < 70000);
        const auto beyond = contentOf(*archive, 0, std::uint64_t{1} << 60U);
        QVERIFY(beyond);
        QCOMPARE(*beyond, std::string());
    }

    void faults_data() {
        QTest::addColumn<QByteArray>("archive");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& archive, const char* code) {
            QTest::newRow(name) << QByteArray(archive.data(), static_cast<qsizetype>(archive.size())) << code;
        };
        const std::string whole = test::zipOf({{"a/data.pkl", std::string(500, 'x')}});
        row("no list", whole.substr(0, 400), "truncated");
        row("cut in the list", whole.substr(0, whole.size() - 30), "truncated");
        std::string bad = whole;
        bad[whole.rfind("PK\x01\x02")] = 'Q';
        row("list of other bytes", bad, "truncated");
        row("wrong checksum", test::zipOf({{.name = "a", .content = "x", .badChecksum = true}}), "syntax");
        row("encrypted", test::zipOf({{.name = "a", .content = std::string(20, 'x'), .flags = 1}}),
            "bad-value");
        row("unknown packing", test::zipOf({{.name = "a", .content = "xxxx", .method = 77}}), "syntax");
        row("no deflate inside", test::zipOf({{.name = "a", .content = "\xff\xff\xff\xff", .method = 8}}),
            "syntax");
        row("more than there is", test::zipOf({{.name = "a", .content = "xxxx", .statedSize = 4000000000U}}),
            "syntax");
        row("text", "hello", "truncated");
    }
    void faults() {
        QFETCH(QByteArray, archive);
        QFETCH(QString, code);
        Watched bytes(archive.toStdString());
        auto opened = ZipArchive::open(bytes, "x.zip");
        const auto content = opened ? contentOf(*opened, 0) : base::Result<std::string>(opened.error());
        QVERIFY(!content);
        QCOMPARE(QString::fromUtf8(base::name(content.error().code).data()), code);
        QCOMPARE(content.error().where.file, std::string("x.zip"));
        QVERIFY(!content.error().found.empty());
    }

    void diskThatFails() {
        Watched bytes(test::zipOf({{"a", "x"}}));
        bytes.fails = true;
        const auto archive = ZipArchive::open(bytes, "x.zip");
        QVERIFY(!archive);
        QCOMPARE(archive.error().code, ErrorCode::readFailed);
    }

    void libraryThatIsNotThere_data() {
        QTest::addColumn<QString>("library");
        QTest::newRow("missing") << "libdimscope-none.so.1";
        QTest::newRow("another") << "libz.so.1";  // loads, and has none of the functions
    }
    void libraryThatIsNotThere() {
        QFETCH(const QString, library);
        const auto zip = files::LibZip::load(qPrintable(library));
        QVERIFY(!zip.has_value());
        QCOMPARE(zip.error().code, ErrorCode::readFailed);
        const QString text = QString::fromStdString(zip.error().text());
        QVERIFY2(text.contains(library), qPrintable(text));
        QVERIFY2(text.contains("apt-get install libzip4"), qPrintable(text));
        QVERIFY(files::LibZip::get().has_value());
    }
};

QTEST_APPLESS_MAIN(TestZipArchive)
#include "tst_zip_archive.moc"
