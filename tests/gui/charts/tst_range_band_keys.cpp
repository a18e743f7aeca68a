// SPDX-License-Identifier: GPL-3.0-or-later
#include <QPainter>
#include <QSvgRenderer>

#include "tests/gui/charts/range_band_test.h"

using namespace dimscope;
using namespace dimscope::test;

/// Bands over the ranges chart: the keyboard, what is told and exported, how they look.
class TestRangeBandKeys : public RangeBandTest {
    Q_OBJECT

 private slots:
    void initTestCase() { fixLook(); }
    void init() {
        failOnWarnings();
        makeChart();
    }
    void cleanup() { m_chart.reset(); }

    void keysGoThroughHandles();
    void keysMove_data();
    void keysMove();
    void heldKeyIsOneChange();
    void escapeTakesAHeldKeyBack();
    void leavingTheChartDecides();
    void keysGoBeyondTheScale();
    void keysWithoutAHandle();
    void handleKeepsToEditableRows();
    void focusIsSpoken();
    void summaryTellsContracts();
    void bandOfAnotherTensorIsIgnored();
    void sameRowsKeepTheFocus();
    void exportsHaveNoHints();
    void manyBandsAreQuick();
    void look_data();
    void look();
};

void TestRangeBandKeys::keysGoThroughHandles() {
    showSmall({bandOf(0, 3, 5, 7)});
    key(Qt::Key_Down);
    const std::vector<std::pair<Qt::KeyboardModifiers, const char*>> expected{
        {Qt::NoModifier, "min of x:0: 3"},    {Qt::NoModifier, "opt of x:0: 5"},
        {Qt::NoModifier, "max of x:0: 7"},    {Qt::NoModifier, "min of x:0: 3"},
        {Qt::ShiftModifier, "max of x:0: 7"}, {Qt::ShiftModifier, "opt of x:0: 5"}};
    for (const auto& [modifiers, text] : expected) {
        key(Qt::Key_H, modifiers);
        QVERIFY2(m_chart->accessibleDescription().startsWith(text),
                 qPrintable(m_chart->accessibleDescription()));
    }
    key(Qt::Key_Escape);
    QCOMPARE(m_chart->accessibleDescription(), m_chart->summary());
    key(Qt::Key_H, Qt::ControlModifier);
    QCOMPARE(m_chart->accessibleDescription(), m_chart->summary());
    QCOMPARE(m_changed->count(), 0);
}

void TestRangeBandKeys::keysMove_data() {
    QTest::addColumn<int>("handle");
    QTest::addColumn<int>("pressed");
    QTest::addColumn<bool>("shift");
    QTest::addColumn<QString>("expected");
    QTest::newRow("min left") << 0 << int{Qt::Key_Left} << false << "0 19 40 60";
    QTest::newRow("min right") << 0 << int{Qt::Key_Right} << false << "0 21 40 60";
    QTest::newRow("opt right") << 1 << int{Qt::Key_Right} << false << "0 20 41 60";
    QTest::newRow("max right") << 2 << int{Qt::Key_Right} << false << "0 20 40 61";
    QTest::newRow("seen size below") << 0 << int{Qt::Key_Left} << true << "0 17 40 60";
    QTest::newRow("seen size above") << 0 << int{Qt::Key_Right} << true << "0 24 40 60";
    QTest::newRow("seen size above opt") << 1 << int{Qt::Key_Right} << true << "0 20 50 60";
    QTest::newRow("ten beyond the seen") << 2 << int{Qt::Key_Right} << true << "0 20 40 70";
    QTest::newRow("smallest seen") << 0 << int{Qt::Key_Home} << false << "0 16 40 60";
    QTest::newRow("largest seen stops at max") << 1 << int{Qt::Key_End} << false << "0 20 50 60";
    QTest::newRow("max to the largest seen") << 2 << int{Qt::Key_End} << false << "0 20 40 50";
    QTest::newRow("max to the smallest stops at min") << 2 << int{Qt::Key_Home} << false << "0 20 20 20";
}

void TestRangeBandKeys::keysMove() {
    QFETCH(int, handle);
    QFETCH(int, pressed);
    QFETCH(bool, shift);
    QFETCH(QString, expected);
    show(test_support::singleTensorCapture({{1, {16}}, {2, {24}}, {4, {37}}, {8, {50}}, {9, {17}}}),
         {bandOf(0, 20, 40, 60)});
    key(Qt::Key_Down);
    for (int index = 0; index <= handle; ++index) {
        key(Qt::Key_H);
    }
    settle(*m_chart);
    key(pressed, shift ? Qt::ShiftModifier : Qt::NoModifier);
    QCOMPARE(lastChange(), expected);
    QCOMPARE(m_changed->count(), 1);
    QCOMPARE(m_changing->count(), 1);
}

void TestRangeBandKeys::heldKeyIsOneChange() {
    showSmall({bandOf(0, 2, 6, 8)});
    key(Qt::Key_Down);
    key(Qt::Key_H, Qt::ShiftModifier);
    sendKey(QEvent::KeyPress, Qt::Key_Right, false);
    for (int index = 0; index < 5; ++index) {
        sendKey(QEvent::KeyRelease, Qt::Key_Right, true);
        sendKey(QEvent::KeyPress, Qt::Key_Right, true);
    }
    QCOMPARE(m_changing->count(), 6);
    QCOMPARE(m_changed->count(), 0);
    sendKey(QEvent::KeyRelease, Qt::Key_Right, false);
    QCOMPARE(lastChange(), "0 2 6 14");
    QCOMPARE(m_changed->count(), 1);
}

void TestRangeBandKeys::escapeTakesAHeldKeyBack() {
    showSmall({bandOf(0, 2, 6, 8)});
    key(Qt::Key_Down);
    key(Qt::Key_H);
    sendKey(QEvent::KeyPress, Qt::Key_Right, false);
    sendKey(QEvent::KeyPress, Qt::Key_Right, true);
    key(Qt::Key_Escape);
    QCOMPARE(m_cancelled->count(), 1);
    sendKey(QEvent::KeyPress, Qt::Key_Right, true);
    sendKey(QEvent::KeyRelease, Qt::Key_Right, false);
    QCOMPARE(m_changed->count(), 0);
    QCOMPARE(m_changing->count(), 2);
    QVERIFY(m_chart->accessibleDescription().startsWith("min of x:0: 2"));
}

void TestRangeBandKeys::leavingTheChartDecides() {
    showSmall({bandOf(0, 2, 6, 8)});
    key(Qt::Key_Down);
    key(Qt::Key_H);
    sendKey(QEvent::KeyPress, Qt::Key_Right, false);
    m_chart->clearFocus();
    QCOMPARE(lastChange(), "0 3 6 8");
}

void TestRangeBandKeys::keysGoBeyondTheScale() {
    showSmall({bandOf(0, 2, 6, 8)});
    key(Qt::Key_Down);
    key(Qt::Key_H, Qt::ShiftModifier);
    settle(*m_chart);
    for (int index = 0; index < 8; ++index) {
        key(Qt::Key_Right, Qt::ShiftModifier);
    }
    QCOMPARE(lastChange(), "0 2 6 88");
    m_bands = {bandOf(0, 2, 6, 88)};
    QVERIFY(place(0).max < area().right());
    moveTo(*m_chart, handleAt(0, BandHandle::max));
    QCOMPARE(m_chart->cursor().shape(), Qt::SizeHorCursor);
}

void TestRangeBandKeys::keysWithoutAHandle() {
    showSmall({bandOf(0, 2, 6, 8)});
    QSignalSpy clicked(m_chart.get(), &charts::ChartPane::axisClicked);
    key(Qt::Key_End);
    key(Qt::Key_Return);
    QCOMPARE(clicked.takeLast()[1].toInt(), 2);
    key(Qt::Key_Home);
    key(Qt::Key_Left);
    key(Qt::Key_Space);
    QCOMPARE(clicked.takeLast()[1].toInt(), 0);
    QCOMPARE(m_changing->count(), 0);
}

void TestRangeBandKeys::handleKeepsToEditableRows() {
    showSmall({bandOf(0, 2, 6, 8), bandOf(1, 4, 4, 4, Origin::inferred, RangeBand::Kind::fixed),
               bandOf(2, 7, 12, 12)});
    key(Qt::Key_Down);
    key(Qt::Key_H);
    QVERIFY(m_chart->accessibleDescription().startsWith("min of x:0"));
    key(Qt::Key_Down);
    QCOMPARE(m_chart->accessibleDescription(), m_chart->summary());
    key(Qt::Key_H);
    QCOMPARE(m_chart->accessibleDescription(), m_chart->summary());
    key(Qt::Key_Down);
    key(Qt::Key_H);
    key(Qt::Key_H);
    QVERIFY(m_chart->accessibleDescription().startsWith("opt of x:2"));
    m_chart->setBands({bandOf(0, 2, 6, 8)});
    QCOMPARE(m_chart->accessibleDescription(), m_chart->summary());
}

void TestRangeBandKeys::focusIsSpoken() {
    showSmall({bandOf(0, 3, 6, 16)});
    key(Qt::Key_Down);
    key(Qt::Key_H);
    QString spoken = m_chart->accessibleDescription();
    QVERIFY2(spoken.contains("3 to 16, opt 6 (overridden)"), qPrintable(spoken));
    QVERIFY2(spoken.contains("not covered: seen down to 2"), qPrintable(spoken));
    QVERIFY2(spoken.contains("seen: 2 to 8"), qPrintable(spoken));
    key(Qt::Key_Left);
    spoken = m_chart->accessibleDescription();
    QVERIFY2(spoken.startsWith("min of x:0: 2"), qPrintable(spoken));
    QVERIFY2(!spoken.contains("not covered"), qPrintable(spoken));
}

void TestRangeBandKeys::summaryTellsContracts() {
    showSmall({bandOf(0, 4, 8, 16), bandOf(2, 7, 12, 12, Origin::inferred)});
    const QString text = m_chart->summary();
    QVERIFY2(text.contains("x:0 from 2 to 8, contract 4 to 16, opt 8 (overridden), not covered"),
             qPrintable(text));
    QVERIFY2(text.endsWith("x:2 from 7 to 12"), qPrintable(text));
    m_chart->setBands({bandOf(0, 2, 2, 2, Origin::follows), bandOf(2, 8, 12, 12, Origin::inferred)});
    QVERIFY2(m_chart->summary().contains("always 2 (follows another axis), not covered"),
             qPrintable(m_chart->summary()));
    QVERIFY2(m_chart->summary().endsWith("x:2 from 7 to 12, not covered"), qPrintable(m_chart->summary()));
}

void TestRangeBandKeys::bandOfAnotherTensorIsIgnored() {
    RangeBand other = bandOf(0, 1, 1, 1000000);
    other.tensor = base::TensorId{7};
    showSmall({});
    const QImage before = m_chart->grab().toImage();
    m_chart->setBands({other, bandOf(9, 1, 2, 3)});
    QCOMPARE(m_chart->grab().toImage(), before);
}

void TestRangeBandKeys::sameRowsKeepTheFocus() {
    showSmall({bandOf(0, 2, 6, 8), bandOf(2, 7, 12, 12)});
    key(Qt::Key_End);
    key(Qt::Key_H);
    QVERIFY(m_chart->accessibleDescription().startsWith("min of x:2"));
    // The same capture analysed again.
    const auto again = std::make_shared<inference::Analysis>(*m_data.analysis);
    m_chart->setTensors({m_data.capture, again}, {base::TensorId{0}});
    settle(*m_chart);
    QVERIFY(m_chart->accessibleDescription().startsWith("min of x:2"));
    key(Qt::Key_Right);
    QCOMPARE(lastChange(), "2 8 12 12");
}

void TestRangeBandKeys::exportsHaveNoHints() {
    showSmall({bandOf(0, 4, 6, 16), bandOf(2, 7, 12, 12, Origin::inferred)});
    const QImage plain = m_chart->image();
    const QByteArray plainSvg = m_chart->svg();
    key(Qt::Key_Down);
    key(Qt::Key_H);
    QVERIFY(m_chart->grab().toImage().convertToFormat(plain.format()) != plain);
    QCOMPARE(m_chart->image(), plain);
    QVERIFY(m_chart->svg().contains("<polygon") || m_chart->svg().contains("<path"));
    moveTo(*m_chart, handleAt(0, BandHandle::max));
    QCOMPARE(m_chart->image(), plain);
    QVERIFY(!m_chart->svg().contains("next handle"));
    QVERIFY(!plainSvg.contains("<image"));
    // The band itself is there.
    m_chart->setBands({});
    QVERIFY(m_chart->image() != plain);
    m_chart->setBands(m_bands);
    QSvgRenderer renderer(m_chart->svg());
    QImage picture(700, 300, QImage::Format_ARGB32_Premultiplied);
    picture.fill(Qt::transparent);
    QPainter painter(&picture);
    renderer.render(&painter);
    painter.end();
    picture.save(QStringLiteral(DIMSCOPE_GRAB_DIR "/svg-bands.png"));
    QVERIFY(colorCount(picture) > 8);
}

void TestRangeBandKeys::manyBandsAreQuick() {
    const auto data = test_support::wideCapture(2, 80, 6);
    std::vector<base::TensorId> tensors;
    std::vector<RangeBand> bands;
    for (const capture::Tensor& tensor : data.capture->tensors()) {
        tensors.push_back(tensor.id);
        for (int axis = 0; axis < 4; ++axis) {
            bands.push_back({tensor.id, axis, 1, 3, 40, Origin::overridden, RangeBand::Kind::range});
        }
    }
    showAt(*m_chart, {700, 600});
    m_chart->setTensors(chartData(data), tensors);
    settle(*m_chart);
    m_chart->setBands(bands);
    m_chart->repaint();
    for (int round = 0; round < 20; ++round) {
        bands.front().max = 40 + round % 2;
        m_chart->setBands(bands);
        m_chart->repaint();
    }
    checkBothThemes(*m_chart, "bands-many");
}

void TestRangeBandKeys::look_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QSize>("size");
    QTest::newRow("unet") << "unet" << QSize(940, 460);
    QTest::newRow("unet-keyboard") << "keyboard" << QSize(700, 300);
    QTest::newRow("unet-drag") << "drag" << QSize(700, 300);
    QTest::newRow("unet-tiny") << "unet" << QSize(420, 160);
}

void TestRangeBandKeys::look() {
    QFETCH(QString, what);
    QFETCH(QSize, size);
    m_data = test_support::pipelineCapture();
    const auto graph = test_support::graphNamed(*m_data.capture, "unet", "0");
    std::vector<base::TensorId> tensors = m_data.capture->graph(graph).tensors;
    std::vector<RangeBand> bands;
    for (const base::TensorId id : tensors) {
        const auto& axes = m_data.analysis->tensor(id).axes;
        for (std::size_t axis = 0; axis < axes.size(); ++axis) {
            const bool fixed = axes[axis].verdict == module::Verdict::fixed;
            bands.push_back({id, static_cast<int>(axis), axes[axis].min, axes[axis].max, axes[axis].max,
                             Origin::inferred, fixed ? RangeBand::Kind::fixed : RangeBand::Kind::range});
        }
    }
    const auto set = [&](const char* path, int axis, std::int64_t min, std::int64_t opt, std::int64_t max,
                         Origin origin) {
        for (RangeBand& band : bands) {
            if (band.tensor == test_support::tensorNamed(*m_data.capture, "unet", "0", path) &&
                band.axis == axis) {
                band = {band.tensor, axis, min, opt, max, origin, RangeBand::Kind::range};
            }
        }
    };
    set("sample", 0, 2, 4, 16, Origin::overridden);
    set("sample", 2, 72, 96, 120, Origin::overridden);
    set("output[0]", 2, 72, 96, 120, Origin::follows);
    showAt(*m_chart, size);
    m_chart->activateWindow();
    m_chart->setFocus();
    m_chart->setBands(bands);
    m_chart->setTensors(chartData(m_data), tensors);
    settle(*m_chart);
    if (what == "keyboard") {
        key(Qt::Key_Home);
        key(Qt::Key_H, Qt::ShiftModifier);
    }
    if (what == "drag") {
        key(Qt::Key_Home);
        key(Qt::Key_Down);
        key(Qt::Key_Down);
        key(Qt::Key_H);
        sendKey(QEvent::KeyPress, Qt::Key_Right, false);
    }
    checkBothThemes(*m_chart, QStringLiteral("bands-%1").arg(QTest::currentDataTag()));
}

QTEST_MAIN(TestRangeBandKeys)
#include "tst_range_band_keys.moc"
