// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "core/module/sample_metadata.h"

using namespace dimscope;
using namespace dimscope::module;
using base::dumpJson;
using base::ErrorCode;
using base::JsonLayout;
using base::parseJson;

namespace {

/// A metadata document with one tensor whose members are given, on lines of its own.
std::string document(const std::string& tensor) {
    return "{\"tensor_data\": [\n" + tensor +
           "\n], \"other_data\": [], \"strict\": true, \"llm_phase\": null}";
}

std::string tensorWith(const std::string& shapes) {
    return "{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": \"torch.int8\",\n" + shapes + "}";
}

}  // namespace

class TestSampleMetadataJson : public QObject {
    Q_OBJECT

 private slots:
    void comesBackAsWritten_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("paths, symbols, other values")
            << "{\"tensor_data\": [{\"access_path\": \"opts[\\\"mask\\\"]\", \"semantic_path\": [\"opts\", "
               "\"mask\"], \"shape\": [\"batch0\", 7, \"height\"], \"min_shape\": [1, 7, 3], \"max_shape\": "
               "[4, 7, 9223372036854775807], \"dtype\": \"torch.int64\"}], \"other_data\": "
               "[{\"access_path\": \"flag\", \"semantic_path\": \"flag\", \"value\": true}, "
               "{\"access_path\": \"big\", \"semantic_path\": \"big\", \"value\": 18446744073709551616}, "
               "{\"access_path\": \"n\", \"semantic_path\": \"n\", \"value\": [NaN, {\"a\": -Infinity}]}], "
               "\"strict\": true, \"llm_phase\": \"decode\"}";
        QTest::newRow("root leaf, unknown dtype, lenient")
            << "{\"tensor_data\": [{\"access_path\": \"whatever it says\", \"semantic_path\": [], "
               "\"shape\": [], \"min_shape\": [], \"max_shape\": [], \"dtype\": null}], \"other_data\": [], "
               "\"strict\": false, \"llm_phase\": null}";
    }

    void comesBackAsWritten() {
        QFETCH(QString, text);
        const auto json = parseJson(text.toStdString());
        QVERIFY(json);
        const auto metadata = SampleMetadata::fromJson(*json, Side::input);
        QVERIFY2(metadata, metadata ? "" : metadata.error().text().c_str());
        QCOMPARE(QString::fromStdString(dumpJson(metadata->toJson(), JsonLayout::spaced)), text);
        const auto again = SampleMetadata::fromDict(metadata->toDict(), Side::input);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QVERIFY(again->toDict() == metadata->toDict());
    }

    void boundsMayBeAbsentBesideSizes() {
        const auto json = parseJson(document(tensorWith("\"shape\": [2, 0]")));
        QVERIFY(json);
        const auto metadata = SampleMetadata::fromJson(*json, Side::input);
        QVERIFY2(metadata, metadata ? "" : metadata.error().text().c_str());
        QCOMPARE(metadata->tensorData().at(0).spec.minShape(), (Sizes{2, 0}));
        QCOMPARE(metadata->tensorData().at(0).spec.maxShape(), (Sizes{2, 0}));
    }

    void refusesWithThePlace_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::addColumn<QString>("pointer");
        const auto row = [](const char* title, const std::string& text, const char* code, int line,
                            int column, const char* pointer) {
            QTest::newRow(title) << QString::fromStdString(text) << code << line << column << pointer;
        };
        const auto shapes = [&row](const char* title, const char* shape, const char* code, int column,
                                   const char* pointer) {
            row(title, document(tensorWith(shape)), code, 3, column, pointer);
        };
        shapes("negative size", "\"shape\": [1, -2]", "bad-size", 14, "/tensor_data/0/shape/1");
        shapes("fractional size", "\"shape\": [1.5]", "bad-size", 11, "/tensor_data/0/shape/0");
        shapes("size above 2^63-1", "\"shape\": [9223372036854775808]", "bad-size", 11,
               "/tensor_data/0/shape/0");
        shapes("size that is not a number", "\"shape\": [NaN]", "bad-size", 11, "/tensor_data/0/shape/0");
        shapes("infinite size", "\"shape\": [Infinity]", "bad-size", 11, "/tensor_data/0/shape/0");
        shapes("boolean size", "\"shape\": [true]", "wrong-type", 11, "/tensor_data/0/shape/0");
        shapes("null size", "\"shape\": [null]", "wrong-type", 11, "/tensor_data/0/shape/0");
        shapes("empty symbol", "\"shape\": [\"\"]", "bad-value", 11, "/tensor_data/0/shape/0");
        shapes("shape that is no array", "\"shape\": 3", "wrong-type", 10, "/tensor_data/0/shape");
        shapes("symbol in min_shape", "\"shape\": [1], \"min_shape\": [\"a\"], \"max_shape\": [1]",
               "wrong-type", 29, "/tensor_data/0/min_shape/0");
        shapes("negative size in max_shape", "\"shape\": [1], \"min_shape\": [1], \"max_shape\": [-1]",
               "bad-size", 47, "/tensor_data/0/max_shape/0");
        shapes("minimum above maximum", "\"shape\": [\"a\"], \"min_shape\": [3], \"max_shape\": [2]",
               "bad-value", 49, "/tensor_data/0/max_shape/0");
        row("minimum above the size alone", document(tensorWith("\"shape\": [2], \"min_shape\": [3]")),
            "bad-value", 2, 1, "/tensor_data/0");
        shapes("min_shape too short", "\"shape\": [\"a\", 1], \"min_shape\": [1], \"max_shape\": [1, 1]",
               "rank-mismatch", 33, "/tensor_data/0/min_shape");
        shapes("max_shape too long", "\"shape\": [1], \"min_shape\": [1], \"max_shape\": [1, 2]",
               "rank-mismatch", 46, "/tensor_data/0/max_shape");
        row("no bounds beside a symbol", document(tensorWith("\"shape\": [\"a\"]")), "missing-key", 2, 1,
            "/tensor_data/0");
        row("no shape", document("{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": \"a\"}"),
            "missing-key", 2, 1, "/tensor_data/0");
        row("no dtype", document("{\"access_path\": \"x\", \"semantic_path\": \"x\", \"shape\": []}"),
            "missing-key", 2, 1, "/tensor_data/0");
        row("no access path", document("{\"semantic_path\": \"x\"}"), "missing-key", 2, 1, "/tensor_data/0");
        row("no semantic path", document("{\"access_path\": \"x\"}"), "missing-key", 2, 1, "/tensor_data/0");
        row("semantic path of another type", document("{\"access_path\": \"x\",\n\"semantic_path\": [1.5]}"),
            "wrong-type", 3, 19, "/tensor_data/0/semantic_path/0");
        row("tensor that is no object", document("3"), "wrong-type", 2, 1, "/tensor_data/0");
        row("path twice", document(tensorWith("\"shape\": []") + ",\n" + tensorWith("\"shape\": []")),
            "bad-value", 4, 1, "/tensor_data/1");
        row("no tensor_data", "{\"strict\": true}", "missing-key", 1, 1, "");
        row("no object", "[]", "wrong-type", 1, 1, "");
        row("strict of another type", "{\"tensor_data\": [],\n\"strict\": 1}", "wrong-type", 2, 11,
            "/strict");
        row("unknown phase", "{\"tensor_data\": [],\n\"llm_phase\": \"warmup\"}", "bad-value", 2, 14,
            "/llm_phase");
        row("other value missing",
            "{\"tensor_data\": [], \"other_data\":\n[{\"access_path\": \"x\", \"semantic_path\": \"x\"}]}",
            "missing-key", 2, 2, "/other_data/0");
    }

    void refusesWithThePlace() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        QFETCH(int, column);
        QFETCH(QString, pointer);
        const auto json = parseJson(text.toStdString());
        QVERIFY2(json, json ? "" : json.error().text().c_str());
        base::SourceLocation where;
        where.file = "call.json";
        const auto metadata = SampleMetadata::fromJson(*json, Side::input, where);
        QVERIFY(!metadata);
        const base::Error& error = metadata.error();
        QCOMPARE(QString::fromUtf8(name(error.code).data()), code);
        QCOMPARE(QString::fromStdString(error.where.pointer), pointer);
        QCOMPARE(error.where.line.value_or(0), std::uint64_t(line));
        QCOMPARE(error.where.column.value_or(0), std::uint64_t(column));
        QCOMPARE(error.where.file, std::string("call.json"));
        QVERIFY(!error.found.empty() && !error.expected.empty());
    }
};

QTEST_APPLESS_MAIN(TestSampleMetadataJson)
#include "tst_sample_metadata_json.moc"
