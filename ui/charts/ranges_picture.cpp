// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ranges_picture.h"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "ui/charts/number_text.h"

namespace dimscope::charts {

namespace {

constexpr std::size_t kMaxBars = 200;
/// Where a size of 0 stands on a logarithmic scale, in decades below 1.
constexpr double kZeroDecade = -0.5;

void setScale(RangesPicture& picture) {
    if (picture.ranges.bars.empty()) {
        return;
    }
    double low = picture.position(picture.ranges.bars.front().min);
    double high = low;
    for (const series::RangeBar& bar : picture.ranges.bars) {
        low = std::min(low, picture.position(bar.min));
        high = std::max(high, picture.position(bar.max));
    }
    if (picture.ranges.logarithmic) {
        picture.low = low < 0 ? kZeroDecade : std::floor(low);
        picture.high = std::max(picture.low + 1, std::ceil(high * 4) / 4);
        return;
    }
    const Ticks scale = looseTicks(low <= high / 2 ? 0 : low, high, 6, TickSpacing::whole);
    picture.low = std::max(0.0, scale.low);
    picture.high = scale.high;
}

const capture::Graph& graphOf(const RangesPicture& picture, const series::RangeBar& bar) {
    return picture.data.capture->graph(picture.data.capture->tensor(bar.tensor).graph);
}

void setLabels(RangesPicture& picture) {
    bool severalModules = false;
    bool severalGraphs = false;
    for (const series::RangeBar& bar : picture.ranges.bars) {
        const capture::Graph& first = graphOf(picture, picture.ranges.bars.front());
        severalModules = severalModules || graphOf(picture, bar).module != first.module;
        severalGraphs = severalGraphs || graphOf(picture, bar).id != first.id;
    }
    for (const series::RangeBar& bar : picture.ranges.bars) {
        const capture::Graph& graph = graphOf(picture, bar);
        QString label = QString::fromStdString(bar.label);
        if (severalGraphs) {
            // The number is enough to tell graphs apart; the callout has the whole name.
            label = QString::fromStdString(graph.name).section(QLatin1Char(' '), 0, 0) +
                    QStringLiteral(" · ") + label;
        }
        if (severalModules) {
            label = QString::fromStdString(picture.data.capture->module(graph.module).name) +
                    QLatin1Char(' ') + label;
        }
        picture.labels.push_back(label);
    }
}

}  // namespace

std::shared_ptr<const RangesPicture> RangesPicture::compute(const ChartData& data,
                                                            const std::vector<base::TensorId>& tensors) {
    auto picture = std::make_shared<RangesPicture>();
    picture->data = data;
    picture->ranges = series::rangeBars(*data.capture, *data.analysis, tensors, kMaxBars);
    setScale(*picture);
    setLabels(*picture);
    return picture;
}

QString RangesPicture::place(std::size_t bar) const {
    const capture::Graph& graph = graphOf(*this, ranges.bars[bar]);
    return QCoreApplication::translate("RangesPicture", "%1 · graph %2")
        .arg(QString::fromStdString(data.capture->module(graph.module).name),
             QString::fromStdString(graph.name));
}

double RangesPicture::position(std::int64_t size) const {
    const auto value = static_cast<double>(size);
    if (!ranges.logarithmic) {
        return value;
    }
    return size > 0 ? std::log10(value) : kZeroDecade;
}

std::vector<RangesPicture::Tick> RangesPicture::ticks(int count) const {
    std::vector<Tick> ticks;
    if (!ranges.logarithmic) {
        const Ticks scale = tightTicks(low, high, count, TickSpacing::whole);
        for (const double value : scale.values) {
            ticks.push_back({value, tickText(value, scale.step)});
        }
        return ticks;
    }
    if (low < 0) {
        ticks.push_back({kZeroDecade, QStringLiteral("0")});
    }
    const double decades = high - std::max(0.0, low);
    const int stride = std::max(1, static_cast<int>(std::ceil(decades / std::max(1, count))));
    for (int decade = static_cast<int>(std::ceil(std::max(0.0, low))); decade <= high; decade += stride) {
        ticks.push_back({static_cast<double>(decade), compactNumber(std::pow(10.0, decade))});
        if (stride == 1 && decades * 3 <= count) {
            for (const int step : {2, 5}) {
                const double between = decade + std::log10(step);
                if (between <= high) {
                    ticks.push_back({between, compactNumber(step * std::pow(10.0, decade))});
                }
            }
        }
    }
    return ticks;
}

}  // namespace dimscope::charts
