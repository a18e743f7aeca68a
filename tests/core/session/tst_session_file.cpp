// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/overrides/overrides_file.h"
#include "core/session/session_file.h"
#include "tests/support/schema_check.h"

using namespace dimscope;
using namespace dimscope::session;
using base::ErrorCode;

namespace {

constexpr const char* kHead = R"({"format": "dimscope.session", "version": 1, )";

/// A session of one file with more members.
QString sessionWith(const QString& members) {
    return QString(kHead) + R"("files": ["a.jsonl"])" + (members.isEmpty() ? "" : ", ") + members + "}";
}

void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(text), qint64(text.size()));
}

Session full() {
    Session session;
    session.files = {"unet.shapes.jsonl", "/data/vae.shapes.jsonl"};
    session.readAs = "dimscope.capture";
    session.savedSamples = module::Strictness::strict;
    session.labelling.source.from = capture::BatchSizeSource::TensorAxis{"sample", 0, 2};
    session.labelling.put({"unet", "0", {{3, 1}, {11, 2}}});
    session.overrides = std::string("unet.overrides.json");
    session.view.selection = SelectedNames{
        "unet", "0", module::Side::input, {module::Locator({{std::string("sample")}}, module::Side::input)},
        1,      11};
    session.view.filter = "verdict:dynamic";
    session.view.chart = "ranges";
    session.view.docks = "AAAA/w==";
    session.view.centre = "AAE=";
    return session;
}

}  // namespace

class TestSessionFile : public QObject {
    Q_OBJECT

 private slots:
    void readsWhatItWrites() {
        const std::string text = sessionText(full());
        const auto read = parseSession(text, "s.dimscope.json");
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        const Session& session = read->session;
        QCOMPARE(sessionText(session), text);
        QCOMPARE(session.files, full().files);
        QCOMPARE(session.readAs, full().readAs);
        QCOMPARE(session.savedSamples, full().savedSamples);
        QVERIFY(session.labelling == full().labelling);
        QCOMPARE(std::get<std::string>(session.overrides), std::string("unet.overrides.json"));
        QCOMPARE(session.view.selection->tensors.size(), std::size_t(1));
        QVERIFY(overrides::sameTensor(session.view.selection->tensors[0], full().view.selection->tensors[0]));
        QCOMPARE(session.view.selection->sample.value_or(0), 11);
        QCOMPARE(session.view.docks, std::string("AAAA/w=="));
    }

    void roundTrip_data() {
        QTest::addColumn<QString>("text");
        QTest::newRow("least") << sessionWith("");
        QTest::newRow("nulls") << sessionWith(
            R"("read_as": null, "strict_samples": null, "batch_size_source": null, "relabels": null, "overrides": null, "view": null)");
        QTest::newRow("unknown members") << sessionWith(R"("colour": {"z": [1, 2.50]}, "view": {"new": 1})");
        QTest::newRow("relabels in any order") << sessionWith(
            R"("relabels": [{"module": "m", "graph": "1", "samples": [{"sample": 4, "batch_size": 2}, {"sample": 1, "batch_size": 9}]}, )"
            R"({"module": "m", "graph": "0", "samples": [{"sample": 0, "batch_size": 2}]}])");
        QTest::newRow("overrides inside") << sessionWith(
            R"("overrides": {"format": "dimscope.overrides", "version": 1, "graphs": [{"module": "m", "graph": "0", )"
            R"("tensors": [], "excluded_samples": [3, 1]}]}, "overrides_file": "o.json")");
        QTest::newRow("odd names") << sessionWith(
            "\"batch_size_source\": \"größe[\\\"a:1\\\"]:0\", \"view\": {\"selection\": {\"module\": "
            "\"\\u65e5\\n\", \"tensors\": [{\"side\": \"output\", \"semantic_path\": [\"x\", -1]}]}}");
    }

    void roundTrip() {
        QFETCH(QString, text);
        const auto opened = parseSession(text.toStdString(), "a");
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        const std::string saved = sessionText(opened->session);
        const auto again = parseSession(saved, "b");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(sessionText(again->session), saved);
        QVERIFY(again->session.labelling == opened->session.labelling);
        for (const std::string& checked : {text.toStdString(), saved}) {
            const QString errors = test_support::schemaErrors("session", QByteArray::fromStdString(checked));
            QVERIFY2(errors.isEmpty(), qPrintable(errors));
        }
        if (const auto* set = std::get_if<overrides::OverrideSet>(&again->session.overrides)) {
            const auto inside = QByteArray::fromStdString(overrides::overridesText(*set));
            QCOMPARE(test_support::schemaErrors("overrides", inside), QString());
            QVERIFY(*set == std::get<overrides::OverrideSet>(opened->session.overrides));
        }
        const bool keeps = !text.contains("colour") || saved.find("2.50") != std::string::npos;
        QVERIFY(keeps);
    }

    void refuses_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("place");  // line:column pointer
        const auto row = [](const char* name, const QString& text, ErrorCode code, const char* place) {
            QTest::newRow(name) << text << int(code) << place;
        };
        row("no JSON", "{", ErrorCode::truncated, "1:1 ");
        row("another format", R"({"format": "x", "version": 1, "files": ["a"]})", ErrorCode::unknownFormat,
            "1:12 /format");
        row("no format", R"({"version": 1})", ErrorCode::missingKey, "1:1 ");
        row("another version", R"({"format": "dimscope.session", "version": 2, "files": ["a"]})",
            ErrorCode::badValue, "1:43 /version");
        row("no files", R"({"format": "dimscope.session", "version": 1})", ErrorCode::missingKey, "1:1 ");
        row("empty files", R"({"format": "dimscope.session", "version": 1, "files": []})",
            ErrorCode::badValue, "1:55 /files");
        row("standard input", QString(kHead) + "\n\"files\": [\"-\"]}", ErrorCode::badValue, "2:11 /files/0");
        row("file is a number", QString(kHead) + "\n\"files\": [\"a\", 3]}", ErrorCode::wrongType,
            "2:16 /files/1");
        row("no source", sessionWith("\n\"batch_size_source\": \"x\""), ErrorCode::badValue,
            "2:22 /batch_size_source");
        row("strictness is a word", sessionWith("\n\"strict_samples\": \"yes\""), ErrorCode::wrongType,
            "2:19 /strict_samples");
        row("batch size 0 as the source", sessionWith("\n\"batch_size_source\": \"0\""), ErrorCode::badValue,
            "2:22 /batch_size_source");
        const auto samples = [](const char* list) {
            return sessionWith("\n\"relabels\": [{\"module\": \"m\", \"graph\": \"0\",\n\"samples\": " +
                               QString(list) + "}]");
        };
        row("batch size 0", samples(R"([{"sample": 1, "batch_size": 0}])"), ErrorCode::badValue,
            "3:41 /relabels/0/samples/0/batch_size");
        row("negative sample", samples(R"([{"sample": -1, "batch_size": 1}])"), ErrorCode::badSize,
            "3:24 /relabels/0/samples/0/sample");
        row("half a batch size", samples(R"([{"sample": 1, "batch_size": 1.5}])"), ErrorCode::badSize,
            "3:41 /relabels/0/samples/0/batch_size");
        row("sample twice", samples(R"([{"sample": 1, "batch_size": 1}, {"sample": 1, "batch_size": 1}])"),
            ErrorCode::badValue, "3:56 /relabels/0/samples/1/sample");
        row("graph twice",
            sessionWith("\n\"relabels\": [{\"module\": \"m\", \"graph\": \"0\", \"samples\": "
                        "[{\"sample\": 1, \"batch_size\": 1}]},\n{\"module\": \"m\", \"graph\": \"0\", "
                        "\"samples\": []}]"),
            ErrorCode::badValue, "3:1 /relabels/1");
        row("overrides are a list", sessionWith("\n\"overrides\": []"), ErrorCode::wrongType,
            "2:14 /overrides");
        row("bad overrides inside",
            sessionWith("\n\"overrides\": {\"format\": \"dimscope.overrides\", \"version\": 1}"),
            ErrorCode::missingKey, "2:14 /overrides");
        row("docks are no base64", sessionWith("\n\"view\": {\"docks\": \"a b\"}"), ErrorCode::badValue,
            "2:19 /view/docks");
        row("selection of an unknown side",
            sessionWith("\n\"view\": {\"selection\": {\"module\": \"m\", \"side\": \"left\"}}"),
            ErrorCode::badValue, "2:47 /view/selection/side");
        row("selection without a module", sessionWith("\n\"view\": {\"selection\": {}}"),
            ErrorCode::missingKey, "2:23 /view/selection");
    }

    void refuses() {
        QFETCH(QString, text);
        const auto read = parseSession(text.toStdString(), "s.dimscope.json");
        QVERIFY(!read);
        const base::Error& error = read.error();
        QTEST(int(error.code), "code");
        QCOMPARE(error.where.file, std::string("s.dimscope.json"));
        QTEST(QString("%1:%2 %3")
                  .arg(error.where.line.value_or(0))
                  .arg(error.where.column.value_or(0))
                  .arg(QString::fromStdString(error.where.pointer)),
              "place");
        QVERIFY(!error.found.empty() && !error.expected.empty());
    }

    void isFoundByContent() {
        QVERIFY(isSessionText(sessionText(full())));
        QVERIFY(isSessionText("\xEF\xBB\xBF\n{\"a\": 1, \"format\" : \"dimscope.session\"}"));
        QVERIFY(!isSessionText("{\"format\": \"dimscope.overrides\"}"));
        QVERIFY(!isSessionText("\"format\": \"dimscope.session\""));
        QVERIFY(!isSessionText(""));
        const QTemporaryDir folder;
        write(folder.filePath("any.name"), sessionText(full()).c_str());
        QVERIFY(isSessionFile(folder.filePath("any.name").toStdString()));
        QVERIFY(!isSessionFile(folder.filePath("other").toStdString()));
        QVERIFY(!isSessionFile(folder.path().toStdString()));
    }

    void filesAreBesideTheSession() {
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("runs/deep"));
        write(folder.filePath("a.jsonl"), "x");
        write(folder.filePath("runs/o.json"), "x");
        const QString path = folder.filePath("runs/deep/s.dimscope.json");
        Session session;
        session.files = {"../../a.jsonl", folder.filePath("runs").toStdString()};
        session.overrides = std::string("../o.json");
        QVERIFY(writeSession(session, path.toStdString()));
        const auto opened = openSession(path.toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
        QCOMPARE(opened->files[0], std::filesystem::path(folder.filePath("a.jsonl").toStdString()));
        QCOMPARE(opened->files[1], std::filesystem::path(folder.filePath("runs").toStdString()));
        QCOMPARE(opened->overrides.value(),
                 std::filesystem::path(folder.filePath("runs/o.json").toStdString()));
        QCOMPARE(nameInSession(opened->files[0], folder.filePath("runs/deep").toStdString()),
                 std::string("../../a.jsonl"));
        QCOMPARE(nameInSession(opened->files[0], folder.path().toStdString()), std::string("a.jsonl"));
    }

    void missingFilesHaveTheirPlace() {
        const QTemporaryDir folder;
        write(folder.filePath("a.jsonl"), "x");
        const QString path = folder.filePath("s.dimscope.json");
        Session session;
        session.files = {"a.jsonl", "gone.jsonl"};
        QVERIFY(writeSession(session, path.toStdString()));
        const auto opened = openSession(path.toStdString());
        QVERIFY(!opened);
        QCOMPARE(opened.error().code, ErrorCode::fileMissing);
        QCOMPARE(opened.error().where.file, path.toStdString());
        QCOMPARE(opened.error().where.pointer, std::string("/files/1"));
        QCOMPARE(opened.error().where.line.value_or(0), std::uint64_t(4));
        QVERIFY(opened.error().found.find("gone.jsonl") != std::string::npos);
        session.files.pop_back();
        session.overrides = std::string("gone.overrides.json");
        QVERIFY(writeSession(session, path.toStdString()));
        const auto without = openSession(path.toStdString());
        QVERIFY(!without);
        QCOMPARE(without.error().code, ErrorCode::fileMissing);
        QCOMPARE(without.error().where.pointer, std::string("/overrides"));
        const auto none = openSession(folder.filePath("none").toStdString());
        QCOMPARE(none.error().code, ErrorCode::fileMissing);
    }

    void whatCannotBeReadIsNotWritten() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("s.dimscope.json");
        write(path, "before");
        Session session;
        session.files = {"\xff.jsonl"};
        const auto written = writeSession(session, path.toStdString());
        QVERIFY(!written);
        QCOMPARE(written.error().code, ErrorCode::encoding);
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("before"));
        session.files = {"a"};
        QCOMPARE(writeSession(session, folder.filePath("no/s.json").toStdString()).error().code,
                 ErrorCode::writeFailed);
    }
};

QTEST_APPLESS_MAIN(TestSessionFile)
#include "tst_session_file.moc"
