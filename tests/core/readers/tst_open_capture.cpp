// SPDX-License-Identifier: GPL-3.0-or-later
#include <unistd.h>
#include <xxhash.h>
#include <zlib.h>

#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <vector>

#include "core/readers/reader.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace dimscope::test;
using base::ErrorCode;
namespace fs = std::filesystem;

namespace {

class Steps final : public base::ProgressSink {
 public:
    void progress(double fraction, std::string_view /*what*/) override { fractions.push_back(fraction); }
    std::vector<double> fractions;
};

}  // namespace

class TestOpenCapture : public QObject {
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path folder() const { return m_folder->path().toStdString(); }

    fs::path write(const fs::path& name, std::string_view content) const {
        fs::create_directories((folder() / name).parent_path());
        std::ofstream(folder() / name, std::ios::binary) << content;
        return folder() / name;
    }

    fs::path writePacked(const fs::path& name, const std::string& content) const {
        const fs::path path = folder() / name;
        gzFile file = gzopen(path.c_str(), "wb");
        gzwrite(file, content.data(), static_cast<unsigned>(content.size()));
        gzclose(file);
        return path;
    }

    static std::string callOf(const std::string& module) {
        return header() + replaced(call("2", 4, 7), "\"m\"", "\"" + module + "\"");
    }

    static QStringList modulesOf(const readers::OpenedCapture& opened) {
        QStringList names;
        for (const capture::Module& module : opened.capture->modules()) {
            names << QString::fromStdString(module.name);
        }
        return names;
    }

 private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void severalFilesAreOneCapture() {
        const fs::path first = write("b.jsonl", header() + call("2", 4, 7) + call("1", 2, 7));
        const fs::path second = writePacked("a.jsonl.gz", header() + call("4", 8, 7));
        const fs::path third = write("report.json", dataFile("aitune/tuning_report_v1.json"));
        const auto result = readers::openCapture({first, second, third});
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(modulesOf(*result), QStringList({"m", "transformer"}));
        QVERIFY((result->files == std::vector<fs::path>{first, second, third}));
        QCOMPARE(result->capture->sources().size(), std::size_t{3});
        QCOMPARE(result->capture->sources()[1].name, std::string("a.jsonl.gz"));
        QCOMPARE(result->capture->sources()[1].bytes, static_cast<std::uint64_t>(fs::file_size(second)));
        QCOMPARE(result->capture->sources()[2].format, std::string("aitune.report"));
        const capture::Graph& graph = result->capture->graphs()[0];
        QCOMPARE(graph.samples, std::size_t{3});
        QCOMPARE(graph.originOf({2}).source.value, 1U);
        QCOMPARE(graph.originOf({2}).line, std::uint64_t{2});
    }

    /// Two files of one name: each message says which of them it means, each detail who says so.
    void filesOfOneName() {
        const std::string report = dataFile("aitune/tuning_report_v3.json");
        const fs::path whole = write("a/r.json", report);
        const fs::path cut = write("b/r.json", report.substr(0, report.size() - 40));
        const auto result = readers::openCapture({whole, cut});
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QVERIFY(!result->diagnostics.empty());
        for (const base::Diagnostic& diagnostic : result->diagnostics.items()) {
            QCOMPARE(diagnostic.where.file, cut.string());
        }
        QCOMPARE(result->capture->details().front().source.value, 0U);
        QCOMPARE(result->capture->details().back().source.value, 1U);
        QCOMPARE(result->capture->modules().front().details.front().source.value, 0U);
    }

    void hashOfTheStoredBytes() {
        const std::string text = header() + call("2", 4, 7);
        const auto result = readers::openCapture({write("a.jsonl", text)});
        QVERIFY(result);
        XXH128_canonical_t canonical;
        XXH128_canonicalFromHash(&canonical, XXH3_128bits(text.data(), text.size()));
        const QByteArray expected(reinterpret_cast<const char*>(canonical.digest), sizeof(canonical.digest));
        QCOMPARE(QByteArray::fromStdString(result->capture->sources()[0].xxh3), expected.toHex());
    }

    void folders() {
        write("b.jsonl", callOf("b"));
        write("a/z.jsonl", callOf("a/z"));
        write("a/y/x.jsonl", callOf("a/y/x"));
        write("c.txt", "nothing of ours");
        write("empty.json", "");
        write("package.json", "{\"name\": \"x\"}");
        write("broken.json", "{'a'");
        write(".hidden.jsonl", callOf("hidden"));
        write("._b.jsonl", std::string("\0\5\x16\7 AppleDouble", 16));
        write(".git/x.jsonl", callOf("git"));
        write("__MACOSX/x.jsonl", callOf("macosx"));
        fs::create_directory_symlink(folder(), folder() / "circle");
        const auto result = readers::openCapture({folder()});
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(modulesOf(*result), QStringList({"a/y/x", "a/z", "b"}));
        QCOMPARE(result->files.size(), std::size_t{3});
        QCOMPARE(countOf(result->diagnostics, "passed-over"), 4);
        QCOMPARE(result->diagnostics.count(base::Severity::note), std::uint64_t{4});
    }

    void folderWithABadCapture() {
        write("a.jsonl", callOf("a"));
        write("b.jsonl", header() + replaced(call("2", 4, 7), "[4, 7]", "[4, -7]"));
        const auto result = readers::openCapture({folder()});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::badSize);
        QCOMPARE(result.error().where.file, (folder() / "b.jsonl").string());
    }

    void folderWithoutCapture() {
        write("a.txt", "nothing of ours");
        const auto result = readers::openCapture({folder()});
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::unknownFormat);
        QCOMPARE(result.error().where.file, folder().string());
    }

    void filesThatCannotBeRead() {
        const auto code = [](const std::vector<fs::path>& paths) {
            const auto result = readers::openCapture(paths);
            return result ? std::optional<ErrorCode>() : std::optional(result.error().code);
        };
        const fs::path good = write("a.jsonl", callOf("a"));
        QCOMPARE(code({good, folder() / "missing.jsonl"}), std::optional(ErrorCode::fileMissing));
        QCOMPARE(code({good, write("empty.jsonl", "")}), std::optional(ErrorCode::emptyFile));
        QCOMPARE(code({good, write("blank.jsonl", "\n\n")}), std::optional(ErrorCode::unknownFormat));
        QCOMPARE(code({good, write("text.txt", "hello")}), std::optional(ErrorCode::unknownFormat));
        QCOMPARE(code({}), std::optional(ErrorCode::unknownFormat));
        const auto missing = readers::openCapture({folder() / "missing.jsonl"});
        QCOMPARE(missing.error().where.file, (folder() / "missing.jsonl").string());
    }

    void forcedFormat() {
        const std::string metadata = dataFile("aitune/unet_cfg.json");
        readers::OpenOptions options;
        options.format = "aitune.report";
        const auto wrong = readers::openText(metadata, "x", options);
        QVERIFY(!wrong);
        QCOMPARE(wrong.error().code, ErrorCode::missingKey);
        options.format = "aitune.metadata";
        QVERIFY(readers::openText(metadata, "x", options));
        options.format = "something";
        const auto unknown = readers::openText(metadata, "x", options);
        QCOMPARE(unknown.error().code, ErrorCode::usage);
        QVERIFY(unknown.error().where.file.empty());
    }

    void batchSizes() {
        readers::OpenOptions options;
        options.batchSizes.from = capture::BatchSizeSource::Constant{3};
        const std::string text = header() + call("2", 4, 7) + call("null", 6, 7);
        const auto result = readers::openText(text, "x", options);
        QVERIFY(result);
        QVERIFY((*result->capture->graphs()[0].batchSizes == std::vector<std::int64_t>{2, 3}));
        options.batchSizes = *capture::BatchSizeSource::parseTensorAxis("x:0/2");
        const auto fromAxis = readers::openText(text, "x", options);
        QVERIFY(fromAxis);
        QVERIFY((*fromAxis->capture->graphs()[0].batchSizes == std::vector<std::int64_t>{2, 3}));
    }

    void cutPackedFile() {
        std::string text = header();
        for (int i = 0; i < 5000; ++i) {
            text += call(std::to_string(1 + i % 7), 1 + i % 7, i);
        }
        const fs::path packed = writePacked("a.jsonl.gz", text);
        fs::resize_file(packed, fs::file_size(packed) / 2);
        const auto result = readers::openCapture({packed});
        QVERIFY2(result, result ? "" : result.error().text().c_str());
        QCOMPARE(countOf(result->diagnostics, "truncated"), 1);
        QVERIFY(!result->capture->sources()[0].complete);
        const std::uint64_t samples = result->capture->sampleCount();
        QVERIFY2(samples > 100 && samples < 5000, std::to_string(samples).c_str());
    }

    void progress() {
        std::string text = header();
        for (int i = 0; i < 20000; ++i) {
            text += call("2", 4, i);
        }
        Steps steps;
        const auto result =
            readers::openCapture({write("a.jsonl", text), write("b.jsonl", text)}, {}, {}, &steps);
        QVERIFY(result);
        QVERIFY(steps.fractions.size() >= 10);
        QVERIFY(std::is_sorted(steps.fractions.begin(), steps.fractions.end()));
        QVERIFY(steps.fractions.front() >= 0 && steps.fractions.front() < 0.5);
        QVERIFY(steps.fractions.back() > 0.5 && steps.fractions.back() <= 1);
    }

    void namesOfFormats() {
        for (const readers::Format& format : readers::formats()) {
            QCOMPARE(readers::formatById(format.id), &format);
            QVERIFY(!format.description.empty());
        }
        QVERIFY(readers::formatById("dimscope.capture") != nullptr);
        QVERIFY(readers::formatById("aitune.metadata") != nullptr);
        QVERIFY(readers::formatById("aitune.report") != nullptr);
        QVERIFY(readers::formatById("") == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestOpenCapture)
#include "tst_open_capture.moc"
