// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ranges_picture.h"

#include <QCoreApplication>
#include <algorithm>

namespace dimscope::charts {

namespace {

constexpr std::size_t kMaxBars = 200;
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
    setLabels(*picture);
    return picture;
}

QString RangesPicture::place(std::size_t bar) const {
    const capture::Graph& graph = graphOf(*this, ranges.bars[bar]);
    return QCoreApplication::translate("RangesPicture", "%1 · graph %2")
        .arg(QString::fromStdString(data.capture->module(graph.module).name),
             QString::fromStdString(graph.name));
}

std::shared_ptr<const SeenSizes> SeenSizes::compute(const ChartData& data, base::TensorId tensor, int axis) {
    auto seen = std::make_shared<SeenSizes>();
    seen->tensor = tensor;
    seen->axis = axis;
    const auto column = data.capture->tensor(tensor).column(static_cast<std::size_t>(axis));
    seen->sizes.assign(column.begin(), column.end());
    std::sort(seen->sizes.begin(), seen->sizes.end());
    seen->sizes.erase(std::unique(seen->sizes.begin(), seen->sizes.end()), seen->sizes.end());
    return seen;
}

}  // namespace dimscope::charts
