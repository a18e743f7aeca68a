// SPDX-License-Identifier: GPL-3.0-or-later
#include <ATen/ATen.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/frontend/function_schema_parser.h>
#include <torch/csrc/jit/serialization/import.h>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <map>

#include "core/libtorch/call_arguments.h"
#include "core/libtorch/capture_writer.h"
#include "core/libtorch/saved_sample.h"
#include "core/libtorch/script_arguments.h"
#include "core/libtorch/values.h"
#include "core/readers/open_capture.h"
#include "file_size_limit.h"
#include "python.h"
#include "suites.h"

using namespace dimscope;
using base::ErrorCode;
using libtorch::CaptureWriter;
using libtorch::TensorTree;

namespace {

/// The lines of a file, which must be whole.
QStringList linesOf(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) {
        return {"cannot be read"};
    }
    QString text = QString::fromUtf8(file.readAll());
    return text.endsWith('\n') ? text.chopped(1).split('\n') : QStringList{"a part of a line: " + text};
}

QString timeless(QString line) {
    static const QRegularExpression kTime(R"( "time": "\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z",)");
    return line.remove(kTime);
}

/// A header without its time and what wrote it.
QString withoutOrigin(QString header) {
    static const QRegularExpression kOrigin(R"("started_at": "[-0-9T:]{19}Z", "producer": ".* .torch .*")");
    return header.remove(kOrigin);
}

QJsonObject objectOf(const QString& line) {
    return QJsonDocument::fromJson(line.toUtf8()).object();
}

TensorTree argumentsWith(const c10::IValue& x) {
    return libtorch::argumentsByName({{"x", x}}).value();
}

/// A call of `x`, without batch size, that returns it.
base::Result<void> record(CaptureWriter& capture, const c10::IValue& x) {
    auto call = capture.begin("net", argumentsWith(x), std::nullopt);
    return call ? capture.finish(std::move(*call), *libtorch::treeOf(x)) : base::Result<void>(call.error());
}

/// A call listed by record_calls.py.
struct Listed {
    int number = 0;
    std::string program;
    std::optional<std::int64_t> batchSize;
    std::optional<std::string> label;
};

std::vector<Listed> listedCalls(const QString& path) {
    std::vector<Listed> out;
    const QStringList lines = linesOf(path);
    for (const QString& line : lines) {
        const QString label = line.section(' ', 3);
        const QString size = line.section(' ', 2, 2);
        out.push_back({line.section(' ', 0, 0).toInt(), line.section(' ', 1, 1).toStdString(),
                       size == "-" ? std::nullopt : std::optional<std::int64_t>(size.toLongLong()),
                       label == "-" ? std::nullopt : std::optional(label.toStdString())});
    }
    return out;
}

}  // namespace

class TestCaptureWriter : public QObject {
    Q_OBJECT

 private Q_SLOTS:
    void bothRecordersAgree() {
        const QTemporaryDir folder;
        test::runPython("record_calls.py", {folder.path()});
        auto capture = CaptureWriter::open(folder.filePath("cpp.shapes.jsonl").toStdString(), {"ä", {}});
        QVERIFY2(capture, capture ? "" : capture.error().text().c_str());
        std::map<std::string, torch::jit::Module> programs;
        for (const Listed& listed : listedCalls(folder.filePath("calls.txt"))) {
            const auto loaded = programs.try_emplace(listed.program);
            if (loaded.second) {
                loaded.first->second = torch::jit::load(
                    folder.filePath(QString::fromStdString(listed.program) + ".pt").toStdString());
            }
            const auto sample =
                libtorch::loadSample(folder.filePath(QString("call-%1.pt").arg(listed.number)).toStdString());
            QVERIFY2(sample, sample ? "" : sample.error().text().c_str());
            runRecorded(*capture, loaded.first->second, sample->calls().front(), listed);
        }

        const QStringList expected = linesOf(folder.filePath("python.shapes.jsonl"));
        const QStringList actual = linesOf(folder.filePath("cpp.shapes.jsonl"));
        QCOMPARE(actual.size(), expected.size());
        QVERIFY(expected.size() > 20);
        for (int i = 1; i < expected.size(); ++i) {
            QVERIFY(timeless(actual[i]) != actual[i]);
            QCOMPARE(timeless(actual[i]), timeless(expected[i]));
        }
        QCOMPARE(capture->calls(), std::int64_t{expected.size()} - 1);
        QVERIFY(withoutOrigin(actual.front()) != actual.front());
        QCOMPARE(withoutOrigin(actual.front()), withoutOrigin(expected.front()));
        QVERIFY(actual.front().contains("(torch 1.") || actual.front().contains("(torch 2."));
    }

    void writesEachCallAtOnce() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.shapes.jsonl");
        auto capture = CaptureWriter::open(path.toStdString());
        QVERIFY(capture);
        QCOMPARE(linesOf(path).size(), 1);
        auto outer = capture->begin("outer", argumentsWith(at::ones({1})), 1);
        auto broken = capture->begin("broken", argumentsWith(at::ones({1})), 1);
        auto inner = capture->begin("inner", argumentsWith(at::ones({1})), 1);
        QVERIFY(outer && broken && inner);
        QCOMPARE(linesOf(path).size(), 1);
        QVERIFY(capture->finish(*inner, TensorTree()));
        QCOMPARE(linesOf(path).size(), 2);
        capture->setLabel("the end");
        QVERIFY(capture->finish(*outer, TensorTree()));
        capture->setLabel(std::nullopt);
        QVERIFY(record(*capture, at::ones({1})));
        QStringList calls;
        const QStringList lines = linesOf(path).mid(1);
        for (const QString& line : lines) {
            const QJsonObject call = objectOf(line);
            calls << call["module"].toString() + ' ' + QString::number(call["call"].toInt()) + ' ' +
                         call["label"].toString();
        }
        QCOMPARE(calls, (QStringList{"inner 3 ", "outer 1 the end", "net 4 "}));
        QCOMPARE(capture->calls(), std::int64_t{3});
    }

    void isReadAsACapture() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.shapes.jsonl");
        auto capture = CaptureWriter::open(path.toStdString());
        for (const std::int64_t size : {1, 2, 4}) {
            const at::Tensor x = at::ones({size, 3});
            auto call = capture->begin("net", argumentsWith(x), size);
            QVERIFY(call && capture->finish(*call, *libtorch::treeOf(x)));
        }
        const auto opened = readers::openCapture({path.toStdString()});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->capture->sampleCount(), std::uint64_t{3});
        QCOMPARE(opened->capture->graphs().size(), std::size_t{1});
        QVERIFY(opened->diagnostics.empty());
    }

    void leavesOutWhatIsNotWanted() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.shapes.jsonl");
        auto capture = CaptureWriter::open(path.toStdString(),
                                           {"", {module::Strictness::lenient, libtorch::PhaseReading::none}});
        const auto arguments =
            libtorch::argumentsByName({{"cache_position", at::zeros({1})}, {"flag", true}});
        auto call = capture->begin("net", *arguments, std::nullopt);
        QVERIFY(call && capture->finish(*call, TensorTree()));
        const QJsonObject inputs = objectOf(linesOf(path).last())["inputs"].toObject();
        QVERIFY(inputs["llm_phase"].isNull());
        QCOMPARE(inputs["strict"], QJsonValue(false));
        QCOMPARE(inputs["other_data"].toArray().size(), 0);
        QCOMPARE(inputs["tensor_data"].toArray().size(), 1);
    }

    void replacesCapturesOnly_data() {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<bool>("isReplaced");
        QTest::newRow("empty") << QByteArray() << true;
        QTest::newRow("capture") << QByteArray(R"({"format": "dimscope.capture", "version": 1})"
                                               "\n{\"module\": \"old\"}\n")
                                 << true;
        QTest::newRow("another format") << QByteArray(R"({"format": "dimscope.session"})") << false;
        QTest::newRow("notes") << QByteArray("dimscope.capture") << false;
    }
    void replacesCapturesOnly() {
        QFETCH(QByteArray, before);
        QFETCH(bool, isReplaced);
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.shapes.jsonl");
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(before) == before.size());
        file.close();
        const auto capture = CaptureWriter::open(path.toStdString());
        QCOMPARE(capture.has_value(), isReplaced);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray after = file.readAll();
        if (isReplaced) {
            QVERIFY(after.startsWith(R"({"format": "dimscope.capture", "version": 1, "note": "")"));
            QVERIFY(!after.contains("old"));
        } else {
            QCOMPARE(after, before);
            QCOMPARE(capture.error().code, ErrorCode::writeFailed);
            QCOMPARE(capture.error().where.file, path.toStdString());
        }
    }

    void placesThatCannotBeWritten_data() {
        QTest::addColumn<QString>("name");
        QTest::newRow("no folder") << "none/run.shapes.jsonl";
        QTest::newRow("a folder") << "";
        QTest::newRow("packed") << "run.shapes.jsonl.gz";
        QTest::newRow("taken") << "taken.shapes.jsonl";
    }
    void placesThatCannotBeWritten() {
        QFETCH(QString, name);
        const QTemporaryDir folder;
        const auto other = CaptureWriter::open(folder.filePath("taken.shapes.jsonl").toStdString());
        QVERIFY(other);
        const auto capture = CaptureWriter::open(folder.filePath(name).toStdString());
        QVERIFY(!capture);
        QCOMPARE(capture.error().code, ErrorCode::writeFailed);
        QCOMPARE(capture.error().where.file, folder.filePath(name).toStdString());
        QVERIFY(!QFile::exists(folder.filePath("run.shapes.jsonl.gz")));
    }

    void aFullDiskLeavesWholeLines() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.shapes.jsonl");
        auto capture = CaptureWriter::open(path.toStdString());
        QVERIFY(record(*capture, at::ones({1})));
        const auto size = static_cast<rlim_t>(QFile(path).size());
        {
            const test::FileSizeLimit limit(size + 10);
            const auto refused = record(*capture, at::ones({2}));
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::writeFailed);
        }
        QCOMPARE(static_cast<rlim_t>(QFile(path).size()), size);
        QVERIFY(record(*capture, at::ones({3})));
        QCOMPARE(linesOf(path).size(), 3);
        QCOMPARE(objectOf(linesOf(path).last())["call"].toInt(), 3);
        QCOMPARE(capture->calls(), std::int64_t{2});
    }

    void batchSizesBelowOneAreErrors() {
        const QTemporaryDir folder;
        auto capture = CaptureWriter::open(folder.filePath("run.shapes.jsonl").toStdString());
        const auto call = capture->begin("net", TensorTree(), 0);
        QVERIFY(!call);
        QCOMPARE(call.error().code, ErrorCode::valueError);
        QCOMPARE(capture->begin("net", TensorTree(), 1)->number, std::int64_t{1});
    }

    void textThatIsNoUtf8IsReplaced() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("run.shapes.jsonl");
        auto capture = CaptureWriter::open(path.toStdString());
        capture->setLabel("\xff");
        QVERIFY(record(*capture, std::string("a\xff\x80")));
        const QString line = linesOf(path).last();
        QVERIFY2(line.contains(R"("value": "a??")") && line.contains(R"("label": "?")"), qPrintable(line));
    }

    void namesArguments_data() {
        QTest::addColumn<int>("positional");
        QTest::addColumn<QStringList>("byName");
        QTest::addColumn<QString>("paths");
        QTest::newRow("none") << 0 << QStringList() << "";
        QTest::newRow("positional") << 2 << QStringList() << "x y";
        QTest::newRow("by name") << 0 << QStringList{"z", "x"} << "x z";
        QTest::newRow("both") << 1 << QStringList{"z"} << "x z";
        QTest::newRow("too many") << 4 << QStringList() << "args[0] args[1] args[2] args[3]";
        QTest::newRow("unknown") << 1 << QStringList{"w"} << R"(args[0] kwargs["w"])";
        QTest::newRow("given twice") << 2 << QStringList{"x"} << R"(args[0] args[1] kwargs["x"])";
        QTest::newRow("only unknown") << 0 << QStringList{"w"} << R"(kwargs["w"])";
    }
    void namesArguments() {
        QFETCH(int, positional);
        QFETCH(QStringList, byName);
        QFETCH(QString, paths);
        const auto schema =
            torch::jit::parseSchema("forward(Any self, Tensor x, Tensor y, Tensor z=None) -> ()");
        const std::vector<c10::IValue> given(static_cast<std::size_t>(positional), at::ones({1}));
        std::vector<libtorch::NamedValue> named;
        for (const QString& name : byName) {
            named.emplace_back(name.toStdString(), at::ones({1}));
        }
        const auto tree = libtorch::argumentsOf(schema, given, named);
        QVERIFY(tree);
        QStringList found;
        for (const auto& leaf : tree->leaves(module::Side::input)) {
            found << QString::fromStdString(leaf.locator.accessPath());
        }
        QCOMPARE(found.join(' '), paths);
    }

    void theExampleRecords() {
        const QTemporaryDir folder;
        test::runPython("models.py", {folder.path()});
        const QString path = folder.filePath("run.shapes.jsonl");
        QProcess example;
        example.setProcessChannelMode(QProcess::MergedChannels);
        example.start(DIMSCOPE_RECORD_EXAMPLE, {folder.filePath("Linear.pt"), path, "1", "2", "4"});
        QVERIFY(example.waitForFinished(60000));
        const QByteArray said = example.readAll();
        QVERIFY2(example.exitStatus() == QProcess::NormalExit && example.exitCode() == 0 && said.isEmpty(),
                 said.constData());
        const auto opened = readers::openCapture({path.toStdString()});
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->capture->sampleCount(), std::uint64_t{3});
        const capture::Graph& graph = opened->capture->graphs().front();
        QCOMPARE(*graph.batchSizes, (std::vector<std::int64_t>{1, 2, 4}));
        QStringList tensors;
        for (const base::TensorId id : graph.tensors) {
            tensors << QString::fromStdString(opened->capture->tensor(id).accessPath);
        }
        QCOMPARE(tensors, (QStringList{"x", "output"}));
    }

 private:
    /// Runs forward with the arguments of a sample, as a program that is recorded does. A call that fails
    /// leaves no line.
    static void runRecorded(CaptureWriter& capture, torch::jit::Module& program,
                            const libtorch::SampleCall& call, const Listed& listed) {
        const auto method = program.get_method("forward");
        const auto arguments = libtorch::bindArguments(call, method.function().getSchema());
        QVERIFY2(arguments, arguments ? "" : arguments.error().text().c_str());
        capture.setLabel(listed.label);
        auto begun = capture.begin(listed.program, arguments->byName, listed.batchSize);
        QVERIFY2(begun, begun ? "" : begun.error().text().c_str());
        c10::IValue returned;
        try {
            returned = method(arguments->stack);
        } catch (const std::exception&) {
            return;
        }
        const auto tree = libtorch::treeOf(returned);
        QVERIFY2(tree, tree ? "" : tree.error().text().c_str());
        const auto written = capture.finish(std::move(*begun), *tree);
        QVERIFY2(written, written ? "" : written.error().text().c_str());
    }
};

std::unique_ptr<QObject> dimscope::test::makeCaptureWriterTest() {
    return std::make_unique<TestCaptureWriter>();
}
#include "tst_capture_writer.moc"
