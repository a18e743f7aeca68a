// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <limits>

#include "ui/charts/number_text.h"

using namespace dimscope::charts;

class TestNumberText : public QObject {
    Q_OBJECT

 private slots:
    void compact_data();
    void compact();
    void exact_data();
    void exact();
    void ticks_data();
    void ticks();
    void ticksInside_data();
    void ticksInside();
    void tickTexts_data();
    void tickTexts();
};

void TestNumberText::compact_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<QString>("text");
    QTest::newRow("zero") << 0.0 << "0";
    QTest::newRow("whole") << 2.0 << "2";
    QTest::newRow("half") << 1.5 << "1.5";
    QTest::newRow("third") << 1.0 / 3 << "0.3333";
    QTest::newRow("last one written out") << 9999.0 << "9999";
    QTest::newRow("fraction of thousands") << 1234.56 << "1234.6";
    QTest::newRow("first one shortened") << 10000.0 << "10k";
    QTest::newRow("three digits") << 16384.0 << "16.4k";
    QTest::newRow("rounds into the next prefix") << 999999.0 << "1M";
    QTest::newRow("mega") << 1048576.0 << "1.05M";
    QTest::newRow("giga") << 1e10 << "10G";
    QTest::newRow("largest size") << static_cast<double>(std::numeric_limits<std::int64_t>::max()) << "9.22E";
    QTest::newRow("unknown") << std::numeric_limits<double>::quiet_NaN() << "–";
}

void TestNumberText::compact() {
    QFETCH(double, value);
    QTEST(compactNumber(value), "text");
}

void TestNumberText::exact_data() {
    QTest::addColumn<qint64>("value");
    QTest::addColumn<QString>("exactly");
    QTest::addColumn<QString>("shortly");
    QTest::newRow("zero") << qint64{0} << "0"
                          << "0";
    QTest::newRow("four digits") << qint64{4096} << "4096"
                                 << "4096";
    QTest::newRow("five digits") << qint64{16384} << "16,384"
                                 << "16,384";
    QTest::newRow("six digits") << qint64{999999} << "999,999"
                                << "999,999";
    QTest::newRow("seven digits") << qint64{1048576} << "1,048,576"
                                  << "1.05M";
    QTest::newRow("largest") << std::numeric_limits<qint64>::max() << "9,223,372,036,854,775,807"
                             << "9.22E";
}

void TestNumberText::exact() {
    QFETCH(qint64, value);
    QTEST(exactNumber(value), "exactly");
    QTEST(shortNumber(value), "shortly");
}

void TestNumberText::ticks_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<double>>("values");
    QTest::newRow("constant") << 2.0 << 2.0 << 3 << QList<double>{2};
    QTest::newRow("one to two") << 1.5 << 2.0 << 5 << QList<double>{1.5, 1.6, 1.7, 1.8, 1.9, 2.0};
    QTest::newRow("whole numbers where two fit") << 0.5 << 2.0 << 5 << QList<double>{0, 1, 2};
    QTest::newRow("tens") << 15.0 << 72.0 << 3 << QList<double>{0, 20, 40, 60, 80};
    QTest::newRow("one step") << 15.0 << 72.0 << 1 << QList<double>{0, 100};
    QTest::newRow("beyond 32 bits") << 1e10 << 3e10 << 2 << QList<double>{1e10, 2e10, 3e10};
}

void TestNumberText::ticks() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, count);
    QFETCH(QList<double>, values);
    const Ticks ticks = looseTicks(low, high, count, TickSpacing::whole);
    QVERIFY(ticks.low <= low && ticks.high >= high && ticks.high > ticks.low);
    QCOMPARE(static_cast<qsizetype>(ticks.values.size()), values.size());
    for (qsizetype index = 0; index < values.size(); ++index) {
        QVERIFY(std::abs(ticks.values[static_cast<std::size_t>(index)] - values[index]) < 1e-6);
    }
}

void TestNumberText::ticksInside_data() {
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<int>("count");
    QTest::addColumn<QList<double>>("values");
    QTest::newRow("constant") << 7.0 << 7.0 << 3 << QList<double>{7};
    QTest::newRow("ends are ticks") << 2.0 << 6.0 << 2 << QList<double>{2, 4, 6};
    QTest::newRow("two ticks at least") << 15.0 << 72.0 << 1 << QList<double>{20, 40, 60};
    QTest::newRow("whole numbers only") << 0.5 << 3.5 << 8 << QList<double>{1, 2, 3};
    QTest::newRow("less than one") << 1.5 << 2.0 << 2 << QList<double>{1.5, 2};
    QTest::newRow("close together, far out")
        << 10000000000.0 << 10000000004.0 << 2 << QList<double>{10000000000.0, 10000000002.0, 10000000004.0};
}

void TestNumberText::ticksInside() {
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(int, count);
    QFETCH(QList<double>, values);
    const Ticks ticks = tightTicks(low, high, count, TickSpacing::whole);
    QCOMPARE(static_cast<qsizetype>(ticks.values.size()), values.size());
    for (qsizetype index = 0; index < values.size(); ++index) {
        QVERIFY(std::abs(ticks.values[static_cast<std::size_t>(index)] - values[index]) < 1e-6);
    }
}

void TestNumberText::tickTexts_data() {
    QTest::addColumn<double>("value");
    QTest::addColumn<double>("step");
    QTest::addColumn<QString>("text");
    QTest::newRow("small") << 20.0 << 5.0 << "20";
    QTest::newRow("alone") << 1e10 << 0.0 << "10G";
    QTest::newRow("tenths") << 1.5 << 0.5 << "1.5";
    QTest::newRow("whole among tenths") << 2.0 << 0.5 << "2";
    QTest::newRow("hundred thousands") << 200000.0 << 100000.0 << "200k";
    QTest::newRow("millions and a half") << 1500000.0 << 500000.0 << "1.5M";
    QTest::newRow("neighbours stay different") << 999990.0 << 5.0 << "999,990";
    QTest::newRow("far out, close together") << 10000000002.0 << 2.0 << "10,000,000,002";
}

void TestNumberText::tickTexts() {
    QFETCH(double, value);
    QFETCH(double, step);
    QTEST(tickText(value, step), "text");
}

QTEST_APPLESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
