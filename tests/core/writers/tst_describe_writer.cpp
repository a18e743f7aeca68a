// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/printable.h"
#include "core/inference/analysis.h"
#include "core/readers/open_capture.h"
#include "core/writers/describe_writer.h"
#include "tests/support/sample_data.h"

using namespace dimscope;
using module::InfoLevel;

namespace {

QString description(const test_support::SampleData& data, InfoLevel level) {
    std::string text;
    const auto written = writers::writeDescription(*data.capture, *data.analysis, level,
                                                   [&text](std::string_view piece) -> base::Result<void> {
                                                       text += piece;
                                                       return {};
                                                   });
    return QString::fromStdString(written ? text : written.error().text());
}

}  // namespace

class TestDescribeWriter : public QObject {
    Q_OBJECT

 private slots:
    void shortForm() {
        const auto data = test_support::singleTensorCapture({{1, {2, 8}}, {2, {4, 8}}, {0, {4, 9}}});
        QCOMPARE(description(data, InfoLevel::shortForm),
                 QString("m, graph 0: 3 samples, batch sizes 1, 2; 1 of unknown batch size\n"
                         "Inputs\nTensors: x\n"));
    }

    void mediumIsATable() {
        const auto data = test_support::singleTensorCapture({{1, {2, 8}}, {2, {4, 8}}});
        QCOMPARE(description(data, InfoLevel::medium),
                 QString("m, graph 0: 2 samples, batch sizes 1, 2\n"
                         "Inputs\n"
                         "Tensors:\n"
                         "Access Path    Semantic Path    Shape\n"
                         "-------------  ---------------  -------------\n"
                         "x              x                ['batch0', 8]\n"));
    }

    void fullHasBoundsAndDtypes() {
        const QString text = description(test_support::pipelineCapture(), InfoLevel::full);
        for (const char* part :
             {"unet, graph 0: 24 samples", "Min Shape", "torch.float16", "added_cond_kwargs[\"time_ids\"]",
              "LLM phase prefill", "output[0]", "no samples in this file"}) {
            QVERIFY2(text.contains(part), part);
        }
        QCOMPARE(text.count("\nInputs\n"), 5);
        QCOMPARE(text.count("\nOutputs\n"), 5);
    }

    void controlCharactersAreEscaped() {
        const std::string text =
            "{\"format\": \"dimscope.capture\", \"version\": 1}\n"
            "{\"module\": \"m\\u001b[31m\", \"batch_size\": 1, \"inputs\": {\"tensor_data\": "
            "[{\"access_path\": "
            "\"x\\u0007\", \"semantic_path\": \"x\\u0007\", \"dtype\": \"f\\u007f\", \"shape\": [2]}, "
            "{\"access_path\": "
            "\"a\\nb\", \"semantic_path\": [\"a\\nb\", 0], \"dtype\": null, \"shape\": [2]}], "
            "\"other_data\": "
            "[{\"access_path\": \"o\", \"semantic_path\": \"o\", \"value\": \"v\\u001b\"}], \"strict\": "
            "true, "
            "\"llm_phase\": null}, \"outputs\": {\"tensor_data\": [], \"other_data\": [], \"strict\": true, "
            "\"llm_phase\": null}}\n";
        const auto opened = readers::openText(text, "test");
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const auto analysis = inference::analyse(*opened->capture);
        for (const InfoLevel level : {InfoLevel::shortForm, InfoLevel::medium, InfoLevel::full}) {
            std::string out;
            const auto written = writers::writeDescription(
                *opened->capture, *analysis, level, [&out](std::string_view piece) -> base::Result<void> {
                    out += piece;
                    return {};
                });
            QVERIFY(written);
            QVERIFY2(out == base::printable(out, base::Lines::several), out.c_str());
            for (const char* part : {"m\\x1b[31m, graph 0", "x\\x07", "a\\x0ab", "v\\x1b"}) {
                QVERIFY2(out.find(part) != std::string::npos, part);
            }
            QCOMPARE(out.find("f\\x7f") != std::string::npos, level == InfoLevel::full);
        }
    }

    void sidesWithoutAnythingAreLeftOut() {
        const QString text = description(test_support::summaryCapture(), InfoLevel::medium);
        QVERIFY(text.contains("Inputs"));
        QVERIFY(text.contains("Outputs"));
        const auto inputsOnly = test_support::singleTensorCapture({{1, {2}}});
        QVERIFY(!description(inputsOnly, InfoLevel::medium).contains("Outputs"));
    }

    void errorOfTheSinkComesBack() {
        const auto data = test_support::summaryCapture();
        const auto written = writers::writeDescription(
            *data.capture, *data.analysis, InfoLevel::full, [](std::string_view) -> base::Result<void> {
                return base::Error{base::ErrorCode::writeFailed, "full", {}, {}, {}, {}};
            });
        QVERIFY(!written);
        QVERIFY(written.error().code == base::ErrorCode::writeFailed);
    }
};

QTEST_APPLESS_MAIN(TestDescribeWriter)
#include "tst_describe_writer.moc"
