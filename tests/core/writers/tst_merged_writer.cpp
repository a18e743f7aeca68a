// SPDX-License-Identifier: GPL-3.0-or-later
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>
#include <sstream>
#include <string>

#include "core/inference/analysis.h"
#include "core/readers/open_capture.h"
#include "core/writers/merged_writer.h"
#include "core/writers/report_format.h"
#include "tests/core/writers/random_captures.h"
#include "tests/support/sample_data.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using capture::Capture;
using test_support::captureText;
using test_support::Oddities;
using test_support::randomLines;

namespace {

using Texts = std::vector<std::string>;

/// Seeds of random captures; more in a nightly run by hand.
int seeds() {
    const int wanted = qEnvironmentVariableIntValue("DIMSCOPE_MERGE_SEEDS");
    return wanted > 0 ? wanted : 150;
}

std::string mergedText(const Capture& capture, const inference::Exclusions& exclusions = {}) {
    std::string text;
    const auto written = writers::writeMergedCapture(capture, exclusions,
                                                     [&text](std::string_view piece) -> base::Result<void> {
                                                         text += piece;
                                                         return {};
                                                     });
    return written ? text : written.error().text();
}

Texts linesOf(const std::string& text) {
    Texts lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        lines.push_back(line);
    }
    return lines;
}

/// A call of one tensor `x`.
std::string call(const std::string& batchSize, const std::string& shape, const std::string& more = {},
                 const std::string& module = "m", const std::string& access = "x",
                 const std::string& dtype = "torch.float32") {
    return "{\"module\": \"" + module + "\", \"batch_size\": " + batchSize + more +
           ", \"inputs\": {\"tensor_data\": [{\"access_path\": \"" + access +
           "\", \"semantic_path\": \"x\", \"dtype\": \"" + dtype + "\", \"shape\": " + shape +
           "}], \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"outputs\": {\"tensor_data\": "
           "[], "
           "\"other_data\": [], \"strict\": true, \"llm_phase\": null}}\n";
}

std::string summary(const std::string& graph, const std::string& highest) {
    return "{\"module\": \"m\", \"summary\": true" + graph +
           ", \"inputs\": {\"tensor_data\": [{\"access_path\": \"x\", \"semantic_path\": \"x\", \"dtype\": "
           "\"torch.float32\", \"shape\": [\"batch0\"], \"min_shape\": [1], \"max_shape\": [" +
           highest +
           "]}], \"other_data\": [], \"strict\": true, \"llm_phase\": null}, \"outputs\": {\"tensor_data\": "
           "[], "
           "\"other_data\": [], \"strict\": true, \"llm_phase\": null}}\n";
}

/// What does not depend on the order of calls, of everything that a report says: graph by graph, without
/// their numbers.
QStringList orderFree(const QByteArray& report) {
    QStringList graphs;
    for (const QJsonValue each : QJsonDocument::fromJson(report).object()["graphs"].toArray()) {
        const QJsonObject graph = each.toObject();
        QStringList tensors;
        for (const QJsonValue entry : graph["tensors"].toArray()) {
            const QJsonObject tensor = entry.toObject();
            QJsonArray axes;
            for (const QJsonValue axis : tensor["axes"].toArray()) {
                axes.append(QJsonArray{axis["audit"], axis["distinct"], axis["min"], axis["max"]});
            }
            tensors << QJsonDocument(QJsonArray{tensor["side"], tensor["semantic_path"], axes})
                           .toJson(QJsonDocument::Compact);
        }
        tensors.sort();
        QStringList codes;
        for (const QJsonValue finding : graph["findings"].toArray()) {
            codes << finding["code"].toString();
        }
        codes.sort();
        graphs << QJsonDocument(QJsonArray{graph["module"], graph["llm_phase"], graph["samples"],
                                           graph["batch_sizes"], graph["unknown_batch_samples"],
                                           QJsonArray::fromStringList(codes),
                                           QJsonArray::fromStringList(tensors)})
                      .toJson(QJsonDocument::Compact);
    }
    graphs.sort();
    return graphs;
}

QByteArray reportOf(const readers::OpenedCapture& opened) {
    const auto analysis = inference::analyse(*opened.capture);
    std::string text;
    const auto written = writers::writeReport(
        writers::ReportFormat::json,
        {*opened.capture, *analysis, opened.diagnostics, {}, writers::Evolution::leftOut},
        [&text](std::string_view piece) -> base::Result<void> {
            text += piece;
            return {};
        });
    return written ? QByteArray::fromStdString(text) : QByteArray();
}

}  // namespace

class TestMergedWriter : public QObject {
    Q_OBJECT

 private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    void linesStandInCanonicalOrder_data() {
        QTest::addColumn<QList<QByteArray>>("lines");  // as they must come out
        const auto row = [](const char* name, const Texts& lines) {
            QList<QByteArray> list;
            for (const std::string& line : lines) {
                list << QByteArray::fromStdString(line);
            }
            QTest::newRow(name) << list;
        };
        row("modules by name", {call("1", "[1]", "", "a"), call("1", "[1]", "", "b")});
        row("batch sizes, unknown ones last",
            {call("2", "[9]"), call("10", "[1]"), call("9223372036854775807", "[1]"), call("null", "[1]")});
        row("sizes as numbers", {call("1", "[2, 3]"), call("1", "[2, 10]"), call("1", "[10, 1]")});
        row("dtypes", {call("1", "[1]", "", "m", "x", "torch.float16"), call("1", "[1]")});
        row("paths as written", {call("1", "[1]", "", "m", "odd"), call("1", "[1]", "", "m", "x")});
        row("times, then labels",
            {call("1", "[1]", ", \"label\": \"z\""), call("1", "[1]", ", \"time\": \"1\", \"label\": \"y\""),
             call("1", "[1]", ", \"time\": \"2\", \"label\": \"a\""),
             call("1", "[1]", ", \"time\": \"2\", \"label\": \"b\"")});
        row("the same call twice", {call("1", "[1]"), call("1", "[1]")});
        row("summaries behind calls", {call("1", "[1]", "", "z"), summary(", \"graph\": \"0\"", "4")});
        row("summaries in conflict keep their name",
            {summary(", \"graph\": \"0\"", "4"), summary(", \"graph\": \"0\"", "8")});
        row("summaries without a name", {summary("", "4"), summary("", "8")});
    }

    void linesStandInCanonicalOrder() {
        QFETCH(QList<QByteArray>, lines);
        std::string expected = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";
        Texts shuffled;
        for (const QByteArray& line : lines) {
            expected += line.toStdString();
            shuffled.push_back(line.toStdString());
        }
        std::sort(shuffled.begin(), shuffled.end());
        do {
            const auto opened = readers::openText(captureText(shuffled), "test");
            QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
            QCOMPARE(mergedText(*opened->capture), expected);
        } while (std::next_permutation(shuffled.begin(), shuffled.end()));
    }

    void equalSummariesStandOnce() {
        const std::string line = summary(", \"graph\": \"0\"", "4");
        const auto opened = readers::openText(captureText({line, line}), "test");
        QCOMPARE(mergedText(*opened->capture), "{\"format\": \"dimscope.capture\", \"version\": 1}\n" + line);
    }

    void everyTreeGivesTheSameBytes() {
        std::mt19937 random(4);
        for (int seed = 0; seed < seeds(); ++seed) {
            Texts files;
            const std::size_t count = 2 + random() % 4;
            while (files.size() < count) {
                files.push_back(
                    fileOf(captureText(randomLines(random, 1 + random() % 12, Oddities::included))));
            }
            const std::string atOnce = mergeOf(files);
            for (int tree = 0; tree < 3; ++tree) {
                QCOMPARE(mergedByTree(files, random), atOnce);
            }
            const std::string output = fileOf(atOnce);
            QCOMPARE(mergeOf({output}), atOnce);
            if (seed < 2) {
                const QString errors = test_support::schemaErrors(
                    "capture", QByteArray::fromStdString(atOnce), test_support::Document::lines);
                QVERIFY2(errors.isEmpty(), qPrintable(errors));
            }
            removeFiles();
        }
    }

    /// Every call that goes in comes out, as it was but for its number and the order of keys.
    void noCallIsLost() {
        std::mt19937 random(7);
        for (int seed = 0; seed < seeds(); ++seed) {
            const Texts lines = randomLines(random, 30, Oddities::included);
            Texts alone;
            Texts summaries;
            for (const std::string& line : lines) {
                const auto opened = readers::openText(captureText({line}), "test");
                QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
                const Texts out = linesOf(mergedText(*opened->capture));
                QCOMPARE(out.size(), std::size_t{2});
                (opened->capture->sampleCount() > 0 ? alone : summaries).push_back(out[1]);
            }
            const auto together = readers::openText(captureText(lines), "test");
            Texts calls;
            std::size_t summaryCount = 0;
            for (const std::string& line : linesOf(mergedText(*together->capture))) {
                const bool isSummary = line.find("\"summary\": true") != std::string::npos;
                summaryCount += isSummary ? 1 : 0;
                if (!isSummary && line.find("\"format\"") == std::string::npos) {
                    calls.push_back(line);
                }
            }
            std::sort(alone.begin(), alone.end());
            std::sort(calls.begin(), calls.end());
            QCOMPARE(calls, alone);
            QCOMPARE(summaryCount == 0, summaries.empty());
            QVERIFY(summaryCount <= summaries.size());
        }
    }

    void reportsAreEqualButForTheOrder() {
        std::mt19937 random(9);
        for (int seed = 0; seed < seeds(); ++seed) {
            Texts files;
            while (files.size() < 3) {
                files.push_back(fileOf(captureText(randomLines(random, 1 + random() % 12, Oddities::none))));
            }
            const auto together = readers::openCapture({files.begin(), files.end()});
            QVERIFY2(together, together ? "" : together.error().text().c_str());
            const auto merged = readers::openText(mergedText(*together->capture), "merged");
            QVERIFY2(merged, merged ? "" : merged.error().text().c_str());
            const QStringList expected = orderFree(reportOf(*together));
            QVERIFY(!expected.isEmpty());
            QCOMPARE(orderFree(reportOf(*merged)), expected);
            removeFiles();
        }
    }

    void excludedCallsAreLeftOut() {
        const auto opened =
            readers::openText(captureText({call("4", "[4]"), call("1", "[7]"), call("2", "[2]")}), "test");
        const Texts lines = linesOf(mergedText(*opened->capture, {{base::GraphId{0}, {1}}}));
        QCOMPARE(lines.size(), std::size_t{3});
        QCOMPARE(lines[1] + "\n", call("2", "[2]"));
        QCOMPARE(lines[2] + "\n", call("4", "[4]"));
    }

    void rangesOfSummariesStay() {
        const auto data = test_support::summaryCapture();
        const auto again = readers::openText(mergedText(*data.capture), "test");
        QVERIFY(again && !again->capture->tensors().empty());
        std::multimap<std::string, std::string> before;
        std::multimap<std::string, std::string> after;
        for (const auto& [capture, specs] :
             {std::pair{data.capture.get(), &before}, std::pair{again->capture.get(), &after}}) {
            for (const capture::Tensor& tensor : capture->tensors()) {
                specs->emplace(tensor.accessPath, base::dumpJson(tensor.summary->toJson()));
            }
        }
        QCOMPARE(after, before);
    }

    void stopsOnRequest() {
        const auto opened = readers::openText(captureText({call("1", "[1]")}), "test");
        const base::CancelToken cancel;
        cancel.cancel();
        const auto written = writers::writeMergedCapture(
            *opened->capture, {}, [](std::string_view) -> base::Result<void> { return {}; }, cancel);
        QVERIFY(!written);
        QCOMPARE(written.error().code, base::ErrorCode::cancelled);
    }

    void errorOfTheSinkComesBack() {
        const auto data = test_support::longCapture(2000);
        int calls = 0;
        const auto written =
            writers::writeMergedCapture(*data.capture, {}, [&calls](std::string_view) -> base::Result<void> {
                ++calls;
                return base::Error{base::ErrorCode::writeFailed, {}, {}, {}, {}, {}};
            });
        QVERIFY(!written);
        QCOMPARE(written.error().code, base::ErrorCode::writeFailed);
        QCOMPARE(calls, 1);
    }

 private:
    std::string fileOf(const std::string& text) {
        const std::string path = m_folder.filePath(QString("%1.jsonl").arg(m_files.size())).toStdString();
        std::ofstream(path, std::ios::binary) << text;
        m_files.push_back(path);
        return path;
    }

    void removeFiles() {
        for (const std::string& path : m_files) {
            std::filesystem::remove(path);
        }
        m_files.clear();
    }

    static std::string mergeOf(const Texts& files) {
        const auto opened = readers::openCapture({files.begin(), files.end()});
        return opened ? mergedText(*opened->capture) : opened.error().text();
    }

    /// Merges random parts of the files until one is left.
    std::string mergedByTree(Texts files, std::mt19937& random) {
        while (true) {
            std::shuffle(files.begin(), files.end(), random);
            const std::size_t count = std::min<std::size_t>(files.size(), 1 + random() % 3);
            const std::string text = mergeOf({files.end() - static_cast<std::ptrdiff_t>(count), files.end()});
            files.resize(files.size() - count);
            if (files.empty()) {
                return text;
            }
            files.push_back(fileOf(text));
        }
    }

    QTemporaryDir m_folder;
    Texts m_files;
};

QTEST_APPLESS_MAIN(TestMergedWriter)
#include "tst_merged_writer.moc"
