// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTest>
#include <string>

#include "core/capture/capture_builder.h"
#include "core/files/input.h"
#include "core/readers/aitune_log_reader.h"
#include "printed_capture.h"

using namespace dimscope;

namespace {

const QString kFolder = QStringLiteral(DIMSCOPE_TEST_DATA_DIR "/logs/");

std::string contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string("(no such file)");
}

std::string row(const std::string& path, const std::string& shape, const std::string& min,
                const std::string& max) {
    return "\xE2\x94\x82 " + path + " \xE2\x94\x82 " + path + " \xE2\x94\x82 " + shape + " \xE2\x94\x82 " +
           min + " \xE2\x94\x82 " + max + " \xE2\x94\x82 torch.int8 \xE2\x94\x82\n";
}

const std::string kHead =
    "\xE2\x94\x82 Access Path \xE2\x94\x82 Semantic Path \xE2\x94\x82 Shape \xE2\x94\x82 Min Shape "
    "\xE2\x94\x82 Max "
    "Shape \xE2\x94\x82 Dtype \xE2\x94\x82\n\xE2\x95\x9E\xE2\x95\x90\xE2\x95\xA1\n";
const std::string kEnd = "\xE2\x95\x98\xE2\x95\x90\xE2\x95\x9B\n";
const std::string kGood = kHead + row("x", "['dim0']", "[1]", "[2]") + kEnd;

QStringList codes(const base::Diagnostics& diagnostics) {
    QStringList out;
    for (const base::Diagnostic& diagnostic : diagnostics.items()) {
        out << QString("%1@%2")
                   .arg(QString::fromStdString(diagnostic.code))
                   .arg(diagnostic.where.line.value_or(0));
    }
    return out;
}

}  // namespace

class TestAituneLog : public QObject {
    Q_OBJECT

 private slots:
    void readsFiles_data() {
        QTest::addColumn<QString>("name");
        const QStringList names =
            QDir(kFolder).entryList({"*.log", "*.txt", "*.md"}, QDir::Files, QDir::Name);
        QVERIFY(names.size() >= 8);
        for (const QString& name : names) {
            QTest::newRow(qPrintable(name)) << name;
        }
    }
    void readsFiles() {
        QFETCH(QString, name);
        const std::string text = contents(kFolder + name);
        const std::string expected = contents(kFolder + name.left(name.lastIndexOf('.')) + ".expected");
        QVERIFY(readers::probeAituneLog(text));
        const ReadLog read = readLog(text, name.toStdString());
        QVERIFY2(!read.error, read.error ? read.error->text().c_str() : "");
        QCOMPARE(QString::fromStdString(printed(read.capture)), QString::fromStdString(expected));
        QVERIFY(read.capture.sources().at(0).complete);
    }

    void keepsWhatTheLogSaysBesideShapes() {
        const ReadLog read = readLog(contents(kFolder + "one_line.log"), "one_line.log");
        QVERIFY(!read.error);
        QStringList details;
        for (const capture::Detail& detail : read.capture.graphs().at(0).details) {
            details << QString::fromStdString(detail.key + "=" + base::dumpJson(detail.value)) +
                           (detail.severity == base::Severity::error ? "!" : "");
        }
        QCOMPARE(
            details.join("\n"),
            QString("number of parameters=\"2.6B\"\nnum samples=\"1\"\ndevice=\"cuda:0\"\n"
                    "failed_backend=\"backend failed (log file: build.log)\"!\n"
                    "selected_backend=\"TensorRTBackend(precision=fp16)\"\n"
                    "names={\"[0]\":\"input__0\",\"[1]\":\"input__1\",\"added[\\\"text_embeds\\\"]\":\"input_"
                    "_2\","
                    "\"added[7]\":\"input__3\",\"output[\\\"hidden\\\"][0]\":\"output__0\","
                    "\"output[\\\"hidden\\\"][1]\":\"output__1\",\"output[\\\"last\\\"]\":\"output__2\"}"));
    }

    void tellsOnceWhatEveryPrintSays() {
        const auto print = [](const std::string& max) {
            return "INFO - Tuning graph `0` for module `m`:\nINFO -     input_spec: ((x[dim0] min_shape=[1] "
                   "max_shape=[" +
                   max + "] dtype=a,), {})\nINFO -   device: cuda:0\n";
        };
        const ReadLog read = readLog(print("2") + print("4") + print("3"), "m.log");
        QVERIFY(!read.error);
        QCOMPARE(QString::fromStdString(printed(read.capture)),
                 QString("m / 0 @4\n  in [0] [dim0] [1] [4] a\n"));
        QCOMPARE(read.capture.graphs().at(0).details.size(), std::size_t{2});  // device, names
    }

    void knowsThePhase() {
        const ReadLog read = readLog(contents(kFolder + "llm.crlf.log"), "llm.crlf.log");
        QVERIFY(!read.error);
        QVERIFY(read.capture.graphs().at(0).phase == module::LlmPhase::prefill);
    }

    void tellsWhatIsLeftOut_data() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QStringList>("expected");
        QTest::newRow("symbols without a range")
            << "dash_tables.txt" << QStringList{"symbol-without-range@15", "symbol-without-range@28"};
        QTest::newRow("narrower prints") << "repeats.log" << QStringList{"printed-again@5"};
    }
    void tellsWhatIsLeftOut() {
        QFETCH(QString, name);
        QFETCH(QStringList, expected);
        const ReadLog read = readLog(contents(kFolder + name), name.toStdString());
        QVERIFY(!read.error);
        QCOMPARE(codes(read.diagnostics), expected);
        QCOMPARE(QString::fromStdString(read.diagnostics.items().at(0).where.file), name);
    }

    void refuses_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        const auto table = [](const std::string& tableRow) { return kHead + tableRow + kEnd; };
        QTest::newRow("ranks differ")
            << table(row("x", "['dim0', 3]", "[1]", "[2, 3]")) << "rank-mismatch" << 3 << 33;
        QTest::newRow("negative size") << table(row("x", "['dim0']", "[-1]", "[2]")) << "bad-size" << 3 << 31;
        QTest::newRow("huge size") << table(row("x", "['dim0']", "[1]", "[9223372036854775808]"))
                                   << "bad-size" << 3 << 39;
        QTest::newRow("NaN as a size") << table(row("x", "[nan]", "[1]", "[1]")) << "bad-size" << 3 << 18;
        QTest::newRow("fraction") << table(row("x", "[1.0]", "[1]", "[1]")) << "bad-size" << 3 << 18;
        QTest::newRow("minimum above maximum")
            << table(row("x", "['dim0']", "[3]", "[2]")) << "bad-value" << 3 << 30;
        QTest::newRow("row of three cells")
            << table("\xE2\x94\x82 x \xE2\x94\x82 x \xE2\x94\x82 [1] \xE2\x94\x82\n") << "syntax" << 3 << 1;
        QTest::newRow("one path twice")
            << table(row("x", "[1]", "[1]", "[1]") + row("x", "[1]", "[1]", "[1]")) << "duplicate-key" << 4
            << 17;
        QTest::newRow("no UTF-8") << table(row("x\xff", "[1]", "[1]", "[1]")) << "encoding" << 3 << 5;
        QTest::newRow("locator without brackets")
            << std::string(
                   "\xE2\x94\x82 Locator \xE2\x94\x82 Name \xE2\x94\x82 Shape \xE2\x94\x82\n\xE2\x94\x82 0]  "
                   "\xE2\x94\x82 args_0 \xE2\x94\x82 [1] \xE2\x94\x82\n")
            << "syntax" << 2 << 5;
        QTest::newRow("broken spec line")
            << std::string(
                   "log\n12:00 - INFO -   input_spec: ((x[1] min_shape=[1] max_shape=[1, 1] dtype=a,), {})\n")
            << "rank-mismatch" << 2 << 61;
        QTest::newRow("spec line that is cut but ends with a newline")
            << std::string("input_spec: ((x[1] min_shape=[1] max_sh\n") << "syntax" << 1 << 15;
        QTest::newRow("nothing in it") << std::string("Epoch 1\nEpoch 2\n") << "no-shapes" << 0 << 0;
        QTest::newRow("paths without shapes") << std::string("Tensors: x, y\n") << "no-shapes" << 0 << 0;
        QTest::newRow("names of tensors only")
            << std::string("input_spec: ((input__0,), {})\n") << "no-shapes" << 0 << 0;
        QTest::newRow("head of a table only") << kHead + kEnd << "no-shapes" << 0 << 0;
    }
    void refuses() {
        QFETCH(std::string, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        QFETCH(int, column);
        const ReadLog read = readLog(text, "bad.log");
        QVERIFY(read.error);
        QCOMPARE(QString::fromStdString(std::string(base::name(read.error->code))), code);
        QCOMPARE(QString::fromStdString(read.error->where.file), QString("bad.log"));
        QCOMPARE(static_cast<int>(read.error->where.line.value_or(0)), line);
        QCOMPARE(static_cast<int>(read.error->where.column.value_or(0)), column);
        QVERIFY(!read.error->expected.empty());
    }

    void countsColumnsInRawBytes() {
        // Colour sequences and an overwritten progress bar in front of the bad size.
        const ReadLog read = readLog(
            "50%\r\x1b[32mINFO - input_spec: ((x[1] \x1b[0mmin_shape=[-1] max_shape=[1] dtype=a,), {})\n",
            "c.log");
        QVERIFY(read.error);
        QCOMPARE(read.error->where.column, std::optional<std::uint64_t>(51));
        QCOMPARE(read.error->where.byte, std::optional<std::uint64_t>(50));
    }

    void opensCutTexts_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<int>("tensors");
        QTest::addColumn<QString>("diagnostic");
        const std::string second = row("y", "[7]", "[7]", "[7]");
        QTest::newRow("before the last border") << kHead + row("x", "[1]", "[1]", "[1]") << 1 << "truncated";
        for (const std::size_t kept :
             {std::size_t{1}, std::size_t{4}, second.size() / 2, second.size() - 3}) {
            QTest::newRow(qPrintable(QString("inside a row, after %1 bytes").arg(kept)))
                << kHead + row("x", "[1]", "[1]", "[1]") + second.substr(0, kept) << 1 << "truncated";
        }
        QTest::newRow("inside a spec line")
            << kGood + "input_spec: ((x[1] min_shape=[1] max_sh" << 1 << "truncated";
        QTest::newRow("inside a table between others")
            << kHead + row("x", "[1]", "[1]", "[1]") + "12:00 - INFO - done\n" + kGood << 2 << "table-cut";
        QTest::newRow("inside a dash table")
            << std::string("Path  Shape\n----  -----\nx     [1]\ny     [1, 2") << 1 << "truncated";
    }
    void opensCutTexts() {
        QFETCH(std::string, text);
        QFETCH(int, tensors);
        QFETCH(QString, diagnostic);
        const ReadLog read = readLog(text, "cut.log");
        QVERIFY2(!read.error, read.error ? read.error->text().c_str() : "");
        QCOMPARE(static_cast<int>(read.capture.tensors().size()), tensors);
        QCOMPARE(QString::fromStdString(read.diagnostics.items().at(0).code), diagnostic);
        QCOMPARE(read.capture.sources().at(0).complete, diagnostic != "truncated");
    }

    void joinsPastedSides() {
        const std::string outputs =
            "\xE2\x94\x82 Access Path \xE2\x94\x82 Semantic Path \xE2\x94\x82 Shape \xE2\x94\x82\n"
            "\xE2\x94\x82 output \xE2\x94\x82 () \xE2\x94\x82 [9] \xE2\x94\x82\n" +
            kEnd;
        const ReadLog joined = readLog(kGood + "\n" + outputs, "p");
        QCOMPARE(QString::fromStdString(printed(joined.capture)),
                 QString("p / 0 @1\n  in x [dim0] [1] [2] torch.int8\n  out output [9] [9] [9]\n"));
        const ReadLog apart = readLog(kGood + "\nAnother one:\n" + outputs, "p");
        QCOMPARE(apart.capture.graphs().size(), std::size_t{2});
        const ReadLog titled = readLog("Inputs:\n" + kGood + "Outputs:\n" + kGood, "p");
        QCOMPARE(QString::fromStdString(printed(titled.capture)),
                 QString("p / 0 @2\n  in x [dim0] [1] [2] torch.int8\n  out x [dim0] [1] [2] torch.int8\n"));
    }

    void passesOverProgramText() {
        const std::string text =
            "  File \"graph_spec.py\", line 27\n    input_spec: SampleMetadata\n    input_spec: [1, 2\n"
            "    input_spec: (a, b)\n  output_spec: {}\nName=hello\n" +
            kGood;
        const ReadLog read = readLog(text, "trace.log");
        QVERIFY2(!read.error, read.error ? read.error->text().c_str() : "");
        QCOMPARE(QString::fromStdString(printed(read.capture)),
                 QString("trace / 0 @7\n  in x [dim0] [1] [2] torch.int8\n"));
    }

    void probes_data() {
        QTest::addColumn<std::string>("head");
        QTest::addColumn<bool>("accepted");
        const std::string spec = "input_spec: ((x[1] min_shape=[1] max_shape=[1] dtype=a,), {})";
        QTest::newRow("table") << kGood << true;
        QTest::newRow("head of a table at the very end") << std::string("text\n") + kHead << true;
        QTest::newRow("spec line") << spec << true;
        QTest::newRow("bad spec line, for the reader to report")
            << std::string("input_spec: ((x[1] min_shape=[-1] max_shape=[1] dtype=a,), {})\n") << true;
        QTest::newRow("spec line with a cut head") << "text\n" + spec.substr(0, 30) << true;
        QTest::newRow("line before a spec")
            << std::string("1 - INFO - Tuning graph `0` for module `m`:\n") << true;
        QTest::newRow("line before a table") << std::string("1 - INFO -   graph_spec:\n") << true;
        QTest::newRow("module that is tuned")
            << std::string("INFO - Tuning module: `m` (all graphs)\n") << true;
        QTest::newRow("bracket first") << "[01/27/2026-15:58:06] [TRT] [W] x\n" + kGood << true;
        QTest::newRow("byte order mark") << "\xEF\xBB\xBF" + kGood << true;
        QTest::newRow("windows lines") << std::string("x\r\n") + spec + "\r\n" << true;
        QTest::newRow("empty") << std::string() << false;
        QTest::newRow("blank") << std::string(" \n\n") << false;
        QTest::newRow("prose") << std::string("The input_spec: a mapping.\nShape and Path.\n") << false;
        QTest::newRow("other table") << std::string("| Name | Value |\n|---|---|\n| a | 1 |\n") << false;
        QTest::newRow("other dash table") << std::string("File  Shape\n----  -----\na     [1]\n") << false;
        QTest::newRow("JSON object") << "{\"message\": \"" + spec + "\"}" << false;
        QTest::newRow("JSON object over lines") << "{\n\"message\":\n" + spec + "\n}" << false;
        QTest::newRow("JSON array") << "[\"\n" + spec + "\n\"]" << false;
        QTest::newRow("JSON array of objects") << "[ {\n" + spec + "\n}]" << false;
        QTest::newRow("program text") << std::string("class A:\n    input_spec: SampleMetadata\n") << false;
        QTest::newRow("bytes") << std::string("\x00\xff\xfe\x01PK\x03\x04", 8) << false;
    }
    void probes() {
        QFETCH(std::string, head);
        QFETCH(bool, accepted);
        QCOMPARE(readers::probeAituneLog(head), accepted);
    }

    void stopsOnRequest() {
        const auto input = files::inputFromText(kGood, "a.log");
        capture::CaptureBuilder builder;
        const capture::SourceId source = builder.addSource({.name = "a.log"});
        const base::CancelToken cancel;
        cancel.cancel();
        const readers::ReadContext context{**input, builder, source, cancel, nullptr};
        const auto read = readers::readAituneLog(context);
        QVERIFY(!read);
        QVERIFY(read.error().code == base::ErrorCode::cancelled);
    }

    void staysFastOnLongLogs() {
        // A table behind twenty thousand lines, and two thousand untitled tables.
        std::string text;
        for (int line = 0; line < 20000; ++line) {
            text += "12:42:25.822 - WARNING - nothing to see on this line of a log, whatever it says\n";
        }
        for (int table = 0; table < 2000; ++table) {
            text += kHead + row("x", "['dim0']", "[1]", "[" + std::to_string(table + 2) + "]") + kEnd;
        }
        const ReadLog read = readLog(text, "long.log");
        QVERIFY(!read.error);
        QCOMPARE(read.capture.graphs().size(), std::size_t{2000});
    }
};

QTEST_APPLESS_MAIN(TestAituneLog)
#include "tst_aitune_log.moc"
