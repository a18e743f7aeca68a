// SPDX-License-Identifier: GPL-3.0-or-later
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>

#include <QTemporaryDir>
#include <QTest>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "core/files/atomic_file.h"
#include "core/files/gzip.h"
#include "core/files/input.h"
#include "core/files/line_reader.h"

using namespace dimscope;
using base::ErrorCode;

namespace {

std::string gzip(std::string_view text) {
    z_stream stream{};
    deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
    stream.avail_in = static_cast<uInt>(text.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

std::string hash(std::string_view text) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.data(), text.size()));
    return QByteArray(reinterpret_cast<const char*>(canonical.digest), sizeof(canonical.digest))
        .toHex()
        .toStdString();
}

/// Numbered lines of different lengths, several buffers long.
std::string manyLines() {
    std::string text;
    for (int i = 0; i < 60000; ++i) {
        text += "line " + std::to_string(i) + std::string(static_cast<std::size_t>(i % 71), 'x') + "\n";
    }
    return text;
}

struct Everything {
    std::string text;
    std::optional<ErrorCode> error;
};

Everything readAll(files::Input& input, std::size_t chunk) {
    Everything all;
    std::string buffer(chunk, '\0');
    for (;;) {
        const auto got = input.read(buffer);
        if (!got) {
            all.error = got.error().code;
            return all;
        }
        if (*got == 0) {
            return all;
        }
        all.text.append(buffer, 0, *got);
    }
}

std::string contentOf(const std::filesystem::path& path) {
    std::ostringstream out;
    out << std::ifstream(path, std::ios::binary).rdbuf();
    return out.str();
}

}  // namespace

class TestFiles : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

    std::filesystem::path write(const char* name, std::string_view content) const {
        std::ofstream(path(name), std::ios::binary) << content;
        return path(name);
    }

 private slots:
    void reads_data() {
        QTest::addColumn<QByteArray>("stored");
        QTest::addColumn<QByteArray>("text");
        const std::string lines = manyLines();
        const auto bytes = [](const std::string& value) { return QByteArray::fromStdString(value); };
        QTest::newRow("plain") << bytes(lines) << bytes(lines);
        QTest::newRow("one byte") << QByteArray("x") << QByteArray("x");
        QTest::newRow("gzip") << bytes(gzip(lines)) << bytes(lines);
        QTest::newRow("gzip, three members")
            << bytes(gzip("first\n") + gzip("") + gzip(lines)) << bytes("first\n" + lines);
        QTest::newRow("gzip, zeros behind it")
            << bytes(gzip("first\n") + std::string(1000, '\0')) << QByteArray("first\n");
        QTest::newRow("starts like gzip, but is not")
            << QByteArray("\x1f\x8b\x07 text") << QByteArray("\x1f\x8b\x07 text");
        QTest::newRow("zeros") << QByteArray(5, '\0') << QByteArray(5, '\0');
    }

    void gzipIsReadBack_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("lines") << QByteArray::fromStdString(manyLines());
        QTest::newRow("one byte") << QByteArray("x");
        QByteArray noise;  // larger than it was, once packed
        for (quint32 word = 1; noise.size() < 300000; word = word * 1664525U + 1013904223U) {
            noise += static_cast<char>(word >> 24U);
        }
        QTest::newRow("noise") << noise;
    }

    void gzipIsReadBack() {
        QFETCH(QByteArray, text);
        const auto packedIn = [&text](qsizetype pieceBytes) {
            std::string packed;
            const files::TextSink sink = [&packed](std::string_view piece) -> base::Result<void> {
                packed += piece;
                return {};
            };
            const auto written =
                files::writeGzipped(sink, [&](const files::TextSink& pieces) -> base::Result<void> {
                    for (qsizetype at = 0; at < text.size(); at += pieceBytes) {
                        if (auto sunk = pieces(text.mid(at, pieceBytes).toStdString()); !sunk) {
                            return sunk;
                        }
                    }
                    return {};
                });
            return written ? packed : written.error().text();
        };
        const std::string packed = packedIn(1 << 20);
        QVERIFY(packedIn(7777) == packed);
        QCOMPARE(packed.substr(3, 5), std::string(5, '\0'));  // neither name nor time
        auto input = files::openInput(write("packed.gz", packed));
        QVERIFY2(input, input ? "" : input.error().text().c_str());
        const Everything all = readAll(**input, std::size_t{1} << 20U);
        QVERIFY(!all.error);
        QVERIFY(all.text == text.toStdString());
    }

    void gzipPassesErrorsOn() {
        const base::Error full{ErrorCode::writeFailed, {}, {}, {}, {}, {}};
        const files::TextSink refuses = [&](std::string_view) -> base::Result<void> { return full; };
        const files::TextSink takes = [](std::string_view) -> base::Result<void> { return {}; };
        const auto unsunk = files::writeGzipped(
            refuses, [](const files::TextSink& sink) { return sink(std::string(1 << 20, 'x')); });
        QVERIFY(!unsunk && unsunk.error().code == ErrorCode::writeFailed);
        const auto unwritten =
            files::writeGzipped(takes, [&](const files::TextSink&) -> base::Result<void> { return full; });
        QVERIFY(!unwritten && unwritten.error().code == ErrorCode::writeFailed);
    }

    void reads() {
        QFETCH(QByteArray, stored);
        QFETCH(QByteArray, text);
        const std::filesystem::path file = write("reads", stored.toStdString());
        for (const std::size_t chunk : {std::size_t{1} << 20U, std::size_t{7777}}) {
            for (const std::size_t peeked : {std::size_t{0}, std::size_t{1}, std::size_t{100000}}) {
                auto input = files::openInput(file);
                QVERIFY2(input, input ? "" : input.error().text().c_str());
                const auto head = (*input)->peek(peeked);
                QVERIFY(head);
                QVERIFY(head->size() >= std::min(peeked, static_cast<std::size_t>(text.size())));
                QVERIFY(text.startsWith(QByteArray::fromStdString(std::string(*head))));
                const Everything all = readAll(**input, chunk);
                QVERIFY(!all.error);
                QVERIFY(all.text == text.toStdString());
                QCOMPARE((*input)->consumed(), static_cast<std::uint64_t>(stored.size()));
                QCOMPARE((*input)->size(), static_cast<std::uint64_t>(stored.size()));
                QCOMPARE((*input)->xxh3(), hash(stored.toStdString()));
                QCOMPARE((*input)->name(), std::string("reads"));
            }
        }
        const auto fromText = files::inputFromText(stored.toStdString(), "pasted");
        QVERIFY(fromText);
        QVERIFY(readAll(**fromText, 4096).text == text.toStdString());
    }

    void cutGzipDeliversWhatCameBefore() {
        const std::string text = manyLines();
        const std::string packed = gzip(text);
        for (std::size_t size = 1; size < packed.size(); size += size < 40 ? 1 : 9973) {
            auto input = files::openInput(write("cut.gz", packed.substr(0, size)));
            if (size < 3) {
                QVERIFY2(input, "too short to be known as gzip");
                continue;
            }
            if (!input) {
                QCOMPARE(input.error().code, ErrorCode::truncated);
                continue;
            }
            const Everything all = readAll(**input, 50000);
            QCOMPARE(all.error, std::optional(ErrorCode::truncated));
            QVERIFY(text.starts_with(all.text));
        }
    }

    void damagedGzip() {
        std::string packed = gzip(manyLines());
        packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 0x55);
        auto input = files::openInput(write("damaged.gz", packed));
        QVERIFY(input);
        QCOMPARE(readAll(**input, 50000).error, std::optional(ErrorCode::syntax));

        auto behind = files::openInput(write("behind.gz", gzip("text\n") + "more"));
        QVERIFY(behind);
        const Everything all = readAll(**behind, 50000);
        QCOMPARE(all.text, std::string("text\n"));
        QCOMPARE(all.error, std::optional(ErrorCode::syntax));
    }

    void refusesToOpen() {
        const auto code = [](const std::filesystem::path& file) {
            const auto input = files::openInput(file);
            return input ? std::optional<ErrorCode>() : std::optional(input.error().code);
        };
        QCOMPARE(code(path("missing")), std::optional(ErrorCode::fileMissing));
        QCOMPARE(code(write("file", "x") / "below"), std::optional(ErrorCode::fileMissing));
        QCOMPARE(code(m_folder.path().toStdString()), std::optional(ErrorCode::isDirectory));
        QCOMPARE(code(write("empty", "")), std::optional(ErrorCode::emptyFile));
        QCOMPARE(code(write("empty.gz", gzip(""))), std::optional(ErrorCode::emptyFile));
        const auto missing = files::openInput(path("missing"));
        QCOMPARE(missing.error().where.file, path("missing").string());
    }

    void refusesWithoutPermission() {
        const std::filesystem::path file = write("secret", "x");
        std::filesystem::permissions(file, std::filesystem::perms::none);
        std::filesystem::permissions(m_folder.path().toStdString(), std::filesystem::perms::others_exec,
                                     std::filesystem::perm_options::add);
        // The superuser may read every file, so that the test steps down for a moment.
        const uid_t user = ::geteuid();
        QVERIFY(user != 0 || ::seteuid(65534) == 0);
        const auto input = files::openInput(file);
        QVERIFY(user != 0 || ::seteuid(user) == 0);
        QVERIFY(!input);
        QCOMPARE(input.error().code, ErrorCode::permissionDenied);
    }

    void standardInput() {
        const std::filesystem::path file = write("piped.gz", gzip(manyLines()));
        const int saved = ::dup(STDIN_FILENO);
        QVERIFY(std::freopen(file.c_str(), "rb", stdin) != nullptr);
        auto input = files::openInput("-");
        QVERIFY(input);
        QCOMPARE((*input)->name(), std::string("-"));
        QCOMPARE((*input)->size(), std::uint64_t{0});
        QVERIFY(readAll(**input, 12345).text == manyLines());
        input = files::openInput("-");
        QVERIFY(!input);
        QCOMPARE(input.error().code, ErrorCode::emptyFile);
        ::dup2(saved, STDIN_FILENO);
        ::close(saved);
    }

    void lines_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QList<QByteArray>>("lines");
        QTest::addColumn<QList<qulonglong>>("bytes");
        QTest::addColumn<bool>("lastTerminated");
        using Lines = QList<QByteArray>;
        using Bytes = QList<qulonglong>;
        QTest::newRow("unix") << QByteArray("a\nbc\n") << Lines{"a", "bc"} << Bytes{0, 2} << true;
        QTest::newRow("dos") << QByteArray("a\r\nbc\r\n") << Lines{"a", "bc"} << Bytes{0, 3} << true;
        QTest::newRow("no newline at the end")
            << QByteArray("a\nbc") << Lines{"a", "bc"} << Bytes{0, 2} << false;
        QTest::newRow("empty lines") << QByteArray("\n\r\n\nx\n") << Lines{"", "", "", "x"}
                                     << Bytes{0, 1, 3, 4} << true;
        QTest::newRow("return inside a line") << QByteArray("a\rb\n") << Lines{"a\rb"} << Bytes{0} << true;
        const QByteArray longLine(5000000, 'y');
        QTest::newRow("longer than the buffer") << QByteArray("x\n" + longLine + "\nz\n")
                                                << Lines{"x", longLine, "z"} << Bytes{0, 2, 5000003} << true;
    }

    void lines() {
        QFETCH(QByteArray, text);
        QFETCH(QList<QByteArray>, lines);
        QFETCH(QList<qulonglong>, bytes);
        QFETCH(bool, lastTerminated);
        auto input = files::inputFromText(text.toStdString(), "pasted");
        QVERIFY(input);
        files::LineReader reader(**input);
        for (qsizetype i = 0; i < lines.size(); ++i) {
            const auto line = reader.next();
            QVERIFY(line && *line);
            QVERIFY((*line)->text ==
                    std::string_view(lines[i].constData(), static_cast<std::size_t>(lines[i].size())));
            QCOMPARE((*line)->number, static_cast<std::uint64_t>(i + 1));
            QCOMPARE((*line)->byte, static_cast<std::uint64_t>(bytes[i]));
            QCOMPARE((*line)->terminated, i + 1 < lines.size() || lastTerminated);
        }
        const auto end = reader.next();
        QVERIFY(end && !*end);
    }

    void linesOfManyBuffers() {
        const std::string text = manyLines();
        auto input = files::inputFromText(gzip(text), "packed");
        QVERIFY(input);
        files::LineReader reader(**input);
        std::string again;
        for (;;) {
            const auto line = reader.next();
            QVERIFY(line);
            if (!*line) {
                break;
            }
            again += std::string((*line)->text) + "\n";
        }
        QVERIFY(again == text);
    }

    void aLineThatNeverEnds() {
        std::string text = "first\n";
        text.append(files::LineReader::kLongestLine * 2, ' ');
        auto input = files::inputFromText(std::move(text), "pasted");
        QVERIFY(input);
        files::LineReader reader(**input);
        QVERIFY((*reader.next())->text == "first");
        const auto endless = reader.next();
        QVERIFY(!endless);
        QCOMPARE(endless.error().code, ErrorCode::tooLarge);
        QVERIFY(endless.error().where.line == 2 && endless.error().where.byte == 6);
    }

    void linesBeforeAFailure() {
        std::string packed = gzip("first\nsecond\nthird is cut");
        packed.resize(packed.size() - 8);
        auto input = files::inputFromText(packed, "packed");
        QVERIFY(input);
        files::LineReader reader(**input);
        QVERIFY((*reader.next())->text == "first");
        QVERIFY((*reader.next())->text == "second");
        const auto last = reader.next();
        QVERIFY((*last)->text == "third is cut");
        QVERIFY(!(*last)->terminated);
        const auto end = reader.next();
        QVERIFY(!end);
        QCOMPARE(end.error().code, ErrorCode::truncated);
    }

    void writesAtomically() {
        const std::filesystem::path file = write("target", "old");
        std::filesystem::permissions(file, std::filesystem::perms::owner_read |
                                               std::filesystem::perms::owner_write |
                                               std::filesystem::perms::group_read);
        const std::string text = manyLines();
        const auto written = files::writeAtomically(file, [&](const files::TextSink& sink) {
            for (std::size_t at = 0; at < text.size(); at += 999) {
                if (auto done = sink(std::string_view(text).substr(at, 999)); !done) {
                    return done;
                }
            }
            return base::Result<void>();
        });
        QVERIFY(written);
        QVERIFY(contentOf(file) == text);
        QCOMPARE(std::filesystem::status(file).permissions(), std::filesystem::perms(0640));
    }

    void keepsTheOldContentOnFailure() {
        const std::filesystem::path folder = path("kept");
        std::filesystem::create_directory(folder);
        std::ofstream(folder / "target") << "old";
        const auto written = files::writeAtomically(folder / "target", [](const files::TextSink& sink) {
            (void)sink("new");
            return base::Result<void>(base::Error{ErrorCode::valueError, "found nothing", "", "", {}, {}});
        });
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::valueError);
        QCOMPARE(contentOf(folder / "target"), std::string("old"));
        QCOMPARE(std::distance(std::filesystem::directory_iterator(folder), {}), std::ptrdiff_t{1});
    }

    void writesThroughALink() {
        const std::filesystem::path file = write("linked", "old");
        std::filesystem::create_symlink(file, path("link"));
        QVERIFY(
            files::writeAtomically(path("link"), [](const files::TextSink& sink) { return sink("new"); }));
        QVERIFY(std::filesystem::is_symlink(path("link")));
        QCOMPARE(contentOf(file), std::string("new"));
    }

    void refusesToWrite() {
        const auto nothing = [](const files::TextSink&) { return base::Result<void>(); };
        for (const std::filesystem::path& place :
             {path("no such folder") / "file", std::filesystem::path(m_folder.path().toStdString())}) {
            const auto written = files::writeAtomically(place, nothing);
            QVERIFY(!written);
            QCOMPARE(written.error().code, ErrorCode::writeFailed);
            QCOMPARE(written.error().where.file, place.string());
        }
        const auto full =
            files::writeAtomically("/dev/full", [](const files::TextSink& sink) { return sink("x"); });
        QVERIFY(!full);
        QCOMPARE(full.error().code, ErrorCode::writeFailed);
    }
};

QTEST_APPLESS_MAIN(TestFiles)
#include "tst_files.moc"
