// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/series/series.h"
#include "tests/gui/charts/chart_test.h"
#include "ui/charts/band_painter.h"
#include "ui/charts/range_band.h"
#include "ui/charts/range_scale.h"
#include "ui/charts/ranges_chart.h"

namespace dimscope::test {

using charts::BandHandle;
using charts::BandPlace;
using charts::RangeBand;
using charts::RangeScale;
using charts::RangesChart;
using Origin = RangeBand::Origin;

inline RangeBand bandOf(int axis, std::int64_t min, std::int64_t opt, std::int64_t max,
                        Origin origin = Origin::overridden, RangeBand::Kind kind = RangeBand::Kind::range) {
    return {base::TensorId{0}, axis, min, opt, max, origin, kind};
}

/// A ranges chart of one tensor with bands, and what it tells.
class RangeBandTest : public QObject {
 protected:
    /// A new chart, for each test.
    void makeChart();

    /// Axis 0: 2 to 8 (batch x2), axis 1: always 4, axis 2: 7 to 12.
    void showSmall(std::vector<RangeBand> bands);
    void show(const test_support::SampleData& data, std::vector<RangeBand> bands, QSize size = {700, 300});
    [[nodiscard]] RangeScale scale() const;
    [[nodiscard]] QRectF area() const { return innerChart(*m_chart)->plotArea(); }
    [[nodiscard]] BandPlace place(int row) const;
    [[nodiscard]] QPointF handleAt(int row, BandHandle handle) const;
    /// Where a handle must be dropped for a size.
    [[nodiscard]] QPointF target(int row, BandHandle handle, std::int64_t size) const;
    void press(QPointF at) { QTest::mousePress(m_chart.get(), Qt::LeftButton, {}, at.toPoint()); }
    void release(QPointF at) { QTest::mouseRelease(m_chart.get(), Qt::LeftButton, {}, at.toPoint()); }
    void key(int which, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(m_chart.get(), static_cast<Qt::Key>(which), modifiers);
    }
    void sendKey(QEvent::Type type, int which, bool repeated) {
        QKeyEvent event(type, which, Qt::NoModifier, QString(), repeated);
        QApplication::sendEvent(m_chart.get(), &event);
    }
    /// "0 2 4 8": axis, min, opt and max of the last change.
    [[nodiscard]] QString lastChange() const;

    test_support::SampleData m_data;
    std::vector<RangeBand> m_bands;
    std::unique_ptr<RangesChart> m_chart;
    std::unique_ptr<QSignalSpy> m_changing;
    std::unique_ptr<QSignalSpy> m_changed;
    std::unique_ptr<QSignalSpy> m_cancelled;
};

inline void RangeBandTest::makeChart() {
    m_chart = std::make_unique<RangesChart>();
    m_changing = std::make_unique<QSignalSpy>(m_chart.get(), &RangesChart::bandChanging);
    m_changed = std::make_unique<QSignalSpy>(m_chart.get(), &RangesChart::bandChanged);
    m_cancelled = std::make_unique<QSignalSpy>(m_chart.get(), &RangesChart::bandCancelled);
}

inline void RangeBandTest::show(const test_support::SampleData& data, std::vector<RangeBand> bands,
                                QSize size) {
    m_data = data;
    m_bands = bands;
    showAt(*m_chart, size);
    m_chart->activateWindow();
    m_chart->setFocus();
    m_chart->setBands(std::move(bands));
    m_chart->setTensors(chartData(data), {base::TensorId{0}});
    settle(*m_chart);
}

inline void RangeBandTest::showSmall(std::vector<RangeBand> bands) {
    show(test_support::singleTensorCapture({{1, {2, 4, 9}}, {2, {4, 4, 7}}, {4, {8, 4, 12}}}),
         std::move(bands));
}

inline RangeScale RangeBandTest::scale() const {
    const std::vector<base::TensorId> tensors{base::TensorId{0}};
    return RangeScale::of(series::rangeBars(*m_data.capture, *m_data.analysis, tensors, 200), m_bands);
}

inline BandPlace RangeBandTest::place(int row) const {
    const auto rows = static_cast<int>(m_data.analysis->tensor(base::TensorId{0}).axes.size());
    const double height = area().height() / rows;
    for (const RangeBand& band : m_bands) {
        if (band.axis == row) {
            return BandPlace::of(band, scale(), area(),
                                 QRectF(0, area().top() + row * height, m_chart->width(), height));
        }
    }
    return {};
}

inline QPointF RangeBandTest::handleAt(int row, BandHandle handle) const {
    return place(row).handle(handle).center();
}

inline QPointF RangeBandTest::target(int row, BandHandle handle, std::int64_t size) const {
    const QPointF from = handleAt(row, handle);
    const double at = handle == BandHandle::min   ? place(row).min
                      : handle == BandHandle::opt ? place(row).opt
                                                  : place(row).max;
    return {from.x() + scale().x(area(), size) - at, from.y()};
}

inline QString RangeBandTest::lastChange() const {
    if (m_changed->isEmpty()) {
        return QStringLiteral("none");
    }
    QStringList numbers;
    for (int index = 1; index < 5; ++index) {
        numbers.push_back(QString::number(m_changed->last()[index].toLongLong()));
    }
    return numbers.join(' ');
}

}  // namespace dimscope::test
