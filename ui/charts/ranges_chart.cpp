// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ranges_chart.h"

#include <algorithm>
#include <map>
#include <utility>

#include "ui/charts/number_text.h"
#include "ui/charts/ranges_chart_private.h"
#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

RangesChart::Private::Private(RangesChart& chart)
    : q(chart),
      job([this](std::shared_ptr<const RangesPicture> answer) { arrived(std::move(answer)); }),
      seenJob([this](std::shared_ptr<const SeenSizes> answer) { seen = std::move(answer); }) {}

void RangesChart::Private::arrived(std::shared_ptr<const RangesPicture> answer) {
    const bool sameRows = hasRowsOf(answer.get());
    if (!sameRows) {
        cancel();
        setFocused(std::nullopt);
    }
    setHovered(std::nullopt);
    picture = std::move(answer);
    matchBands();
    if (!sameRows) {
        q.rowsChanged();
        applySelection();
    }
    q.pictureChanged();
    emit q.updated();
}

bool RangesChart::Private::hasRowsOf(const RangesPicture* other) const {
    const auto sameRow = [](const series::RangeBar& left, const series::RangeBar& right) {
        return left.tensor == right.tensor && left.axis == right.axis;
    };
    return picture && other && picture->data.capture == other->data.capture &&
           picture->labels == other->labels &&
           std::equal(picture->ranges.bars.begin(), picture->ranges.bars.end(), other->ranges.bars.begin(),
                      other->ranges.bars.end(), sameRow);
}

void RangesChart::Private::applySelection() {
    std::optional<int> row;
    for (int index = 0; picture && index < q.rowCount(); ++index) {
        if (selectedTensor == bar(index).tensor && selectedAxis == bar(index).axis) {
            row = index;
        }
    }
    q.setCurrentRow(row);
    followCurrentRow();
}

void RangesChart::Private::matchBands() {
    rowBands.assign(static_cast<std::size_t>(q.rowCount()), std::nullopt);
    std::map<std::pair<std::uint32_t, int>, const RangeBand*> given;
    for (const RangeBand& each : bands) {
        given[{each.tensor.value, each.axis}] = &each;
    }
    for (int row = 0; row < q.rowCount(); ++row) {
        const auto found = given.find({bar(row).tensor.value, bar(row).axis});
        if (found != given.end()) {
            rowBands[static_cast<std::size_t>(row)] = *found->second;
        }
    }
    if (edit) {
        followEdit();
    }
    followCurrentRow();
    updateScale();
}

void RangesChart::Private::followEdit() {
    const auto& own = rowBands[static_cast<std::size_t>(edit->row)];
    if (!own || !own->isEditable()) {
        cancel();
        return;
    }
    edit->before = *own;
}

void RangesChart::Private::updateScale() {
    if (edit && edit->by == Edit::By::mouse) {
        return;  // the scale stands still under the pointer
    }
    std::vector<RangeBand> shown;
    for (int row = 0; row < q.rowCount(); ++row) {
        if (const RangeBand* own = band(row)) {
            shown.push_back(*own);
        }
    }
    const RangeScale before =
        std::exchange(scale, picture ? RangeScale::of(picture->ranges, shown, reach) : RangeScale());
    if (scale != before) {
        q.pictureChanged();
    }
}

const RangeBand* RangesChart::Private::band(int row) const {
    if (edit && edit->row == row) {
        return &edit->now;
    }
    const auto& own = rowBands[static_cast<std::size_t>(row)];
    return own ? &*own : nullptr;
}

bool RangesChart::Private::isEditable(int row) const {
    const RangeBand* own = row < q.rowCount() ? band(row) : nullptr;
    return own && own->isEditable();
}

QString RangesChart::Private::message() const {
    if (!data.capture) {
        return RangesChart::tr("no capture is open");
    }
    if (tensors.empty()) {
        return RangesChart::tr("select a tensor or a graph to see its ranges");
    }
    if (!picture) {
        return RangesChart::tr("reading ranges…");
    }
    return picture->ranges.bars.empty() ? RangesChart::tr("scalars only: there is no axis to draw")
                                        : QString();
}

RangesChart::RangesChart(QWidget* parent) : BarRowsPane(parent), d(std::make_unique<Private>(*this)) {
    setAccessibleName(tr("Ranges"));
    describeAgain();
}

RangesChart::~RangesChart() = default;

void RangesChart::setTensors(const ChartData& content, std::vector<base::TensorId> tensors) {
    if (d->data == content && d->tensors == tensors) {
        return;
    }
    d->data = content;
    d->tensors = content ? std::move(tensors) : std::vector<base::TensorId>();
    if (d->tensors.empty()) {
        d->job.cancel();
        d->cancel();
        d->setHovered(std::nullopt);
        d->picture.reset();
        d->matchBands();
        rowsChanged();
        pictureChanged();
        emit updated();
        return;
    }
    d->job.start([content, wanted = d->tensors] { return RangesPicture::compute(content, wanted); });
    describeAgain();
}

void RangesChart::setSelectedAxis(std::optional<base::TensorId> tensor, std::optional<int> axis) {
    // The keyboard's row stays where it is while nothing else gets selected.
    if (d->selectedTensor == tensor && d->selectedAxis == axis) {
        return;
    }
    d->selectedTensor = tensor;
    d->selectedAxis = axis;
    d->applySelection();
}

void RangesChart::setBands(std::vector<RangeBand> bands) {
    d->bands = std::move(bands);
    d->matchBands();
    update();
    describeAgain();
}

void RangesChart::setReach(std::optional<SizeReach> reach) {
    d->reach = reach;
    d->updateScale();
}

QString RangesChart::summary() const {
    const QString message = d->message();
    if (!message.isEmpty()) {
        return message;
    }
    constexpr int kTold = 12;
    QStringList parts;
    for (int row = 0; row < std::min(rowCount(), kTold); ++row) {
        const series::RangeBar& bar = d->bar(row);
        QString part =
            bar.min == bar.max
                ? tr("%1 always %2").arg(rowLabel(row), exactNumber(bar.min))
                : tr("%1 from %2 to %3").arg(rowLabel(row), exactNumber(bar.min), exactNumber(bar.max));
        const RangeBand* band = d->band(row);
        if (band && band->origin != RangeBand::Origin::inferred) {
            part += tr(", contract %1 (%2)").arg(bandText(*band), originText(band->origin));
        }
        if (band && !(band->covers(bar.min) && band->covers(bar.max))) {
            part += tr(", not covered");
        }
        parts.push_back(part);
    }
    const auto rest =
        static_cast<std::int64_t>(d->picture->ranges.left) + rowCount() - static_cast<int>(parts.size());
    if (rest > 0) {
        parts.push_back(tr("and %1 more").arg(rest));
    }
    return tr("ranges of %1 axes%2: %3")
        .arg(exactNumber(rowCount() + static_cast<std::int64_t>(d->picture->ranges.left)))
        .arg(d->scale.logarithmic ? tr(" on a logarithmic scale") : QString(),
             parts.join(QStringLiteral("; ")));
}

QString RangesChart::spokenText() const {
    if (!d || !d->focused || !currentRow() || !d->isEditable(*currentRow())) {
        return summary();
    }
    return d->handleCallout(*currentRow(), *d->focused).sentence();
}

bool RangesChart::isBusy() const {
    return d->job.isBusy() || d->seenJob.isBusy();
}

int RangesChart::rowCount() const {
    return d && d->picture ? static_cast<int>(d->picture->ranges.bars.size()) : 0;
}

QString RangesChart::rowLabel(int row) const {
    return d->picture->labels[static_cast<std::size_t>(row)];
}

QFont RangesChart::labelFont(const ChartStyle& style) const {
    return style.mono;
}

std::optional<module::Verdict> RangesChart::rowSign(int row) const {
    return d->bar(row).verdict;
}

Callout RangesChart::rowCallout(int row, QPointF) const {
    const series::RangeBar& bar = d->bar(row);
    const inference::AxisAnalysis& axis =
        d->picture->data.analysis->tensor(bar.tensor).axes[static_cast<std::size_t>(bar.axis)];
    Callout callout;
    callout.title = QString::fromStdString(bar.label);
    callout.lines.push_back({d->picture->place(static_cast<std::size_t>(row)), std::nullopt});
    callout.lines.push_back({verdictText(bar.verdict, axis.multiplier), bar.verdict});
    callout.lines.push_back({bar.min == bar.max
                                 ? tr("size %1").arg(exactNumber(bar.min))
                                 : tr("size %1 to %2").arg(exactNumber(bar.min), exactNumber(bar.max)),
                             std::nullopt});
    if (axis.distinct && *axis.distinct > 1) {
        callout.lines.push_back(
            {tr("%1 different sizes").arg(exactNumber(static_cast<std::int64_t>(*axis.distinct))),
             std::nullopt});
    }
    if (bar.mode && bar.min != bar.max) {
        callout.lines.push_back({tr("most frequent %1").arg(exactNumber(*bar.mode)), std::nullopt});
    }
    if (bar.last && bar.min != bar.max) {
        callout.lines.push_back({tr("last %1").arg(exactNumber(*bar.last)), std::nullopt});
    }
    for (CalloutLine& line : d->bandLines(row)) {
        callout.lines.push_back(std::move(line));
    }
    if (d->isEditable(row)) {
        callout.lines.push_back({tr("drag a handle, or press H and the arrow keys"), std::nullopt});
    }
    return callout;
}

void RangesChart::activate(int row, std::optional<QPointF>) {
    const series::RangeBar& bar = d->bar(row);
    d->selectedTensor = bar.tensor;
    d->selectedAxis = bar.axis;
    emit axisClicked(bar.tensor, bar.axis);
}

}  // namespace dimscope::charts
