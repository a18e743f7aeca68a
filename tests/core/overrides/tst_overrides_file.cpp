// SPDX-License-Identifier: GPL-3.0-or-later
#include <zlib.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <string>

#include "core/overrides/overrides_file.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using base::ErrorCode;
using overrides::Dim;
using overrides::OverrideSet;
using overrides::overridesText;
using overrides::parseOverrides;

class TestOverridesFile : public QObject {
    Q_OBJECT

 private slots:
    void readsAll();
    void defaults_data();
    void defaults();
    void acceptsWhatOnlyBreaksRules_data();
    void acceptsWhatOnlyBreaksRules();
    void refusals_data();
    void refusals();
    void places();
    void roundTrip_data();
    void roundTrip();
    void writesCanonically();
    void recognises_data();
    void recognises();
    void files();
    void recognisesFiles();
    void cancels();
};

namespace {

constexpr const char* kTensor =
    R"({"side": "input", "semantic_path": "x", "shape": ["batch", 4], "min_shape": [1, 4], "max_shape": [8, 4]})";

/// A file with one graph whose tensors are `tensors`; `more` stands behind them.
QString fileWith(const QString& tensors, const QString& more = {}) {
    return QString(
               "{\"format\": \"dimscope.overrides\", \"version\": 1,\n \"graphs\": [{\"module\": \"m\", "
               "\"graph\": \"0\", \"tensors\": [\n%1]%2}]}")
        .arg(tensors, more);
}

/// A tensor that has `member` instead of the one with the same key, or more.
QString tensorWith(const QString& member) {
    const QString key = member.section(':', 0, 0);
    QStringList members = {"\"side\": \"input\"", "\"semantic_path\": \"x\"", "\"shape\": [\"b\", 4]",
                           "\"min_shape\": [1, 4]", "\"max_shape\": [8, 4]"};
    members.removeIf([&](const QString& known) { return known.section(':', 0, 0) == key; });
    return "{" + (members << member).join(", ") + "}";
}

OverrideSet parsed(const QString& text) {
    const auto result = parseOverrides(text.toStdString(), "test.overrides.json");
    if (!result) {
        qWarning("%s", result.error().text().c_str());
        return {};
    }
    return *result;
}

const overrides::TensorOverride& onlyTensor(const OverrideSet& set) {
    static const overrides::TensorOverride kNone;
    return set.graphs.size() == 1 && set.graphs[0].tensors.size() == 1 ? set.graphs[0].tensors[0] : kNone;
}

std::string gzip(const std::string& text) {
    z_stream stream{};
    deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
    std::string out(deflateBound(&stream, static_cast<uLong>(text.size())) + 64, '\0');
    std::string in = text;
    stream.next_in = reinterpret_cast<Bytef*>(in.data());
    stream.avail_in = static_cast<uInt>(in.size());
    stream.next_out = reinterpret_cast<Bytef*>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    deflate(&stream, Z_FINISH);
    out.resize(stream.total_out);
    deflateEnd(&stream);
    return out;
}

void write(const QString& path, const std::string& bytes) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes.data(), static_cast<qint64>(bytes.size()));
}

}  // namespace

void TestOverridesFile::readsAll() {
    const OverrideSet set = parsed(
        R"({"format": "dimscope.overrides", "version": 1,
            "source": {"name": "unet.shapes.jsonl", "fingerprint": "xxh3:0123"},
            "graphs": [{"module": "unet", "graph": "0", "tensors": [
              {"side": "output", "semantic_path": ["a", 1], "access_path": "output.a[1]", "name": "latents",
               "dtype": "float16", "shape": ["batch", 4, null, -7], "min_shape": [2, 4, 64],
               "opt_shape": [2, 4, 96, 0], "max_shape": [16, 4, 128, 9223372036854775807],
               "batch_axis": -3, "batch_multiplier": 2, "note": "CFG doubles"}],
              "excluded_samples": [17, 3, 17, 0]}]})");
    QCOMPARE(set.sourceName, std::string("unet.shapes.jsonl"));
    QCOMPARE(set.fingerprint, std::string("xxh3:0123"));
    QCOMPARE(set.graphs.size(), std::size_t{1});
    QCOMPARE(set.graphs[0].module, std::string("unet"));
    QCOMPARE(set.graphs[0].graph, std::string("0"));
    QCOMPARE(set.graphs[0].excludedSamples, (std::vector<std::int64_t>{0, 3, 17}));
    const auto& tensor = onlyTensor(set);
    QCOMPARE(tensor.locator.side(), module::Side::output);
    QCOMPARE(tensor.locator.steps().size(), std::size_t{2});
    QCOMPARE(tensor.locator.steps()[0].container, module::Container::object);
    QCOMPARE(tensor.locator.accessPath(), std::string("output.a[1]"));
    QCOMPARE(tensor.targetName(), std::string("latents"));
    QCOMPARE(tensor.dtype.value_or(""), std::string("float16"));
    const std::vector<Dim> shape{std::string("batch"), std::int64_t{4}, std::monostate(), std::int64_t{-7}};
    QVERIFY(tensor.shape == shape);
    QCOMPARE(tensor.min, (overrides::Sizes{2, 4, 64}));
    QCOMPARE(tensor.opt, (overrides::Sizes{2, 4, 96, 0}));
    QCOMPARE(tensor.max, (overrides::Sizes{16, 4, 128, 9223372036854775807}));
    QCOMPARE(tensor.batchAxis.value_or(0), std::int64_t{-3});
    QCOMPARE(tensor.batchMultiplier, std::int64_t{2});
    QCOMPARE(tensor.note, std::string("CFG doubles"));
    QVERIFY(tensor.extra.empty() && set.graphs[0].extra.empty() && set.extra.empty());
}

void TestOverridesFile::defaults_data() {
    QTest::addColumn<QString>("tensor");
    QTest::newRow("left out") << kTensor;
    QString nulls = kTensor;
    nulls.chop(1);
    for (const char* key :
         {"access_path", "name", "dtype", "opt_shape", "batch_axis", "batch_multiplier", "note"}) {
        nulls += QString(", \"%1\": null").arg(key);
    }
    QTest::newRow("null") << nulls + "}";
}

void TestOverridesFile::defaults() {
    QFETCH(QString, tensor);
    const OverrideSet set = parsed(fileWith(tensor));
    const auto& read = onlyTensor(set);
    QCOMPARE(read.locator.accessPath(), std::string("x"));
    QCOMPARE(read.targetName(), std::string("x"));
    QVERIFY(!read.name && !read.dtype && !read.batchAxis);
    QCOMPARE(read.opt, (overrides::Sizes{8, 4}));
    // Left out: 1; null: not known.
    QCOMPARE(read.batchMultiplier,
             tensor == kTensor ? std::optional<std::int64_t>(1) : std::optional<std::int64_t>());
    const OverrideSet again = parsed(QString::fromStdString(overrides::overridesText(set)));
    QCOMPARE(onlyTensor(again).batchMultiplier, read.batchMultiplier);
    QVERIFY(read.note.empty() && read.extra.empty());
    QVERIFY(set.graphs[0].excludedSamples.empty());
    QVERIFY(set.sourceName.empty() && set.fingerprint.empty());
}

void TestOverridesFile::acceptsWhatOnlyBreaksRules_data() {
    QTest::addColumn<QString>("tensor");
    for (const char* member :
         {R"("shape": [0, -4])", R"("shape": [])", R"("shape": ["", " "])", R"("min_shape": [-1])",
          R"("max_shape": [9223372036854775807, -9223372036854775808])", R"("opt_shape": [1, 2, 3])",
          R"("name": "")", R"("dtype": "no such type")", R"("batch_axis": 9)", R"("batch_multiplier": 0)",
          R"("semantic_path": [])", R"("semantic_path": ["", -1])", R"("access_path": "not a path [")"}) {
        QTest::newRow(member) << tensorWith(member);
    }
}

void TestOverridesFile::acceptsWhatOnlyBreaksRules() {
    QFETCH(QString, tensor);
    const OverrideSet set = parsed(fileWith(tensor));
    QCOMPARE(set.graphs.size(), std::size_t{1});
    const std::string text = overridesText(set);
    QVERIFY(parsed(QString::fromStdString(text)) == set);
    const QString errors = test_support::schemaErrors("overrides", QByteArray::fromStdString(text));
    QVERIFY2(errors.isEmpty(), qPrintable(errors));
}

void TestOverridesFile::places() {
    const auto result = parseOverrides(
        "{\"format\": \"dimscope.overrides\", \"version\": 1, \"graphs\": [\n  {\"module\": \"m\", "
        "\"graph\": \"0\", \"tensors\": [],\n   \"excluded_samples\": [1, -2]}]}",
        "a.json");
    QVERIFY(!result);
    QCOMPARE(result.error().where.line.value_or(0), std::uint64_t{3});
    QCOMPARE(result.error().where.column.value_or(0), std::uint64_t{28});
    QCOMPARE(result.error().where.pointer, std::string("/graphs/0/excluded_samples/1"));
    QVERIFY(QString::fromStdString(result.error().text()).startsWith("a.json:3:28: found -2; expected"));
}

void TestOverridesFile::refusals_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("pointer");
    const auto whole = [](const char* name, const QString& text, ErrorCode code, const char* pointer) {
        QTest::newRow(name) << text << int(code) << pointer;
    };
    whole("empty", "", ErrorCode::emptyFile, "");
    whole("cut", QString(fileWith(kTensor)).chopped(4), ErrorCode::truncated, "");
    whole("no object", "[]", ErrorCode::wrongType, "");
    whole("no format", R"({"version": 1, "graphs": []})", ErrorCode::missingKey, "");
    whole("format no text", R"({"format": 1, "version": 1, "graphs": []})", ErrorCode::wrongType, "/format");
    whole("other format", R"({"format": "dimscope.report", "version": 1, "graphs": []})",
          ErrorCode::unknownFormat, "/format");
    whole("no version", R"({"format": "dimscope.overrides", "graphs": []})", ErrorCode::missingKey, "");
    whole("version text", R"({"format": "dimscope.overrides", "version": "1", "graphs": []})",
          ErrorCode::wrongType, "/version");
    whole("version 2", R"({"format": "dimscope.overrides", "version": 2, "graphs": []})", ErrorCode::badValue,
          "/version");
    whole("version 1.0", R"({"format": "dimscope.overrides", "version": 1.0, "graphs": []})",
          ErrorCode::badValue, "/version");
    whole("no graphs", R"({"format": "dimscope.overrides", "version": 1})", ErrorCode::missingKey, "");
    whole("graphs null", R"({"format": "dimscope.overrides", "version": 1, "graphs": null})",
          ErrorCode::wrongType, "/graphs");
    whole("graph no object", R"({"format": "dimscope.overrides", "version": 1, "graphs": [3]})",
          ErrorCode::wrongType, "/graphs/0");
    whole("source no object",
          R"({"format": "dimscope.overrides", "version": 1, "graphs": [], "source": "a"})",
          ErrorCode::wrongType, "/source");
    whole("fingerprint no text",
          R"({"format": "dimscope.overrides", "version": 1, "graphs": [], "source": {"fingerprint": 4}})",
          ErrorCode::wrongType, "/source/fingerprint");
    whole("graph without module",
          R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"graph": "0", "tensors": []}]})",
          ErrorCode::missingKey, "/graphs/0");
    whole(
        "graph is a number",
        R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "m", "graph": 0, "tensors": []}]})",
        ErrorCode::wrongType, "/graphs/0/graph");
    whole("graph without tensors",
          R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "m", "graph": "0"}]})",
          ErrorCode::missingKey, "/graphs/0");
    whole(
        "graph twice",
        R"({"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "m", "graph": "0", "tensors": []},
              {"module": "m", "graph": "1", "tensors": []}, {"module": "m", "graph": "0", "tensors": []}]})",
        ErrorCode::badValue, "/graphs/2");
    whole("tensor twice", fileWith(QString(kTensor) + "," + tensorWith("\"semantic_path\": [\"x\"]")),
          ErrorCode::badValue, "/graphs/0/tensors/1");
    whole("key twice", fileWith(tensorWith("\"note\": \"a\", \"note\": \"b\"")), ErrorCode::duplicateKey, "");
    whole("excluded no array", fileWith(kTensor, R"(, "excluded_samples": 3)"), ErrorCode::wrongType,
          "/graphs/0/excluded_samples");
    whole("excluded negative", fileWith(kTensor, R"(, "excluded_samples": [0, -1])"), ErrorCode::badSize,
          "/graphs/0/excluded_samples/1");
    whole("excluded half", fileWith(kTensor, R"(, "excluded_samples": [0.5])"), ErrorCode::badSize,
          "/graphs/0/excluded_samples/0");
    const auto tensor = [&](const char* member, ErrorCode code, const char* pointer) {
        whole(member, fileWith(tensorWith(member)), code,
              qPrintable(QString("/graphs/0/tensors/0") + pointer));
    };
    for (const char* key : {"side", "semantic_path", "shape", "min_shape", "max_shape"}) {
        QString missing = kTensor;
        missing.replace(QString("\"%1\"").arg(key), "\"other\"");
        whole(qPrintable(QString("without ") + key), fileWith(missing), ErrorCode::missingKey,
              "/graphs/0/tensors/0");
    }
    tensor(R"("side": 1)", ErrorCode::wrongType, "/side");
    tensor(R"("side": "inputs")", ErrorCode::badValue, "/side");
    tensor(R"("semantic_path": 1.5)", ErrorCode::wrongType, "/semantic_path");
    tensor(R"("semantic_path": ["a", null])", ErrorCode::wrongType, "/semantic_path/1");
    tensor(R"("access_path": 4)", ErrorCode::wrongType, "/access_path");
    tensor(R"("name": 4)", ErrorCode::wrongType, "/name");
    tensor(R"("dtype": ["float16"])", ErrorCode::wrongType, "/dtype");
    tensor(R"("note": {})", ErrorCode::wrongType, "/note");
    tensor(R"("shape": "batch")", ErrorCode::wrongType, "/shape");
    tensor(R"("shape": [4, true])", ErrorCode::wrongType, "/shape/1");
    tensor(R"("shape": [4.0])", ErrorCode::badSize, "/shape/0");
    tensor(R"("shape": [NaN])", ErrorCode::badSize, "/shape/0");
    tensor(R"("min_shape": null)", ErrorCode::wrongType, "/min_shape");
    tensor(R"("min_shape": [1, "4"])", ErrorCode::wrongType, "/min_shape/1");
    tensor(R"("min_shape": [1, null])", ErrorCode::wrongType, "/min_shape/1");
    tensor(R"("opt_shape": [1, 2.5])", ErrorCode::badSize, "/opt_shape/1");
    tensor(R"("max_shape": [9223372036854775808])", ErrorCode::badSize, "/max_shape/0");
    tensor(R"("batch_axis": "0")", ErrorCode::wrongType, "/batch_axis");
    tensor(R"("batch_axis": 0.5)", ErrorCode::badValue, "/batch_axis");
    tensor(R"("batch_multiplier": 1e3)", ErrorCode::badValue, "/batch_multiplier");
}

void TestOverridesFile::refusals() {
    QFETCH(QString, text);
    const auto result = parseOverrides(text.toStdString(), "test.overrides.json");
    QVERIFY(!result);
    QTEST(int(result.error().code), "code");
    const base::SourceLocation& where = result.error().where;
    QCOMPARE(where.file, std::string("test.overrides.json"));
    QVERIFY(where.line && where.column);
    if (result.error().code != ErrorCode::truncated && result.error().code != ErrorCode::duplicateKey) {
        QTEST(QString::fromStdString(where.pointer), "pointer");
    }
}

void TestOverridesFile::roundTrip_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("nothing stated") << R"({"format": "dimscope.overrides", "version": 1, "graphs": []})";
    QTest::newRow("plain") << fileWith(kTensor);
    QTest::newRow("byte order mark") << QString(QChar(0xFEFF)) + fileWith(kTensor);
    QTest::newRow("unknown members") << QString(
        R"({"zeta": [1, {"b": NaN, "a": 1e300}], "format": "dimscope.overrides", "version": 1, "alpha": null,
            "source": {"bytes": 18446744073709551616, "name": "n"},
            "graphs": [{"module": "m", "colour": "red", "graph": "0", "tensors": [
            {"z": {"y": [[], {}]}, "side": "input", "semantic_path": 0, "shape": [], "min_shape": [],
             "max_shape": [], "a": -0.0, "comment": "\u0001\"\\/"}]}]})");
    QTest::newRow("odd names") << QString(
        R"j({"format": "dimscope.overrides", "version": 1, "graphs": [
            {"module": "", "graph": "", "tensors": []},
            {"module": "größe/\n", "graph": "0 (LLM phase prefill)", "tensors": [
             {"side": "output", "semantic_path": ["x\"y", -1, "0", 0], "access_path": "output[\"x\"y\"]", "name": "\u65e5\ud83d\ude00",
              "note": "tab\tdel\u007f nul\u0000", "shape": ["höhe", " ", ""], "min_shape": [1], "max_shape": []},
             {"side": "input", "semantic_path": [], "access_path": "", "shape": [], "min_shape": [], "max_shape": []}]}]})j");
}

void TestOverridesFile::roundTrip() {
    QFETCH(QString, text);
    const auto opened = parseOverrides(text.toStdString(), "test.overrides.json");
    QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
    const OverrideSet& first = *opened;
    const std::string saved = overridesText(first);
    const auto second = parseOverrides(saved, "saved");
    QVERIFY2(second, second ? "" : second.error().text().c_str());
    QCOMPARE(overridesText(*second), saved);
    // The order of the file is not kept, its content is.
    for (const auto& graph : second->graphs) {
        const auto* before = first.find(graph.module, graph.graph);
        QVERIFY(before != nullptr);
        QCOMPARE(graph.tensors.size(), before->tensors.size());
        for (const auto& tensor : graph.tensors) {
            QVERIFY(before->find(tensor.locator) != nullptr);
            QVERIFY(*before->find(tensor.locator) == tensor);
        }
        QVERIFY(graph.extra == before->extra);
    }
    QCOMPARE(second->graphs.size(), first.graphs.size());
    QVERIFY(second->extra == first.extra && second->sourceExtra == first.sourceExtra);
    if (!text.contains("NaN")) {
        const QString errors = test_support::schemaErrors("overrides", QByteArray::fromStdString(saved));
        QVERIFY2(errors.isEmpty(), qPrintable(errors));
    }
}

void TestOverridesFile::writesCanonically() {
    const QString other = tensorWith(R"("semantic_path": ["x", 2])");
    const QString output = tensorWith(R"("side": "output")");
    const QString index = tensorWith(R"("semantic_path": 1)");
    const auto both = [](const QString& tensors, const char* last) {
        return QString(
                   R"({"version": 1, "graphs": [{"tensors": [], "graph": "1", "module": "m"},
                       {"module": "m", "graph": "0", "tensors": [%1]}, %2], "format": "dimscope.overrides"})")
            .arg(tensors, last);
    };
    const char* last = R"({"module": "a", "graph": "5", "tensors": []})";
    const std::string text =
        overridesText(parsed(both(QStringList{output, other, kTensor, index}.join(','), last)));
    QCOMPARE(overridesText(parsed(both(QStringList{index, kTensor, output, other}.join(','), last))), text);
    QCOMPARE(QString::fromStdString(overridesText(parsed(fileWith(QString(kTensor))))), QString(R"({
  "format": "dimscope.overrides",
  "version": 1,
  "source": {
    "name": "",
    "fingerprint": ""
  },
  "graphs": [
    {
      "module": "m",
      "graph": "0",
      "tensors": [
        {
          "side": "input",
          "semantic_path": "x",
          "access_path": "x",
          "shape": ["batch", 4],
          "min_shape": [1, 4],
          "opt_shape": [8, 4],
          "max_shape": [8, 4],
          "batch_axis": null,
          "batch_multiplier": 1
        }
      ]
    }
  ]
}
)"));
    const auto order = parseOverrides(text, "saved");
    QVERIFY(order);
    QCOMPARE(order->graphs.size(), std::size_t{3});
    QCOMPARE(order->graphs[0].module, std::string("a"));
    QCOMPARE(order->graphs[1].graph, std::string("0"));
    QStringList paths;
    for (const auto& tensor : order->graphs[1].tensors) {
        paths << QString::fromStdString(tensor.locator.accessPath());
    }
    QCOMPARE(paths, (QStringList{"[1]", "x", "x[2]", "output[\"x\"]"}));
}

void TestOverridesFile::recognises_data() {
    QTest::addColumn<QByteArray>("head");
    QTest::addColumn<bool>("yes");
    QTest::newRow("first") << QByteArray(R"({"format": "dimscope.overrides")") << true;
    QTest::newRow("compact") << QByteArray(R"({"version":1,"format":"dimscope.overrides"})") << true;
    QTest::newRow("blanks and a byte order mark")
        << QByteArray("\xEF\xBB\xBF \n{ \"format\"\n:\t\"dimscope.overrides\"") << true;
    QTest::newRow("written") << QByteArray::fromStdString(overridesText({})) << true;
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("capture") << QByteArray(R"({"format": "dimscope.capture", "note": "dimscope.overrides"})")
                             << false;
    QTest::newRow("quoted in a note")
        << QByteArray(R"({"note": "{\"format\": \"dimscope.overrides\"}"})") << false;
    QTest::newRow("held by a session")
        << QByteArray(R"({"format": "dimscope.session", "overrides": {"format": "dimscope.overrides"}})")
        << false;
    QTest::newRow("of an inner object") << QByteArray(R"({"a": {"format": "dimscope.overrides"}})") << false;
    QTest::newRow("behind inner objects")
        << QByteArray(R"({"a": {"format": "x", "b": [1, "}"]}, "format": "dimscope.overrides"})") << true;
    QTest::newRow("a value of that name")
        << QByteArray(R"({"a": "format", "b": "dimscope.overrides"})") << false;
    QTest::newRow("in a list") << QByteArray(R"({"a": ["format", "dimscope.overrides"]})") << false;
    QTest::newRow("cut off") << QByteArray(R"({"format": "dimscope.overr)") << false;
    QTest::newRow("longer name") << QByteArray(R"({"format": "dimscope.overrides2"})") << false;
    QTest::newRow("array") << QByteArray(R"([{"format": "dimscope.overrides"}])") << false;
}

void TestOverridesFile::recognises() {
    QFETCH(QByteArray, head);
    QTEST(overrides::isOverridesText(head.toStdString()), "yes");
}

void TestOverridesFile::files() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("größe.overrides.json");
    const OverrideSet set = parsed(fileWith(kTensor, R"(, "excluded_samples": [2], "colour": "red")"));
    QVERIFY(writeOverrides(set, path.toStdString()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll().toStdString(), overridesText(set));
    const auto read = overrides::readOverrides(path.toStdString());
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QVERIFY(*read == set);

    write(path, gzip(overridesText(set)));
    const auto unpacked = overrides::readOverrides(path.toStdString());
    QVERIFY(unpacked && *unpacked == set);

    QVERIFY(overrides::isOverridesFile(path.toStdString()));
    const QString packed = folder.filePath("packed.overrides.json.gz");
    QVERIFY(writeOverrides(set, packed.toStdString()));
    QFile packedFile(packed);
    QVERIFY(packedFile.open(QIODevice::ReadOnly));
    const QByteArray first = packedFile.readAll();
    QVERIFY(first.startsWith("\x1f\x8b"));
    const auto again = overrides::readOverrides(packed.toStdString());
    QVERIFY(again && *again == set);
    QVERIFY(writeOverrides(*again, packed.toStdString()));
    QFile rewritten(packed);
    QVERIFY(rewritten.open(QIODevice::ReadOnly));
    QCOMPARE(rewritten.readAll(), first);  // no time in it

    write(path, "{\"format\": \"dimscope.overrides\", \"version\": 3}");
    const auto refused = overrides::readOverrides(path.toStdString());
    QVERIFY(!refused);
    QCOMPARE(refused.error().code, ErrorCode::badValue);
    QCOMPARE(refused.error().where.file, std::string("größe.overrides.json"));

    write(path, gzip(std::string((std::size_t{256} << 20U) + 1, ' ')));
    QCOMPARE(overrides::readOverrides(path.toStdString()).error().code, ErrorCode::tooLarge);

    QCOMPARE(overrides::readOverrides(folder.filePath("none").toStdString()).error().code,
             ErrorCode::fileMissing);
    QCOMPARE(writeOverrides(set, folder.filePath("no/such/folder").toStdString()).error().code,
             ErrorCode::writeFailed);
}

void TestOverridesFile::recognisesFiles() {
    const QTemporaryDir folder;
    const QString path = folder.filePath("a");
    const auto is = [&path](const QByteArray& content) {
        write(path, content.toStdString());
        return overrides::isOverridesFile(path.toStdString());
    };
    const std::string text = overridesText({});
    QVERIFY(is(QByteArray::fromStdString(text)));
    QVERIFY(is(QByteArray::fromStdString(gzip(text))));
    QVERIFY(!is("{\"format\": \"dimscope.capture\"}"));
    QVERIFY(!is(QByteArray::fromStdString(gzip("{\"format\": \"dimscope.capture\"}"))));
    QVERIFY(!is(""));
    QVERIFY(!is(QByteArray::fromStdString(gzip(text)).left(12)));
    QVERIFY(!overrides::isOverridesFile(folder.path().toStdString()));
    QVERIFY(!overrides::isOverridesFile(folder.filePath("none").toStdString()));
}

void TestOverridesFile::cancels() {
    struct Board : base::ProgressSink {
        void progress(double fraction, std::string_view) override { last = fraction; }
        double last = -2;
    };
    const QTemporaryDir folder;
    const QString path = folder.filePath("a.overrides.json");
    const OverrideSet set = parsed(fileWith(kTensor));
    QVERIFY(writeOverrides(set, path.toStdString()));
    Board board;
    QVERIFY(overrides::readOverrides(path.toStdString(), {}, &board));
    QCOMPARE(board.last, 1.0);
    const base::CancelToken cancel;
    cancel.cancel();
    QCOMPARE(overrides::readOverrides(path.toStdString(), cancel).error().code, ErrorCode::cancelled);
    QCOMPARE(overrides::readText(path.toStdString(), cancel).error().code, ErrorCode::cancelled);
    const QString other = folder.filePath("b.overrides.json");
    QCOMPARE(overrides::writeOverrides(set, other.toStdString(), cancel).error().code, ErrorCode::cancelled);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden),
             QStringList{"a.overrides.json"});  // nothing is left of it
}

QTEST_APPLESS_MAIN(TestOverridesFile)
#include "tst_overrides_file.moc"
