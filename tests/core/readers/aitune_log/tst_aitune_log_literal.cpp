// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>

#include "core/readers/aitune_log_literal.h"
#include "core/readers/aitune_log_spec_line.h"

using namespace dimscope;
using namespace dimscope::readers;

namespace {

LocatedText at(const QString& text) {
    return {text.toStdString(), TextPlace{100, 7, 11}};
}

QString stepsText(const std::vector<module::Step>& steps) {
    QString out;
    for (const module::Step& step : steps) {
        const auto* key = std::get_if<std::string>(&step.accessor);
        const QString accessor = key != nullptr ? "'" + QString::fromStdString(*key) + "'"
                                                : QString::number(std::get<std::int64_t>(step.accessor));
        static constexpr char kKinds[] = {'s', 'm', 'o', 'u'};
        out += kKinds[static_cast<std::size_t>(step.container)] + accessor + " ";
    }
    return out.trimmed();
}

}  // namespace

class TestAituneLogLiteral : public QObject {
    Q_OBJECT

 private slots:
    void readsShapes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("shape");
        QTest::newRow("scalar") << "[]"
                                << "[]";
        QTest::newRow("quoted symbols") << "['batch0', 3, 'dim2']"
                                        << "[batch0, 3, dim2]";
        QTest::newRow("bare symbols") << "[dim0, 77]"
                                      << "[dim0, 77]";
        QTest::newRow("double quotes") << "[\"dim0\"]"
                                       << "[dim0]";
        QTest::newRow("zero") << "[0, 0]"
                              << "[0, 0]";
        QTest::newRow("largest size") << "[9223372036854775807]"
                                      << "[9223372036854775807]";
        QTest::newRow("beyond 32 bits") << "[10905190400]"
                                        << "[10905190400]";
        QTest::newRow("blanks around") << "  [ 1 ,2 ]  "
                                       << "[1, 2]";
    }
    void readsShapes() {
        QFETCH(QString, text);
        QFETCH(QString, shape);
        const auto read = parseShape(at(text));
        QVERIFY2(read, read ? "" : read.error().text().c_str());
        QCOMPARE(QString::fromStdString(module::shapeText(*read)), shape);
    }

    void refusesShapes_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("column");
        QTest::newRow("negative") << "[1, -4]"
                                  << "bad-size" << 15;
        QTest::newRow("fraction") << "[1.5]"
                                  << "bad-size" << 12;
        QTest::newRow("exponent") << "[1e3]"
                                  << "bad-size" << 12;
        QTest::newRow("above 64 bits") << "[9223372036854775808]"
                                       << "bad-size" << 12;
        QTest::newRow("NaN") << "[nan, 3]"
                             << "bad-size" << 12;
        QTest::newRow("None") << "[3, None]"
                              << "bad-size" << 15;
        QTest::newRow("no list") << "(1, 2)"
                                 << "syntax" << 11;
        QTest::newRow("not closed") << "[1, 2"
                                    << "syntax" << 11;
        QTest::newRow("blank") << "  "
                               << "syntax" << 11;
        QTest::newRow("empty entry") << "[1,,2]"
                                     << "syntax" << 14;
        QTest::newRow("quote not closed") << "['dim0]"
                                          << "syntax" << 12;
        QTest::newRow("empty symbol") << "['']"
                                      << "syntax" << 12;
        QTest::newRow("symbol with an operator") << "[2*batch]"
                                                 << "bad-size" << 12;
    }
    void refusesShapes() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(int, column);
        const auto read = parseShape(at(text));
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(std::string(base::name(read.error().code))), code);
        QCOMPARE(read.error().where.line, std::optional<std::uint64_t>(7));
        QCOMPARE(read.error().where.column, std::optional<std::uint64_t>(static_cast<std::uint64_t>(column)));
    }

    void refusesSymbolsAsSizes() {
        const auto read = parseSizes(at("[2, 'dim1']"));
        QVERIFY(!read);
        QVERIFY(read.error().code == base::ErrorCode::badSize);
        QCOMPARE(read.error().where.column, std::optional<std::uint64_t>(15));
    }

    void readsPaths_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("access");
        QTest::addColumn<QString>("locator");
        QTest::newRow("name") << "mask"
                              << "m'mask'"
                              << "-";
        QTest::newRow("nested") << "values[3][\"t\"].data"
                                << "m'values' s3 m't' o'data'"
                                << "-";
        QTest::newRow("brackets") << "[0]['a'].x"
                                  << "s0 m'a' o'x'"
                                  << "s0 m'a' o'x'";
        QTest::newRow("root") << ""
                              << ""
                              << "";
        QTest::newRow("attribute at the root") << ".data"
                                               << "o'data'"
                                               << "o'data'";
        QTest::newRow("negative index") << "[-1]"
                                        << "s-1"
                                        << "s-1";
        QTest::newRow("quote in a key") << "x[\"a\"b\"]"
                                        << "m'x' m'a\"b'"
                                        << "-";
        QTest::newRow("bracket in a key") << "x[\"a\"]b\"]"
                                          << "m'x' m'a\"]b'"
                                          << "-";
        QTest::newRow("comma in a key") << "[\"a, b\"]"
                                        << "m'a, b'"
                                        << "m'a, b'";
        QTest::newRow("letters beyond ASCII") << QString::fromUtf8(
                                                     "gr\xC3\xB6\xC3\x9F"
                                                     "e[0]")
                                              << QString::fromUtf8(
                                                     "m'gr\xC3\xB6\xC3\x9F"
                                                     "e' s0")
                                              << "-";
        QTest::newRow("no path") << "a b"
                                 << "-"
                                 << "-";
        QTest::newRow("bracket not closed") << "a[0"
                                            << "-"
                                            << "-";
        QTest::newRow("trailing dot") << "a."
                                      << "-"
                                      << "-";
        QTest::newRow("digit first") << "0abc"
                                     << "-"
                                     << "-";
    }
    void readsPaths() {
        QFETCH(QString, text);
        QFETCH(QString, access);
        QFETCH(QString, locator);
        const auto asAccess = parsePath(text.toStdString(), PathForm::access);
        QCOMPARE(asAccess ? stepsText(*asAccess) : QString("-"), access);
        const auto asLocator = parsePath(text.toStdString(), PathForm::locator);
        QCOMPARE(asLocator ? stepsText(*asLocator) : QString("-"), locator);
    }

    void readsSemanticPaths_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("access");
        QTest::addColumn<QString>("json");
        QTest::newRow("name") << "mask"
                              << "mask"
                              << "\"mask\"";
        QTest::newRow("index") << "0"
                               << "output[0]"
                               << "0";
        QTest::newRow("key of digits") << "0"
                                       << "output[\"0\"]"
                                       << "\"0\"";
        QTest::newRow("root") << "()"
                              << "output"
                              << "[]";
        QTest::newRow("tuple") << "('values', 3, 't')"
                               << "values[3][\"t\"]"
                               << "[\"values\",3,\"t\"]";
        QTest::newRow("tuple of one") << "('a',)"
                                      << "a"
                                      << "[\"a\"]";
        QTest::newRow("escapes") << "('it\\'s', 'a\\tb\\xe9\\u20ac\\U0001f4ca')"
                                 << "x"
                                 << QString::fromUtf8(
                                        "[\"it's\",\"a\\tb\xC3\xA9\xE2\x82\xAC\xF0\x9F\x93\x8A\"]");
        QTest::newRow("comma in a key") << "('a, b', 1)"
                                        << "x"
                                        << "[\"a, b\",1]";
        QTest::newRow("only looks like a tuple") << "(a b)"
                                                 << "output[\"(a b)\"]"
                                                 << "\"(a b)\"";
        QTest::newRow("surrogate escape") << "('\\ud800', 1)"
                                          << "x"
                                          << "\"('\\\\ud800', 1)\"";
    }
    void readsSemanticPaths() {
        QFETCH(QString, text);
        QFETCH(QString, access);
        QFETCH(QString, json);
        const auto path = parseSemanticPath(text.toStdString(), access.toStdString());
        QCOMPARE(QString::fromStdString(base::dumpJson(path)), json);
    }

    void readsValues_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("repr");
        for (const char* same : {"None", "True", "False", "12", "-3", "1.5", "18446744073709551616"}) {
            QTest::newRow(same) << same << same;
        }
        QTest::newRow("text") << "abc"
                              << "'abc'";
        QTest::newRow("empty") << ""
                               << "''";
        QTest::newRow("device") << "cuda:0"
                                << "'cuda:0'";
        QTest::newRow("number and more") << "1.5 s"
                                         << "'1.5 s'";
        QTest::newRow("exponent") << "1e-05"
                                  << "1e-05";
    }
    void readsValues() {
        QFETCH(QString, text);
        QFETCH(QString, repr);
        QCOMPARE(QString::fromStdString(parseValue(text.toStdString()).repr()), repr);
    }

    void refusesSpecLines_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("code");
        QTest::addColumn<int>("column");
        const QString tensor = "x[2] min_shape=[2] max_shape=[2] dtype=torch.int8";
        QTest::newRow("something behind") << "(" + tensor + ",) y"
                                          << "syntax" << 64;
        QTest::newRow("tuple not closed") << "(" + tensor + ", "
                                          << "truncated" << 63;
        QTest::newRow("tensor not closed") << "x[2] min_shape=[2] max_shape=[2"
                                           << "truncated" << 42;
        QTest::newRow("no maximum") << "x[2] min_shape=[2] dtype=torch.int8"
                                    << "syntax" << 11;
        QTest::newRow("rank of the minimum") << "x[2] min_shape=[2, 3] max_shape=[2] dtype=a"
                                             << "rank-mismatch" << 26;
        QTest::newRow("rank of the maximum") << "x[2] min_shape=[2] max_shape=[] dtype=a"
                                             << "rank-mismatch" << 40;
        QTest::newRow("minimum above maximum") << "x[dim0] min_shape=[3] max_shape=[2] dtype=a"
                                               << "bad-value" << 29;
        QTest::newRow("size outside its range") << "x[2] min_shape=[2] max_shape=[4] dtype=a"
                                                << "bad-value" << 12;
        QTest::newRow("negative") << "x[dim0] min_shape=[-1] max_shape=[2] dtype=a"
                                  << "bad-size" << 30;
        QTest::newRow("one path twice") << "{a: " + tensor + ", a: " + tensor + "}"
                                        << "duplicate-key" << 70;
        QTest::newRow("too deep") << QString(300, '(') + tensor << "too-deep" << 212;
    }
    void refusesSpecLines() {
        QFETCH(QString, text);
        QFETCH(QString, code);
        QFETCH(int, column);
        base::Diagnostics diagnostics;
        const auto read = parseSpecLine(at(text), module::Side::output, diagnostics);
        QVERIFY(!read);
        QCOMPARE(QString::fromStdString(std::string(base::name(read.error().code))), code);
        QCOMPARE(read.error().where.column, std::optional<std::uint64_t>(static_cast<std::uint64_t>(column)));
    }
};

QTEST_APPLESS_MAIN(TestAituneLogLiteral)
#include "tst_aitune_log_literal.moc"
