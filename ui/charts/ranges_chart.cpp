// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/ranges_chart.h"

#include <QPainter>
#include <algorithm>
#include <cmath>

#include "ui/charts/latest_job.h"
#include "ui/charts/number_text.h"
#include "ui/charts/ranges_picture.h"
#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

constexpr double kThickness = 0.46;
/// Between a bar's end and the value beside it, in pixels: the mark of the last size may stand between them.
constexpr double kValueGap = 12;

}  // namespace

class RangesChart::Private {
 public:
    explicit Private(RangesChart& chart)
        : q(chart),
          job([this](std::shared_ptr<const RangesPicture> answer) { arrived(std::move(answer)); }) {}

    void arrived(std::shared_ptr<const RangesPicture> answer) {
        picture = std::move(answer);
        q.rowsChanged();
        applySelection();
        q.pictureChanged();
        emit q.updated();
    }

    void applySelection() {
        std::optional<int> row;
        for (int index = 0; picture && index < q.rowCount(); ++index) {
            const series::RangeBar& bar = picture->ranges.bars[static_cast<std::size_t>(index)];
            if (selectedTensor == bar.tensor && selectedAxis == bar.axis) {
                row = index;
            }
        }
        q.setCurrentRow(row);
    }

    [[nodiscard]] const series::RangeBar& bar(int row) const {
        return picture->ranges.bars[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] double x(const QRectF& area, std::int64_t size) const {
        return area.left() +
               (picture->position(size) - picture->low) / (picture->high - picture->low) * area.width();
    }

    [[nodiscard]] QString message() const {
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

    void paintMarks(QPainter& painter, const ChartStyle& style, const QRectF& area, const QRectF& row,
                    const series::RangeBar& bar) const;
    void paintLegend(QPainter& painter, const QRectF& row, const ChartStyle& style) const;
    void paintScale(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                    const ChartStyle& style) const;

    RangesChart& q;
    ChartData data;
    std::vector<base::TensorId> tensors;
    std::optional<base::TensorId> selectedTensor;
    std::optional<int> selectedAxis;
    std::shared_ptr<const RangesPicture> picture;
    LatestJob<RangesPicture> job;
};

namespace {

void paintMode(QPainter& painter, QPointF center, const QColor& edge, const QColor& fill) {
    painter.setPen(QPen(edge, 1.4));
    painter.setBrush(fill);
    painter.drawPolygon(QPolygonF{{center.x(), center.y() - 4.5},
                                  {center.x() + 4.5, center.y()},
                                  {center.x(), center.y() + 4.5},
                                  {center.x() - 4.5, center.y()}});
}

void paintLast(QPainter& painter, QPointF center, const QColor& edge) {
    painter.setPen(QPen(edge, 1.4));
    painter.setBrush(Qt::NoBrush);
    painter.drawEllipse(center, 6.5, 6.5);
}

}  // namespace

void RangesChart::Private::paintMarks(QPainter& painter, const ChartStyle& style, const QRectF& area,
                                      const QRectF& row, const series::RangeBar& bar) const {
    const double middle = row.center().y();
    const double left = x(area, bar.min);
    const double right = x(area, bar.max);
    const QColor color = verdictColor(style.colors, bar.verdict);
    const double line = style.lineHeight();
    painter.setFont(style.font);
    if (bar.min == bar.max) {
        const double half = std::min(7.0, row.height() * 0.32);
        painter.setPen(QPen(color, 2.5, Qt::SolidLine, Qt::FlatCap));
        painter.drawLine(QPointF(left, middle - half), QPointF(left, middle + half));
    } else {
        if (bar.last) {
            paintLast(painter, QPointF(x(area, *bar.last), middle), style.text);
        }
        if (bar.mode) {
            paintMode(painter, QPointF(x(area, *bar.mode), middle), style.text, style.background);
        }
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(left - 200 - kValueGap, middle - line / 2, 200, line),
                         Qt::AlignRight | Qt::AlignVCenter, shortNumber(bar.min));
    }
    painter.setPen(style.text);
    painter.drawText(QRectF(right + kValueGap, middle - line / 2, 200, line),
                     Qt::AlignLeft | Qt::AlignVCenter, shortNumber(bar.max));
}

void RangesChart::Private::paintScale(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                                      const ChartStyle& style) const {
    const int count = std::max(1, static_cast<int>(area.width() / 64));
    painter.setFont(style.font);
    double taken = 0;
    for (const auto& [value, text] : picture->ticks(count)) {
        const double at =
            area.left() + (value - picture->low) / (picture->high - picture->low) * area.width();
        const double width = style.width(text) + 2;
        painter.setPen(QPen(style.colors.grid, 1));
        painter.drawLine(QPointF(crisp(at), area.top()), QPointF(crisp(at), area.bottom() + 3));
        if (at - width / 2 < taken) {
            continue;
        }
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(at - width / 2, layout.axis.top() + 3, width, style.lineHeight()),
                         Qt::AlignCenter, text);
        taken = at + width / 2 + 6;
    }
    const QString name = picture->ranges.logarithmic ? RangesChart::tr("size, log") : RangesChart::tr("size");
    painter.setPen(style.colors.secondary);
    painter.drawText(
        QRectF(layout.labels.left(), layout.axis.top() + 3, layout.labels.width(), style.lineHeight()),
        Qt::AlignLeft | Qt::AlignVCenter, name);
}

void RangesChart::Private::paintLegend(QPainter& painter, const QRectF& row, const ChartStyle& style) const {
    if (row.isEmpty()) {
        return;
    }
    const double middle = row.center().y();
    double left = row.left();
    const auto word = [&](const QString& text) {
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(left, row.top(), row.right() - left, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, style.elided(text, row.right() - left));
        left += style.width(text) + 16;
    };
    painter.setFont(style.font);
    const bool marked = std::any_of(picture->ranges.bars.begin(), picture->ranges.bars.end(),
                                    [](const series::RangeBar& bar) { return bar.mode || bar.last; });
    if (marked) {
        paintMode(painter, QPointF(left + 6, middle), style.text, style.background);
        left += 16;
        word(RangesChart::tr("most frequent size"));
        paintLast(painter, QPointF(left + 6, middle), style.text);
        left += 18;
        word(RangesChart::tr("last size"));
    } else {
        word(data.capture->sampleCount() == 0
                 ? RangesChart::tr("no samples in this file: smallest and largest sizes only")
                 : RangesChart::tr("no samples: smallest and largest sizes only"));
    }
    if (picture->ranges.left > 0) {
        word(RangesChart::tr("the first %1 axes; %2 more not drawn")
                 .arg(picture->ranges.bars.size())
                 .arg(exactNumber(static_cast<std::int64_t>(picture->ranges.left))));
    }
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
        d->picture.reset();
        rowsChanged();
        pictureChanged();
        emit updated();
        return;
    }
    d->job.start([content, wanted = d->tensors] { return RangesPicture::compute(content, wanted); });
    describeAgain();
}

void RangesChart::setSelectedAxis(std::optional<base::TensorId> tensor, std::optional<int> axis) {
    d->selectedTensor = tensor;
    d->selectedAxis = axis;
    d->applySelection();
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
        parts.push_back(
            bar.min == bar.max
                ? tr("%1 always %2").arg(rowLabel(row), exactNumber(bar.min))
                : tr("%1 from %2 to %3").arg(rowLabel(row), exactNumber(bar.min), exactNumber(bar.max)));
    }
    const auto rest =
        static_cast<std::int64_t>(d->picture->ranges.left) + rowCount() - static_cast<int>(parts.size());
    if (rest > 0) {
        parts.push_back(tr("and %1 more").arg(rest));
    }
    return tr("ranges of %1 axes%2: %3")
        .arg(exactNumber(rowCount() + static_cast<std::int64_t>(d->picture->ranges.left)))
        .arg(d->picture->ranges.logarithmic ? tr(" on a logarithmic scale") : QString(),
             parts.join(QStringLiteral("; ")));
}

bool RangesChart::isBusy() const {
    return d->job.isBusy();
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
    return callout;
}

void RangesChart::activate(int row, std::optional<QPointF>) {
    const series::RangeBar& bar = d->bar(row);
    d->selectedTensor = bar.tensor;
    d->selectedAxis = bar.axis;
    emit axisClicked(bar.tensor, bar.axis);
}

double RangesChart::leftInset(const ChartStyle& style) const {
    double width = 0;
    for (int row = 0; row < rowCount(); ++row) {
        if (d->bar(row).min != d->bar(row).max) {
            width = std::max(width, style.width(shortNumber(d->bar(row).min)));
        }
    }
    return std::ceil(width) + kValueGap + 4;
}

double RangesChart::rightInset(const ChartStyle& style) const {
    double width = 0;
    for (int row = 0; row < rowCount(); ++row) {
        width = std::max(width, style.width(shortNumber(d->bar(row).max)));
    }
    return std::ceil(width) + kValueGap + 4;
}

void RangesChart::paintBack(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const RowsLayout layout = rowsLayout(size, style);
    paintRowsBack(painter, layout, style);
    d->paintScale(painter, layout, barsArea(layout, style), style);
}

void RangesChart::paintSeries(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const RowsLayout layout = rowsLayout(size, style);
    BarChartScene::Part spacer{QColor(), {}};
    std::array<BarChartScene::Part, 3> spans;
    for (std::size_t verdict = 0; verdict < spans.size(); ++verdict) {
        spans[verdict].color = verdictColor(style.colors, static_cast<module::Verdict>(verdict));
        spans[verdict].color.setAlpha(style.colors.dark ? 170 : 150);
    }
    for (int row = layout.first; row < layout.first + layout.count; ++row) {
        const series::RangeBar& bar = d->bar(row);
        const double low = d->picture->position(bar.min);
        spacer.lengths.push_back(low - d->picture->low);
        for (std::size_t verdict = 0; verdict < spans.size(); ++verdict) {
            const bool own = static_cast<std::size_t>(bar.verdict) == verdict;
            spans[verdict].lengths.push_back(own ? d->picture->position(bar.max) - low : 0);
        }
    }
    scene().setGeometry(size, barsArea(layout, style));
    scene().setScale(d->picture->high - d->picture->low, kThickness);
    scene().setParts({spacer, spans[0], spans[1], spans[2]});
    scene().render(painter);
}

void RangesChart::paintFront(QPainter& painter, QSize size) const {
    const ChartStyle style = ChartStyle::of(*this);
    const QString message = d->message();
    if (!message.isEmpty()) {
        paintMessage(painter, QRectF(QPointF(0, 0), size), style, message);
        return;
    }
    const RowsLayout layout = rowsLayout(size, style);
    const QRectF area = barsArea(layout, style);
    for (int row = layout.first; row < layout.first + layout.count; ++row) {
        d->paintMarks(painter, style, area, layout.row(row), d->bar(row));
    }
    d->paintLegend(painter, layout.legend, style);
    paintRowsCallout(painter, layout, style);
}

}  // namespace dimscope::charts
