// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "core/files/line_reader.h"
#include "core/readers/native_scanner.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace dimscope::test;
using base::ErrorCode;

namespace {

/// The same capture with another blank in each line, so that no line looks like one before: all of it is
/// read the slow way.
std::string withDifferentBlanks(const std::string& text) {
    std::string out;
    std::size_t blanks = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = text.find('\n', at);
        out += text.substr(at, end - at) + std::string(blanks++, ' ') + "\n";
        at = end + 1;
    }
    return out;
}

std::string manyCalls() {
    std::string text = header();
    for (int i = 0; i < 300; ++i) {
        std::string line = call(i % 5 == 0 ? "null" : std::to_string(1 + i % 4), 1 + i % 4, i);
        if (i % 3 == 0) {
            line = replaced(line, "\"module\": \"m\"", "\"module\": \"n\\u00e9\"");
        }
        if (i % 7 == 0) {
            line = replaced(line, "\"inputs\"",
                            "\"label\": \"step \\\"" + std::to_string(i) +
                                "\\\"\", \"time\": \"2026-11-30T20:11:" + std::to_string(10 + i % 50) +
                                "Z\", \"inputs\"");
        }
        if (i % 11 == 0) {
            line = replaced(line, "float32", "float16");
        }
        text += line;
    }
    return text;
}

}  // namespace

class TestNativeReader : public QObject {
    Q_OBJECT

 private slots:
    void columns() {
        const auto result = opened(header() + call("2", 4, 7) + call("null", 6, 8));
        const capture::Capture& capture = *result.capture;
        QCOMPARE(capture.modules().size(), std::size_t{1});
        QCOMPARE(capture.modules()[0].name, std::string("m"));
        QCOMPARE(capture.graphs().size(), std::size_t{1});
        const capture::Graph& graph = capture.graphs()[0];
        QCOMPARE(graph.name, std::string("0"));
        QCOMPARE(graph.samples, std::size_t{2});
        QVERIFY((*graph.batchSizes == std::vector<std::int64_t>{2, capture::kUnknownBatch}));
        QCOMPARE(graph.tensors.size(), std::size_t{2});
        const capture::Tensor& x = capture.tensor(graph.tensors[0]);
        QCOMPARE(x.accessPath, std::string("x"));
        QCOMPARE(x.dtype, std::string("torch.float32"));
        QCOMPARE(x.side(), module::Side::input);
        QVERIFY((x.sizesAt({0}) == module::Sizes{4, 7}));
        QVERIFY((x.sizesAt({1}) == module::Sizes{6, 8}));
        const capture::Tensor& output = capture.tensor(graph.tensors[1]);
        QCOMPARE(output.side(), module::Side::output);
        QVERIFY((output.sizesAt({1}) == module::Sizes{6}));
        QCOMPARE(graph.originOf({1}).line, std::uint64_t{3});
        const capture::Source& source = capture.sources()[0];
        QCOMPARE(source.format, std::string("dimscope.capture"));
        QVERIFY(source.complete);
        QCOMPARE(source.bytes, (header() + call("2", 4, 7) + call("null", 6, 8)).size());
        QCOMPARE(source.xxh3.size(), std::size_t{32});
        QVERIFY(result.diagnostics.empty());
    }

    void fastAndSlowWayAgree() {
        const std::string text = manyCalls();
        QCOMPARE(contentOf(*opened(text).capture), contentOf(*opened(withDifferentBlanks(text)).capture));
    }

    void accepts_data() {
        QTest::addColumn<QByteArray>("line");
        const auto row = [](const char* name, const std::string& line) {
            QTest::newRow(name) << QByteArray::fromStdString(line);
        };
        const std::string good = call("2", 4, 7);
        row("no bounds", replaced(good, ", \"min_shape\": [4, 7], \"max_shape\": [4, 7]", ""));
        row("unknown keys of every kind",
            replaced(good, "{\"module\"",
                     "{\"step\": 17, \"took\": 1.5e-3, \"host\": \"a\\tb\", \"last\": true, \"more\": "
                     "{\"shape\": [1.5, -2]}, \"none\": null, \"module\""));
        row("unknown key in a tensor", replaced(good, "\"shape\"", "\"device\": \"cuda:0\", \"shape\""));
        row("call, time and label",
            replaced(good, "\"inputs\"", "\"call\": 12, \"time\": null, \"label\": \"x\", \"inputs\""));
        row("bounds before the shape",
            replaced(replaced(good, "\"shape\": [4, 7], \"min_shape\": [4, 7]", "\"min_shape\": [4, 7]"),
                     "\"max_shape\": [4, 7]", "\"max_shape\": [4, 7], \"shape\": [4, 7]"));
        row("dos line end", replaced(good, "\n", "\r\n"));
        row("empty lines", "\n  \n" + good + "\n");
        row("no newline at the end", replaced(good, "\n", ""));
        row("outputs first",
            "{\"outputs\": {\"tensor_data\": []}, \"batch_size\": 1, \"inputs\": {\"tensor_data\": "
            "[{\"access_path\": "
            "\"x\", \"semantic_path\": \"x\", \"dtype\": \"torch.int8\", \"shape\": []}]}, \"module\": "
            "\"m\"}\n");
        row("no dtype", replaced(good, "\"torch.float32\"", "null"));
        row("largest size", replaced(good, "[4]", "[9223372036854775807]"));
        row("size zero", replaced(good, "[4]", "[0]"));
        row("word for a non-finite value", replaced(good, "0.5", "NaN"));
        row("value beyond 64 bits", replaced(good, "0.5", "123456789012345678901234567890"));
        row("a second header", header() + good);
    }

    void accepts() {
        QFETCH(QByteArray, line);
        // Three times, so that the fast way sees it too.
        const std::string text = line.toStdString();
        const bool unterminated = !text.ends_with('\n');
        const auto result =
            opened(header() + text + (unterminated ? "\n" : "") + text + (unterminated ? "\n" : "") + text);
        QCOMPARE(result.capture->sampleCount(), std::uint64_t{3});
        QVERIFY(result.diagnostics.empty());
        QVERIFY(result.capture->sources()[0].complete);
    }

    void byteOrderMark() {
        QCOMPARE(opened("\xEF\xBB\xBF" + header() + call("2", 4, 7)).capture->sampleCount(),
                 std::uint64_t{1});
    }

    void timesAndLabels() {
        const std::string line =
            replaced(call("2", 4, 7), "\"inputs\"",
                     "\"time\": \"2026-11-30T20:11:52Z\", \"label\": \"caf\\u00e9\", \"inputs\"");
        const auto result = opened(header() + line + line + call("1", 2, 3));
        std::size_t found = 0;
        for (const capture::Graph& graph : result.capture->graphs()) {
            for (std::uint32_t i = 0; i < graph.samples; ++i) {
                if (!graph.originOf({i}).label.empty()) {
                    ++found;
                    QCOMPARE(graph.originOf({i}).time, std::string("2026-11-30T20:11:52Z"));
                    QCOMPARE(graph.originOf({i}).label, std::string("caf\xC3\xA9"));
                }
            }
        }
        QCOMPARE(found, std::size_t{2});
    }

    void summaryLines() {
        std::string summary =
            replaced(call("2", 4, 7), "\"batch_size\": 2", "\"summary\": true, \"graph\": \"1\"");
        summary = replaced(summary, "\"shape\": [4, 7]", "\"shape\": [\"batch0\", 7]");
        summary = replaced(summary, "\"min_shape\": [4, 7]", "\"min_shape\": [1, 7]");
        const auto result = opened(header() + summary);
        const capture::Graph& graph = result.capture->graphs().at(0);
        QVERIFY(graph.isSummary());
        QCOMPARE(graph.name, std::string("1"));
        const capture::Tensor& x = result.capture->tensor(graph.tensors[0]);
        QVERIFY(x.summary.has_value());
        QVERIFY((x.summary->minShape() == module::Sizes{1, 7}));
        QVERIFY((x.summary->maxShape() == module::Sizes{4, 7}));
    }

    void headerOnly() {
        const auto result = opened(header());
        QCOMPARE(result.capture->graphs().size(), std::size_t{0});
        QCOMPARE(countOf(result.diagnostics, "no-samples"), 1);
    }

    void headerDetails() {
        const auto result = opened(
            "{\"format\": \"dimscope.capture\", \"version\": 1, \"producer\": \"recorder 1.0\", "
            "\"note\": \"\"}\n" +
            call("2", 4, 7));
        QCOMPARE(result.capture->details().size(), std::size_t{1});
        QCOMPARE(result.capture->details()[0].key, std::string("producer"));
    }

    /// Cut at every byte: a clear error while the header is not whole, then what came before the cut.
    void cutAnywhere() {
        const std::string text =
            header() + call("2", 4, 7) + call("1", 2, 3) +
            replaced(call("1", 2, 3), "\"module\": \"m\"", "\"module\": \"caf\xC3\xA9\"");
        for (std::size_t size = 1; size < text.size(); ++size) {
            const std::string cut = text.substr(0, size);
            const auto result = readers::openText(cut, "cut.jsonl");
            if (size + 1 < header().size()) {
                QVERIFY2(!result, cut.c_str());
                QVERIFY2(result.error().code == ErrorCode::truncated ||
                             result.error().code == ErrorCode::unknownFormat ||
                             result.error().code == ErrorCode::syntax,
                         result.error().text().c_str());
                QVERIFY2(result.error().where.line == std::uint64_t{1}, result.error().text().c_str());
                continue;
            }
            QVERIFY2(result, result ? "" : result.error().text().c_str());
            const auto newlines = static_cast<std::uint64_t>(std::count(cut.begin(), cut.end(), '\n'));
            const bool wholeLine = text[size] == '\n';
            const std::uint64_t wholeLines = newlines + (wholeLine ? 1 : 0);
            QCOMPARE(result->capture->sampleCount(), wholeLines - 1);
            const bool cutOff = !wholeLine && !cut.ends_with('\n');
            QCOMPARE(countOf(result->diagnostics, "truncated"), cutOff ? 1 : 0);
            QCOMPARE(result->capture->sources()[0].complete, !cutOff);
        }
    }

    void cancels() {
        const base::CancelToken cancel;
        cancel.cancel();
        const auto result = readers::openText(manyCalls(), "x", {}, cancel);
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::cancelled);
    }

    void scannerKey() {
        readers::NativeScanner scanner;
        const auto key = [&scanner](std::string line) {
            const std::size_t size = line.size() - 1;
            line.resize(line.size() + files::LineReader::kPadding);
            const readers::ScannedCall* scanned = scanner.scan(std::string_view(line).substr(0, size));
            return scanned ? std::optional(scanned->key) : std::nullopt;
        };
        const std::string good = call("2", 4, 7);
        QVERIFY(key(good).has_value());
        QVERIFY2(key(good) == key(call("null", 123, 0)), "numbers are left out");
        QVERIFY2(key(good) != key(replaced(good, "0.5", "0.6")), "other values are not");
        QVERIFY(key(good) != key(replaced(good, "\"m\"", "\"n\"")));
        QVERIFY2(key(good) != key(replaced(good, "[4]", "[4, 1]")), "the rank is not");
        QVERIFY2(!key(replaced(good, "[4]", "[4.0]")), "a size that is none");
        QVERIFY(!key(replaced(good, "[4]", "[-4]")));
        QVERIFY(!key(replaced(good, "[4]", "[4 4]")));
        QVERIFY(!key(replaced(good, "\"min_shape\": [4, 7]", "\"min_shape\": [4, 6]")));
        QVERIFY(!key(replaced(good, "\"batch_size\": 2", "\"batch_size\": 0")));
        QVERIFY(!key(header()));
    }
};

QTEST_APPLESS_MAIN(TestNativeReader)
#include "tst_native_reader.moc"
