// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"

using namespace dimscope::base;

class TestJson : public QObject {
    Q_OBJECT

 private slots:
    void accepts_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("compact");
        QTest::newRow("order and exact numbers")
            << R"({"b": 1, "a": [12345678901234567890123, 1.50, -9223372036854775808]})"
            << R"({"b":1,"a":[12345678901234567890123,1.50,-9223372036854775808]})";
        QTest::newRow("words for non-finite numbers") << "[NaN,Infinity , -Infinity]"
                                                      << "[NaN,Infinity,-Infinity]";
        QTest::newRow("such a word in a string") << R"(["NaN", "a, Infinity"])"
                                                 << R"(["NaN","a, Infinity"])";
        QTest::newRow("byte order mark") << QString::fromUtf8("\xEF\xBB\xBF[]") << "[]";
        QTest::newRow("escapes") << "[\"\\u00e9\\n\\\"\\\\\\u0001\"]"
                                 << QString::fromUtf8("[\"\xC3\xA9\\n\\\"\\\\\\u0001\"]");
        QTest::newRow("scalar") << "  null "
                                << "null";
    }

    void accepts() {
        QFETCH(QString, text);
        QFETCH(QString, compact);
        const auto value = parseJson(text.toStdString());
        QVERIFY2(value, value ? "" : value.error().text().c_str());
        QCOMPARE(QString::fromStdString(dumpJson(*value)), compact);
        const auto again = parseJson(dumpJson(*value, JsonLayout::indented));
        QVERIFY(again && *again == *value);
    }

    void tokensHaveALongestSize_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<bool>("accepted");
        QTest::newRow("string that fits") << QByteArray(R"([1, "12345678"])") << true;
        QTest::newRow("string too long") << QByteArray(R"([1, "123456789012"])") << false;
        QTest::newRow("quotes and brackets inside") << QByteArray("[1, \"],[\\\"],[],[],[\"]") << false;
        QTest::newRow("number too long") << QByteArray("[12345678901234567890]") << false;
        QTest::newRow("blanks") << QByteArray("[1,             2]") << false;
        QTest::newRow("blanks before the text") << QByteArray("             [1]") << false;
        QTest::newRow("blanks behind the text") << QByteArray("[1]             ") << false;
        QTest::newRow("many short ones") << QByteArray("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]") << true;
    }

    void tokensHaveALongestSize() {
        QFETCH(QByteArray, text);
        QFETCH(bool, accepted);
        const auto value = parseJson(text.toStdString(), {}, {.tokenBytes = 10});
        QCOMPARE(value.has_value(), accepted);
        if (!accepted) {
            QCOMPARE(value.error().code, ErrorCode::tooLarge);
            QVERIFY(value.error().where.byte && value.error().where.line == 1);
        }
        QVERIFY(parseJson(text.toStdString()));
    }

    void refuses_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("line");
        QTest::addColumn<int>("column");
        QTest::newRow("empty") << QByteArray() << "empty-file" << 1 << 1;
        QTest::newRow("blank") << QByteArray(" \n ") << "empty-file" << 2 << 1;
        QTest::newRow("cut array") << QByteArray("[1,") << "truncated" << 1 << 3;
        QTest::newRow("cut word") << QByteArray("nul") << "truncated" << 1 << 3;
        QTest::newRow("cut string") << QByteArray("[\"ab") << "truncated" << 1 << 4;
        QTest::newRow("trailing comma") << QByteArray("[1,\n]") << "syntax" << 2 << 1;
        QTest::newRow("duplicate key") << QByteArray("{\"a\":1,\n \"a\":2}") << "duplicate-key" << 2 << 2;
        QTest::newRow("control character") << QByteArray("\"\x01\"") << "syntax" << 1 << 2;
        QTest::newRow("no UTF-8") << QByteArray("[\"\xff\"]") << "encoding" << 1 << 3;
        QTest::newRow("overlong UTF-8") << QByteArray("[\"\xc0\xaf\"]") << "encoding" << 1 << 3;
        QTest::newRow("something behind") << QByteArray("[1] x") << "syntax" << 1 << 5;
        QTest::newRow("word that only starts so") << QByteArray("[Infinityx]") << "syntax" << 1 << 10;
        QTest::newRow("word as a key") << QByteArray("{NaN:1}") << "syntax" << 1 << 2;
        QTest::newRow("too deep") << QByteArray(100000, '[') << "too-deep" << 1 << 513;
    }

    void refuses() {
        QFETCH(QByteArray, text);
        QFETCH(QString, code);
        QFETCH(int, line);
        QFETCH(int, column);
        const auto value = parseJson(std::string_view(text.data(), static_cast<std::size_t>(text.size())));
        QVERIFY(!value);
        QCOMPARE(QString::fromUtf8(name(value.error().code).data()), code);
        QCOMPARE(value.error().where.line.value_or(0), std::uint64_t(line));
        QCOMPARE(value.error().where.column.value_or(0), std::uint64_t(column));
    }

    void anotherEncodingIsToldAsSuch() {
        using namespace std::string_view_literals;
        for (const std::string_view text : {"\xFF\xFE{\0}\0"sv, "\xFE\xFF\0{\0}"sv, "{\0\"\0a\0\"\0"sv}) {
            const auto value = parseJson(text);
            QVERIFY(!value);
            QCOMPARE(value.error().code, ErrorCode::encoding);
            QVERIFY(value.error().found.find("UTF-16") != std::string::npos);
        }
    }

    void numbersBeyondADoubleAreToldShortly() {
        const auto value = parseJson("[" + std::string(100000, '9') + "]");
        QVERIFY(!value);
        QCOMPARE(value.error().code, ErrorCode::badSize);
        QCOMPARE(value.error().where.column, std::optional<std::uint64_t>(2));
        QVERIFY(value.error().text().size() < 300);
    }

    void placesAndPointers() {
        const auto value = parseJson("{\"a\": [1,\n  {\"b\": NaN}]}");
        QVERIFY(value);
        const JsonValue& inner = value->find("a")->array()->at(1);
        QCOMPARE(inner.place().line, std::uint64_t(2));
        QCOMPARE(inner.place().column, std::uint64_t(3));
        QCOMPARE(inner.find("b")->place().column, std::uint64_t(9));
        const auto tight = parseJson("[1,NaN,[2]]");
        QVERIFY(tight);
        QCOMPARE(tight->array()->at(0).place().column, std::uint64_t(2));
        QCOMPARE(tight->array()->at(1).place().column, std::uint64_t(4));
        QCOMPARE(tight->array()->at(2).place().column, std::uint64_t(8));
        QCOMPARE(jsonPointer({"a/b", "~", "0"}), std::string("/a~1b/~0/0"));
    }

    void streamsOnlyWhatIsTaken() {
        class Visitor : public JsonVisitor {
         public:
            JsonStep enter(const JsonPath& path) override {
                const std::string pointer = jsonPointer(path);
                return pointer.empty() || pointer == "/keep" ? JsonStep::descend
                       : pointer.starts_with("/keep/")       ? JsonStep::take
                                                             : JsonStep::skip;
            }
            Result<void> taken(const JsonPath& path, JsonValue value) override {
                log += jsonPointer(path) + "=" + dumpJson(value) + " ";
                return {};
            }
            Result<void> left(const JsonPath& path) override {
                log += "left:" + jsonPointer(path) + " ";
                return {};
            }
            std::string log;
        };
        Visitor visitor;
        const auto done = visitJson(
            readFromText(R"({"x": [[1]], "keep": [1, {"a": [2]}, []], "y": {"keep": 3}})"), visitor);
        QVERIFY(done);
        QCOMPARE(visitor.log, std::string(R"(/keep/0=1 /keep/1={"a":[2]} /keep/2=[] left:/keep left: )"));
        Visitor cut;
        const auto partial = visitJson(readFromText(R"({"keep": [1, {"a": [2]}, [3)"), cut);
        QVERIFY(!partial && partial.error().code == ErrorCode::truncated);
        QCOMPARE(cut.log, std::string(R"(/keep/0=1 /keep/1={"a":[2]} )"));
    }
};

QTEST_APPLESS_MAIN(TestJson)
#include "tst_json.moc"
