// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <string>
#include <vector>

#include "core/module/table.h"

using namespace dimscope::module;

namespace {

/// Lines of the rows of a simple table with one column under a wide header.
QStringList column(const std::vector<std::string>& cells) {
    std::vector<TableRow> rows;
    for (const std::string& cell : cells) {
        rows.push_back({cell, "|"});
    }
    QStringList lines = QString::fromStdString(table({"Value", ""}, rows, TableStyle::simple)).split('\n');
    lines.removeFirst();
    lines.removeFirst();
    return lines;
}

}  // namespace

class TestTable : public QObject {
    Q_OBJECT

 private slots:
    void alignsByWhatCellsReadAs_data() {
        QTest::addColumn<QStringList>("cells");
        QTest::addColumn<QStringList>("lines");
        QTest::newRow("text") << QStringList{"a", "bc"} << QStringList{"a        |", "bc       |"};
        QTest::newRow("integers") << QStringList{"1", "-20", "1_000"}
                                  << QStringList{"      1  |", "    -20  |", "  1_000  |"};
        QTest::newRow("numbers at the point")
            << QStringList{"1", "1.50", "0.25"} << QStringList{"   1     |", "   1.5   |", "   0.25  |"};
        QTest::newRow("text that reads as a number")
            << QStringList{"1e5", "2"} << QStringList{" 100000  |", "      2  |"};
        QTest::newRow("beyond a double is text")
            << QStringList{"1e999", "2"} << QStringList{"1e999    |", "2        |"};
        QTest::newRow("infinities and not a number")
            << QStringList{"inf", "-inf", "nan", "0.5"}
            << QStringList{"  inf    |", " -inf    |", "  nan    |", "    0.5  |"};
        QTest::newRow("infinity in full is text")
            << QStringList{"Infinity", "1"} << QStringList{"Infinity  |", "1         |"};
        QTest::newRow("booleans") << QStringList{"True", "False"} << QStringList{"True     |", "False    |"};
        QTest::newRow("booleans beside numbers")
            << QStringList{"True", "0.5"} << QStringList{" True    |", "    0.5  |"};
        QTest::newRow("empty cells are of no type")
            << QStringList{"", "7"} << QStringList{"         |", "      7  |"};
        QTest::newRow("blanks are cut")
            << QStringList{"  a b ", "c"} << QStringList{"a b      |", "c        |"};
        QTest::newRow("blanks stay beside integers")
            << QStringList{" 5 ", "-5"} << QStringList{"     5   |", "     -5  |"};
        QTest::newRow("blanks are cut beside numbers")
            << QStringList{" 5 ", "0.5"} << QStringList{"    5    |", "    0.5  |"};
        QTest::newRow("two points are text") << QStringList{"1.2.3"} << QStringList{"1.2.3    |"};
        QTest::newRow("several lines")
            << QStringList{"a\nbc", "d"} << QStringList{"a        |", "bc", "d        |"};
        QTest::newRow("code points, not bytes") << QStringList{QString::fromUtf8("\xC3\xA9")}
                                                << QStringList{QString::fromUtf8("\xC3\xA9        |")};
    }

    void alignsByWhatCellsReadAs() {
        QFETCH(QStringList, cells);
        QFETCH(QStringList, lines);
        std::vector<std::string> given;
        for (const QString& cell : cells) {
            given.push_back(cell.toStdString());
        }
        QCOMPARE(column(given), lines);
    }

    void noRowsNoText() { QCOMPARE(table({"a"}, {}, TableStyle::fancyGrid), std::string()); }

    void boxes() {
        const std::string expected =
            "\u2552\u2550\u2550\u2550\u2550\u2550\u2555\n"
            "\u2502 a   \u2502\n"
            "\u255E\u2550\u2550\u2550\u2550\u2550\u2561\n"
            "\u2502 x   \u2502\n"
            "\u2502 y   \u2502\n"
            "\u251C\u2500\u2500\u2500\u2500\u2500\u2524\n"
            "\u2502 z   \u2502\n"
            "\u2558\u2550\u2550\u2550\u2550\u2550\u255B";
        QCOMPARE(QString::fromStdString(table({"a"}, {{"x\r\ny"}, {"z"}}, TableStyle::fancyGrid)),
                 QString::fromStdString(expected));
    }
};

QTEST_APPLESS_MAIN(TestTable)
#include "tst_table.moc"
