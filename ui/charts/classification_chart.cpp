// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/classification_chart.h"

#include <QKeyEvent>
#include <QPainter>
#include <algorithm>
#include <array>
#include <cmath>

#include "core/series/series.h"
#include "ui/charts/latest_job.h"
#include "ui/charts/number_text.h"
#include "ui/charts/verdict_mark.h"

namespace dimscope::charts {

namespace {

using module::Verdict;

constexpr std::size_t kMaxBars = 200;
constexpr double kThickness = 0.72;
constexpr std::array kVerdicts = {Verdict::fixed, Verdict::batch, Verdict::dynamic};

struct ClassificationPicture {
    std::vector<series::ClassificationBar> bars;
    std::size_t left = 0;       ///< bars beyond the limit
    std::uint64_t longest = 1;  ///< axes of the longest bar
};

std::uint64_t countOf(const inference::VerdictCounts& counts, Verdict verdict) {
    switch (verdict) {
        case Verdict::fixed: return counts.fixed;
        case Verdict::batch: return counts.batch;
        case Verdict::dynamic: break;
    }
    return counts.dynamic;
}

std::uint64_t total(const inference::VerdictCounts& counts) {
    return counts.fixed + counts.batch + counts.dynamic;
}

QString number(std::uint64_t count) {
    return exactNumber(static_cast<std::int64_t>(count));
}

std::shared_ptr<const ClassificationPicture> compute(const ChartData& data,
                                                     std::optional<base::ModuleId> module) {
    auto picture = std::make_shared<ClassificationPicture>();
    picture->bars = series::classificationBars(*data.capture, *data.analysis, module);
    if (picture->bars.size() > kMaxBars) {
        picture->left = picture->bars.size() - kMaxBars;
        picture->bars.resize(kMaxBars);
    }
    for (const series::ClassificationBar& bar : picture->bars) {
        picture->longest = std::max(picture->longest, total(bar.counts));
    }
    return picture;
}

/// Text on a bar: whichever of the two reads better on it.
QColor textOn(const QColor& fill) {
    return fill.lightnessF() > 0.56F ? QColor(0x16, 0x18, 0x1c) : QColor(Qt::white);
}

}  // namespace

class ClassificationChart::Private {
 public:
    explicit Private(ClassificationChart& chart)
        : q(chart), job([this](std::shared_ptr<const ClassificationPicture> answer) {
              picture = std::move(answer);
              q.rowsChanged();
              q.pictureChanged();
              emit q.updated();
          }) {}

    [[nodiscard]] const series::ClassificationBar& bar(int row) const {
        return picture->bars[static_cast<std::size_t>(row)];
    }

    [[nodiscard]] QString message() const {
        if (!data.capture) {
            return ClassificationChart::tr("no capture is open");
        }
        if (!picture) {
            return ClassificationChart::tr("counting axes…");
        }
        return picture->bars.empty() ? ClassificationChart::tr("no axes in this capture") : QString();
    }

    /// Where a part of a row stands; empty where the count is 0.
    [[nodiscard]] QRectF partRect(const RowsLayout& layout, const QRectF& area, int row,
                                  Verdict verdict) const {
        double before = 0;
        for (const Verdict other : kVerdicts) {
            if (other == verdict) {
                break;
            }
            before += static_cast<double>(countOf(bar(row).counts, other));
        }
        const double perAxis = area.width() / static_cast<double>(picture->longest);
        const QRectF place = layout.row(row);
        const double height = place.height() * kThickness;
        return {area.left() + before * perAxis, place.center().y() - height / 2,
                static_cast<double>(countOf(bar(row).counts, verdict)) * perAxis, height};
    }

    [[nodiscard]] std::optional<Verdict> verdictAt(int row, QPointF place) const {
        const ChartStyle style = ChartStyle::of(q);
        const RowsLayout layout = q.rowsLayout(q.size(), style);
        const QRectF area = q.barsArea(layout, style);
        for (const Verdict verdict : kVerdicts) {
            const QRectF rect = partRect(layout, area, row, verdict);
            if (rect.width() > 0 && place.x() >= rect.left() && place.x() < rect.right()) {
                return verdict;
            }
        }
        return std::nullopt;
    }

    void moveVerdict(int by) {
        const int count = static_cast<int>(kVerdicts.size());
        int index = static_cast<int>(chosen);
        for (int step = 0; step < count; ++step) {
            index = (index + by + count) % count;
            if (!q.currentRow() ||
                countOf(bar(*q.currentRow()).counts, kVerdicts[static_cast<std::size_t>(index)]) > 0) {
                break;
            }
        }
        chosen = kVerdicts[static_cast<std::size_t>(index)];
        q.update();
    }

    void paintRow(QPainter& painter, const RowsLayout& layout, const QRectF& area, int row,
                  const ChartStyle& style) const;
    void paintLegend(QPainter& painter, const RowsLayout& layout, const ChartStyle& style) const;

    ClassificationChart& q;
    ChartData data;
    std::optional<base::ModuleId> module;
    Verdict chosen = Verdict::fixed;  ///< part of the current bar, for the keyboard
    bool keyboard = false;
    std::shared_ptr<const ClassificationPicture> picture;
    LatestJob<ClassificationPicture> job;
};

void ClassificationChart::Private::paintRow(QPainter& painter, const RowsLayout& layout, const QRectF& area,
                                            int row, const ChartStyle& style) const {
    double end = area.left();
    for (const Verdict verdict : kVerdicts) {
        const QRectF rect = partRect(layout, area, row, verdict);
        if (rect.width() <= 0) {
            continue;
        }
        end = rect.right();
        const QColor fill = verdictColor(style.colors, verdict);
        const QString count = number(countOf(bar(row).counts, verdict));
        const double textWidth = style.boldWidth(count);
        const bool sign = rect.width() >= textWidth + 24;
        if (rect.width() >= textWidth + 6) {
            const double left = rect.center().x() - (textWidth + (sign ? 13 : 0)) / 2;
            if (sign) {
                paintVerdictSign(painter, verdict, QPointF(left + 4, rect.center().y()), 8, textOn(fill));
            }
            painter.setFont(style.bold);
            painter.setPen(textOn(fill));
            painter.drawText(QRectF(left + (sign ? 13 : 0), rect.top(), textWidth + 2, rect.height()),
                             Qt::AlignLeft | Qt::AlignVCenter, count);
        }
        // Neighbours are told apart by a gap too, not by colour alone.
        painter.fillRect(QRectF(rect.right() - 1, rect.top(), 1, rect.height()), style.background);
        if (keyboard && q.hasFocus() && q.currentRow() == row && chosen == verdict) {
            painter.setPen(QPen(style.text, 1.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(0.5, 0.5, -1.5, -0.5));
        }
    }
    painter.setFont(style.font);
    painter.setPen(style.text);
    const QRectF place = layout.row(row);
    painter.drawText(QRectF(end + 6, place.top(), 120, place.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     number(total(bar(row).counts)));
}

void ClassificationChart::Private::paintLegend(QPainter& painter, const RowsLayout& layout,
                                               const ChartStyle& style) const {
    const QRectF row = layout.legend.isEmpty() ? layout.axis : layout.legend;
    inference::VerdictCounts all;
    for (const series::ClassificationBar& bar : picture->bars) {
        all += bar.counts;
    }
    painter.setFont(style.font);
    double left = row.left();
    for (const Verdict verdict : kVerdicts) {
        const QString text = QStringLiteral("%1 %2").arg(verdictWord(verdict), number(countOf(all, verdict)));
        const double width = style.width(text);
        if (left + 14 + width > row.right()) {
            return;
        }
        paintVerdictSign(painter, verdict, QPointF(left + 5, row.center().y()), 8,
                         verdictColor(style.colors, verdict));
        painter.setPen(style.colors.secondary);
        painter.drawText(QRectF(left + 14, row.top(), width + 4, row.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        left += 14 + width + 16;
    }
    QString rest = module ? ClassificationChart::tr("axes of each graph · click: filter")
                          : ClassificationChart::tr("axes of each module · click: filter");
    if (picture->left > 0) {
        rest = ClassificationChart::tr("the first %1; %2 more not drawn")
                   .arg(picture->bars.size())
                   .arg(picture->left);
    }
    if (left + style.width(rest) <= row.right()) {
        painter.setPen(style.colors.secondary);
        painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, rest);
    }
}

ClassificationChart::ClassificationChart(QWidget* parent)
    : BarRowsPane(parent), d(std::make_unique<Private>(*this)) {
    setAccessibleName(tr("Classification"));
    describeAgain();
}

ClassificationChart::~ClassificationChart() = default;

void ClassificationChart::setScope(const ChartData& content, std::optional<base::ModuleId> module) {
    if (d->data == content && d->module == module) {
        return;
    }
    d->data = content;
    d->module = module;
    if (!content) {
        d->job.cancel();
        d->picture.reset();
        rowsChanged();
        pictureChanged();
        emit updated();
        return;
    }
    d->job.start([content, module] { return compute(content, module); });
    describeAgain();
}

QString ClassificationChart::summary() const {
    const QString message = d->message();
    if (!message.isEmpty()) {
        return message;
    }
    constexpr int kTold = 12;
    QStringList parts;
    for (int row = 0; row < std::min(rowCount(), kTold); ++row) {
        const inference::VerdictCounts& counts = d->bar(row).counts;
        parts.push_back(
            tr("%1: %2 static, %3 batch, %4 dynamic")
                .arg(rowLabel(row), number(counts.fixed), number(counts.batch), number(counts.dynamic)));
    }
    if (rowCount() > kTold) {
        parts.push_back(tr("and %1 more").arg(rowCount() - kTold));
    }
    return tr("axes by verdict; %1").arg(parts.join(QStringLiteral("; ")));
}

bool ClassificationChart::isBusy() const {
    return d->job.isBusy();
}

int ClassificationChart::rowCount() const {
    return d && d->picture ? static_cast<int>(d->picture->bars.size()) : 0;
}

QString ClassificationChart::rowLabel(int row) const {
    return QString::fromStdString(d->bar(row).label);
}

std::optional<module::Verdict> ClassificationChart::rowSign(int) const {
    return std::nullopt;
}

Callout ClassificationChart::rowCallout(int row, QPointF) const {
    Callout callout;
    callout.title = rowLabel(row);
    const inference::VerdictCounts& counts = d->bar(row).counts;
    for (const Verdict verdict : kVerdicts) {
        const std::uint64_t count = countOf(counts, verdict);
        const auto percent =
            static_cast<int>(std::lround(100.0 * static_cast<double>(count) /
                                         static_cast<double>(std::max<std::uint64_t>(1, total(counts)))));
        callout.lines.push_back(
            {tr("%1 %2 (%3 %)").arg(number(count), verdictWord(verdict)).arg(percent), verdict});
    }
    return callout;
}

void ClassificationChart::activate(int row, std::optional<QPointF> place) {
    d->keyboard = !place;
    const std::optional<Verdict> verdict = place ? d->verdictAt(row, *place) : d->chosen;
    if (verdict) {
        d->chosen = *verdict;
        emit barClicked(d->bar(row).module, d->bar(row).graph, *verdict);
    }
}

void ClassificationChart::keyPressEvent(QKeyEvent* event) {
    d->keyboard = true;
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right) {
        d->moveVerdict(event->key() == Qt::Key_Left ? -1 : 1);
        event->accept();
        return;
    }
    BarRowsPane::keyPressEvent(event);
}

double ClassificationChart::leftInset(const ChartStyle&) const {
    return 0;
}

double ClassificationChart::rightInset(const ChartStyle& style) const {
    return std::ceil(style.width(number(d->picture ? d->picture->longest : 1))) + 12;
}

void ClassificationChart::paintBack(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const RowsLayout layout = rowsLayout(size, style);
    paintRowsBack(painter, layout, style);
    const QRectF area = barsArea(layout, style);
    const auto longest = static_cast<double>(d->picture->longest);
    const Ticks ticks =
        tightTicks(0, longest, std::max(1, static_cast<int>(area.width() / 70)), TickSpacing::whole);
    painter.setFont(style.font);
    for (const double tick : ticks.values) {
        const double x = area.left() + tick / longest * area.width();
        painter.setPen(QPen(style.colors.grid, 1));
        painter.drawLine(QPointF(crisp(x), area.top()), QPointF(crisp(x), area.bottom() + 3));
        if (!layout.legend.isEmpty()) {
            painter.setPen(style.colors.secondary);
            painter.drawText(QRectF(x - 60, layout.axis.top() + 3, 120, style.lineHeight()), Qt::AlignCenter,
                             tickText(tick, ticks.step));
        }
    }
    if (!layout.legend.isEmpty()) {
        painter.drawText(QRectF(layout.labels.left(), layout.axis.top() + 3, 200, style.lineHeight()),
                         Qt::AlignLeft, tr("axes"));
    }
}

void ClassificationChart::paintSeries(QPainter& painter, QSize size) const {
    if (!d->message().isEmpty()) {
        return;
    }
    const ChartStyle style = ChartStyle::of(*this);
    const RowsLayout layout = rowsLayout(size, style);
    std::vector<BarChartScene::Part> parts;
    for (const Verdict verdict : kVerdicts) {
        BarChartScene::Part part{verdictColor(style.colors, verdict), {}};
        for (int row = layout.first; row < layout.first + layout.count; ++row) {
            part.lengths.push_back(static_cast<double>(countOf(d->bar(row).counts, verdict)));
        }
        parts.push_back(std::move(part));
    }
    scene().setGeometry(size, barsArea(layout, style));
    scene().setScale(static_cast<double>(d->picture->longest), kThickness);
    scene().setParts(parts);
    scene().render(painter);
}

void ClassificationChart::paintFront(QPainter& painter, QSize size) const {
    const ChartStyle style = ChartStyle::of(*this);
    const QString message = d->message();
    if (!message.isEmpty()) {
        paintMessage(painter, QRectF(QPointF(0, 0), size), style, message);
        return;
    }
    const RowsLayout layout = rowsLayout(size, style);
    const QRectF area = barsArea(layout, style);
    for (int row = layout.first; row < layout.first + layout.count; ++row) {
        d->paintRow(painter, layout, area, row, style);
    }
    d->paintLegend(painter, layout, style);
    paintRowsCallout(painter, layout, style);
}

}  // namespace dimscope::charts
