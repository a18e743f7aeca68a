// SPDX-License-Identifier: GPL-3.0-or-later
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <string>

#include "core/readers/open_capture.h"
#include "core/writers/native_writer.h"
#include "tests/support/sample_data.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using capture::Capture;

namespace {

constexpr const char* kHeader = "{\"format\": \"dimscope.capture\", \"version\": 1}\n";

std::string written(const Capture& capture) {
    std::string text;
    const auto result =
        writers::writeNativeCapture(capture, [&text](std::string_view piece) -> base::Result<void> {
            text += piece;
            return {};
        });
    return result ? text : result.error().text();
}

std::shared_ptr<const Capture> read(const std::string& text) {
    auto opened = readers::openText(text, "test.shapes.jsonl");
    if (!opened) {
        qWarning("%s", opened.error().text().c_str());
        return std::make_shared<Capture>();
    }
    return opened->capture;
}

QByteArray fileText(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        qFatal("%s cannot be read", qPrintable(path));
    }
    return file.readAll();
}

QString call(const QString& module, const QString& batchSize, const QString& shape,
             const QString& more = {}) {
    return QString(
               "{\"module\": \"%1\", \"batch_size\": %2%4, \"inputs\": {\"tensor_data\": [{\"access_path\": "
               "\"x\", "
               "\"semantic_path\": \"x\", \"dtype\": \"torch.float32\", \"shape\": %3}], \"other_data\": [], "
               "\"strict\": true, \"llm_phase\": null}, \"outputs\": {\"tensor_data\": [], \"other_data\": "
               "[], "
               "\"strict\": true, \"llm_phase\": null}}\n")
        .arg(module, batchSize, shape, more);
}

/// Everything that a reader could tell apart, as text: a difference names its place.
QString content(const Capture& capture) {
    QString out;
    for (const capture::Graph& graph : capture.graphs()) {
        out += QString("%1 | %2 | %3 | %4\n")
                   .arg(QString::fromStdString(capture.module(graph.module).name),
                        QString::fromStdString(graph.name),
                        QString::fromStdString(std::string(module::name(graph.phase))),
                        QString::number(static_cast<int>(graph.strictness)));
        for (const auto* others : {&graph.otherInputs, &graph.otherOutputs}) {
            for (const auto& [locator, value] : *others) {
                out += QString("other %1 = %2\n")
                           .arg(QString::fromStdString(locator.accessPath()),
                                QString::fromStdString(value.repr()));
            }
        }
        for (std::uint32_t sample = 0; sample < graph.samples; ++sample) {
            const capture::CallOrigin origin = graph.originOf(base::SampleId{sample});
            out += QString("call %1 b%2 %3 %4\n")
                       .arg(sample)
                       .arg((*graph.batchSizes)[sample])
                       .arg(QString::fromStdString(origin.time), QString::fromStdString(origin.label));
        }
        for (const base::TensorId id : graph.tensors) {
            const capture::Tensor& tensor = capture.tensor(id);
            out += QString("tensor %1 %2 %3")
                       .arg(QString::fromStdString(std::string(module::name(tensor.side()))),
                            QString::fromStdString(tensor.accessPath),
                            QString::fromStdString(tensor.locator.semanticPathText()));
            if (tensor.summary) {
                out += " " + QString::fromStdString(base::dumpJson(tensor.summary->toJson()));
            }
            for (std::uint32_t sample = 0; sample < graph.samples; ++sample) {
                out += QString(" %1%2").arg(
                    QString::fromStdString(module::sizesText(tensor.sizesAt(base::SampleId{sample}))),
                    QString::fromStdString(tensor.dtypeAt(base::SampleId{sample})));
            }
            out += "\n";
        }
    }
    return out;
}

}  // namespace

class TestNativeWriter : public QObject {
    Q_OBJECT

 private slots:
    void roundTrips_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("the sample capture")
            << fileText(DIMSCOPE_SOURCE_DIR "/resources/samples/diffusion-pipeline.shapes.jsonl");
        const auto row = [](const char* name, const QStringList& lines) {
            QTest::newRow(name) << (kHeader + lines.join("")).toUtf8();
        };
        row("one call", {call("m", "1", "[1, 2]")});
        row("interleaved modules", {call("a", "1", "[1]"), call("b", "1", "[1]"), call("a", "2", "[2]")});
        row("unknown batch size", {call("m", "null", "[1]"), call("m", "2", "[2]")});
        row("scalar and zero sizes", {call("m", "1", "[]"), call("m", "1", "[0, 4]")});
        row("largest sizes", {call("m", "9223372036854775807", "[9223372036854775807, 9007199254740993]")});
        row("times and labels",
            {call("m", "1", "[1]",
                  ", \"time\": \"2026-03-17T09:12:05.314Z\", \"label\": \"a \\\"b\\\" \\u00e9\""),
             call("m", "1", "[1]")});
        row("names that need escapes", {call("m\\\"\\n\\u0001\\ud83d\\ude80", "1", "[1]")});
        row("another dtype later",
            {call("m", "1", "[1]"), call("m", "1", "[2]").replace("float32", "bfloat16"),
             call("m", "1", "[3]")});
        row("dtype unknown", {call("m", "1", "[1]").replace("\"torch.float32\"", "null")});
        row("lenient", {call("m", "1", "[1]").replace("\"strict\": true", "\"strict\": false")});
        row("ranks that differ make graphs", {call("m", "1", "[1]"), call("m", "1", "[1, 2]")});
        row("other values",
            {call("m", "1", "[1]")
                 .replace("\"other_data\": []",
                          "\"other_data\": [{\"access_path\": \"o\", \"semantic_path\": \"o\", "
                          "\"value\": [1, 2.5, null, true, \"t\", {\"k\": [1e300]}]}]")});
    }

    void roundTrips() {
        QFETCH(QByteArray, text);
        const auto capture = read(text.toStdString());
        QVERIFY(capture->sampleCount() > 0);
        const std::string once = written(*capture);
        const auto again = read(once);
        QCOMPARE(content(*again), content(*capture));
        QCOMPARE(written(*again), once);
        const QString errors = test_support::schemaErrors("capture", QByteArray::fromStdString(once),
                                                          test_support::Document::lines);
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
    }

    void callsStayAsTheyWereRecorded_data() {
        QTest::addColumn<QString>("second");  // recorded behind call("m", "1", "[1]"), into the same graph
        const QString first = call("m", "1", "[1]");
        QTest::newRow("path written in another way")
            << QString(first).replace("\"access_path\": \"x\"", "\"access_path\": \"odd\"");
        QTest::newRow("lenient") << QString(first).replace("\"strict\": true", "\"strict\": false");
        const QString other = "{\"access_path\": \"output.o\", \"semantic_path\": \"o\", \"value\": 0.5}";
        const qsizetype outputs = first.indexOf("outputs");
        QTest::newRow("another value among the outputs")
            << first.left(outputs) +
                   first.mid(outputs).replace("\"other_data\": []", "\"other_data\": [" + other + "]");
        QTest::newRow("dtype") << QString(first).replace("float32", "float16");
    }

    void callsStayAsTheyWereRecorded() {
        QFETCH(QString, second);
        const std::string lines = (call("m", "1", "[1]") + second).toStdString();
        QVERIFY(second.toStdString() != call("m", "1", "[1]").toStdString());
        const auto capture = read(kHeader + lines);
        QCOMPARE(capture->graphs().size(), std::size_t{1});
        const std::string text = written(*capture);
        QCOMPARE(text.substr(text.find('\n') + 1), lines);
    }

    void numbersBeyondJsonStayNumbers() {
        const QString line =
            call("m", "1", "[1]")
                .replace("\"other_data\": []",
                         "\"other_data\": [{\"access_path\": \"o\", \"semantic_path\": \"o\", \"value\": "
                         "[NaN, Infinity, -Infinity, 18446744073709551616]}]");
        const auto capture = read(kHeader + line.toStdString());
        QCOMPARE(capture->sampleCount(), std::uint64_t{1});
        const auto again = read(written(*capture));
        QCOMPARE(content(*again), content(*capture));
    }

    void schemaRefuses_data() {
        QTest::addColumn<QString>("line");
        const QString good = call("m", "1", "[1]");
        QTest::newRow("batch size 0") << call("m", "0", "[1]");
        QTest::newRow("no batch size") << QString(good).remove("\"batch_size\": 1, ");
        QTest::newRow("negative size") << call("m", "1", "[-1]");
        QTest::newRow("symbol in a call") << call("m", "1", "[\"batch0\"]");
        QTest::newRow("no shape") << QString(good).remove(", \"shape\": [1]");
        QTest::newRow("no outputs") << QString(good).replace("outputs", "out");
        QTest::newRow("unknown phase")
            << QString(good).replace("\"llm_phase\": null", "\"llm_phase\": \"train\"");
        QTest::newRow("semantic path is null")
            << QString(good).replace("\"semantic_path\": \"x\"", "\"semantic_path\": null");
    }

    void schemaRefuses() {
        QFETCH(QString, line);
        const auto errors = [](const QString& text) {
            return test_support::schemaErrors("capture", text.toUtf8(), test_support::Document::lines);
        };
        const QString accepted = errors(call("m", "1", "[1]", ", \"key of its own\": 1"));
        QVERIFY2(accepted.isEmpty(), qPrintable(accepted));
        QVERIFY(!errors(line).isEmpty());
    }

    void keepsTheOrderOfCalls() {
        const QStringList modules = {"b", "a", "b", "c", "a"};
        QString text = kHeader;
        for (const QString& module : modules) {
            text += call(module, "1", "[1]");
        }
        const QStringList lines =
            QString::fromStdString(written(*read(text.toStdString()))).split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), modules.size() + 1);
        for (qsizetype i = 0; i < modules.size(); ++i) {
            QVERIFY2(lines[i + 1].startsWith("{\"module\": \"" + modules[i] + "\""),
                     qPrintable(lines[i + 1]));
        }
    }

    void summariesStaySummaries() {
        const auto data = test_support::summaryCapture();
        const std::string once = written(*data.capture);
        const auto again = read(once);
        QCOMPARE(again->sampleCount(), std::uint64_t{0});
        QCOMPARE(content(*again), content(*data.capture));
        const QString errors = test_support::schemaErrors("capture", QByteArray::fromStdString(once),
                                                          test_support::Document::lines);
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
    }

    void emptyCaptureIsAHeader() {
        const QString text = QString::fromStdString(written(Capture()));
        QCOMPARE(text.count('\n'), 1);
        QVERIFY(text.startsWith("{\"format\": \"dimscope.capture\", \"version\": 1"));
    }

    void errorOfTheSinkComesBack() {
        const auto data = test_support::longCapture(2000);
        int calls = 0;
        const auto result =
            writers::writeNativeCapture(*data.capture, [&calls](std::string_view) -> base::Result<void> {
                ++calls;
                return base::Error{base::ErrorCode::writeFailed, {}, {}, {}, {}, {}};
            });
        QVERIFY(!result);
        QCOMPARE(calls, 1);
    }

    void sampleIsWhatItsScriptWrites() {
        QTemporaryDir folder;
        const QString target = folder.filePath("sample.jsonl");
        QProcess script;
        script.start("/usr/bin/python3", {DIMSCOPE_SOURCE_DIR "/resources/samples/make_sample.py", target});
        QVERIFY(script.waitForFinished());
        QCOMPARE(script.exitCode(), 0);
        const QByteArray sample =
            fileText(DIMSCOPE_SOURCE_DIR "/resources/samples/diffusion-pipeline.shapes.jsonl");
        QVERIFY(fileText(target) == sample);
        const QString errors = test_support::schemaErrors("capture", sample, test_support::Document::lines);
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
    }
};

QTEST_APPLESS_MAIN(TestNativeWriter)
#include "tst_native_writer.moc"
