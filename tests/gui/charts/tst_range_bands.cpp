// SPDX-License-Identifier: GPL-3.0-or-later
#include <limits>

#include "tests/gui/charts/range_band_test.h"

using namespace dimscope;
using namespace dimscope::test;

namespace {

constexpr std::int64_t kHuge = std::numeric_limits<std::int64_t>::max();

}  // namespace

/// Bands over the ranges chart: their values, their scale, and moving them with the mouse.
class TestRangeBands : public RangeBandTest {
    Q_OBJECT

 private slots:
    void initTestCase() { fixLook(); }
    void init() {
        failOnWarnings();
        makeChart();
    }
    void cleanup() { m_chart.reset(); }

    void values_data();
    void values();
    void stepsEndAtTheLargestNumber();
    void scaleOfSizes_data();
    void scaleOfSizes();
    void scaleLeavesRoom();
    void handlesOfOnePlace();
    void dragMovesOneHandle_data();
    void dragMovesOneHandle();
    void dragIsOneChange();
    void dragTakesOptAlong();
    void dragOnALogarithmicScale();
    void dragBeyondTheEnds();
    void dragCatchesSeenSizes();
    void escapeGivesADragUp();
    void dragBackChangesNothing();
    void clickOnAHandleSelects();
    void cursorTellsHandles();
    void bandsArriveDuringADrag();
    void otherTensorsEndADrag();
    void fixedAxesAreNotEdited();
    void brokenBandsAreNotEdited();
};

void TestRangeBands::values_data() {
    QTest::addColumn<int>("handle");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<QList<qint64>>("expected");
    const auto row = [](const char* name, BandHandle handle, qint64 to, QList<qint64> expected) {
        QTest::newRow(name) << static_cast<int>(handle) << to << expected;
    };
    row("min down", BandHandle::min, 1, {1, 8, 16});
    row("min below one", BandHandle::min, -5, {1, 8, 16});
    row("min takes opt along", BandHandle::min, 12, {12, 12, 16});
    row("min stops at max", BandHandle::min, 99, {16, 16, 16});
    row("opt", BandHandle::opt, 10, {4, 10, 16});
    row("opt stops at min", BandHandle::opt, 1, {4, 4, 16});
    row("opt stops at max", BandHandle::opt, 17, {4, 16, 16});
    row("max up", BandHandle::max, 64, {4, 8, 64});
    row("max takes opt along", BandHandle::max, 6, {4, 6, 6});
    row("max stops at min", BandHandle::max, -3, {4, 4, 4});
    row("max to the largest number", BandHandle::max, kHuge, {4, 8, kHuge});
}

void TestRangeBands::values() {
    QFETCH(int, handle);
    QFETCH(qint64, to);
    QFETCH(QList<qint64>, expected);
    const RangeBand moved = charts::withValue(bandOf(0, 4, 8, 16), static_cast<BandHandle>(handle), to);
    QCOMPARE((QList<qint64>{moved.min, moved.opt, moved.max}), expected);
}

void TestRangeBands::stepsEndAtTheLargestNumber() {
    QCOMPARE(charts::steppedSize(5, 10), std::int64_t{15});
    QCOMPARE(charts::steppedSize(5, -10), std::int64_t{-5});
    QCOMPARE(charts::steppedSize(kHuge - 3, 10), std::int64_t{kHuge});
}

void TestRangeBands::scaleOfSizes_data() {
    QTest::addColumn<bool>("logarithmic");
    QTest::addColumn<double>("low");
    QTest::addColumn<double>("high");
    QTest::addColumn<double>("x");
    QTest::addColumn<qint64>("size");
    QTest::newRow("linear start") << false << 0.0 << 100.0 << 0.0 << qint64{1};
    QTest::newRow("linear middle") << false << 0.0 << 100.0 << 500.0 << qint64{50};
    QTest::newRow("linear rounds") << false << 0.0 << 100.0 << 506.0 << qint64{51};
    QTest::newRow("left of it") << false << 10.0 << 100.0 << -50.0 << qint64{10};
    QTest::newRow("right of it") << false << 10.0 << 100.0 << 5000.0 << qint64{100};
    QTest::newRow("log start") << true << 0.0 << 3.0 << 0.0 << qint64{1};
    QTest::newRow("log decade") << true << 0.0 << 4.0 << 250.0 << qint64{10};
    QTest::newRow("log decades") << true << 0.0 << 4.0 << 500.0 << qint64{100};
    QTest::newRow("log zero is one") << true << -0.5 << 4.0 << 0.0 << qint64{1};
    QTest::newRow("linear round in the binary sense") << false << 0.0 << 40000.0 << 102.5 << qint64{4096};
    QTest::newRow("log round in the binary sense") << true << 0.0 << 5.0 << 722.0 << qint64{4064};
}

void TestRangeBands::scaleOfSizes() {
    QFETCH(bool, logarithmic);
    QFETCH(double, low);
    QFETCH(double, high);
    QFETCH(double, x);
    QFETCH(qint64, size);
    const RangeScale scale{logarithmic, low, high};
    QCOMPARE(scale.sizeAt(QRectF(0, 0, 1000, 10), x), std::int64_t{size});
    const std::int64_t largest = RangeScale{true, 0, 20}.sizeAt(QRectF(0, 0, 1000, 10), 1000);
    QVERIFY(largest > 9000000000000000000);
}

void TestRangeBands::scaleLeavesRoom() {
    series::RangeBars bars;
    bars.bars.push_back({base::TensorId{0}, 0, "x:0", module::Verdict::dynamic, 40, 60, {}, {}});
    QCOMPARE(RangeScale::of(bars, {}), (RangeScale{false, 40, 60}));
    const RangeScale inferred = RangeScale::of(bars, std::vector{bandOf(0, 40, 60, 60, Origin::inferred)});
    QVERIFY(inferred.low <= 35 && inferred.high >= 65);
    const RangeScale fixed =
        RangeScale::of(bars, std::vector{bandOf(0, 50, 50, 50, Origin::inferred, RangeBand::Kind::fixed)});
    QCOMPARE(fixed, (RangeScale{false, 40, 60}));
    // Charts side by side share a scale.
    QCOMPARE(RangeScale::of(bars, {}, charts::SizeReach{45, 55}), (RangeScale{false, 40, 60}));
    QCOMPARE(RangeScale::of(bars, {}, charts::SizeReach{40, 100}).high, 100.0);
    QVERIFY(RangeScale::of(bars, {}, charts::SizeReach{1, 4096}).logarithmic);
    const RangeScale wide = RangeScale::of(bars, std::vector{bandOf(0, 1, 60, 4096)});
    QVERIFY(wide.logarithmic);
    QCOMPARE(wide.low, 0.0);
    QVERIFY(wide.high >= std::log10(8000.0));
}

void TestRangeBands::handlesOfOnePlace() {
    for (const double height : {18.0, 24.0, 36.0}) {
        const BandPlace place{QRectF(0, 100, 500, height), 200, 200, 200};
        for (const BandHandle handle : {BandHandle::min, BandHandle::opt, BandHandle::max}) {
            const QPointF middle = place.handle(handle).center();
            QCOMPARE(place.handleAt(handle == BandHandle::opt ? middle
                                                              : QPointF(middle.x(), place.row.bottom() - 4)),
                     std::optional(handle));
        }
        // At least 8 pixels each way: across for min and max, down for opt.
        int wide = 0;
        for (double x = 180; x < 220; x += 1) {
            wide += place.handleAt({x, place.row.bottom() - 3}) == BandHandle::max ? 1 : 0;
        }
        QVERIFY2(wide >= 8, qPrintable(QString::number(wide)));
        int high = 0;
        for (double y = place.row.top(); y < place.row.bottom(); y += 1) {
            high += place.handleAt({200, y}) == BandHandle::opt ? 1 : 0;
        }
        QVERIFY2(high >= 8, qPrintable(QString::number(high)));
    }
    const BandPlace apart{QRectF(0, 100, 500, 24), 100, 200, 300};
    QVERIFY(!apart.handleAt({150, 112}));
    QVERIFY(!apart.handleAt({200, 121}));
    QVERIFY(!apart.handleAt({100, 130}));
}

void TestRangeBands::dragMovesOneHandle_data() {
    QTest::addColumn<int>("row");
    QTest::addColumn<int>("handle");
    QTest::addColumn<qint64>("to");
    QTest::addColumn<QString>("expected");
    QTest::newRow("max") << 0 << 2 << qint64{10} << "0 2 6 10";
    QTest::newRow("min") << 0 << 0 << qint64{1} << "0 1 6 8";
    QTest::newRow("opt") << 0 << 1 << qint64{4} << "0 2 4 8";
    QTest::newRow("opt where it equals max") << 2 << 1 << qint64{8} << "2 7 8 12";
    QTest::newRow("max where it equals opt") << 2 << 2 << qint64{14} << "2 7 12 14";
    QTest::newRow("min up to max") << 2 << 0 << qint64{13} << "2 12 12 12";
    QTest::newRow("max down to min") << 0 << 2 << qint64{1} << "0 2 2 2";
}

void TestRangeBands::dragMovesOneHandle() {
    QFETCH(int, row);
    QFETCH(int, handle);
    QFETCH(qint64, to);
    QFETCH(QString, expected);
    showSmall({bandOf(0, 2, 6, 8), bandOf(2, 7, 12, 12, Origin::inferred)});
    const auto which = static_cast<BandHandle>(handle);
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::axisClicked);
    drag(*m_chart, handleAt(row, which), target(row, which, to));
    QCOMPARE(lastChange(), expected);
    QCOMPARE(m_changed->count(), 1);
    QVERIFY(!m_changing->isEmpty());
    QCOMPARE(m_changing->last()[2].value<BandHandle>(), which);
    QCOMPARE(m_cancelled->count(), 0);
    QCOMPARE(clicked.count(), 0);
}

void TestRangeBands::dragIsOneChange() {
    showSmall({bandOf(0, 2, 6, 8)});
    const QPointF from = handleAt(0, BandHandle::max);
    press(from);
    for (const std::int64_t size : {9, 10, 9, 7}) {
        moveTo(*m_chart, target(0, BandHandle::max, size), Qt::LeftButton);
        QCOMPARE(m_changing->last()[3].toLongLong(), size);
        QCOMPARE(m_changing->last()[1].toInt(), 0);
    }
    QCOMPARE(m_changing->count(), 4);
    QCOMPARE(m_changed->count(), 0);
    moveTo(*m_chart, target(0, BandHandle::max, 7), Qt::LeftButton);
    QCOMPARE(m_changing->count(), 4);
    release(target(0, BandHandle::max, 7));
    QCOMPARE(lastChange(), "0 2 6 7");
    QCOMPARE(m_changed->count(), 1);
    // The chart shows the new sizes until it is told others.
    QVERIFY2(m_chart->summary().contains("contract 2 to 7, opt 6 (overridden)"),
             qPrintable(m_chart->summary()));
    m_chart->setBands(m_bands);
    QVERIFY2(m_chart->summary().contains("contract 2 to 8, opt 6"), qPrintable(m_chart->summary()));
}

void TestRangeBands::dragTakesOptAlong() {
    showSmall({bandOf(0, 2, 6, 8)});
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 3), Qt::LeftButton);
    moveTo(*m_chart, target(0, BandHandle::max, 5), Qt::LeftButton);
    release(target(0, BandHandle::max, 5));
    QCOMPARE(lastChange(), "0 2 5 5");
    m_chart->setBands(m_bands);
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 3), Qt::LeftButton);
    moveTo(*m_chart, target(0, BandHandle::max, 7), Qt::LeftButton);
    release(target(0, BandHandle::max, 7));
    QCOMPARE(lastChange(), "0 2 6 7");
}

void TestRangeBands::dragOnALogarithmicScale() {
    show(test_support::singleTensorCapture({{1, {1, 100}}, {2, {2000, 200}}, {4, {40, 900}}}),
         {bandOf(0, 1, 100, 2000), bandOf(1, 100, 900, 900)});
    QVERIFY(scale().logarithmic);
    drag(*m_chart, handleAt(0, BandHandle::opt), target(0, BandHandle::opt, 10));
    QCOMPARE(lastChange(), "0 1 10 2000");
    // Half of the way between two sizes is their geometric mean.
    const QPointF from = handleAt(1, BandHandle::min);
    const double middle = (scale().x(area(), 100) + scale().x(area(), 900)) / 2 - place(1).min;
    drag(*m_chart, from, {from.x() + middle, from.y()});
    const auto min = m_changed->last()[2].toLongLong();
    QVERIFY2(min > 290 && min < 310, qPrintable(lastChange()));
}

void TestRangeBands::dragBeyondTheEnds() {
    showSmall({bandOf(0, 2, 6, 8)});
    const RangeScale before = scale();
    drag(*m_chart, handleAt(0, BandHandle::min), {-400, handleAt(0, BandHandle::min).y()});
    QCOMPARE(lastChange(), "0 1 6 8");
    m_chart->setBands(m_bands);
    drag(*m_chart, handleAt(0, BandHandle::max), {5000, -500});
    QCOMPARE(m_changed->last()[4].toLongLong(), static_cast<qint64>(before.high));
    // There is room for more afterwards.
    m_bands = {bandOf(0, 2, 6, static_cast<std::int64_t>(before.high))};
    QVERIFY(scale().high > before.high);
    drag(*m_chart, handleAt(0, BandHandle::max), {5000, handleAt(0, BandHandle::max).y()});
    QVERIFY(m_changed->last()[4].toLongLong() > static_cast<qint64>(before.high));
}

void TestRangeBands::dragCatchesSeenSizes() {
    show(test_support::singleTensorCapture({{1, {1}}, {2, {65537}}, {4, {400}}}), {bandOf(0, 1, 100, 30000)});
    const QPointF to = target(0, BandHandle::max, 65537);
    drag(*m_chart, handleAt(0, BandHandle::max), {to.x() - 3, to.y()});
    QCOMPARE(lastChange(), "0 1 100 65537");
    m_chart->setBands(m_bands);
    drag(*m_chart, handleAt(0, BandHandle::max), {to.x() - 9, to.y()});
    QVERIFY(m_changed->last()[4].toLongLong() < 65537);
}

void TestRangeBands::escapeGivesADragUp() {
    showSmall({bandOf(0, 2, 6, 8)});
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 10), Qt::LeftButton);
    QCOMPARE(m_changing->count(), 1);
    key(Qt::Key_Left);  // not while the mouse holds the handle
    QCOMPARE(m_changing->count(), 1);
    key(Qt::Key_Escape);
    QCOMPARE(m_cancelled->count(), 1);
    moveTo(*m_chart, target(0, BandHandle::max, 12), Qt::LeftButton);
    release(target(0, BandHandle::max, 12));
    QCOMPARE(m_changing->count(), 1);
    QCOMPARE(m_changed->count(), 0);
    QVERIFY2(m_chart->summary().contains("contract 2 to 8, opt 6"), qPrintable(m_chart->summary()));
}

void TestRangeBands::dragBackChangesNothing() {
    showSmall({bandOf(0, 2, 6, 8)});
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 10), Qt::LeftButton);
    moveTo(*m_chart, handleAt(0, BandHandle::max), Qt::LeftButton);
    release(handleAt(0, BandHandle::max));
    QCOMPARE(m_changed->count(), 0);
    QCOMPARE(m_cancelled->count(), 1);
}

void TestRangeBands::clickOnAHandleSelects() {
    showSmall({bandOf(0, 2, 6, 8)});
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::axisClicked);
    press(handleAt(0, BandHandle::min));
    moveTo(*m_chart, handleAt(0, BandHandle::min) + QPointF(1, 1), Qt::LeftButton);
    release(handleAt(0, BandHandle::min));
    QCOMPARE(clicked.count(), 1);
    QCOMPARE(clicked[0][1].toInt(), 0);
    QCOMPARE(m_changing->count(), 0);
    QCOMPARE(m_changed->count(), 0);
    QCOMPARE(m_cancelled->count(), 0);
    // The keyboard goes on from here.
    key(Qt::Key_Left);
    QCOMPARE(lastChange(), "0 1 6 8");
}

void TestRangeBands::cursorTellsHandles() {
    showSmall({bandOf(0, 2, 6, 8)});
    for (const BandHandle handle : {BandHandle::min, BandHandle::opt, BandHandle::max}) {
        moveTo(*m_chart, handleAt(0, handle));
        QCOMPARE(m_chart->cursor().shape(), Qt::SizeHorCursor);
        moveTo(*m_chart, handleAt(0, handle) + QPointF(30, 0));
        QCOMPARE(m_chart->cursor().shape(), Qt::ArrowCursor);
    }
    moveTo(*m_chart, handleAt(0, BandHandle::max));
    m_chart->setBands({});
    moveTo(*m_chart, handleAt(0, BandHandle::max));
    QCOMPARE(m_chart->cursor().shape(), Qt::ArrowCursor);
}

void TestRangeBands::bandsArriveDuringADrag() {
    showSmall({bandOf(0, 2, 6, 8), bandOf(2, 7, 12, 12)});
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 10), Qt::LeftButton);
    m_chart->setBands({bandOf(0, 2, 4, 8), bandOf(2, 7, 12, 13)});
    QVERIFY2(m_chart->summary().contains("contract 2 to 10"), qPrintable(m_chart->summary()));
    moveTo(*m_chart, target(0, BandHandle::max, 11), Qt::LeftButton);
    release(target(0, BandHandle::max, 11));
    QCOMPARE(lastChange(), "0 2 4 11");
    m_chart->setBands(m_bands);
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 10), Qt::LeftButton);
    m_chart->setBands({});
    QCOMPARE(m_cancelled->count(), 1);
    release(target(0, BandHandle::max, 10));
    QCOMPARE(m_changed->count(), 1);
}

void TestRangeBands::otherTensorsEndADrag() {
    showSmall({bandOf(0, 2, 6, 8)});
    press(handleAt(0, BandHandle::max));
    moveTo(*m_chart, target(0, BandHandle::max, 10), Qt::LeftButton);
    m_chart->setTensors({}, {});
    QCOMPARE(m_cancelled->count(), 1);
    release({300, 100});
    QCOMPARE(m_changed->count(), 0);
}

void TestRangeBands::fixedAxesAreNotEdited() {
    showSmall({bandOf(1, 4, 4, 4, Origin::overridden, RangeBand::Kind::fixed)});
    drag(*m_chart, handleAt(1, BandHandle::max), handleAt(1, BandHandle::max) + QPointF(80, 0));
    QCOMPARE(m_changing->count(), 0);
    // An override opens the range.
    m_bands = {bandOf(1, 4, 4, 4)};
    m_chart->setBands(m_bands);
    settle(*m_chart);
    drag(*m_chart, handleAt(1, BandHandle::max), target(1, BandHandle::max, 9));
    QCOMPARE(lastChange(), "1 4 4 9");
}

void TestRangeBands::brokenBandsAreNotEdited() {
    for (const RangeBand& broken : {bandOf(0, 9, 6, 8), bandOf(0, 2, 9, 8), bandOf(0, 0, 6, 8)}) {
        showSmall({broken});
        drag(*m_chart, handleAt(0, BandHandle::max), handleAt(0, BandHandle::max) + QPointF(40, 0));
        QCOMPARE(m_changing->count(), 0);
    }
}

QTEST_MAIN(TestRangeBands)
#include "tst_range_bands.moc"
