// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <string>

#include "core/base/json_reader.h"
#include "report_fixture.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using base::JsonValue;
using test_support::ReportData;
using test_support::reportText;
using writers::Evolution;
using writers::ReportFormat;

namespace {

JsonValue jsonReport(const ReportData& data, Evolution evolution = Evolution::leftOut) {
    const std::string text = reportText(ReportFormat::json, data.input(evolution));
    const QString errors = test_support::schemaErrors("report", QByteArray::fromStdString(text));
    if (!errors.isEmpty()) {
        qFatal("%s", qPrintable(errors));
    }
    auto json = base::parseJson(text);
    if (!json) {
        qFatal("%s", json.error().text().c_str());
    }
    return std::move(json).value();
}

const JsonValue& member(const JsonValue& object, std::string_view key) {
    const JsonValue* found = object.find(key);
    if (found == nullptr) {
        qFatal("no member %s", std::string(key).c_str());
    }
    return *found;
}

/// The entry of a list whose member `key` is the text.
const JsonValue& entry(const JsonValue& list, std::string_view key, std::string_view text) {
    for (const JsonValue& item : *list.array()) {
        const JsonValue& value = member(item, key);
        if (value.string() && *value.string() == text) {
            return item;
        }
    }
    qFatal("nothing with %s", std::string(text).c_str());
    Q_UNREACHABLE();
}

std::string shown(const JsonValue& value) {
    return base::dumpJson(value, base::JsonLayout::spaced);
}

ReportData pipeline() {
    return test_support::judged(test_support::pipelineCapture(), test_support::pipelineOverrides());
}

module::Locator timestepPath() {
    auto locator = module::Locator::fromPaths("timestep", "timestep", module::Side::input);
    return std::move(locator).value();
}

}  // namespace

class TestReportOverrides : public QObject {
    Q_OBJECT

 private slots:
    void tensorStatesItsOverride() {
        const JsonValue report = jsonReport(pipeline());
        const JsonValue& unet = entry(member(report, "graphs"), "module", "unet");
        const JsonValue& sample = entry(member(unet, "tensors"), "access_path", "sample");
        QCOMPARE(shown(member(sample, "override")),
                 std::string("{\"name\": \"latents\", \"dtype\": \"float16\", \"shape\": [\"batch\", 4, "
                             "\"height\", null], \"min_shape\": [2, 4, 64, 64], \"opt_shape\": [8, 4, 96, "
                             "96], \"max_shape\": [16, 4, 160, 100], \"batch_axis\": 0, "
                             "\"batch_multiplier\": 2, \"note\": \"guidance doubles the latents\"}"));
        QCOMPARE(
            shown(member(sample, "effective")),
            std::string("{\"shape\": [\"batch\", 4, \"height\", null], \"min\": [2, 4, 64, 64], \"opt\": "
                        "[8, 4, 96, 96], \"max\": [16, 4, 160, 100], \"batch_axis\": 0, "
                        "\"batch_multiplier\": 2}"));
        const JsonValue& timestep = entry(member(unet, "tensors"), "access_path", "timestep");
        QVERIFY(member(timestep, "override").isNull());
    }

    void excludedSamplesLeaveVerdicts() {
        const JsonValue report = jsonReport(pipeline());
        const JsonValue& unet = entry(member(report, "graphs"), "module", "unet");
        QCOMPARE(shown(member(unet, "excluded_samples")), std::string("[6, 9]"));
        QCOMPARE(shown(member(unet, "samples")), std::string("24"));
        const JsonValue& sample = entry(member(unet, "tensors"), "access_path", "sample");
        const JsonValue& axis = member(sample, "axes").array()->front();
        QCOMPARE(*member(axis, "verdict").string(), std::string("batch"));
        QCOMPARE(shown(member(axis, "multiplier")), std::string("2"));
        const JsonValue& encoder = entry(member(report, "graphs"), "module", "text_encoder");
        QCOMPARE(shown(member(encoder, "excluded_samples")), std::string("[]"));
    }

    void relabelledSamplesAreToldWithWhatWasRecorded() {
        const ReportData data = pipeline();
        const auto unet = test_support::graphNamed(*data.data.capture, "unet", "0");
        const auto& recorded = *data.data.capture->graph(unet).batchSizes;
        // A statement that repeats the recorded batch size changes nothing and is not told.
        capture::Labelling labelling;
        labelling.put({"unet", "0", {{2, recorded[2] + 5}, {3, recorded[3]}}});
        labelling.put({"gone", "0", {{0, 9}}});
        base::Diagnostics diagnostics;
        const auto labelled = capture::labelled(data.data.capture, labelling, diagnostics);
        writers::ReportInput input = data.input();
        const auto json = [&input] {
            const std::string text = reportText(ReportFormat::json, input);
            const QString errors = test_support::schemaErrors("report", QByteArray::fromStdString(text));
            return errors.isEmpty() ? *base::parseJson(text) : JsonValue(errors.toStdString());
        };
        QVERIFY(entry(member(json(), "graphs"), "module", "unet").find("relabelled_samples") == nullptr);
        input.recorded = data.data.capture.get();
        input.labelling = &labelling;
        const JsonValue report = json();
        QVERIFY2(report.object(), shown(report).c_str());
        const JsonValue& graph = entry(member(report, "graphs"), "module", "unet");
        QCOMPARE(shown(member(graph, "relabelled_samples")),
                 "[{\"sample\": 2, \"recorded\": " + std::to_string(recorded[2]) +
                     ", \"batch_size\": " + std::to_string(recorded[2] + 5) + "}]");
        const JsonValue& encoder = entry(member(report, "graphs"), "module", "text_encoder");
        QVERIFY(encoder.find("relabelled_samples") == nullptr);
        const std::string told = "sample 2 as " + std::to_string(recorded[2] + 5) +
                                 " (recorded: " + std::to_string(recorded[2]) + ")";
        for (const ReportFormat format : {ReportFormat::markdown, ReportFormat::html}) {
            QVERIFY(reportText(format, input).find(told) != std::string::npos);
        }
    }

    void evolutionPassesExcludedSamplesOver() {
        const auto rowsOf = [](const ReportData& data) {
            const JsonValue report = jsonReport(data, Evolution::included);
            const JsonValue& unet = entry(member(report, "graphs"), "module", "unet");
            const JsonValue& sample = entry(member(unet, "tensors"), "access_path", "sample");
            return member(member(sample, "axes").array()->front(), "evolution");
        };
        const JsonValue with = rowsOf(pipeline());
        const JsonValue without = rowsOf(test_support::judged(test_support::pipelineCapture(), {}));
        QCOMPARE(with.array()->size(), std::size_t{24});
        const auto verdict = [](const JsonValue& rows, std::size_t sample) {
            return *(*(*rows.array())[sample].array())[4].string();
        };
        QCOMPARE(verdict(without, 6), std::string("dynamic"));
        QCOMPARE(verdict(with, 6), std::string("batch"));
        QCOMPARE(verdict(with, 23), std::string("batch"));
        QCOMPARE(shown((*(*with.array())[6].array())[2]), std::string("3"));
    }

    void coverageIsThatOfTheJudgement() {
        const ReportData data = pipeline();
        const JsonValue report = jsonReport(data);
        const JsonValue& unet = entry(member(report, "graphs"), "module", "unet");
        const JsonValue& coverage =
            member(entry(member(unet, "tensors"), "access_path", "sample"), "coverage");
        const auto id = test_support::tensorNamed(*data.data.capture, "unet", "0", "sample");
        const overrides::Coverage& expected = data.judgement.tensorCoverage[id.value];
        QCOMPARE(expected.samples, std::uint64_t{22});
        QVERIFY(expected.covered < expected.samples && expected.firstOutside);
        QCOMPARE(shown(member(coverage, "samples")), std::string("22"));
        QCOMPARE(shown(member(coverage, "covered")), std::to_string(expected.covered));
        QCOMPARE(shown(member(coverage, "first_outside")),
                 "{\"sample\": " + std::to_string(expected.firstOutside->sample.value) +
                     ", \"axis\": 3, \"size\": " + std::to_string(expected.firstOutside->size) + "}");
        const JsonValue& ofGraph = member(member(unet, "coverage"), "first_outside");
        QCOMPARE(shown(member(ofGraph, "semantic_path")), std::string("\"sample\""));
        QCOMPARE(shown(member(ofGraph, "side")), std::string("\"input\""));
        const JsonValue& summary = entry(member(report, "graphs"), "module", "vae");
        QVERIFY(member(summary, "coverage").isNull());
        QVERIFY(member(member(summary, "tensors").array()->front(), "coverage").isNull());
    }

    void problemsOfOverridesHaveOneForm() {
        const ReportData data = pipeline();
        const JsonValue report = jsonReport(data);
        const JsonValue& problems = member(report, "problems");
        QCOMPARE(problems.array()->size(),
                 data.data.diagnostics.items().size() + data.judgement.problems.size());
        const JsonValue& uncovered = entry(problems, "code", "uncovered");
        const auto broken =
            std::find_if(data.judgement.problems.begin(), data.judgement.problems.end(),
                         [](const overrides::Problem& problem) { return problem.code == "uncovered"; });
        QVERIFY(broken != data.judgement.problems.end());
        const JsonValue asInCheck = broken->toJson();
        for (const auto& [key, value] : *asInCheck.object()) {
            QCOMPARE(shown(member(uncovered, key)), shown(value));
        }
        QVERIFY(member(uncovered, "file").isNull());
        QCOMPARE(shown(member(entry(problems, "code", "unmatched"), "semantic_path")),
                 std::string("\"gone\""));
    }

    void overridesThatBreakRulesAreStated() {
        overrides::OverrideSet set = test_support::pipelineOverrides();
        overrides::TensorOverride& sample = set.graphs.front().tensors.front();
        sample.min = {-9, 4};
        sample.shape = {std::string(), std::int64_t{-4}};
        sample.batchAxis = -1;
        sample.batchMultiplier = -2;
        const JsonValue report = jsonReport(test_support::judged(test_support::pipelineCapture(), set));
        const JsonValue& unet = entry(member(report, "graphs"), "module", "unet");
        const JsonValue& stated = member(entry(member(unet, "tensors"), "access_path", "sample"), "override");
        QCOMPARE(shown(member(stated, "min_shape")), std::string("[-9, 4]"));
        QCOMPARE(shown(member(stated, "shape")), std::string("[\"\", -4]"));
        QCOMPARE(shown(member(stated, "batch_axis")), std::string("-1"));
    }

    void orderOfOverridesMeansNothing_data() {
        QTest::addColumn<int>("format");
        for (const writers::ReportFormatInfo& format : writers::reportFormats()) {
            QTest::newRow(std::string(format.id).c_str()) << static_cast<int>(format.format);
        }
    }

    void orderOfOverridesMeansNothing() {
        QFETCH(int, format);
        overrides::OverrideSet set = test_support::pipelineOverrides();
        overrides::TensorOverride timestep;
        timestep.locator = timestepPath();
        set.graphs.front().tensors.push_back(timestep);
        set.graphs.push_back({"vae", "0", {}, {}, {{"kept", 1}}});
        overrides::OverrideSet permuted = set;
        std::reverse(permuted.graphs.begin(), permuted.graphs.end());
        auto& tensors = permuted.find("unet", "0") == &permuted.graphs[1] ? permuted.graphs[1].tensors
                                                                          : permuted.graphs[0].tensors;
        std::reverse(tensors.begin(), tensors.end());
        const auto text = [format](const overrides::OverrideSet& overrides) {
            return reportText(static_cast<ReportFormat>(format),
                              test_support::judged(test_support::pipelineCapture(), overrides).input());
        };
        QCOMPARE(text(permuted), text(set));
    }

    void formatsAreFound() {
        QVERIFY(writers::findReportFormat("markdown") == &writers::info(ReportFormat::markdown));
        QVERIFY(writers::findReportFormat("Markdown") == nullptr);
        QVERIFY(writers::reportFormatOfName("a.b.CSV") == &writers::info(ReportFormat::csv));
        QVERIFY(writers::reportFormatOfName("x.markdown") == &writers::info(ReportFormat::markdown));
        QVERIFY(writers::reportFormatOfName("x.htm") == &writers::info(ReportFormat::html));
        QVERIFY(writers::reportFormatOfName("csv") == nullptr);
        for (const writers::ReportFormatInfo& format : writers::reportFormats()) {
            QVERIFY(&writers::info(format.format) == &format);
            QVERIFY(writers::reportFormatOfName("x" + std::string(format.suffix)) == &format);
        }
    }

    void errorOfTheSinkEndsEveryForm() {
        const ReportData data{test_support::wideCapture(40, 60, 2), {}, {}, {}};
        const writers::ReportInput input{*data.data.capture, *data.data.analysis, data.data.diagnostics, {}};
        for (const writers::ReportFormatInfo& format : writers::reportFormats()) {
            int calls = 0;
            const auto written =
                writers::writeReport(format.format, input, [&calls](std::string_view) -> base::Result<void> {
                    ++calls;
                    return base::Error{base::ErrorCode::writeFailed, {}, {}, {}, {}, {}};
                });
            QVERIFY2(!written && written.error().code == base::ErrorCode::writeFailed,
                     std::string(format.id).c_str());
            QCOMPARE(calls, 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestReportOverrides)
#include "tst_report_overrides.moc"
