// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/base/json_reader.h"
#include "core/module/locator.h"
#include "core/module/python_text.h"

using namespace dimscope;
using namespace dimscope::module;

namespace {

QString containersText(const Locator& locator) {
    QString out;
    for (const Step& step : locator.steps()) {
        out += QStringLiteral("smou")[static_cast<int>(step.container)];
    }
    return out;
}

}  // namespace

class TestLocator : public QObject {
    Q_OBJECT

 private slots:
    void readsPaths_data() {
        QTest::addColumn<QString>("accessPath");
        QTest::addColumn<QString>("semanticPath");
        QTest::addColumn<bool>("output");
        QTest::addColumn<QString>("containers");  // sequence, mapping, object, user object
        QTest::addColumn<QString>("text");
        const auto row = [](const char* title, const char* access, const char* semantic, bool output,
                            const char* containers, const char* text) {
            QTest::newRow(title) << QString::fromUtf8(access) << QString::fromUtf8(semantic) << output
                                 << containers << QString::fromUtf8(text);
        };
        row("one name", "x", "\"x\"", false, "m", "x");
        row("keys, index, attribute", "opts[\"mask\"][3].data", "[\"opts\", \"mask\", 3, \"data\"]", false,
            "mmso", "('opts', 'mask', 3, 'data')");
        row("attribute at the root", ".data", "\"data\"", false, "o", "data");
        row("quotes in a key", "x[\"a\"b\"]", "[\"x\", \"a\\\"b\"]", false, "mm", "('x', 'a\"b')");
        row("apostrophe in a key", "x[\"it's\"]", "[\"x\", \"it's\"]", false, "mm", "('x', \"it's\")");
        row("negative key", "x[-1]", "[\"x\", -1]", false, "ms", "('x', -1)");
        row("no identifier", "[\"two words\"]", "\"two words\"", false, "m", "two words");
        row("Unicode name", "größe", "\"größe\"", false, "m", "größe");
        row("output", "output", "[]", true, "", "()");
        row("output index", "output[0]", "0", true, "s", "0");
        row("output attribute", "output.logits", "\"logits\"", true, "o", "logits");
        row("output key", "output[\"sample\"]", "\"sample\"", true, "m", "sample");
        row("access path of another kind", "kwargs_x_0", "[\"x\", 0]", false, "ms", "('x', 0)");
        row("access path with more behind", "x[0][1]", "[\"x\", 0]", false, "ms", "('x', 0)");
    }

    void readsPaths() {
        QFETCH(QString, accessPath);
        QFETCH(QString, semanticPath);
        QFETCH(bool, output);
        QFETCH(QString, containers);
        QFETCH(QString, text);
        const auto json = base::parseJson(semanticPath.toStdString());
        QVERIFY(json);
        const auto locator =
            Locator::fromPaths(accessPath.toStdString(), *json, output ? Side::output : Side::input);
        QVERIFY(locator);
        QCOMPARE(QString::fromStdString(locator->accessPath()), accessPath);
        QVERIFY(locator->semanticPath() == *json);
        QCOMPARE(containersText(*locator), containers);
        QCOMPARE(QString::fromStdString(locator->semanticPathText()), text);
    }

    void printsWhatWasNotWritten() {
        const auto json = base::parseJson("[\"x\", 0, \"1st\"]");
        QVERIFY(json);
        const auto locator = Locator::fromPaths("", *json, Side::input);
        QVERIFY(locator);
        QCOMPARE(locator->accessPath(), std::string("x[0][\"1st\"]"));
    }

    void refusesOtherSemanticPaths_data() {
        QTest::addColumn<QString>("semanticPath");
        QTest::addColumn<int>("column");
        QTest::newRow("null") << "null" << 1;
        QTest::newRow("boolean") << "true" << 1;
        QTest::newRow("fraction") << "1.5" << 1;
        QTest::newRow("index above 2^63-1") << "9223372036854775808" << 1;
        QTest::newRow("object") << "{}" << 1;
        QTest::newRow("array in an array") << "[\"x\", [0]]" << 7;
    }

    void refusesOtherSemanticPaths() {
        QFETCH(QString, semanticPath);
        QFETCH(int, column);
        const auto json = base::parseJson(semanticPath.toStdString());
        QVERIFY(json);
        const auto locator = Locator::fromPaths("x", *json, Side::input);
        QVERIFY(!locator);
        QVERIFY(locator.error().code == base::ErrorCode::wrongType);
        QCOMPARE(locator.error().where.column.value_or(0), std::uint64_t(column));
    }

    void equalityIsStepsAndContainers() {
        const Locator list({{std::int64_t(0), Container::sequence}}, Side::input);
        const Locator output({{std::int64_t(0), Container::sequence}}, Side::output);
        const Locator key({{std::int64_t(0), Container::mapping}}, Side::input);
        const Locator text({{std::string("0"), Container::mapping}}, Side::input);
        QVERIFY(list == output);
        QCOMPARE(list.hash(), output.hash());
        QVERIFY(!(list == key));
        QVERIFY(!(key == text));
        const auto written = Locator::fromPaths("something else", base::JsonValue(0), Side::input);
        QVERIFY(written && *written == list);
        QCOMPARE(written->hash(), list.hash());
    }

    void identifiers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("identifier");
        QTest::newRow("letters") << "input_ids2" << true;
        QTest::newRow("keyword") << "class" << true;
        QTest::newRow("underscore") << "_" << true;
        QTest::newRow("empty") << "" << false;
        QTest::newRow("digit first") << "1st" << false;
        QTest::newRow("dash") << "a-b" << false;
        QTest::newRow("Chinese") << QString::fromUtf8("\xE5\xBD\xA2\xE7\x8A\xB6") << true;
        QTest::newRow("combining accent inside") << QString::fromUtf8("e\xCC\x81") << true;
        QTest::newRow("combining accent first") << QString::fromUtf8("\xCC\x81") << false;
        QTest::newRow("last letter of the last plane") << QString::fromUtf8("\xF0\xB1\x8D\x8A") << true;
        QTest::newRow("sign") << QString::fromUtf8("\xE2\x82\xAC") << false;
    }

    void identifiers() {
        QFETCH(QString, text);
        QFETCH(bool, identifier);
        QCOMPARE(isIdentifier(text.toStdString()), identifier);
    }

    void noIdentifierInBrokenUtf8() {
        QVERIFY(!isIdentifier("\xC3"));
        QVERIFY(!isIdentifier("a\xFF"));
        QVERIFY(!isIdentifier("\xC1\xA1"));
    }

    void representsText_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("repr");
        QTest::newRow("plain") << QByteArray("a") << QByteArray("'a'");
        QTest::newRow("apostrophe") << QByteArray("it's") << QByteArray("\"it's\"");
        QTest::newRow("both quotes") << QByteArray("'\"") << QByteArray("'\\'\"'");
        QTest::newRow("backslash and lines") << QByteArray("\\\n\r\t") << QByteArray("'\\\\\\n\\r\\t'");
        QTest::newRow("control") << QByteArray("\x01\x7F") << QByteArray("'\\x01\\x7f'");
        QTest::newRow("no-break blank") << QByteArray("\xC2\xA0") << QByteArray("'\\xa0'");
        QTest::newRow("line separator") << QByteArray("\xE2\x80\xA8") << QByteArray("'\\u2028'");
        QTest::newRow("letters above ASCII") << QByteArray("\xC3\xA9") << QByteArray("'\xC3\xA9'");
    }

    void representsText() {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, repr);
        QCOMPARE(QByteArray::fromStdString(pythonRepr(text.toStdString())), repr);
    }
};

QTEST_APPLESS_MAIN(TestLocator)
#include "tst_locator.moc"
