// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QTest>
#include <algorithm>
#include <functional>
#include <limits>
#include <string>

#include "core/base/json_reader.h"
#include "core/readers/open_capture.h"
#include "core/writers/report_writer.h"
#include "tests/support/sample_data.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using base::JsonValue;
using test_support::SampleData;
using writers::Evolution;

namespace {

using Maker = std::function<SampleData()>;

constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

std::string reportOf(const SampleData& data, Evolution evolution,
                     const capture::BatchSizeSource& batchSizes = {}) {
    std::string text;
    const auto written =
        writers::writeJsonReport({*data.capture, *data.analysis, data.diagnostics, batchSizes, evolution},
                                 [&text](std::string_view piece) -> base::Result<void> {
                                     text += piece;
                                     return {};
                                 });
    return written ? text : written.error().text();
}

/// What lies under a path of keys and indexes.
const JsonValue& at(const JsonValue& root, const std::vector<std::string>& path) {
    const JsonValue* value = &root;
    for (const std::string& step : path) {
        const JsonValue* next = value->array() ? &(*value->array())[std::stoul(step)] : value->find(step);
        if (next == nullptr) {
            qFatal("nothing under %s", step.c_str());
        }
        value = next;
    }
    return *value;
}

std::string textAt(const JsonValue& root, const std::vector<std::string>& path) {
    return base::dumpJson(at(root, path), base::JsonLayout::spaced);
}

SampleData withProblems() {
    SampleData data = test_support::pipelineCapture();
    base::Diagnostic cut{base::Severity::warning, "truncated", "the file is cut off in line 12", {}};
    cut.where.file = "/home/someone/unet.shapes.jsonl";
    cut.where.line = 12;
    cut.where.column = 7;
    data.diagnostics.add(cut);
    base::Diagnostic odd{base::Severity::note, "dtype-changed", "call 3 has another dtype", {}};
    odd.where.module = "unet";
    odd.where.graph = "0";
    odd.where.tensor = "added_cond_kwargs[\"time_ids\"]";
    odd.where.axis = 1;
    odd.where.sample = 3;
    data.diagnostics.add(odd);
    for (std::size_t i = 0; i < base::Diagnostics::kKeptPerCode + 5; ++i) {
        data.diagnostics.add({base::Severity::note, "many", "one of many", {}});
    }
    return data;
}

/// The capture that ships with the program, read as the program reads it.
SampleData bundledSample() {
    const auto opened =
        readers::openCapture({DIMSCOPE_SOURCE_DIR "/resources/samples/diffusion-pipeline.shapes.jsonl"});
    if (!opened) {
        qFatal("%s", opened.error().text().c_str());
    }
    auto analysis = inference::analyse(*opened->capture);
    return {opened->capture, std::make_shared<inference::Analysis>(std::move(analysis).value()),
            opened->diagnostics};
}

SampleData largeSizes() {
    constexpr std::int64_t beyondDouble = (std::int64_t{1} << 53) + 1;
    return test_support::singleTensorCapture({{1, {beyondDouble, kLargest, 0, 1}}, {3, {2, kLargest, 0, 2}}});
}

}  // namespace

class TestReportWriter : public QObject {
    Q_OBJECT

 private slots:
    void expectedTexts_data() {
        QTest::addColumn<Maker>("make");
        QTest::addColumn<bool>("evolution");
        QTest::newRow("pipeline") << Maker(test_support::pipelineCapture) << false;
        QTest::newRow("pipeline-evolution") << Maker(test_support::pipelineCapture) << true;
        QTest::newRow("diffusion-pipeline") << Maker(bundledSample) << false;
        QTest::newRow("summary") << Maker(test_support::summaryCapture) << false;
        QTest::newRow("summary-evolution") << Maker(test_support::summaryCapture) << true;
        QTest::newRow("large-sizes") << Maker(largeSizes) << true;
        QTest::newRow("unknown-batch-sizes") << Maker([] {
            return test_support::singleTensorCapture({{0, {4}}, {2, {8}}, {0, {4}}});
        }) << true;
        QTest::newRow("scalar") << Maker([] {
            return test_support::singleTensorCapture({{1, {}}, {2, {}}});
        }) << true;
        QTest::newRow("empty") << Maker([] {
            return SampleData{
                std::make_shared<capture::Capture>(), std::make_shared<inference::Analysis>(), {}};
        }) << true;
    }

    void expectedTexts() {
        QFETCH(Maker, make);
        QFETCH(bool, evolution);
        const SampleData data = make();
        const std::string text = reportOf(data, evolution ? Evolution::included : Evolution::leftOut);
        QCOMPARE(reportOf(make(), evolution ? Evolution::included : Evolution::leftOut), text);
        const QString errors = test_support::schemaErrors("report", QByteArray::fromStdString(text));
        QVERIFY2(errors.isEmpty(), qPrintable(errors));

        QFile file(QString(DIMSCOPE_TEST_DATA_DIR "/reports/%1.json").arg(QTest::currentDataTag()));
        if (qEnvironmentVariableIntValue("DIMSCOPE_UPDATE_EXPECTED") == 1) {
            QVERIFY2(!qEnvironmentVariableIsSet("CI"), "expected texts are not rewritten where CI is set");
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(text.data(), static_cast<qint64>(text.size()));
            return;
        }
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
        QCOMPARE(QString::fromStdString(text), QString::fromUtf8(file.readAll()));
    }

    void schemaRefuses_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        const auto row = [](const char* name, const char* from, const char* to) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to);
        };
        row("another format", "dimscope.report", "dimscope.capture");
        row("another version", "\"version\": 1", "\"version\": 2");
        row("a key of its own", "\"problems\"", "\"more\": 1, \"problems\"");
        row("a key of its own in a graph", "\"llm_phase\": null", "\"llm_phase\": null, \"more\": 1");
        row("a key of its own in an axis", "\"axis\": 0", "\"axis\": 0, \"more\": 1");
        row("no advice", "\"advice\": []", "\"calls\": []");
        row("an unknown verdict", "\"verdict\": \"batch\"", "\"verdict\": \"Batch\"");
        row("a negative size", "\"min\": 1", "\"min\": -1");
        row("a fractional size", "\"max\": 4,", "\"max\": 4.5,");
        row("a size beyond 64 bits", "\"max\": 4,", "\"max\": 9223372036854775808,");
        row("a fractional multiplier", "\"multiplier\": 1", "\"multiplier\": 1.5");
        row("an unknown phase", "\"llm_phase\": null", "\"llm_phase\": \"\"");
        row("a path instead of a name", "\"name\": \"", "\"name\": \"/home/");
        row("a short hash", "\"xxh3\": \"6f", "\"xxh3\": \"");
        row("NaN", "\"samples\": 78", "\"samples\": NaN");
    }

    void schemaRefuses() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray text =
            QByteArray::fromStdString(reportOf(test_support::pipelineCapture(), Evolution::leftOut));
        const qsizetype place = text.indexOf(from);
        QVERIFY(place >= 0);
        text.replace(place, from.size(), to);
        QVERIFY(!test_support::schemaErrors("report", text).isEmpty());
    }

    void numbersAreExact() {
        const auto report = base::parseJson(reportOf(largeSizes(), Evolution::included));
        QVERIFY(report);
        const std::vector<std::string> axes = {"graphs", "0", "tensors", "0", "axes"};
        const auto axis = [&](const char* index, const char* key) {
            std::vector<std::string> path = axes;
            path.insert(path.end(), {index, key});
            return textAt(*report, path);
        };
        QCOMPARE(axis("0", "max"), std::string("9007199254740993"));
        QCOMPARE(axis("1", "max"), std::string("9223372036854775807"));
        QCOMPARE(axis("1", "evolution"),
                 std::string("[[0, 1, 9223372036854775807, 9223372036854775807, \"static\"], "
                             "[1, 3, 9223372036854775807, 3.0744573456182584e+18, \"static\"]]"));
        QCOMPARE(axis("3", "evolution"),
                 std::string("[[0, 1, 1, 1, \"static\"], [1, 3, 2, 0.6666666666666666, \"dynamic\"]]"));
    }

    void unknownBatchSizesAreNull() {
        const auto report = base::parseJson(
            reportOf(test_support::singleTensorCapture({{0, {4}}, {2, {8}}}), Evolution::included));
        QVERIFY(report);
        QCOMPARE(textAt(*report, {"graphs", "0", "tensors", "0", "axes", "0", "evolution"}),
                 std::string("[[0, null, 4, null, \"static\"], [1, 2, 8, 4, \"dynamic\"]]"));
        QCOMPARE(textAt(*report, {"graphs", "0", "unknown_batch_samples"}), std::string("1"));
        QCOMPARE(textAt(*report, {"graphs", "0", "batch_sizes"}), std::string("[2]"));
    }

    void problemsLeadToTheirPlace() {
        const auto text = reportOf(withProblems(), Evolution::leftOut);
        const QString errors = test_support::schemaErrors("report", QByteArray::fromStdString(text));
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
        const auto report = base::parseJson(text);
        QVERIFY(report);
        const JsonValue::Array& problems = *at(*report, {"problems"}).array();
        const auto find = [&problems](std::string_view code) {
            return std::find_if(problems.begin(), problems.end(), [&](const JsonValue& problem) {
                return *problem.find("code")->string() == code;
            });
        };
        const auto cut = find("truncated");
        QVERIFY(cut != problems.end());
        QCOMPARE(textAt(*cut, {"file"}), std::string("\"unet.shapes.jsonl\""));
        QCOMPARE(textAt(*cut, {"line"}), std::string("12"));
        QCOMPARE(textAt(*cut, {"severity"}), std::string("\"warning\""));
        QCOMPARE(textAt(*cut, {"semantic_path"}), std::string("null"));
        const auto odd = find("dtype-changed");
        QVERIFY(odd != problems.end());
        QCOMPARE(textAt(*odd, {"side"}), std::string("\"input\""));
        QCOMPARE(textAt(*odd, {"semantic_path"}), std::string("[\"added_cond_kwargs\", \"time_ids\"]"));
        QCOMPARE(textAt(*odd, {"samples"}), std::string("[3]"));
        const auto many = std::count_if(problems.begin(), problems.end(), [](const JsonValue& problem) {
            return *problem.find("code")->string() == "many";
        });
        QCOMPARE(many, static_cast<std::ptrdiff_t>(base::Diagnostics::kKeptPerCode) + 1);
        QVERIFY(problems.back().find("message")->string()->starts_with("5 more"));
    }

    void saysWhereBatchSizesComeFrom() {
        const SampleData data = test_support::summaryCapture();
        const auto source = capture::BatchSizeSource::parseTensorAxis("sample:0/2");
        QVERIFY(source);
        const auto report = base::parseJson(reportOf(data, Evolution::leftOut, *source));
        QVERIFY(report);
        QCOMPARE(textAt(*report, {"batch_size_source"}), std::string("\"sample:0/2\""));
    }

    void evolutionIsStreamed() {
        const SampleData data = test_support::longCapture(20000);
        std::size_t largest = 0;
        std::size_t total = 0;
        const auto written = writers::writeJsonReport(
            {*data.capture, *data.analysis, data.diagnostics, {}, Evolution::included},
            [&](std::string_view piece) -> base::Result<void> {
                largest = std::max(largest, piece.size());
                total += piece.size();
                return {};
            });
        QVERIFY(written);
        QVERIFY(total > std::size_t{5} * 1024 * 1024);
        QVERIFY2(largest <= std::size_t{80} * 1024, qPrintable(QString::number(largest)));
    }

    void errorOfTheSinkEndsTheReport() {
        const SampleData data = test_support::longCapture(20000);
        int calls = 0;
        const auto written = writers::writeJsonReport(
            {*data.capture, *data.analysis, data.diagnostics, {}, Evolution::included},
            [&calls](std::string_view) -> base::Result<void> {
                return ++calls < 3 ? base::Result<void>()
                                   : base::Error{base::ErrorCode::cancelled, {}, {}, {}, {}, {}};
            });
        QVERIFY(!written);
        QVERIFY(written.error().code == base::ErrorCode::cancelled);
        QCOMPARE(calls, 3);
    }
};

QTEST_APPLESS_MAIN(TestReportWriter)
#include "tst_report_writer.moc"
