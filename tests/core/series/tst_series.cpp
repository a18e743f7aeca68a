// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "core/series/series.h"
#include "tests/core/capture/call_script.h"

using namespace dimscope::series;
using dimscope::base::SampleId;
using dimscope::capture::Capture;
using dimscope::capture::CaptureBuilder;
using dimscope::capture::kUnknownBatch;
using dimscope::module::Verdict;
using dimscope::test_support::addCall;

namespace {

using Column = std::vector<std::int64_t>;

bool ascending(const std::vector<Point>& points) {
    return std::adjacent_find(points.begin(), points.end(),
                              [](const Point& a, const Point& b) { return a.x >= b.x; }) == points.end();
}

bool has(const std::vector<Point>& points, double x, double y) {
    return std::find(points.begin(), points.end(), Point{x, y}) != points.end();
}

std::vector<double> gapsOf(const std::vector<Point>& points) {
    std::vector<double> gaps;
    for (const Point& point : points) {
        if (std::isnan(point.y)) {
            gaps.push_back(point.x);
        }
    }
    return gaps;
}

Column wave(std::size_t samples) {
    Column sizes(samples);
    for (std::size_t i = 0; i < samples; ++i) {
        sizes[i] = 100 + static_cast<std::int64_t>(i % 17);
    }
    return sizes;
}

}  // namespace

class TestSeries : public QObject {
    Q_OBJECT

 private slots:
    void fewSamplesComeAsTheyAre() {
        const Column sizes{4, 8, 6, 6};
        const Column batchSizes{2, 4, kUnknownBatch, 4};
        const auto points = multiplierSeries(sizes, batchSizes, {0, 3}, 100);
        QCOMPARE(points.size(), std::size_t(4));
        QCOMPARE(points[1], (Point{1, 2}));
        QVERIFY(std::isnan(points[2].y));
        QCOMPARE(points[3], (Point{3, 1.5}));
        QCOMPARE(sizeSeries(sizes, {0, 3}, 1).size(), std::size_t(4));
        QCOMPARE(sizeSeries(sizes, {1, 2}, 100), (std::vector<Point>{{1, 8}, {2, 6}}));
    }

    void ranges_data() {
        QTest::addColumn<quint32>("first");
        QTest::addColumn<quint32>("last");
        QTest::addColumn<int>("count");
        const quint32 most = std::numeric_limits<quint32>::max();
        QTest::newRow("whole") << quint32(0) << quint32(9) << 10;
        QTest::newRow("one sample") << quint32(3) << quint32(3) << 1;
        QTest::newRow("beyond the end") << quint32(5) << most << 5;
        QTest::newRow("after the end") << quint32(10) << quint32(20) << 0;
        QTest::newRow("reversed") << quint32(5) << quint32(4) << 0;
        QTest::newRow("largest") << most << most << 0;
    }

    void ranges() {
        QFETCH(quint32, first);
        QFETCH(quint32, last);
        const auto points = sizeSeries(wave(10), {first, last}, 50);
        QTEST(int(points.size()), "count");
        QVERIFY(points.empty() || points.front().x == first);
        QVERIFY(sizeSeries({}, {first, last}, 50).empty());
        QVERIFY(multiplierSeries(wave(10), {}, {first, last}, 50).empty());
    }

    void spikesStay() {
        Column sizes = wave(100000);
        sizes[54321] = 9000;
        sizes[54322] = 1;
        sizes[99999] = 777;
        const auto points = sizeSeries(sizes, {0, 99999}, 300);
        QVERIFY(points.size() <= 4 * 300);
        QVERIFY(points.size() > 2 * 300);
        QVERIFY(ascending(points));
        QVERIFY(has(points, 54321, 9000));
        QVERIFY(has(points, 54322, 1));
        QVERIFY(has(points, 99999, 777));
        QVERIFY(has(points, 0, 100));
        for (const Point& point : points) {
            QCOMPARE(std::int64_t(point.y), sizes[std::size_t(point.x)]);
        }
    }

    void constantColumnsNeedTwoPointsAPixel() {
        QCOMPARE(sizeSeries(Column(100000, 5), {0, 99999}, 300).size(), std::size_t(600));
    }

    void gapsStay() {
        const Column sizes(100000, 8);
        Column batchSizes(100000, 4);
        batchSizes[5000] = kUnknownBatch;  // one sample in a pixel of others
        std::fill(batchSizes.begin() + 40000, batchSizes.begin() + 60000, kUnknownBatch);
        const auto points = multiplierSeries(sizes, batchSizes, {0, 99999}, 100);
        QVERIFY(ascending(points));
        const std::vector<double> gaps = gapsOf(points);
        QCOMPARE(gaps.size(), std::size_t(21));
        QCOMPARE(gaps[0], 5000.0);
        QCOMPARE(gaps[1], 40000.0);
        QCOMPARE(gaps.back(), 59000.0);
        QVERIFY(has(points, 39999, 2));
        QVERIFY(has(points, 60000, 2));
        QVERIFY(std::none_of(points.begin(), points.end(),
                             [](const Point& p) { return p.x > 40000 && p.x < 60000 && !std::isnan(p.y); }));
    }

    void excludedSamplesAreGaps() {
        const Column sizes{2, 4, 8, 16};
        const Column batchSizes{1, 2, 4, 8};
        const std::vector<std::uint32_t> excluded{1, 3};
        QCOMPARE(gapsOf(multiplierSeries(sizes, batchSizes, {0, 3}, 100, excluded)),
                 (std::vector<double>{1, 3}));
        QCOMPARE(gapsOf(sizeSeries(sizes, {0, 3}, 100, excluded)), (std::vector<double>{1, 3}));
        QVERIFY(gapsOf(sizeSeries(sizes, {0, 3}, 100)).empty());
        Column spike(100000, 5);
        spike[77777] = 9000;
        const auto points = sizeSeries(spike, {0, 99999}, 100, std::vector<std::uint32_t>{77777, 100000});
        QCOMPARE(gapsOf(points), std::vector<double>{77777});
        QVERIFY(std::none_of(points.begin(), points.end(), [](const Point& p) { return p.y > 5; }));
    }

    void excludedPairs() {
        const Column sizes{2, 4, 4, 6, 6};
        const Column batchSizes{1, 2, 2, 2, 2};
        const BatchPoints found = batchPoints(sizes, batchSizes, 10, std::vector<std::uint32_t>{1, 3, 4});
        QCOMPARE(found.distinct, std::uint64_t{3});
        QCOMPARE(found.points, (std::vector<BatchPoint>{{1, 2, 1, dimscope::base::SampleId{0}, 0},
                                                        {2, 4, 1, dimscope::base::SampleId{2}, 1},
                                                        {2, 6, 0, dimscope::base::SampleId{3}, 2}}));
    }

    void everyPixelKeepsItsExtremes() {
        std::mt19937 random(11);
        for (int round = 0; round < 50; ++round) {
            const std::size_t samples = 500 + random() % 5000;
            const std::size_t columns = 1 + random() % 100;
            Column sizes(samples);
            for (std::int64_t& size : sizes) {
                size = static_cast<std::int64_t>(random() % 1000);
            }
            const auto first = static_cast<std::uint32_t>(random() % (samples / 2));
            const auto last = static_cast<std::uint32_t>(first + samples / 3);
            const auto points = sizeSeries(sizes, {first, last}, columns);
            QVERIFY(ascending(points));
            QVERIFY(points.size() <= std::max<std::size_t>(4 * columns, last - first + 1));
            const auto [least, most] = std::minmax_element(sizes.begin() + first, sizes.begin() + last + 1);
            const auto [leastPoint, mostPoint] = std::minmax_element(
                points.begin(), points.end(), [](const Point& a, const Point& b) { return a.y < b.y; });
            QCOMPARE(std::int64_t(leastPoint->y), *least);
            QCOMPARE(std::int64_t(mostPoint->y), *most);
            QCOMPARE(points.front().x, double(first));
            QCOMPARE(points.back().x, double(last));
        }
    }

    void batchPairs() {
        const Column sizes{4, 8, 4, 8, 8, 5};
        const Column batchSizes{1, 2, 1, kUnknownBatch, 2, 2};
        const BatchPoints all = batchPoints(sizes, batchSizes, 10);
        QCOMPARE(all.distinct, std::uint64_t(4));
        QCOMPARE(all.points, (std::vector<BatchPoint>{{1, 4, 2, SampleId{0}},
                                                      {2, 8, 2, SampleId{1}},
                                                      {kUnknownBatch, 8, 1, SampleId{3}},
                                                      {2, 5, 1, SampleId{5}}}));
        const BatchPoints two = batchPoints(sizes, batchSizes, 2);
        QCOMPARE(two.distinct, std::uint64_t(4));
        QCOMPARE(two.points.size(), std::size_t(2));
        QCOMPARE(two.points[1], all.points[1]);
        QVERIFY(batchPoints({}, {}, 5).points.empty());
        QCOMPARE(batchPoints(sizes, batchSizes, 0).distinct, std::uint64_t(4));
    }

    void bars() {
        CaptureBuilder builder;
        addCall(builder, "x:2 y:0>0:1", 1, {2, 64, 30});
        addCall(builder, "x:2 y:0>0:1", 2, {4, 64, 90});
        addCall(builder, "x:2 y:0>0:1", 2, {4, 64, 30});
        const Capture capture = builder.build();
        const auto analysis = dimscope::inference::analyse(capture);
        QVERIFY(analysis);
        const auto& ids = capture.graphs()[0].tensors;
        const RangeBars all = rangeBars(capture, *analysis, ids, 10);
        QCOMPARE(all.bars.size(), std::size_t(3));
        QCOMPARE(all.left, std::uint64_t(0));
        QCOMPARE(all.bars[0].label, std::string("x:0"));
        QCOMPARE(all.bars[0].verdict, Verdict::batch);
        QCOMPARE(all.bars[0].min, std::int64_t(2));
        QCOMPARE(all.bars[0].max, std::int64_t(4));
        QCOMPARE(all.bars[0].mode.value(), std::int64_t(4));
        QCOMPARE(all.bars[2].label, std::string("output[0]:0"));
        QCOMPARE(all.bars[2].mode.value(), std::int64_t(30));
        QCOMPARE(all.bars[2].last.value(), std::int64_t(30));
        QVERIFY(!all.logarithmic);  // 90 / 2 = 45
        const RangeBars some = rangeBars(capture, *analysis, ids, 2);
        QCOMPARE(some.bars.size(), std::size_t(2));
        QCOMPARE(some.left, std::uint64_t(1));
        QVERIFY(rangeBars(capture, *analysis, {}, 2).bars.empty());
    }

    void spread_data() {
        QTest::addColumn<qlonglong>("small");
        QTest::addColumn<qlonglong>("large");
        QTest::addColumn<bool>("logarithmic");
        QTest::newRow("50") << qlonglong(2) << qlonglong(100) << false;
        QTest::newRow("above 50") << qlonglong(2) << qlonglong(101) << true;
        QTest::newRow("zero does not count") << qlonglong(0) << qlonglong(1000) << false;
        QTest::newRow("all zero") << qlonglong(0) << qlonglong(0) << false;
    }

    void spread() {
        QFETCH(qlonglong, small);
        QFETCH(qlonglong, large);
        CaptureBuilder builder;
        addCall(builder, "x:2", 1, {small, large});
        const Capture capture = builder.build();
        const auto analysis = dimscope::inference::analyse(capture);
        QVERIFY(analysis);
        QTEST(rangeBars(capture, *analysis, capture.graphs()[0].tensors, 9).logarithmic, "logarithmic");
    }

    void classification() {
        CaptureBuilder builder;
        (void)builder.module("silent");
        addCall(builder, "x:2", 1, {1, 7});
        addCall(builder, "x:2", 2, {2, 7});
        addCall(builder, "x:1", 1, {7});
        const Capture capture = builder.build();
        const auto analysis = dimscope::inference::analyse(capture);
        QVERIFY(analysis);
        const auto modules = classificationBars(capture, *analysis, std::nullopt);
        QCOMPARE(modules.size(), std::size_t(1));
        QCOMPARE(modules[0].label, std::string("m"));
        QCOMPARE(modules[0].counts, (dimscope::inference::VerdictCounts{2, 1, 0}));
        QVERIFY(!modules[0].graph);
        const auto graphs = classificationBars(capture, *analysis, modules[0].module);
        QCOMPARE(graphs.size(), std::size_t(2));
        QCOMPARE(graphs[1].label, std::string("graph 1"));
        QCOMPARE(graphs[1].graph, std::optional(capture.graphs()[1].id));
        QCOMPARE(graphs[1].counts, (dimscope::inference::VerdictCounts{1, 0, 0}));
    }
};

QTEST_APPLESS_MAIN(TestSeries)
#include "tst_series.moc"
