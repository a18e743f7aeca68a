// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "app/help_text.h"

using namespace dimscope;
using app::CommandLine;
using app::Verb;

namespace {

app::CommandLineContext context() {
    return {{"dimscope.capture", "aitune.report"}, {"trtexec", "triton"}, [](const std::string& path) {
                return path == "capture";
            }};
}

base::Result<CommandLine> parse(const QStringList& arguments) {
    std::vector<std::string> words;
    for (const QString& argument : arguments) {
        words.push_back(argument.toStdString());
    }
    return app::parseCommandLine(words, context());
}

QStringList filesOf(const CommandLine& line) {
    QStringList out;
    for (const std::string& file : line.files) {
        out.append(QString::fromStdString(file));
    }
    return out;
}

}  // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

 private slots:
    void verbs_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("verb");
        QTest::addColumn<QStringList>("files");
        const auto row = [](const char* name, const QStringList& arguments, const QString& verb,
                            const QStringList& files) { QTest::newRow(name) << arguments << verb << files; };
        row("nothing opens the window", {}, "", {});
        row("files open the window", {"a.jsonl", "b.json"}, "", {"a.jsonl", "b.json"});
        row("describe", {"describe", "a"}, "describe", {"a"});
        row("report", {"report", "a", "b"}, "report", {"a", "b"});
        row("screenshot", {"screenshot", "a", "-o", "x.png"}, "screenshot", {"a"});
        row("check", {"check", "a", "--overrides", "o", "--strict", "--format", "json"}, "check", {"a"});
        row("export", {"export", "trtexec", "a", "b"}, "export", {"a", "b"});
        row("export with options in front", {"export", "--graph", "m:0", "triton", "a"}, "export", {"a"});
        row("merge", {"merge", "a", "b", "-o", "x"}, "merge", {"a", "b"});
        row("batch", {"batch", "a.pt", "--batch-size", "4", "--like", "c", "-o", "x"}, "batch", {"a.pt"});
        row("probe", {"probe", "m.pt", "--sample", "a", "--batch-sizes", "1"}, "probe", {"m.pt"});
        row("options before the verb", {"--quiet", "--batch-size", "2", "report", "a"}, "report", {"a"});
        row("a file named like a verb, by its folder", {"./report"}, "", {"./report"});
        row("a file named like a verb, behind --", {"--", "report"}, "", {"report"});
        row("a file named like a verb, behind the verb", {"report", "report"}, "report", {"report"});
        row("a verb's name behind a file", {"a.jsonl", "report"}, "", {"a.jsonl", "report"});
        row("standard input", {"report", "-"}, "report", {"-"});
        row("a file that looks like an option", {"describe", "--", "--level"}, "describe", {"--level"});
        row("a word that exists as a file", {"capture"}, "", {"capture"});
    }

    void verbs() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, verb);
        QFETCH(QStringList, files);
        const auto line = parse(arguments);
        QVERIFY2(line, line ? "" : line.error().text().c_str());
        QCOMPARE(QString::fromStdString(std::string(app::name(line->verb))), verb);
        QCOMPARE(filesOf(*line), files);
    }

    void batchSizes_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("source");
        const auto row = [](const char* name, const QStringList& options, const QString& source) {
            QTest::newRow(name) << options << source;
        };
        row("none", {}, "recorded");
        row("constant", {"--batch-size", "4"}, "4");
        row("constant, inline", {"--batch-size=4"}, "4");
        row("largest", {"--batch-size", "9223372036854775807"}, "9223372036854775807");
        row("axis", {"--batch-size-from", "input_ids:0"}, "input_ids:0");
        row("axis over a divisor", {"--batch-size-from", "sample:0/2"}, "sample:0/2");
        row("path with a colon", {"--batch-size-from=opts['a:b']:1"}, "opts['a:b']:1");
    }

    void batchSizes() {
        QFETCH(QStringList, options);
        QFETCH(QString, source);
        for (const char* verb : {"describe", "report"}) {
            const auto line = parse(QStringList{verb, "a"} + options);
            QVERIFY2(line, line ? "" : line.error().text().c_str());
            QCOMPARE(QString::fromStdString(line->batchSizes.text()), source);
        }
    }

    void optionsOfVerbs() {
        const auto describe = parse({"describe", "a", "--level", "full", "--quiet", "--as", "aitune.report"});
        QVERIFY(describe);
        QVERIFY(describe->level == module::InfoLevel::full);
        QVERIFY(describe->messages == app::Messages::errorsOnly);
        QCOMPARE(describe->format, std::string("aitune.report"));

        QVERIFY(describe->savedSamples == module::Strictness::lenient);
        const auto strict = parse({"describe", "a.pt", "--strict-samples"});
        QVERIFY(strict && strict->savedSamples == module::Strictness::strict);

        const auto report = parse({"report", "a", "-o", "r.json", "--format", "json", "--evolution"});
        QVERIFY(report);
        QCOMPARE(report->output, std::string("r.json"));
        QVERIFY(report->evolution == writers::Evolution::included);
        QVERIFY(report->messages == app::Messages::all);

        const auto batch =
            parse({"batch", "a.pt", "--batch-size", "4", "--batch-size-from", "x:0", "--like", "c", "--graph",
                   "m:0", "-o", "-", "--memory-limit", "3G", "--time-limit", "7"});
        QVERIFY2(batch, batch ? "" : batch.error().text().c_str());
        QCOMPARE(batch->newBatchSize.value(), std::int64_t{4});
        QCOMPARE(batch->batchSizes.text(), std::string("x:0"));
        QCOMPARE(batch->like, std::string("c"));
        QCOMPARE(batch->graph, std::string("m:0"));
        QCOMPARE(batch->limits.memory.value(), std::int64_t{3} << 30);
        QCOMPARE(batch->limits.time.value(), std::int64_t{7});

        const auto probe =
            parse({"probe", "m.pt", "--sample", "a.pt", "--batch-sizes", "4,1,2", "--batch-size", "3"});
        QVERIFY2(probe, probe ? "" : probe.error().text().c_str());
        QCOMPARE(probe->sample, std::string("a.pt"));
        QCOMPARE(probe->trialBatchSizes, (std::vector<std::int64_t>{4, 1, 2}));
        QCOMPARE(probe->batchSizes.text(), std::string("3"));
        QCOMPARE(probe->output, std::string());
        QVERIFY(probe->limits == app::TrialLimits{});

        const auto picture =
            parse({"screenshot", "a", "-o", "-", "--view", "axes", "--theme=dark", "--size", "800x600"});
        QVERIFY(picture);
        QCOMPARE(picture->output, std::string("-"));
        QCOMPARE(picture->view, std::string("axes"));
        QCOMPARE(picture->theme, std::string("dark"));
        QVERIFY((picture->size == app::PixelSize{800, 600}));
    }

    void formatsOfReports_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("format");
        const auto row = [](const char* name, const QStringList& options, const QString& format) {
            QTest::newRow(name) << options << format;
        };
        row("standard output", {}, "json");
        row("asked for", {"--format", "csv"}, "csv");
        row("markdown in full", {"--format=markdown"}, "markdown");
        row("by name", {"-o", "r.csv"}, "csv");
        row("by name, in capitals", {"-o", "R.MD"}, "markdown");
        row("a page by name", {"-o", "out/r.html"}, "html");
        row("a name that tells nothing", {"-o", "report"}, "json");
        row("asked for against the name", {"-o", "r.csv", "--format", "json"}, "json");
        row("asked for in front of the name", {"--format", "markdown", "-o", "r.txt"}, "markdown");
    }

    void formatsOfReports() {
        QFETCH(QStringList, options);
        QFETCH(QString, format);
        const auto line = parse(QStringList{"report", "a"} + options);
        QVERIFY2(line, line ? "" : line.error().text().c_str());
        const std::string_view id = writers::info(app::formatOfReport(*line)).id;
        QCOMPARE(QString::fromUtf8(id.data(), static_cast<int>(id.size())), format);
    }

    void defaults() {
        const auto report = parse({"report", "a"});
        QVERIFY(report);
        QCOMPARE(report->output, std::string("-"));
        QVERIFY(report->evolution == writers::Evolution::leftOut);
        QVERIFY(report->format.empty());
        const auto describe = parse({"describe", "a"});
        QVERIFY(describe);
        QVERIFY(describe->level == module::InfoLevel::medium);
    }

    void requests_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("request");
        const auto row = [](const char* name, const QStringList& arguments, app::Request request) {
            QTest::newRow(name) << arguments << static_cast<int>(request);
        };
        row("help", {"--help"}, app::Request::help);
        row("short help", {"-h"}, app::Request::help);
        row("help of a verb without files", {"report", "--help"}, app::Request::help);
        row("help of screenshot without -o", {"screenshot", "--help"}, app::Request::help);
        row("version", {"--version"}, app::Request::version);
        row("version, then help", {"--version", "--help"}, app::Request::help);
        row("help, then version", {"--help", "--version"}, app::Request::help);
    }

    void requests() {
        QFETCH(QStringList, arguments);
        QFETCH(int, request);
        const auto line = parse(arguments);
        QVERIFY2(line, line ? "" : line.error().text().c_str());
        QCOMPARE(static_cast<int>(line->request), request);
    }

    void refuses_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("names");  // what the message must name
        const auto row = [](const QByteArray& name, const QStringList& arguments, const QString& names) {
            QTest::newRow(name.constData()) << arguments << names;
        };
        row("unknown option", {"--frobnicate"}, "--frobnicate");
        row("unknown short option", {"report", "a", "-x"}, "-x");
        row("mistyped verb", {"reprot", "a.jsonl"}, "reprot");
        row("a word that is no file", {"nothing"}, "nothing");
        row("describe without files", {"describe"}, "no file");
        row("report without files", {"report", "-o", "x"}, "no file");
        row("screenshot without -o", {"screenshot", "a"}, "-o");
        row("merge without -o", {"merge", "a"}, "-o FILE");
        row("merge without files", {"merge", "-o", "x"}, "no file");
        row("merge has no overrides", {"merge", "a", "-o", "x", "--overrides", "o"}, "--overrides");
        const QStringList batch{"batch", "a.pt", "--batch-size", "4"};
        row("batch without -o", batch + QStringList{"--like", "c"}, "-o FILE.pt");
        row("batch without --like", batch + QStringList{"-o", "x"}, "--like");
        row("batch like nothing", batch + QStringList{"--like="}, "--like");
        row("batch without a batch size", {"batch", "a.pt", "--like", "c", "-o", "x"}, "--batch-size N");
        row("batch of two samples", batch + QStringList{"b.pt", "--like", "c", "-o", "x"}, "2 files");
        row("batch of the standard input", {"batch", "-", "--batch-size", "4", "--like", "c", "-o", "x"},
            "sample");
        const QStringList probe{"probe", "m.pt", "--sample", "a.pt", "--batch-sizes", "1"};
        row("probe without a model", {"probe", "--sample", "a.pt", "--batch-sizes", "1"}, "no file");
        row("probe of two models", probe + QStringList{"b"}, "2 files");
        row("probe without a sample", {"probe", "m.pt", "--batch-sizes", "1"}, "--sample");
        row("probe without batch sizes", {"probe", "m.pt", "--sample", "a.pt"}, "--batch-sizes");
        row("probe of the standard input", {"probe", "-", "--sample", "a.pt", "--batch-sizes", "1"}, "model");
        row("sample from the standard input", {"probe", "m", "--sample", "-", "--batch-sizes", "1"},
            "sample");
        row("graph without its capture", probe + QStringList{"--graph", "m:0"}, "--like");
        for (const char* sizes :
             {"", ",", "1,", ",1", "0", "1,-2", "1;2", "1.5", "1,2,x", "9223372036854775808"}) {
            row(QByteArray("batch sizes ") + sizes, probe + QStringList{"--batch-sizes", sizes},
                "--batch-sizes");
        }
        row("too many batch sizes", probe + QStringList{"--batch-sizes", QString("1,").repeated(1000) + "1"},
            "1000");
        row("like of another verb", {"report", "a", "--like", "c"}, "--like");
        for (const char* limit : {"", "0", "-1", "1.5", "8X", "G", "9223372036854775807K"}) {
            row(QByteArray("memory ") + limit, batch + QStringList{"--memory-limit", limit},
                "--memory-limit");
        }
        for (const char* limit : {"", "0", "-1", "1.5", "1000001"}) {
            row(QByteArray("time ") + limit, batch + QStringList{"--time-limit", limit}, "--time-limit");
        }
        row("export without a format", {"export"}, "no format");
        row("export of an unknown format", {"export", "tvm", "a"}, "trtexec, triton");
        row("export without files", {"export", "triton"}, "no file");
        row("export with a graph without a name", {"export", "triton", "a", "--graph", "unet"},
            "MODULE:NAME");
        row("check with another format", {"check", "a", "--format", "html"}, "text or json");
        row("check that writes a file", {"check", "a", "-o", "x"}, "-o");
        row("diff of one file", {"diff", "a"}, "one file");
        row("diff of three files", {"diff", "a", "b", "c"}, "3 files");
        row("diff with overrides from -", {"diff", "a", "b", "--overrides", "-"}, "--overrides");
        row("diff in another format", {"diff", "a", "b", "--format", "csv"}, "text or json");
        row("overrides without a name", {"check", "a", "--overrides="}, "--overrides");
        row("overrides of describe", {"describe", "a", "--overrides", "o"}, "--overrides");
        row("two standard inputs", {"check", "-", "--overrides", "-"}, "twice");
        row("strict report", {"report", "a", "--strict"}, "--strict");
        row("screenshot of another kind", {"screenshot", "a", "-o", "x.svg"}, "x.svg");
        row("screenshot without files", {"screenshot", "-o", "x"}, "no file");
        row("option without its value", {"report", "a", "-o"}, "-o");
        row("empty output", {"report", "a", "-o", ""}, "-o");
        row("value behind a flag", {"report", "a", "--quiet=yes"}, "--quiet");
        row("level of another verb", {"report", "a", "--level", "full"}, "--level");
        row("output of describe", {"describe", "a", "-o", "x"}, "-o");
        row("evolution without a verb", {"a.jsonl", "--evolution"}, "--evolution");
        row("unknown level", {"describe", "a", "--level", "long"}, "long");
        row("unknown report format", {"report", "a", "--format", "xml"}, "xml");
        row("markdown by its suffix", {"report", "a", "--format", "md"}, "json, csv, markdown");
        row("calls in a table", {"report", "a", "--format", "csv", "--evolution"}, "--evolution");
        row("calls in a table, by name", {"report", "a", "--evolution", "-o", "r.md"}, "markdown");
        row("calls in a page", {"report", "a", "--evolution", "--format", "html"}, "--evolution");
        row("unknown format", {"report", "a", "--as", "onnx"}, "aitune.report");
        row("unknown theme", {"screenshot", "a", "-o", "x", "--theme", "blue"}, "blue");
        row("batch size 0", {"report", "a", "--batch-size", "0"}, "--batch-size");
        row("negative batch size", {"report", "a", "--batch-size", "-2"}, "-2");
        row("fractional batch size", {"report", "a", "--batch-size", "1.5"}, "1.5");
        row("batch size beyond 64 bits", {"report", "a", "--batch-size", "9223372036854775808"},
            "9223372036854775808");
        row("axis is no number", {"report", "a", "--batch-size-from", "ids:x"}, "ids:x");
        row("no axis", {"report", "a", "--batch-size-from", "ids"}, "ids");
        row("divisor 0", {"report", "a", "--batch-size-from", "ids:0/0"}, "ids:0/0");
        row("two batch size sources", {"report", "a", "--batch-size", "2", "--batch-size-from", "a:0"},
            "--batch-size-from");
        row("standard input twice", {"report", "-", "-"}, "twice");
        for (const char* size : {"800", "800x", "x600", "0x600", "800x600x2", "800 x 600", "99999x600"}) {
            row(QByteArray("size ") + size, {"screenshot", "a", "-o", "x", "--size", size}, "--size");
        }
    }

    void refuses() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, names);
        const auto line = parse(arguments);
        QVERIFY(!line);
        QVERIFY(line.error().code == base::ErrorCode::usage);
        const QString message = QString::fromStdString(line.error().text());
        QVERIFY2(message.contains(names), qPrintable(message));
    }

    void helpNamesWhatIsThere_data() {
        QTest::addColumn<int>("verb");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* name, Verb verb, const QStringList& words) {
            QTest::newRow(name) << static_cast<int>(verb) << words;
        };
        row("program", Verb::window, {"describe", "report", "screenshot", "examples:"});
        row("describe", Verb::describe, {"--level", "examples:"});
        row("report", Verb::report, {"--evolution", "-o OUT", "csv", "markdown", "html", "examples:"});
        row("diff", Verb::diff, {"--overrides", "--format", "exit code", "examples:"});
        row("merge", Verb::merge, {"-o OUT", ".gz", "parallel", "examples:"});
        row("batch", Verb::batch,
            {"--like", "--graph", "--memory-limit", "--time-limit", "dimscope-tensors", "examples:"});
        row("probe", Verb::probe,
            {"--sample", "--batch-sizes", "--like", "--time-limit", "exit code", "trust", "examples:"});
        row("screenshot", Verb::screenshot, {"--view", "--theme", "--size", "evolution-chart", "examples:"});
    }

    void helpNamesWhatIsThere() {
        QFETCH(int, verb);
        QFETCH(QStringList, words);
        const QString text = QString::fromStdString(app::helpText(
            static_cast<Verb>(verb), {{"aitune.report", "a tuning report"}}, {"window", "evolution-chart"}));
        words << "--batch-size-from"
              << "--as"
              << "--quiet"
              << "exit codes"
              << "aitune.report"
              << "a tuning report";
        for (const QString& word : words) {
            QVERIFY2(text.contains(word), qPrintable(word));
        }
        for (const QString& row : text.split('\n')) {
            QVERIFY2(row.size() <= 120, qPrintable(row));
        }
    }
};

QTEST_APPLESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
