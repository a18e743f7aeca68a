// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>

#include "core/readers/reader.h"
#include "reader_texts.h"

using namespace dimscope;
using namespace dimscope::test;
using base::ErrorCode;

namespace {

constexpr char kMark = '@';  // stands in front of the place that an error must name

struct Marked {
    std::string text;
    std::uint64_t line = 0;
    std::uint64_t column = 0;
};

/// Takes the mark out of a text and says where it stood.
Marked unmarked(std::string text) {
    const std::size_t at = text.find(kMark);
    if (at == std::string::npos) {
        qFatal("no mark in %s", text.c_str());
    }
    Marked out;
    const std::size_t newline = text.rfind('\n', at);
    out.line = static_cast<std::uint64_t>(
                   std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n')) +
               1;
    out.column = at - (newline == std::string::npos ? 0 : newline + 1) + 1;
    text.erase(at, 1);
    out.text = std::move(text);
    return out;
}

void verifyError(const base::Result<readers::OpenedCapture>& result, ErrorCode code, std::uint64_t line,
                 std::uint64_t column) {
    QVERIFY2(!result, "it opened");
    const base::Error& error = result.error();
    QVERIFY2(error.code == code, (std::string(base::name(error.code)) + ": " + error.text()).c_str());
    QVERIFY2(error.where.line == line && error.where.column == column, error.text().c_str());
    QVERIFY2(error.where.file == "bad.jsonl", error.text().c_str());
    QVERIFY2(!error.found.empty() && !error.expected.empty() && !error.remedy.empty(), error.text().c_str());
}

std::string nested(int depth) {
    return std::string(static_cast<std::size_t>(depth), '[') +
           std::string(static_cast<std::size_t>(depth), ']');
}

}  // namespace

Q_DECLARE_METATYPE(base::ErrorCode)

class TestBadInput : public QObject {
    Q_OBJECT

    static void row(const char* name, ErrorCode code, const std::string& text) {
        QTest::newRow(name) << code << QByteArray::fromStdString(text);
    }

    /// Rows that replace one piece of a good record by a bad one.
    static void sizeRows(const std::string& good, const std::string& shape, const std::string& before,
                         const std::string& after) {
        const auto size = [&](const char* name, ErrorCode code, const std::string& bad) {
            row(name, code, replaced(good, shape, before + bad + after));
        };
        size("NaN as a size", ErrorCode::badSize, "@NaN");
        size("Infinity as a size", ErrorCode::badSize, "@Infinity");
        size("negative size", ErrorCode::badSize, "@-4");
        size("fractional size", ErrorCode::badSize, "@2.5");
        size("fraction that is whole", ErrorCode::badSize, "@4.0");
        size("exponent", ErrorCode::badSize, "@1e3");
        size("2^63 as a size", ErrorCode::badSize, "@9223372036854775808");
        size("2^64 as a size", ErrorCode::badSize, "@18446744073709551616");
        size("null as a size", ErrorCode::wrongType, "@null");
        size("true as a size", ErrorCode::wrongType, "@true");
        size("list as a size", ErrorCode::wrongType, "@[4]");
    }

 private slots:
    void nativeLines_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("bad");
        const std::string good = call("2", 4, 7);
        sizeRows(good, "\"shape\": [4, 7]", "\"shape\": [4, ", "]");
        const auto bad = [&](const char* name, ErrorCode code, const std::string& from,
                             const std::string& to) { row(name, code, replaced(good, from, to)); };
        bad("symbol as a size", ErrorCode::badSize, "\"shape\": [4, 7]", "\"shape\": [@\"batch0\", 7]");
        bad("text as a shape", ErrorCode::wrongType, "\"shape\": [4, 7]", "\"shape\": @\"4x7\"");
        bad("shape too short for its bounds", ErrorCode::rankMismatch, "\"min_shape\": [4, 7]",
            "\"min_shape\": @[4]");
        bad("bound that is no size", ErrorCode::badSize, "\"min_shape\": [4, 7]", "\"min_shape\": [4, @-7]");
        bad("lower bound off the size", ErrorCode::badValue, "\"min_shape\": [4, 7]",
            "\"min_shape\": [4, @6]");
        bad("upper bound off the size", ErrorCode::badValue, "\"max_shape\": [4, 7]",
            "\"max_shape\": [@5, 7]");
        bad("no shape", ErrorCode::missingKey,
            "{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": \"torch.float32\", \"shape\"",
            "@{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": \"torch.float32\", \"shapes\"");
        bad("batch size zero", ErrorCode::badSize, "\"batch_size\": 2", "\"batch_size\": @0");
        bad("negative batch size", ErrorCode::badSize, "\"batch_size\": 2", "\"batch_size\": @-1");
        bad("fractional batch size", ErrorCode::badSize, "\"batch_size\": 2", "\"batch_size\": @0.5");
        bad("NaN as the batch size", ErrorCode::badSize, "\"batch_size\": 2", "\"batch_size\": @NaN");
        bad("2^63 as the batch size", ErrorCode::badSize, "\"batch_size\": 2",
            "\"batch_size\": @9223372036854775808");
        bad("text as the batch size", ErrorCode::wrongType, "\"batch_size\": 2", "\"batch_size\": @\"2\"");
        bad("no batch size", ErrorCode::missingKey, "{\"module\": \"m\", \"batch_size\": 2",
            "@{\"module\": \"m\"");
        bad("no module", ErrorCode::missingKey, "{\"module\": \"m\",", "@{");
        bad("module that is no text", ErrorCode::wrongType, "\"module\": \"m\"", "\"module\": @7");
        bad("no outputs", ErrorCode::missingKey, good.substr(0, good.find("\"outputs\"") + 9),
            "@" + good.substr(0, good.find("\"outputs\"")) + "\"output\"");
        bad("inputs that are no object", ErrorCode::wrongType, "\"inputs\": {",
            "\"inputs\": @[], \"more\": {");
        bad("time that is no text", ErrorCode::wrongType, "\"inputs\"", "\"time\": @12, \"inputs\"");
        bad("label that is no text", ErrorCode::wrongType, "\"inputs\"", "\"label\": @{}, \"inputs\"");
        bad("call that is no number", ErrorCode::wrongType, "\"inputs\"", "\"call\": @\"x\", \"inputs\"");
        bad("summary that is no truth", ErrorCode::wrongType, "\"inputs\"", "\"summary\": @1, \"inputs\"");
        bad("semantic path that is none", ErrorCode::wrongType, "\"semantic_path\": \"x\"",
            "\"semantic_path\": @1.5");
        bad("same path twice", ErrorCode::badValue, "}], \"other_data\": [], ",
            "}, @{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": null, \"shape\": []}], "
            "\"other_data\": [], ");
        bad("phase that is none", ErrorCode::badValue, "\"llm_phase\": null", "\"llm_phase\": @\"warmup\"");
        bad("strictness that is no truth", ErrorCode::wrongType, "\"strict\": true", "\"strict\": @\"yes\"");
        bad("key twice in the line", ErrorCode::duplicateKey, "\"inputs\"", "@\"batch_size\": 3, \"inputs\"");
        bad("key twice in a tensor", ErrorCode::duplicateKey, "\"min_shape\"",
            "@\"shape\": [4, 7], \"min_shape\"");
        bad("key twice in a value", ErrorCode::duplicateKey, "0.5", "{\"a\": 1, @\"a\": 2}");
        bad("control character", ErrorCode::syntax, "\"m\"",
            "\"a@\x01"
            "b\"");
        bad("tab in a text", ErrorCode::syntax, "\"m\"", "\"a@\tb\"");
        bad("Latin-1", ErrorCode::encoding, "\"m\"", "\"caf\xE9@\"");
        bad("half a surrogate", ErrorCode::syntax, "\"m\"", "\"\\ud800@\"");
        bad("too deep", ErrorCode::tooDeep, "0.5",
            std::string(508, '[') + "@" + nested(100000) + std::string(508, ']'));
        bad("blank instead of a comma", ErrorCode::syntax, "\"shape\": [4, 7]", "\"shape\": [4 @7]");
        bad("comma too many", ErrorCode::syntax, "\"shape\": [4, 7]", "\"shape\": [4, 7,@]");
        bad("bracket missing", ErrorCode::syntax,
            "\"shape\": [4, 7], \"min_shape\":", "\"shape\": [4, 7, \"min_shape\"@:");
        bad("leading zero", ErrorCode::syntax, "\"shape\": [4, 7]", "\"shape\": [@04, 7]");
        bad("plus sign", ErrorCode::syntax, "\"shape\": [4, 7]", "\"shape\": [@+4, 7]");
        bad("something behind", ErrorCode::syntax, "}\n", "} @x\n");
        bad("a second value behind", ErrorCode::syntax, "}\n", "} @{}\n");
        bad("cut in the middle of the file", ErrorCode::truncated, "}}\n", "@}\n");
        row("list", ErrorCode::wrongType, "@[1, 2]\n");
        row("number", ErrorCode::wrongType, "@12\n");
        row("plain text", ErrorCode::syntax, "@hello\n");
        row("newer version", ErrorCode::badValue, "{\"format\": \"dimscope.capture\", \"version\": @2}\n");
    }

    /// Both with a fresh reader and after enough good lines that the fast way is taken.
    void nativeLines() {
        QFETCH(base::ErrorCode, code);
        QFETCH(QByteArray, bad);
        const std::string good = call("2", 4, 7);
        for (const int before : {0, 3}) {
            std::string text = header();
            for (int i = 0; i < before; ++i) {
                text += good;
            }
            const Marked marked = unmarked(text + bad.toStdString());
            verifyError(readers::openText(marked.text + good, "bad.jsonl"), code, marked.line, marked.column);
            if (QTest::currentTestFailed()) {
                return;
            }
        }
    }

    void nativeHeaders_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("bad");
        row("no header", ErrorCode::missingKey, "@" + call("2", 4, 7));
        row("no version", ErrorCode::missingKey, "@{\"format\": \"dimscope.capture\"}\n");
        row("newer version", ErrorCode::badValue, "{\"format\": \"dimscope.capture\", \"version\": @2}\n");
        row("version zero", ErrorCode::badValue, "{\"format\": \"dimscope.capture\", \"version\": @0}\n");
        row("version as text", ErrorCode::wrongType,
            "{\"format\": \"dimscope.capture\", \"version\": @\"1\"}\n");
        row("key twice", ErrorCode::duplicateKey,
            "{\"format\": \"dimscope.capture\", \"version\": 1, @\"version\": 1}\n");
    }

    void nativeHeaders() {
        QFETCH(base::ErrorCode, code);
        QFETCH(QByteArray, bad);
        const Marked marked = unmarked(bad.toStdString());
        verifyError(readers::openText(marked.text + call("2", 4, 7), "bad.jsonl"), code, marked.line,
                    marked.column);
    }

    void metadata_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("bad");
        const std::string good =
            "{\"tensor_data\": [\n  {\"access_path\": \"x\", \"semantic_path\": \"x\", \"shape\": "
            "[\"batch0\", 7],\n   "
            "\"min_shape\": [1, 7], \"max_shape\": [4, 7], \"dtype\": \"torch.int64\"}],\n \"other_data\": "
            "[], "
            "\"strict\": true, \"llm_phase\": null}\n";
        sizeRows(good, "\"min_shape\": [1, 7]", "\"min_shape\": [1, ", "]");
        row("negative size in the shape", ErrorCode::badSize,
            replaced(good, "\"batch0\", 7", "\"batch0\", @-7"));
        row("unequal ranks", ErrorCode::rankMismatch,
            replaced(good, "\"max_shape\": [4, 7]", "\"max_shape\": @[4]"));
        row("no bounds of a symbol", ErrorCode::missingKey,
            replaced(replaced(good, "\"min_shape\": [1, 7], ", ""), "{\"access_path\"", "@{\"access_path\""));
        row("tensor_data that is no list", ErrorCode::wrongType, "{\"tensor_data\": @7}\n");
        row("tensor_data that is an object", ErrorCode::wrongType, "{\"tensor_data\": {\"x\": @[2]}}\n");
        row("tensor that is no object", ErrorCode::wrongType, "{\"tensor_data\": [@7]}\n");
        row("key twice", ErrorCode::duplicateKey,
            replaced(good, "\"strict\"", "@\"other_data\": [], \"strict\""));
        row("something behind", ErrorCode::syntax, good + "@x");
        row("too deep", ErrorCode::tooDeep,
            replaced(good, "\"strict\"",
                     "\"more\": " + std::string(511, '[') + "@" + nested(100000 - 511) + ", \"strict\""));
    }

    void metadata() {
        QFETCH(base::ErrorCode, code);
        QFETCH(QByteArray, bad);
        const Marked marked = unmarked(bad.toStdString());
        verifyError(readers::openText(marked.text, "bad.jsonl"), code, marked.line, marked.column);
    }

    void report_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("bad");
        const std::string good = dataFile("aitune/tuning_report_v1.json");
        sizeRows(good, "589", "", "");
        row("unequal ranks", ErrorCode::rankMismatch,
            replaced(good, "\"max_shape\": [\n                  4,", "\"max_shape\": @["));
        row("no output_spec", ErrorCode::missingKey,
            replaced(replaced(good, "\"output_spec\"", "\"output\""),
                     "\"graph_name\": ", "\"graph_name\": @"));
        row("modules that are no list", ErrorCode::wrongType, "{\"schema_version\": 3, \"modules\": @7}");
        row("modules that are an object", ErrorCode::wrongType,
            "{\"schema_version\": 3, \"modules\": {\"x\": @7}}");
        row("module that is no object", ErrorCode::wrongType, "{\"schema_version\": 3, \"modules\": [@7]}");
        row("graphs that are no list", ErrorCode::wrongType,
            "{\"schema_version\": 3, \"modules\": [{\"graphs\": @\"none\"}]}");
        row("graph that is no object", ErrorCode::wrongType,
            "{\"schema_version\": 3, \"modules\": [{\"graphs\": [@null]}]}");
        row("no modules", ErrorCode::missingKey, "@{\"schema_version\": 3, \"mode\": \"JIT\"}");
        row("control character", ErrorCode::syntax,
            replaced(good, "\"transformer\"",
                     "\"trans@\x02"
                     "former\""));
        row("comma missing", ErrorCode::syntax,
            replaced(good, "\"mode\": \"DECLARATIVE\",\n  \"", "\"mode\": \"DECLARATIVE\"\n  @\""));
    }

    void report() {
        QFETCH(base::ErrorCode, code);
        QFETCH(QByteArray, bad);
        const Marked marked = unmarked(bad.toStdString());
        verifyError(readers::openText(marked.text, "bad.jsonl"), code, marked.line, marked.column);
    }

    void noKnownFormat_data() {
        QTest::addColumn<ErrorCode>("code");
        QTest::addColumn<QByteArray>("bad");
        row("binary", ErrorCode::unknownFormat,
            std::string("@\x7f"
                        "ELF\x02\x01\x01\0\0\0",
                        11));
        row("other JSON", ErrorCode::unknownFormat, "@{\"a\": 1, \"b\": [2]}");
        row("JSON array", ErrorCode::unknownFormat, "@[1, 2]");
        row("empty object", ErrorCode::unknownFormat, "@{}");
        row("JSON Lines of another kind", ErrorCode::unknownFormat, "@{\"a\": 1}\n{\"a\": 2}\n");
        row("overrides", ErrorCode::unknownFormat, "@{\"format\": \"dimscope.overrides\", \"version\": 1}");
        row("converted execution trace", ErrorCode::noShapes, "@{\"workload_graph\": []}");
        row("profiler trace", ErrorCode::unknownFormat, "@{\"schemaVersion\": 1, \"traceEvents\": []}");
        row("UTF-16 with a mark", ErrorCode::encoding, std::string("@\xFF\xFE{\0\"\0", 7));
        row("UTF-16 without a mark", ErrorCode::encoding, std::string("@{\0\"\0a\0", 7));
        row("UTF-16, other order", ErrorCode::encoding, std::string("@\0{\0\"\0a", 7));
        row("length field of a binary file", ErrorCode::unknownFormat,
            std::string("@\x60\x09\0\0\0\0\0\0P\"x\":{}}", 17));
        row("Latin-1 before any known key", ErrorCode::encoding, "{\"caf\xE9@\": 1}");
        row("cut before any known key", ErrorCode::truncated, "{\"a\": [1, 2@,");
        row("Python instead of JSON", ErrorCode::syntax, "{@'a': 1}");
        row("100,000 levels of lists", ErrorCode::tooDeep,
            std::string(512, '[') + "@" + nested(100000 - 512));
    }

    void noKnownFormat() {
        QFETCH(base::ErrorCode, code);
        QFETCH(QByteArray, bad);
        const Marked marked = unmarked(bad.toStdString());
        verifyError(readers::openText(marked.text, "bad.jsonl"), code, marked.line, marked.column);
    }

    void listsWhatIsUnderstood() {
        const auto result = readers::openText("{\"a\": 1}", "bad.jsonl");
        for (const readers::Format& format : readers::formats()) {
            QVERIFY2(result.error().expected.find(format.id) != std::string::npos,
                     std::string(format.id).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"
